# Every target sets up what it needs in the folder .venv and installs again only when the project's
# own lists of packages have changed. The same steps without make stand in README.md.

VENV := .venv
BIN := $(VENV)/bin
# setuptools warns at length about every editable installation.
PIP := PYTHONWARNINGS=ignore $(BIN)/python -m pip --disable-pip-version-check
LOCK := constraints.txt
TRAIN_LOCK := constraints-train.txt

# The Python to build the environment with; or name one: make play PYTHON=/usr/local/bin/python3.13
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3 python3.14 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& echo $$name && break; done)

# A bare Debian lacks two libraries that OpenCV asks for.
define OPENCV_CHECK
$(BIN)/python -c 'import cv2' 2>/dev/null || { \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libgl1 libglib2.0-0; fi; \
	$(BIN)/python -c 'import cv2' || { echo "OpenCV misses a library of the system;" \
		"on Debian and Ubuntu: apt-get install libgl1 libglib2.0-0"; exit 1; }; }
endef

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help bench docs play test lint unit browser database format training tuning rendering lock clean

help: ## List these targets
	@echo "Dicesight: make TARGET"
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  \1\t/' | expand -t 14

play: $(VENV)/.play ## Install and start the page for the whole table; more with ARGS="--help"
	@$(BIN)/dicesight serve --lan $(ARGS)

test: lint browser database unit ## Install what tests need and run every check and test

lint: $(VENV)/.test ## Check style, types and import directions
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.test ## Run the tests; some of them with ARGS="tests/farkle"
	$(BIN)/python -m pytest $(ARGS)

browser: ## Install Debian's Chromium for the browser tests, where that is possible
	@if command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
		|| command -v google-chrome >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends chromium libnss3-tools; } \
		|| echo "Chromium could not be installed: the browser tests will be skipped."; \
	else echo "There is no Chromium: the browser tests will be skipped."; fi

bench: $(VENV)/.test ## Measure options and advice, how soon a tap is on every screen, and reading
	$(BIN)/python -m bench.advice
	$(BIN)/python -m bench.updates
	$(BIN)/python -m bench.reading

database: ## Install Debian's PostgreSQL for the tests that need one, where that is possible
	@if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends postgresql >/dev/null; } \
		|| echo "PostgreSQL could not be installed: its tests will be skipped."; \
	else echo "There is no PostgreSQL: its tests will be skipped."; fi

docs: $(VENV)/.test ## Write the pages of commands and rules from the code
	$(BIN)/python -m tests.house.commands_page
	$(BIN)/python -m tests.house.rules_page

format: $(VENV)/.test ## Put the code into the house's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

training: $(VENV)/.training ## Install the packages for `dicesight train` and `export-model` (about 2 GB)

tuning: $(VENV)/.tuning ## Install the packages for `dicesight tune` besides those for training

rendering: $(VENV)/.rendering ## Install the packages for `dicesight render` (Python 3.11, about 1 GB)

lock: $(VENV)/.lock ## Choose the newest fitting versions and write them into the lock files
	$(BIN)/uv pip compile --universal --fork-strategy fewest --python-version 3.11 --upgrade \
		--no-annotate --custom-compile-command "make lock" \
		--quiet --group test pyproject.toml --output-file $(LOCK)
	$(BIN)/uv pip compile --universal --fork-strategy fewest --python-version 3.11 --upgrade \
		--no-annotate --custom-compile-command "make lock" \
		--quiet --group test --extra train --extra tune -c $(LOCK) pyproject.toml --output-file $(TRAIN_LOCK)

clean: ## Remove the environment and everything that tools left behind
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "Dicesight needs Python 3.11 or newer."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "$(PYTHON) is older than Python 3.11."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv module is missing;" \
		"on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@touch $@

$(VENV)/.play: $(VENV)/.made pyproject.toml $(LOCK)
	@echo "Installing Dicesight into $(VENV) ..."
	@$(PIP) install --quiet -e . -c $(LOCK)
	@$(OPENCV_CHECK)
	@touch $@

$(VENV)/.test: $(VENV)/.made pyproject.toml $(LOCK)
	@echo "Installing Dicesight and what its tests need into $(VENV) ..."
	@$(PIP) install --quiet pip -c $(LOCK) --upgrade
	@$(PIP) install --quiet -e . --group test -c $(LOCK)
	@$(OPENCV_CHECK)
	@touch $@ $(VENV)/.play

$(VENV)/.training: $(VENV)/.made pyproject.toml $(TRAIN_LOCK)
	@echo "Installing Dicesight and the training packages into $(VENV) ..."
	@$(PIP) install --quiet -e '.[train]' -c $(TRAIN_LOCK)
	@touch $@ $(VENV)/.play

$(VENV)/.tuning: $(VENV)/.training
	@$(PIP) install --quiet -e '.[train,tune]' -c $(TRAIN_LOCK)
	@touch $@

# bpy asks for numpy below 2, works with the newer one of the project, and needs nothing else here.
$(VENV)/.rendering: $(VENV)/.made pyproject.toml $(LOCK)
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' \
		|| { echo "Blender's Python module is there for Python 3.11 only: make clean, then" \
		"make rendering PYTHON=python3.11"; exit 1; }
	@echo "Installing Dicesight and the rendering packages into $(VENV) ..."
	@$(PIP) install --quiet -e '.[render]' -c $(LOCK)
	@$(PIP) install --quiet --no-deps 'bpy==4.5.*'
	@touch $@ $(VENV)/.play

$(VENV)/.lock: $(VENV)/.made
	@$(PIP) install --quiet uv
	@touch $@
