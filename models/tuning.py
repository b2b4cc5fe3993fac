"""Searching for good settings of a training run with Ray Tune (the tune extra).

Each trial runs `dicesight train`, `export-model` and `evaluate` in processes of their own, so that
one that fails takes nothing along. The only module that imports ray.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[1]
_SHARE = "share of "


@dataclass(frozen=True, slots=True)
class Search:
    """What is tried: ``trials`` runs of the ``sets``, judged by the pictures in ``judges``.

    ``passes`` and ``crops`` are of each trial, ``at_once`` how many run beside each other, on
    ``cards`` graphics cards (0 for the processor) and ``threads`` processor threads each.
    """

    folder: Path
    data_dir: Path
    sets: tuple[str, ...]
    judges: tuple[Path, ...]
    trials: int
    passes: int
    crops: int
    at_once: int
    cards: int
    threads: int
    seed: int


@dataclass(frozen=True, slots=True)
class Trial:
    """One trial: its settings, and how many rolls were exact and how many dice wrong."""

    settings: Mapping[str, Any]
    exact: int
    pictures: int
    mistakes: int
    network: Path

    @property
    def order(self) -> tuple[int, int]:
        """Sorts the best trial first, by what `dicesight promote` judges by."""
        return -self.exact, self.mistakes


def space(sets: Sequence[str]) -> dict[str, Any]:
    """What is searched: the learning rate, the crops' side, the batch, and each set's share."""
    from ray import tune

    searched: dict[str, Any] = {
        "rate": tune.loguniform(1e-4, 2e-3),
        "size": tune.choice([224, 256, 320]),
        "batch": tune.choice([8, 16, 32]),
    }
    if len(sets) > 1:
        searched |= {f"{_SHARE}{name}": tune.uniform(0.3, 3.0) for name in sets}
    return searched


def search(plan: Search) -> list[Trial]:
    """Run the trials, the best one first; those that failed are not among them."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # nothing phones home
    import ray
    from ray import tune
    from ray.tune.search.basic_variant import BasicVariantGenerator

    plan.folder.mkdir(parents=True, exist_ok=True)
    ray.init(
        num_cpus=plan.at_once * plan.threads,
        num_gpus=plan.cards,
        include_dashboard=False,
        log_to_driver=False,
    )
    try:
        cards = plan.cards / plan.at_once
        run = tune.with_resources(_trial(plan), {"cpu": plan.threads, "gpu": cards})
        results = tune.Tuner(
            run,
            param_space=space(plan.sets),
            tune_config=tune.TuneConfig(
                search_alg=BasicVariantGenerator(random_state=plan.seed),
                metric="score",
                mode="max",
                num_samples=plan.trials,
                max_concurrent_trials=plan.at_once,
            ),
            run_config=tune.RunConfig(
                storage_path=str(plan.folder / "ray"), name="search", verbose=0
            ),
        ).fit()
    finally:
        ray.shutdown()
    told = [result.metrics for result in results if result.error is None and result.metrics]
    trials = [
        Trial(
            dict(one["config"]),
            int(one["exact"]),
            int(one["pictures"]),
            int(one["mistakes"]),
            Path(one["network"]),
        )
        for one in told
        if "exact" in one
    ]
    return sorted(trials, key=lambda trial: trial.order)


def train_arguments(plan: Search, settings: Mapping[str, Any], run: Path) -> list[str]:
    """The options of `dicesight train` that these settings stand for."""
    arguments = ["--run", str(run), "--data-dir", str(plan.data_dir)]
    arguments += ["--passes", str(plan.passes), "--crops", str(plan.crops)]
    arguments += ["--threads", str(plan.threads), "--seed", str(plan.seed)]
    for name in ("rate", "size", "batch"):
        arguments += [f"--{name}", str(settings[name])]
    for name in plan.sets:
        share = settings.get(f"{_SHARE}{name}", 1.0)
        arguments += ["--set", f"{name}={share}"]
    return arguments


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `dicesight evaluate --json` said of a network on all judging sets together."""

    exact: int
    pictures: int
    mistakes: int

    @property
    def score(self) -> float:
        """Larger is better: exact rolls first, mistakes with single dice among equals."""
        return self.exact - self.mistakes / 10_000


def verdict(lines: str) -> Verdict:
    """The verdict of evaluate's lines of JSON, one a judging set."""
    exact = pictures = mistakes = 0
    for line in lines.splitlines():
        told = json.loads(line)

        counted = {
            name: round((figure["value"] or 0.0) * figure["n"])
            for name, figure in told.items()
            if isinstance(figure, dict) and "n" in figure
        }
        pictures += int(told["pictures"])
        exact += counted["exact_rolls"] + counted["nothing_seen_where_no_dice"]
        missed = int(told["die_recall"]["n"]) - counted["face_accuracy"]
        mistakes += missed + counted["extra_dice"]
    return Verdict(exact, pictures, mistakes)


def _trial(plan: Search) -> Any:
    """The function that ray runs in a process of its own."""
    root, python = str(_ROOT), sys.executable

    def call(*arguments: str) -> str:
        command = [python, "-m", "dicesight", *arguments]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr[-2000:])
        return done.stdout

    def trial(settings: dict[str, Any]) -> None:
        from ray import tune

        run = plan.folder / "trials" / tune.get_context().get_trial_id()
        call("train", *train_arguments(plan, settings, run))
        network = run / "tuned.onnx"
        call("export-model", str(run / "weights" / "last.pt"), str(network))
        judges = [str(folder) for folder in plan.judges]
        told = verdict(call("evaluate", *judges, "--weights", str(network), "--json"))
        tune.report(
            {
                "score": told.score,
                "exact": told.exact,
                "pictures": told.pictures,
                "mistakes": told.mistakes,
                "network": str(network),
            }
        )

    return trial
