"""The ``dicesight serve`` command."""

from __future__ import annotations

import contextlib
import threading
import time
import urllib.request
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webapp.options import storage, storage_config

if TYPE_CHECKING:
    from webapp.config import Config

DEFAULT_PORT = 8000


@click.command()
@click.option("--host", help="Address to listen on. Default: this computer only.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    envvar="DICESIGHT_PORT",
    help="Port to listen on; the next free one if it is taken.",
)
@click.option("--lan", is_flag=True, help="Let phones on the same network join.")
@storage
@click.option(
    "--allow-host",
    multiple=True,
    metavar="NAME",
    help="A further name under which this server may be asked for; may be repeated.",
)
@click.option(
    "--source-url",
    envvar="DICESIGHT_SOURCE_URL",
    help="Where the source of this server is published, if it is; the page offers it anyway.",
)
@click.option(
    "--camera",
    multiple=True,
    metavar="SOURCE",
    help="A camera at this computer that tables may use: its number, an rtsp:// or http:// "
    "address, or a recording; may be repeated.",
)
@click.option("--open/--no-open", "open_page", default=False, help="Open the page in a browser.")
def serve(
    host: str | None,
    port: int,
    lan: bool,
    data_dir: Path | None,
    database_url: str | None,
    allow_host: tuple[str, ...],
    source_url: str | None,
    camera: tuple[str, ...],
    open_page: bool,
) -> None:
    """Start the page where tables are set and scores are kept."""
    from webapp.addresses import EVERYWHERE, all_addresses, free_port, lan_address, own_names
    from webapp.serving import run

    bind = host or (all_addresses() if lan else "127.0.0.1")
    try:
        chosen = free_port(bind, port)
    except OSError as error:
        raise click.ClickException(f"Cannot listen on {bind} port {port}: {error}.") from error
    if port not in (0, chosen):
        click.echo(f"Port {port} is taken, so this is on port {chosen}.")
    everywhere = bind in EVERYWHERE
    near = lan_address() if everywhere else None
    outside = near or (None if bind.startswith("127.") or everywhere else bind)
    local = f"http://{'localhost' if everywhere else _in_url(bind)}:{chosen}"
    config = replace(
        storage_config(data_dir, database_url),
        allowed_hosts=own_names(bind) | {name.lower() for name in allow_host},
        any_address=everywhere,
        public_url=f"http://{_in_url(outside)}:{chosen}" if outside else None,
        source_url=source_url or None,
        computes_tables=True,
        cameras=camera,
    )
    _check_data(config)
    _greet(local, config.public_url, everywhere)
    opener = threading.Thread(target=_open_when_ready, args=(local,), daemon=True)
    run(config, bind, chosen, started=opener.start if open_page else None)


def _check_data(config: Config) -> None:
    from webapp.opening import StorageError, open_stored

    try:
        config.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open_stored(config, create=True):
            pass
    except StorageError as error:
        raise click.ClickException(error.words) from error
    except OSError as error:
        raise click.ClickException(
            f"The scores in {config.data_dir} cannot be opened: {error}."
        ) from error


def _greet(local: str, public: str | None, everywhere: bool) -> None:
    click.echo(f"Dicesight is at {local}")
    if public and public != local:
        click.echo(f"Phones on the same network: {public}")
    elif everywhere:
        click.echo("This computer has no address in a local network, so phones cannot join.")
    else:
        click.echo("Only this computer can reach it; with --lan phones on the same network can.")
    import segno

    # Without the block characters of Unicode in its encoding, a terminal gets the address only.
    with contextlib.suppress(UnicodeEncodeError):
        segno.make(public or local, micro=False).terminal(compact=True)
    click.echo("Stop it with Ctrl-C.")


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _open_when_ready(address: str) -> None:
    for _ in range(50):
        try:
            urllib.request.urlopen(f"{address}/api/health", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
