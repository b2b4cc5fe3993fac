"""The reader's language: which one it is, and the texts of the page in it.

The texts stand in catalogues in Project Fluent's format, ``webapp/texts/<language>/<page>.ftl``,
which the browser's scripts read too. What the game itself says (errors, options, presets) has its
English words in its own room and only its translations here.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, format_percent
from flask import Flask, g, has_request_context, request
from fluent.runtime import FluentBundle, FluentResource
from markupsafe import Markup

from farkle.rules import PRESETS, Preset

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}
"""The languages there are, each under the name by which its speakers find it."""

COOKIE = "dicesight_language"
CATALOGUES = Path(__file__).parent / "texts"
_FALLBACK = "en"

_log = logging.getLogger("dicesight.texts")


def reader_locale() -> str:
    """The reader's locale, such as ``de-CH``: the chosen language, else the browser's first one
    that there is, with the browser's region; English outside a request."""
    if not has_request_context():
        return _FALLBACK
    if "locale" not in g:
        g.locale = _negotiated()
    return str(g.locale)


def reader_language() -> str:
    """The reader's language, a key of ``LANGUAGES``."""
    return reader_locale().partition("-")[0]


def t(key: str, **values: str | float) -> str:
    """The text with that key in the reader's language; raises KeyError if there is none."""
    text = _text(reader_locale(), key, values)
    if text is None:
        raise KeyError(f"no text has the key {key}")
    return text


def translated(key: str, words: str, **values: str | float) -> str:
    """The translation with that key, or ``words`` where the reader's language has none."""
    text = _text(reader_locale(), key, values)
    return words if text is None else text


def error_words(code: str, words: str, details: Mapping[str, object]) -> str:
    """An error in the reader's language, by its code and the facts behind it."""
    values = {name: value for name, value in details.items() if isinstance(value, str | int)}
    reason = details.get("reason")
    if isinstance(reason, Mapping):  # the error behind this one
        values["reason"] = error_words(reason["code"], reason["words"], reason["details"])
    return translated(f"error-{_hyphens(code)}", words, **values)


def preset_title(preset: Preset) -> str:
    """What the reader's language calls a preset."""
    return translated(f"preset-{_hyphens(preset.name)}-title", preset.title)


def preset_summary(preset: Preset) -> str:
    """What sets a preset apart, in the reader's language."""
    return translated(f"preset-{_hyphens(preset.name)}-summary", preset.summary)


def rules_title(rules: Mapping[str, Any]) -> str:
    """What a table calls its rules: ``rules`` as the game's view has them."""
    if rules["name"]:
        return str(rules["name"])
    title, preset = rules["title"], PRESETS.get(rules["preset"])
    if preset is None:
        return translated("rules-house", title)
    named = preset_title(preset)
    return translated("rules-house-of", title, preset=named) if rules["house"] else named


def number(value: float) -> str:
    """A number as the reader's locale writes it."""
    return format_decimal(value, locale=_babel(reader_locale()))


def percent(share: float, digits: int = 0) -> str:
    """A share from 0 to 1 as the reader's locale writes percentages."""
    pattern = f"0.{'0' * digits} %" if digits else "0 %"
    return format_percent(share, format=pattern, locale=_babel(reader_locale()))


def moment(at: str) -> str:
    """A stored time (UTC, ISO format) as the reader's locale writes it."""
    time = format_datetime(datetime.fromisoformat(at), "short", locale=_babel(reader_locale()))
    return t("time-utc", time=time)


def day(at: datetime) -> str:
    """A day as the reader's locale writes it."""
    return format_date(at.date(), "medium", locale=_babel(reader_locale()))


def listed(words: list[str]) -> str:
    """Words as a list in a sentence: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return t("list-last", rest=", ".join(words[:-1]), last=words[-1])


def catalogues(language: str) -> Mapping[str, str]:
    """The catalogues of a language as text, by name."""
    files = sorted((CATALOGUES / language).glob("*.ftl"))
    return {path.stem: path.read_text(encoding="utf-8") for path in files}


def install(app: Flask) -> None:
    """Give the templates the texts and the numbers of the reader's language."""
    app.jinja_env.globals.update(
        t=t,
        translated=translated,
        listed=listed,
        preset_title=preset_title,
        preset_summary=preset_summary,
        rules_title=rules_title,
        languages=LANGUAGES,
        reader_locale=reader_locale,
        reader_language=reader_language,
        script_texts=_script_texts,
    )
    app.jinja_env.filters.update(number=number, percent=percent, moment=moment)


def _hyphens(name: str) -> str:
    return name.replace("_", "-")


def _script_texts(*names: str) -> Markup:
    """The named catalogues for the page's scripts, as a block of data that needs no request."""
    texts = _read(reader_language())
    sources = [texts[name] for name in ("page", *names) if name in texts]
    content = json.dumps({"locale": reader_locale(), "sources": sources}, ensure_ascii=False)
    content = content.replace("<", "\\u003c")
    return Markup(f'<script type="application/json" id="texts">{content}</script>')


def _negotiated() -> str:
    accepted = [tag for tag, quality in request.accept_languages if quality > 0]
    locales = [locale for locale in map(_parsed, accepted) if locale is not None]
    chosen = request.cookies.get(COOKIE)
    if chosen not in LANGUAGES:
        languages = (locale.language for locale in locales)
        chosen = next((name for name in languages if name in LANGUAGES), _FALLBACK)
    own = (locale for locale in locales if locale.language == chosen and locale.territory)
    regional = next(own, None)
    return f"{chosen}-{regional.territory}" if regional else str(chosen)


def _parsed(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return None


def _text(locale: str, key: str, values: Mapping[str, str | float]) -> str | None:
    bundle = _bundle(locale)
    if not bundle.has_message(key):
        return None
    pattern = bundle.get_message(key).value
    assert pattern is not None
    text, faults = bundle.format_pattern(pattern, dict(values))
    for fault in faults:
        _log.error("the text %s in %s: %s", key, locale, fault)
    return str(text)


@lru_cache(maxsize=64)
def _bundle(locale: str) -> FluentBundle:
    # Marks around each name would keep writing directions apart, but they also come along when
    # people copy a text; all languages here run the same way.
    bundle = FluentBundle([locale], use_isolating=False)
    for source in _read(locale.partition("-")[0]).values():
        bundle.add_resource(FluentResource(source))
    return bundle


@lru_cache(maxsize=8)
def _read(language: str) -> Mapping[str, str]:
    return catalogues(language)


@lru_cache(maxsize=64)
def _babel(locale: str) -> Locale:
    return Locale.parse(locale, sep="-")
