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
DEFAULT_SECURE_PORT = 8443
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


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
@click.option(
    "--https/--no-https",
    default=True,
    help="Serve HTTPS as well where phones can join, for their live camera. Default: yes.",
)
@click.option(
    "--secure-port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_SECURE_PORT,
    show_default=True,
    envvar="DICESIGHT_SECURE_PORT",
    help="Port of HTTPS; the next free one if it is taken.",
)
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
    https: bool,
    secure_port: int,
    data_dir: Path | None,
    database_url: str | None,
    allow_host: tuple[str, ...],
    source_url: str | None,
    camera: tuple[str, ...],
    open_page: bool,
) -> None:
    """Start the page where tables are set and scores are kept."""
    from webapp.addresses import EVERYWHERE, all_addresses, in_url, lan_address, own_names
    from webapp.serving import run

    bind = host or (all_addresses() if lan else "127.0.0.1")
    chosen = _free_port(bind, port)
    everywhere = bind in EVERYWHERE
    near = lan_address() if everywhere else None
    outside = near or (None if bind in _LOOPBACK or everywhere else bind)
    local = f"http://{'localhost' if everywhere else in_url(bind)}:{chosen}"
    public = f"http://{in_url(outside)}:{chosen}" if outside else None
    config = replace(
        storage_config(data_dir, database_url),
        allowed_hosts=own_names(bind) | {name.lower() for name in allow_host},
        any_address=everywhere,
        public_url=None if everywhere else public,
        port=chosen,
        source_url=source_url or None,
        computes_tables=True,
        cameras=camera,
    )
    _check_data(config)
    if https and bind not in _LOOPBACK:
        config = _with_https(config, bind, secure_port)
    _greet(local, public, everywhere)
    _greet_securely(config, outside)
    click.echo("Stop it with Ctrl-C.")
    opener = threading.Thread(target=_open_when_ready, args=(local,), daemon=True)
    run(config, bind, chosen, started=opener.start if open_page else None)


def _free_port(bind: str, wanted: int) -> int:
    from webapp.addresses import free_port

    try:
        chosen = free_port(bind, wanted)
    except OSError as error:
        raise click.ClickException(f"Cannot listen on {bind} port {wanted}: {error}.") from error
    if wanted not in (0, chosen):
        click.echo(f"Port {wanted} is taken, so this is on port {chosen}.")
    return chosen


def _with_https(config: Config, bind: str, wanted: int) -> Config:
    """The settings with HTTPS and its certificates made; as they were, and why, if that fails."""
    from webapp.certificates import CertificateError, certificates_of

    if wanted == config.port:
        raise click.UsageError("HTTP and HTTPS need a port each.")
    secure = replace(config, secure_port=_free_port(bind, wanted))
    certificates = certificates_of(secure)
    assert certificates is not None
    try:
        certificates.renew()
    except CertificateError as error:
        click.echo(f"There is no HTTPS, so no live camera on phones: {error.words}", err=True)
        return config
    return secure


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


def _greet_securely(config: Config, outside: str | None) -> None:
    from webapp.addresses import in_url
    from webapp.certificates import certificates_of

    certificates = certificates_of(config)
    issued = certificates.issued() if certificates is not None else None
    if certificates is None or issued is None or outside is None:
        return
    hosts = [outside, *sorted(issued.hosts.names - {"localhost"})]
    host = next((one for one in hosts if issued.hosts.cover(one)), None)
    if host is None or not issued.hosts.cover(outside):
        click.echo(
            f"The certificate cannot be for {outside}: this network is another one than that in "
            f"which the authority was made. For a new one delete {certificates.authority_file}."
        )
    if host is None:
        return
    click.echo(f"For a phone as live camera: https://{in_url(host)}:{config.secure_port}")
    click.echo(f"  Once for each phone: http://{in_url(outside)}:{config.port}/trust")
    click.echo("  Its certificate's fingerprint (SHA-256), to compare:")
    pairs = certificates.authority().fingerprint.split(":")
    for part in (pairs[:16], pairs[16:]):
        click.echo(f"    {':'.join(part)}")


def _open_when_ready(address: str) -> None:
    for _ in range(50):
        try:
            urllib.request.urlopen(f"{address}/api/health", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
