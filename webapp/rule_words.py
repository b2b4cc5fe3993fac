"""Rules for people: options, charts and what is agreed, in the reader's language."""

from __future__ import annotations

from farkle.chart import Agreement, ChartLine, chart
from farkle.options import OPTION, Option
from farkle.rules import Rules
from webapp.languages import number, t, translated


def chart_view(rules: Rules) -> dict[str, object]:
    """The chart, JSON-safe: ``lines`` with name, example (faces) and points, and ``sentences``."""
    made = chart(rules)
    return {
        "lines": [
            {
                "name": _line_name(line),
                "example": [int(face) for face in line.example.split()],
                "points": _line_points(line),
            }
            for line in made.lines
        ],
        "sentences": [_sentence(agreement) for agreement in made.agreements],
    }


def option_label(option: Option) -> str:
    """The short name of an option in the editor."""
    return t(f"label-{_key(option.name)}")


def option_words(option: Option) -> str:
    """The sentence that describes an option."""
    return translated(f"option-{_key(option.name)}", option.words)


def choice_words(name: str, choice: str) -> str:
    """What a choice of an option means."""
    return translated(f"choice-{_key(name)}-{_key(choice)}", OPTION[name].choices[choice])


def _line_name(line: ChartLine) -> str:
    return translated(f"chart-{_key(line.key)}", line.name, **line.values)


def _line_points(line: ChartLine) -> str:
    if "times" in line.values:
        return translated("chart-times", line.points, **line.values)
    return number(line.values["points"])


def _sentence(agreement: Agreement) -> str:
    values: dict[str, str | float] = dict(agreement.values)
    if agreement.option is not None and agreement.choice is not None:
        values["choice"] = choice_words(agreement.option, agreement.choice)
    return translated(f"agreed-{_key(agreement.key)}", agreement.words, **values)


def _key(name: str) -> str:
    return name.replace("_", "-")
