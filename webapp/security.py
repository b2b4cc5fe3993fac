"""What every request must fulfil and every answer carries, whatever the page."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

from webapp.config import Config
from webapp.errors import WebError
from webapp.services import services


def policy(connect: str = "") -> str:
    """What a page may load, and from where; ``connect`` is one more origin that it may ask."""
    asks = f"connect-src 'self' {connect}; " if connect else ""
    return (
        f"default-src 'self'; {asks}img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


_HEADERS = {
    "Content-Security-Policy": policy(),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def install(app: Flask, config: Config) -> None:
    """Refuse foreign hosts and foreign pages; send the security headers with everything."""

    @app.before_request
    def _only_ours() -> None:
        # A name that an attacker's DNS points at this machine is not one of ours. An address is
        # nobody's name: whoever asks for it means this machine, by its second network or IPv6.
        name = host_name(request.host)
        if name not in config.allowed_hosts and not (config.any_address and is_address(name)):
            raise WebError(
                421,
                "unknown_host",
                "This server does not answer to that name. Use the address that it printed, "
                "or name the host with --allow-host.",
            )
        if "\0" in request.path:
            abort(404)  # no text of PostgreSQL can hold it, so nothing has that name
        if request.method not in {"GET", "HEAD", "OPTIONS"}:
            _refuse_foreign_origin()

    @app.after_request
    def _protect(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        return response


def cookie_is_secure() -> bool:
    """Whether a cookie is for HTTPS only. Not where this server is asked over plain HTTP as well: a
    phone is the same phone on both ways, and a browser would let the plain one neither see nor
    replace a cookie that is."""
    return request.is_secure and services().config.secure_port is None


def host_name(host: str) -> str:
    """The name in a Host header, in lower case, without the port; IPv6 keeps its brackets."""
    name = host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host
    return name.lower().rstrip(".")


def is_address(name: str) -> bool:
    """Whether a host name is an IP address, IPv6 in brackets."""
    is_six = name.startswith("[") and name.endswith("]")
    try:
        found = ipaddress.ip_address(name[1:-1] if is_six else name)
    except ValueError:
        return False
    return (found.version == 6) == is_six


def _refuse_foreign_origin() -> None:
    origin = request.headers.get("Origin")
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if origin is not None:
        try:
            ours = urlsplit(origin).netloc.lower() == request.host.lower()
        except ValueError:
            ours = False
    else:
        # Not a browser, or one too old to say; what cookies give rights to takes JSON, which
        # such a browser does not send to another site without asking.
        ours = site in {"same-origin", "none"}
    if not ours:
        raise WebError(403, "foreign_origin", "Another site asked for this, so it was not done.")
