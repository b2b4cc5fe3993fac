"""The way to HTTPS for phones: trusting this server's authority once."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request, url_for

from webapp.authority import Authority
from webapp.certificates import CertificateError
from webapp.errors import WebError
from webapp.joining import code_picture, is_local_path, join_address, secure_address
from webapp.languages import day
from webapp.security import policy
from webapp.services import services

blueprint = Blueprint("trust", __name__)

_SYSTEMS = {
    "iphone": ("iPhone", "iPad", "iPod"),
    "android": ("Android",),
    "windows": ("Windows",),
    "mac": ("Macintosh",),
}
"""What browsers call the system they run on. An iPad that asks for the pages of computers calls
itself a Macintosh."""


@blueprint.get("/trust")
def trust() -> Response:
    """How each kind of device is told to trust this server, and whether this one does already.
    ``page`` is where to go on over HTTPS."""
    page = request.args.get("page", "/")
    if not is_local_path(page):
        page = "/"
    secure = secure_address(page)
    origin = secure.removesuffix(page) if secure else None
    authority = _authority()
    shown = render_template(
        "trust.html",
        secure=secure,
        probe=origin and origin + url_for("trust.probe"),
        plain=join_address(url_for("trust.trust")),
        fingerprint=authority and authority.fingerprint,
        ends=authority and day(authority.certificate.not_valid_after_utc),
        system=_system(request.user_agent.string),
        is_secure=request.is_secure,
    )
    response = make_response(shown)
    if origin and not request.is_secure:
        response.headers["Content-Security-Policy"] = policy(connect=origin)
    return response


@blueprint.get("/trust/ca.crt")
def certificate() -> Response:
    """The certificate of this server's authority, in the form that phones offer to install."""
    found = _authority()
    if found is None:
        raise WebError(404, "no_https", "This server has no HTTPS, so there is nothing to trust.")
    response = Response(found.certificate_pem(), mimetype="application/x-x509-ca-cert")
    # Not an attachment: phones offer to install what they would show, and file away what is one.
    response.headers["Content-Disposition"] = "inline; filename=dicesight-ca.crt"
    return response


@blueprint.get("/trust/code.svg")
def code() -> Response:
    """The QR code of the page about trust, for a phone that looks at another screen."""
    return code_picture(join_address(url_for("trust.trust")))


@blueprint.get("/trust/probe")
def probe() -> Response:
    """Answers a page of the plain side that wants to know whether the secure one can be opened."""
    response = Response(status=204)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@blueprint.app_context_processor
def _links() -> dict[str, object]:
    """What every page knows of HTTPS: where it is explained, if there is any."""
    has_https = services().certificates is not None

    def trust_page(page: str) -> str | None:
        return url_for("trust.trust", page=page) if has_https else None

    return {"trust_page": trust_page}


def _authority() -> Authority | None:
    certificates = services().certificates
    try:
        return certificates.existing_authority() if certificates is not None else None
    except CertificateError:
        return None  # whoever started the server was told; it is nothing for a phone


def _system(agent: str) -> str:
    for name, marks in _SYSTEMS.items():
        if any(mark in agent for mark in marks):
            return name
    return ""
