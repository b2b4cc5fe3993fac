"""Where the server can be reached: a free port, this machine's address in the local network."""

from __future__ import annotations

import socket

from webapp.config import LOOPBACK_HOSTS

PORTS_TRIED = 20
EVERYWHERE = frozenset({"0.0.0.0", "::"})
"""What one binds to be reached under every address."""


def free_port(host: str, wanted: int) -> int:
    """``wanted``, or the next port above it that nobody listens on; 0 asks the system for one.

    Raises OSError when none of the next ports is free, or when ``host`` is not an address of this
    machine.
    """
    problem: OSError | None = None
    for port in [wanted] if wanted == 0 else range(wanted, min(wanted + PORTS_TRIED, 65536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # A port that was just left is free again at once for the server, so for the probe too.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                probe.listen(1)
            except OSError as error:
                problem = error
            else:
                return int(probe.getsockname()[1])
    raise problem or OSError(f"there is no port {wanted}")


def lan_address() -> str | None:
    """This machine's IPv4 address in the local network, None when it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: it asks which address would be used.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def all_addresses() -> str:
    """What to bind to be reached under every address of this machine: both IPv6 and IPv4 where the
    system lets one socket have both, else IPv4."""
    if not socket.has_dualstack_ipv6():
        return "0.0.0.0"
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
        # The server does not ask for both, so it must be what the system does by itself.
        only_six = probe.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
    return "0.0.0.0" if only_six else "::"


def own_names(host: str) -> frozenset[str]:
    """The host names under which a server that binds ``host`` may be asked for, apart from the
    addresses of one that binds all of them."""
    names = set(LOOPBACK_HOSTS)
    if host not in EVERYWHERE:
        names.add(f"[{host}]" if ":" in host else host)
    else:
        machine = socket.gethostname().lower()
        names |= {machine, f"{machine.partition('.')[0]}.local"}
    return frozenset(name.lower() for name in names)
