"""Where the server can be reached: a free port, this machine's address in the local network."""

from __future__ import annotations

import socket

from webapp.config import LOOPBACK_HOSTS

PORTS_TRIED = 20


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


def own_names(host: str, lan: str | None) -> frozenset[str]:
    """The host names under which a server that binds ``host`` may be asked for."""
    names = set(LOOPBACK_HOSTS)
    if host not in {"0.0.0.0", "::"}:
        names.add(f"[{host}]" if ":" in host else host)
    elif lan:
        machine = socket.gethostname().lower()
        names |= {lan, machine, f"{machine.partition('.')[0]}.local"}
    return frozenset(name.lower() for name in names)
