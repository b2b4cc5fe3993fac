"""How others join: the address that their phones can reach, and its QR code."""

from __future__ import annotations

import io
import ipaddress
from urllib.parse import urlsplit

import segno
from flask import Response, request

from webapp.security import host_name
from webapp.services import services


def join_address(path: str) -> str:
    """The address of a page of this server for other devices: the public one when it was asked for
    under a name that only this machine knows."""
    public = services().config.public_url
    if public and _is_loopback(host_name(request.host)):
        return public + path
    return request.host_url.rstrip("/") + path


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


def is_own_computer() -> bool:
    """Whether the request comes from the computer that runs the server."""
    try:
        address = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return False
    # A socket for both kinds shows an IPv4 address within an IPv6 one.
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def _is_loopback(name: str) -> bool:
    return name in {"localhost", "[::1]"} or name.startswith("127.")
