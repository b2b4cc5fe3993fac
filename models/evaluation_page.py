"""What an evaluation found, as one page that carries its pictures within itself."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from html import escape

import cv2

from datasets.labels import FACES
from datasets.plots import agreement
from models.accuracy import NO_DIE, ROLL, Mean, Share, Tally
from models.judging import Judged
from models.misses import drawing, faults
from models.reliability import Forecast, bins, brier, log_loss

_JPEG_QUALITY = 80

_STYLE = """
:root { color-scheme: light dark; --edge: #8886; --soft: #8882; --wrong: #c1121f; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 72rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid var(--edge); padding: .3rem .6rem; text-align: right; }
th { background: var(--soft); font-weight: 600; }
th:first-child, td:first-child { text-align: left; }
td small { display: block; opacity: .75; white-space: nowrap; }
td.hit { background: #2a6f9733; }
dd { margin: 0 0 .4rem 1rem; overflow-wrap: anywhere; }
dt { font-weight: 600; }
summary { cursor: pointer; padding: .3rem 0; }
svg { max-width: 100%; height: auto; }
.gallery { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
figure { margin: 0; border: 1px solid var(--edge); border-radius: .4rem; overflow: hidden; }
figure.silent { border: 2px solid var(--wrong); }
figure img { width: 100%; display: block; }
figcaption { padding: .5rem .7rem; overflow-wrap: anywhere; }
figcaption ul { margin: .3rem 0 0; padding-left: 1.2rem; }
.mark { color: #fff; background: var(--wrong); border-radius: .3rem; padding: 0 .4rem; }
"""


def page(sets: Mapping[str, Sequence[Judged]], facts: Mapping[str, str]) -> str:
    """The page for these judged folders; ``facts`` say which reader it was."""
    everything = [judged for found in sets.values() for judged in found]
    rolls = [judged for judged in everything if 0 < len(judged.truth) <= ROLL]
    told = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(words)}</dd>" for name, words in facts.items()
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>How well it reads</title><style>{_STYLE}</style></head><body>"
        "<h1>How well it reads</h1>"
        "<p>A picture counts as read right only if every die is found, each face is right and "
        "nothing extra is reported. In brackets 95 % intervals.</p>"
        f"<dl>{told}</dl>"
        f"<h2>Sets</h2>{_sets(sets)}"
        f"<h2>Faces</h2>{_faces_of(sets)}"
        f"<h2>Certainty</h2>{_certainty(rolls)}"
        f"<h2>What went wrong</h2>{_gallery(sets)}"
        "</body></html>\n"
    )


def _figure(figure: Share | Mean) -> str:
    if not figure.n:
        return "<td>-</td>"
    low, high = figure.interval
    counted = f"{figure.hits} of {figure.n}" if isinstance(figure, Share) else f"n = {figure.n}"
    return (
        f"<td>{figure.value:.3f}<small>[{low:.3f}, {high:.3f}]</small><small>{counted}</small></td>"
    )


def _sets(sets: Mapping[str, Sequence[Judged]]) -> str:
    rows = {name: Tally([judged.result for judged in found]) for name, found in sets.items()}
    if len(rows) > 1:
        rows["all"] = Tally([result for tally in rows.values() for result in tally.results])
    body = "".join(
        f"<tr><td>{escape(name)}<small>{len(tally.results)} pictures</small></td>"
        + "".join(_figure(figure) for figure in _figures(tally))
        + "</tr>"
        for name, tally in rows.items()
    )
    return (
        '<div class="wide"><table><tr><th>set</th><th>exact</th><th>exact, at most six dice</th>'
        "<th>silent errors of these</th><th>asked of these</th><th>dice found</th>"
        "<th>faces right</th><th>extra dice a picture</th><th>nothing seen where no dice</th></tr>"
        f"{body}</table></div><p>Silent error: read wrong, and nobody is asked to look.</p>"
    )


def _figures(tally: Tally) -> tuple[Share | Mean, ...]:
    return (
        tally.exact_rolls,
        tally.exact_small_rolls,
        tally.silent_errors,
        tally.asked,
        tally.die_recall,
        tally.face_accuracy,
        tally.extra_dice,
        tally.quiet,
    )


def _faces_of(sets: Mapping[str, Sequence[Judged]]) -> str:
    """The faces of all sets together, and of each where there are several."""
    rows = {name: Tally([judged.result for judged in found]) for name, found in sets.items()}
    together = _faces(Tally([result for tally in rows.values() for result in tally.results]))
    if len(rows) == 1:
        return together
    return together + "".join(
        f"<details><summary>{escape(name)}</summary>{_faces(tally)}</details>"
        for name, tally in rows.items()
        if tally.die_recall.n
    )


def _faces(tally: Tally) -> str:
    kinds = (*FACES, NO_DIE)
    counts = tally.confusion
    body = ""
    for true in kinds:
        cells = "".join(
            f'<td class="hit">{counts[true, said]}</td>'
            if true == said != NO_DIE
            else f"<td>{counts[true, said] or ('' if true == said else 0)}</td>"
            for said in kinds
        )
        name = f"is {true}" if true != NO_DIE else "no die there"
        last = _figure(tally.face_recall(true)) if true != NO_DIE else "<td></td>"
        body += f"<tr><td>{name}</td>{cells}{last}</tr>"
    precise = "".join(_figure(tally.face_precision(face)) for face in FACES)
    heads = "".join(f"<th>read {face}</th>" for face in FACES)
    return (
        f'<div class="wide"><table><tr><th></th>{heads}<th>not seen</th><th>read as it</th></tr>'
        f"{body}<tr><td>right when read</td>{precise}<td></td><td></td></tr></table></div>"
    )


def _certainty(rolls: Sequence[Judged]) -> str:
    said = [Forecast(judged.still.certainty, judged.result.exact) for judged in rolls]
    if not said:
        return "<p>There is no picture with one to six dice.</p>"
    found = bins(said)
    chart = agreement(
        "certainty of a roll against the share that was right",
        [(bin_.said, bin_.right.value, *bin_.right.interval, bin_.right.n) for bin_ in found],
    )
    body = "".join(
        f"<tr><td>{bin_.low:g} to {bin_.high:g}</td><td>{bin_.said:.3f}</td>"
        f"{_figure(bin_.right)}</tr>"
        for bin_ in found
    )
    return (
        f"<p>{len(said)} pictures with at most six dice. Brier score {brier(said):.4f}, "
        f"log loss {log_loss(said):.4f}.</p>{chart}"
        '<div class="wide"><table><tr><th>certainty</th><th>on average</th><th>right</th></tr>'
        f"{body}</table></div>"
    )


def _gallery(sets: Mapping[str, Sequence[Judged]]) -> str:
    parts = []
    for name, found in sets.items():
        wrong = [judged for judged in found if not judged.result.exact]
        # First what nobody would have looked at, the surest on top.
        wrong.sort(key=lambda judged: (not judged.result.silent, -judged.still.certainty))
        silent = sum(judged.result.silent for judged in wrong)
        parts.append(
            f"<h3>{escape(name)}</h3><p>{len(wrong)} of {len(found)} pictures, {silent} of them "
            "without asking. Green: right. Red: wrong, or no die there. Blue: what was missed or "
            'misread.</p><div class="gallery">' + "".join(map(_shown, wrong)) + "</div>"
        )
    return "".join(parts)


def _shown(judged: Judged) -> str:
    _, encoded = cv2.imencode(".jpg", drawing(judged), [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    inside = base64.b64encode(encoded.tobytes()).decode()
    truth = " ".join(str(face) for face in sorted(face for _, face in judged.truth)) or "no dice"
    read = " ".join(str(die.face) for die in sorted(judged.still.dice, key=lambda die: die.face))
    silent = judged.result.silent
    mark = '<span class="mark">not asked</span>' if silent else "asked"
    lines = "".join(f"<li>{escape(line)}</li>" for line in faults(judged))
    alt = f"{judged.picture.path.name}: is {truth}, read {read or 'no dice'}"
    return (
        f"<figure{' class=silent' if silent else ''}>"
        f'<img alt="{escape(alt)}" loading="lazy" src="data:image/jpeg;base64,{inside}">'
        f"<figcaption><b>{escape(judged.picture.path.name)}</b><br>is {truth}, "
        f"read {read or 'no dice'}<br>certainty {judged.still.certainty:.2f}, {mark}"
        f"<ul>{lines}</ul></figcaption></figure>"
    )
