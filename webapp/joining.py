"""How others join: the address that their phones can reach, and its QR code."""

from __future__ import annotations

import io
import ipaddress
from urllib.parse import urlsplit

import segno
from flask import Response, request

from webapp.addresses import in_url, lan_address
from webapp.certificates import CertificateError
from webapp.security import host_name
from webapp.services import services


def join_address(path: str) -> str:
    """The address of a page of this server for other devices: the public one when it was asked for
    under a name that only this machine knows. It is one of plain HTTP, which every device opens
    without first having been told to trust this server."""
    name, config = host_name(request.host), services().config
    public = public_address()
    if public and _is_loopback(name):
        return public + path
    if request.is_secure and config.secure_port is not None:
        return f"http://{name}:{config.port}{path}"
    return request.host_url.rstrip("/") + path


def public_address() -> str | None:
    """The address of this server for other devices (no slash at the end), None if there is none.
    The machine's own address can change while the server runs."""
    config = services().config
    if not config.any_address:
        return config.public_url
    near = lan_address()
    return f"http://{in_url(near)}:{config.port}" if near else None


def secure_address(path: str) -> str | None:
    """The address of a page over HTTPS, for this device and others: under the name that was asked
    for if the certificate has it, else under the machine's. None if there is no HTTPS."""
    parts = services()
    try:
        issued = parts.certificates.issued() if parts.certificates is not None else None
    except CertificateError:
        issued = None
    if issued is None:
        return None
    asked, public = host_name(request.host), public_address()
    hosts = [host_name(urlsplit(public).netloc)] if public else []
    hosts += sorted(issued.hosts.names - {"localhost"})
    if _is_loopback(asked):
        hosts.append(asked)
    else:
        hosts.insert(0, asked)
    for host in hosts:
        if issued.hosts.cover(host):
            return f"https://{in_url(host)}:{parts.config.secure_port}{path}"
    return None


def is_reachable(address: str) -> bool:
    """Whether other devices can open the address."""
    return not _is_loopback(host_name(urlsplit(address).netloc))


def code_picture(address: str) -> Response:
    """The QR code of an address, as SVG."""
    picture = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        picture, kind="svg", scale=8, border=2, dark="#2b2019", light="#fff"
    )
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def is_local_path(page: str) -> bool:
    """Whether it is a path of this server: a browser takes // and a backslash for another host."""
    local = page.startswith("/") and not page.startswith("//") and "\\" not in page
    return local and page.isprintable()


_PASSED_ON = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")
"""What a proxy adds to requests that it passes on."""


def is_own_computer() -> bool:
    """Whether the request comes from the computer that runs the server.

    What a proxy on that computer passes on for others comes from there as well. It says so, or
    asks for the name that others use, or speaks HTTP/1.0 as the oldest of them do; a browser on
    the computer does none of this.
    """
    if any(name in request.headers for name in _PASSED_ON):
        return False
    if not _is_loopback(host_name(request.host)) or request.environ["SERVER_PROTOCOL"] < "HTTP/1.1":
        return False
    try:
        address = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return False
    # A socket for both kinds shows an IPv4 address within an IPv6 one.
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def _is_loopback(name: str) -> bool:
    return name in {"localhost", "[::1]"} or name.startswith("127.")
