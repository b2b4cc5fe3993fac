"""Writes docs/rules.md from the rules themselves: ``make docs``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from farkle.chart import chart
from farkle.options import OPTIONS, Option
from farkle.rules import PRESETS, Preset, Rules
from farkle.rules_text import toml_value

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"

_INTRODUCTION = """# The rules

Farkle has no single set of rules. These presets come along, most of them after a printed sheet;
every option can be changed on top of one. This page is written from the code by `make docs`; the
page of a table and `dicesight rules show` say the same.

House rules are a TOML file: a preset to start from, and what differs.

```toml
preset = "classic"
opening_min = 350
hot_dice = "forced"
```

`dicesight rules show classic --options` prints a file with every option and its meaning,
`dicesight rules check house.toml` tells what is wrong with one, or what differs. `dicesight score`,
`dicesight odds` and `dicesight practice` take it with `--rules`. All points are multiples of 50.
"""

_GROUPS = {"scoring": "Scoring", "turn": "The turn", "game": "The game"}


def page() -> str:
    """The page as it should be."""
    lines = [_INTRODUCTION, "## Presets", ""]
    lines += ["| name | title | what sets it apart |", "|---|---|---|"]
    lines += [f"| `{p.name}` | {p.title} | {p.summary} |" for p in PRESETS.values()]
    for preset in PRESETS.values():
        lines += ["", *_preset(preset)]
    lines += ["", "## Options", "", "A preset not named in a file means the defaults here."]
    for group, title in _GROUPS.items():
        lines += ["", f"### {title}", "", "| option | default | meaning |", "|---|---|---|"]
        lines += [_option(option) for option in OPTIONS if option.group == group]
    return "\n".join(lines) + "\n"


def _preset(preset: Preset) -> Iterator[str]:
    found = chart(preset.rules)
    yield f"### {preset.title}"
    yield ""
    yield f"`{preset.name}`, after: {preset.source}"
    yield ""
    yield "| combination | for example | points |"
    yield "|---|---|---|"
    for line in found.lines:
        yield f"| {line.name} | {line.example} | {line.points} |"
    yield ""
    for sentence in found.sentences:
        yield f"- {sentence}"
    if preset.notes:
        yield ""
        yield "Notes on the sheet:"
        yield ""
        for note in preset.notes:
            yield f"- {note}"


def _option(option: Option) -> str:
    default = toml_value(Rules().to_mapping()[option.name])
    choices = "".join(f"<br>`{name}`: {words}" for name, words in option.choices.items())
    return f"| `{option.name}` | `{default}` | {option.words}{choices} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
