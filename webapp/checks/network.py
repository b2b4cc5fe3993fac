"""Under which addresses phones reach this computer, and whether the ports are free."""

from __future__ import annotations

import errno
import http.client
import json
import socket
import ssl
import urllib.request

from webapp.addresses import all_addresses, lan_address, own_addresses
from webapp.checks.finding import Finding, fault, good, note

_PATIENCE_S = 3.0


def check_addresses() -> list[Finding]:
    """The addresses of this computer in its networks."""
    near, others = lan_address(), own_addresses()
    if near is None and not others:
        return [
            note(
                "network_none",
                "This computer is in no network, so phones cannot join.",
                "Connect it to the Wi-Fi that the phones are in.",
            )
        ]
    further = [one for one in others if one != near]
    words = f"Phones in the same network reach this computer at {near or further[0]}"
    if further and near:
        words += f" (also {', '.join(further)})"
    return [
        good("network", f"{words}.", addresses=others),
        note(
            "network_hint",
            "If a phone cannot open the page, it is usually the network.",
            "Is the phone in the same Wi-Fi, not in a guest network, and its mobile data off? "
            "Does the firewall of this computer let Dicesight through?",
        ),
    ]


def check_port(port: int, meaning: str, option: str) -> list[Finding]:
    """Whether a port can be listened on, is Dicesight's own already, or is somebody else's."""
    facts = {"port": port}
    if _is_dicesight(port):
        return [good("port_ours", f"Port {port} ({meaning}): Dicesight is running there.", **facts)]
    everywhere = all_addresses()
    family = socket.AF_INET6 if everywhere == "::" else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((everywhere, port))
            probe.listen(1)
        except OSError as error:
            return [_taken(port, meaning, option, error)]
    return [good("port_free", f"Port {port} ({meaning}) is free.", **facts)]


def _taken(port: int, meaning: str, option: str, error: OSError) -> Finding:
    if error.errno == errno.EADDRINUSE:
        return note(
            "port_taken",
            f"Port {port} ({meaning}) is used by another program.",
            f"Nothing has to be done: dicesight serve takes the next free one and prints it. "
            f"{option} chooses another.",
            port=port,
        )
    return fault(
        "port_refused",
        f"Port {port} ({meaning}) may not be listened on: {error.strerror}.",
        f"Choose another one with {option}; those below 1024 need an administrator.",
        port=port,
    )


def _is_dicesight(port: int) -> bool:
    """Whether a Dicesight answers there, over HTTP or HTTPS."""
    # Whose certificate it shows is for another check to say.
    unseen = ssl.create_default_context()
    unseen.check_hostname, unseen.verify_mode = False, ssl.CERT_NONE
    for scheme in ("http", "https"):
        address = f"{scheme}://127.0.0.1:{port}/api/health"
        try:
            with urllib.request.urlopen(address, timeout=_PATIENCE_S, context=unseen) as answer:
                told = json.loads(answer.read(65536))
        except (OSError, ValueError, http.client.HTTPException):
            continue
        if isinstance(told, dict) and told.get("status") == "ok" and "reader" in told:
            return True
    return False
