"""Charts as SVG: a few rectangles, lines and words, which every browser shows.

Own code, because a plotting library weighs more than the rest of this room together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

_ROW, _LEFT, _WIDTH = 24, 190, 420
_STYLE = (
    "<style>text{font:13px sans-serif;fill:#222}.bar{fill:#2a6f97}.axis{stroke:#999}"
    "@media (prefers-color-scheme:dark){svg{background:#181818}text{fill:#eee}}</style>"
)


def bars(title: str, counts: Mapping[str, float], most: int = 40) -> str:
    """A chart with a bar for each entry, at most ``most`` of them; the rest is said in words."""
    shown = list(counts.items())[:most]
    peak = max((value for _, value in shown), default=0) or 1
    left = len(counts) - len(shown)
    height = 40 + _ROW * (len(shown) + (left > 0))
    parts = [_open(_LEFT + _WIDTH + 90, height, title)]
    for row, (name, value) in enumerate(shown):
        top, length = 34 + row * _ROW, _WIDTH * value / peak
        words = name if len(name) <= 26 else name[:25] + "…"
        parts.append(
            f'<text x="{_LEFT - 8}" y="{top + 15}" text-anchor="end">{escape(words)}</text>'
            f'<rect class="bar" x="{_LEFT}" y="{top + 2}" width="{length:.1f}" height="18"/>'
            f'<text x="{_LEFT + length + 6:.1f}" y="{top + 15}">{value:g}</text>'
        )
    if left > 0:
        parts.append(f'<text x="{_LEFT}" y="{height - 10}">and {left} more</text>')
    return "".join(parts) + "</svg>\n"


def lines(title: str, series: Mapping[str, Sequence[float]]) -> str:
    """A chart with a line for each series over 1, 2, 3, ...; values are finite and not negative."""
    colours = ("#2a6f97", "#c1121f", "#588157", "#7b2cbf", "#bc6c25", "#555")
    width, height, left, top = 560, 300, 56, 36
    peak = max((max(values, default=0) for values in series.values()), default=0) or 1
    length = max((len(values) for values in series.values()), default=1)
    parts = [_open(width + left + 150, height + top + 40, title)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = top + height * (1 - share)
        parts.append(
            f'<line class="axis" x1="{left}" x2="{left + width}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{peak * share:.3g}</text>'
        )
    for number, (name, values) in enumerate(series.items()):
        colour = colours[number % len(colours)]
        points = " ".join(
            f"{left + width * i / max(length - 1, 1):.1f},{top + height * (1 - v / peak):.1f}"
            for i, v in enumerate(values)
        )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{left + width + 10}" y="{top + 16 + 20 * number}" style="fill:{colour}">'
            f"{escape(name)}</text>"
        )
    parts.append(f'<text x="{left + width}" y="{top + height + 22}">{length}</text>')
    return "".join(parts) + "</svg>\n"


def agreement(title: str, points: Sequence[tuple[float, float, float, float, int]]) -> str:
    """What was said against what came, both 0 to 1, with the diagonal on which they agree.

    ``points``: said, came, the interval's lower and upper end, and the number behind it.
    """
    side, left, top = 360, 62, 36
    parts = [_open(side + left + 44, side + top + 58, title)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = left + side * share, top + side * (1 - share)
        parts.append(
            f'<line class="axis" x1="{left}" x2="{left + side}" y1="{y:g}" y2="{y:g}"/>'
            f'<text x="{left - 6}" y="{y + 4:g}" text-anchor="end">{share:g}</text>'
            f'<text x="{x:g}" y="{top + side + 18}" text-anchor="middle">{share:g}</text>'
        )
    parts.append(
        f'<line x1="{left}" y1="{top + side}" x2="{left + side}" y2="{top}" '
        f'stroke="#888" stroke-dasharray="5 4"/>'
        f'<text x="{left + side / 2:g}" y="{top + side + 40}" text-anchor="middle">said</text>'
        f'<text transform="translate(16,{top + side / 2:g}) rotate(-90)" '
        f'text-anchor="middle">came</text>'
    )
    for said, came, low, high, n in points:
        x = left + side * said
        y, y1, y2 = (top + side * (1 - each) for each in (came, low, high))
        words = f"said {said:.2f}, came {came:.2f} [{low:.2f}, {high:.2f}], n = {n}"
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" stroke="#2a6f97" '
            f'stroke-width="2"/><circle class="bar" cx="{x:.1f}" cy="{y:.1f}" r="5">'
            f"<title>{escape(words)}</title></circle>"
        )
    return "".join(parts) + "</svg>\n"


def _open(width: float, height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" role="img" aria-label="{escape(title)}">{_STYLE}'
        f'<text x="8" y="20" style="font-weight:bold">{escape(title)}</text>'
    )
