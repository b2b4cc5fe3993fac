"""Whether the certificates are right for the addresses that this computer has now."""

from __future__ import annotations

import os
import socket
import ssl
import stat
from datetime import UTC, datetime
from pathlib import Path

from webapp.addresses import lan_address, own_addresses
from webapp.authority import Authority
from webapp.certificates import RENEWED, CertificateError, Certificates
from webapp.checks.finding import Finding, fault, good, note

_PATIENCE_S = 3.0


def check_https(certificates: Certificates, port: int, now: datetime) -> list[Finding]:
    """Authority, key files and the server's certificate; and a handshake, if a server answers."""
    try:
        authority = certificates.existing_authority()
        issued = certificates.issued()
    except CertificateError as error:
        advice = "Plain HTTP works meanwhile; the live camera on phones does not."
        return [fault(error.code, error.words, advice)]
    if authority is None:
        return [good("https_none", "No certificates yet: dicesight serve --lan makes them once.")]
    findings = _keys(certificates.authority_file.parent)
    ends = authority.certificate.not_valid_after_utc
    findings.append(
        good(
            "https_authority",
            f"The authority that phones trust lasts until {ends:%Y-%m-%d}. "
            f"Fingerprint (SHA-256): {authority.fingerprint}",
            fingerprint=authority.fingerprint,
            days=(ends - now).days,
        )
    )
    if issued is None:
        findings.append(
            note("https_no_server", f"There is no certificate for port {port} yet.", _RENEWS)
        )
        return findings
    days = (issued.ends - now).days
    if not issued.begins <= now:
        findings.append(
            fault(
                "https_not_yet",
                f"The server's certificate begins on {issued.begins:%Y-%m-%d}, after today.",
                "Set this computer's clock right, then start dicesight serve --lan again.",
                days=days,
            )
        )
    elif now > issued.ends - RENEWED:
        findings.append(
            note("https_ending", f"The server's certificate ends in {days} days.", _RENEWS)
        )
    else:
        findings.append(good("https_server", f"The certificate lasts {days} more days.", days=days))
    near = lan_address() or next(iter(own_addresses()), None)
    if near is not None and not issued.hosts.cover(near):
        findings.append(_not_covered(authority, certificates, near))
    findings += _handshake(authority, port)
    return findings


_RENEWS = "dicesight serve --lan makes a new one at its start, and while it runs."


def _not_covered(authority: Authority, certificates: Certificates, near: str) -> Finding:
    from webapp.authority import Hosts

    if authority.permitted(Hosts.of([near])).addresses:
        return note("https_moved", f"The certificate is not for {near} yet.", _RENEWS)
    return fault(
        "https_other_network",
        f"The authority cannot vouch for {near}: it was made in another network.",
        f"Delete {certificates.authority_file} and start dicesight serve --lan again; phones have "
        "to trust the new authority at /trust.",
    )


def _keys(folder: Path) -> list[Finding]:
    if os.name == "nt":
        return []
    loose = [path for path in folder.glob("*.pem") if stat.S_IMODE(path.stat().st_mode) & 0o077]
    if not loose:
        return []
    names = " ".join(str(path) for path in loose)
    return [
        fault(
            "https_keys_readable",
            "Others on this computer can read the private keys of HTTPS.",
            f"chmod 600 {names}",
        )
    ]


def _handshake(authority: Authority, port: int) -> list[Finding]:
    """What a phone that trusts the authority meets at the port, if anything listens there."""
    context = ssl.create_default_context(cadata=authority.certificate_pem().decode())
    try:
        with (
            socket.create_connection(("127.0.0.1", port), _PATIENCE_S) as line,
            context.wrap_socket(line, server_hostname="127.0.0.1") as secure,
        ):
            spoken = secure.version()
    except ssl.SSLError as error:
        return [
            fault(
                "https_refused",
                f"What answers on port {port} does not show this certificate ({error.reason}).",
                "Is that another program, or a Dicesight with another data folder?",
                port=port,
            )
        ]
    except OSError:
        return []  # nothing runs there, which is for the check of the ports to say
    return [good("https_answers", f"HTTPS answers on port {port} ({spoken}).", port=port)]


def utc_now() -> datetime:
    """The time now."""
    return datetime.now(UTC)
