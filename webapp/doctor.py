"""The ``dicesight doctor`` command: looks at everything and says what to do."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webapp.commands import DEFAULT_PORT, DEFAULT_SECURE_PORT
from webapp.options import storage, storage_config

if TYPE_CHECKING:
    from webapp.checks.finding import Finding
    from webapp.config import Config

Check = tuple[str, Callable[[], "list[Finding]"]]
"""What a check is called, and the check."""

_MARKS = {"good": ("ok   ", "green"), "note": ("note ", "yellow"), "fault": ("FAULT", "red")}


@click.command()
@storage
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    envvar="DICESIGHT_PORT",
    help="The port that dicesight serve is to use.",
)
@click.option(
    "--secure-port",
    type=click.IntRange(1, 65535),
    default=DEFAULT_SECURE_PORT,
    show_default=True,
    envvar="DICESIGHT_SECURE_PORT",
    help="The port of HTTPS.",
)
@click.option(
    "--camera",
    multiple=True,
    metavar="SOURCE",
    help="Look through this camera too, as dicesight serve takes it; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def doctor(
    context: click.Context,
    data_dir: Path | None,
    database_url: str | None,
    port: int,
    secure_port: int,
    camera: tuple[str, ...],
    as_json: bool,
) -> None:
    """Check that everything works here, and say what to do where it does not.

    The exit status is 1 if something does not work, else 0.
    """
    config = replace(
        storage_config(data_dir, database_url),
        port=port,
        secure_port=secure_port,
        cameras=camera,
    )
    found = []
    for name, check in checks(config):
        findings = examined(check)
        found.append((name, findings))
        if not as_json:
            _print(name, findings)
    faults = sum(one.level == "fault" for _, findings in found for one in findings)
    if as_json:
        click.echo(json.dumps({"ok": not faults, "findings": _as_values(found)}, indent=1))
    elif faults:
        click.echo(f"\n{faults} of these things {'does' if faults == 1 else 'do'} not work.")
    else:
        click.echo("\nEverything that was looked at works.")
    context.exit(1 if faults else 0)


def checks(config: Config) -> Iterable[Check]:
    """All checks of a server with these settings, those first that others depend on."""
    from webapp.certificates import certificates_of
    from webapp.checks.browser import check_browsers
    from webapp.checks.cameras import check_cameras
    from webapp.checks.database import check_database
    from webapp.checks.extras import check_extras, check_program
    from webapp.checks.folder import check_folder
    from webapp.checks.https import check_https, utc_now
    from webapp.checks.network import check_addresses, check_port
    from webapp.checks.reader import check_reader

    certificates = certificates_of(config)
    port, secure = config.port, config.secure_port
    assert certificates is not None
    assert secure is not None
    return (
        ("Program", check_program),
        ("Data folder", lambda: check_folder(config.data_dir)),
        ("Games", lambda: check_database(config)),
        ("Reader", lambda: check_reader(config.data_dir)),
        ("Cameras", lambda: check_cameras(config.cameras)),
        ("Network", check_addresses),
        (
            "Ports",
            lambda: [
                *check_port(port, "HTTP", "--port"),
                *check_port(secure, "HTTPS", "--secure-port"),
            ],
        ),
        ("HTTPS", lambda: check_https(certificates, secure, utc_now())),
        ("Browsers", check_browsers),
        ("Extras", check_extras),
    )


def examined(check: Callable[[], list[Finding]]) -> list[Finding]:
    """The findings of a check. One that fails itself is a fault too, and the others go on."""
    from webapp.checks.finding import fault

    try:
        return check()
    except Exception as error:
        code, words = getattr(error, "code", None), getattr(error, "words", None)
        if isinstance(code, str) and isinstance(words, str):
            return [fault(code, words, "See the words above.")]
        return [
            fault(
                "check_failed",
                f"The check itself failed: {type(error).__name__}: {error}",
                "Please report this line.",
            )
        ]


def _print(name: str, findings: Iterable[Finding]) -> None:
    click.secho(name, bold=True)
    for one in findings:
        mark, colour = _MARKS[one.level]
        lines = textwrap.wrap(one.words, 88, break_on_hyphens=False, break_long_words=False)
        click.echo(f"  {click.style(mark, fg=colour)} {lines[0]}")
        for line in lines[1:]:
            click.echo(f"        {line}")
        for number, line in enumerate(
            textwrap.wrap(one.advice, 86, break_on_hyphens=False, break_long_words=False)
        ):
            click.echo(f"        {'->' if not number else '  '} {line}")


def _as_values(found: Iterable[tuple[str, list[Finding]]]) -> list[dict[str, object]]:
    return [
        {
            "check": name,
            "code": one.code,
            "level": str(one.level),
            "words": one.words,
            "advice": one.advice,
            "facts": dict(one.facts),
        }
        for name, findings in found
        for one in findings
    ]
