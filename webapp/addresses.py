"""Where the server can be reached: a free port, this machine's address in the local network."""

from __future__ import annotations

import ipaddress
import socket

import psutil

from webapp.config import LOOPBACK_HOSTS

Interface = ipaddress.IPv4Interface | ipaddress.IPv6Interface
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

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
    # A network that leads nowhere else is one all the same.
    return _routed_address() or next((one for one in own_addresses() if ":" not in one), None)


def own_addresses() -> list[str]:
    """The addresses under which others can reach this machine now, IPv4 first."""
    found = [str(one.ip) for one in _interfaces()]
    if not found and (routed := _routed_address()) is not None:
        return [routed]
    return found


def own_networks() -> list[Network]:
    """The networks of these addresses."""
    return [one.network for one in _interfaces()]


def _routed_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: it asks which address would be used.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def _interfaces() -> list[Interface]:
    try:
        up = {name for name, state in psutil.net_if_stats().items() if state.isup}
        told = psutil.net_if_addrs()
    except OSError:  # a system that does not let everybody ask
        return []
    found = [
        _interface(one.address, one.netmask)
        for name, addresses in told.items()
        for one in addresses
        # An address of IPv6 with a zone means something on one cable only.
        if name in up and one.family in (socket.AF_INET, socket.AF_INET6) and "%" not in one.address
    ]
    reached = {
        one for one in found if not (one.ip.is_loopback or (one.version == 6 and one.is_link_local))
    }
    return sorted(reached, key=lambda one: (one.version, one.ip.packed))


def _interface(address: str, mask: str | None) -> Interface:
    if ":" not in address:
        return ipaddress.IPv4Interface(f"{address}/{mask or 32}")
    ones = bin(int(ipaddress.IPv6Address(mask))).count("1") if mask else 128
    return ipaddress.IPv6Interface(f"{address}/{ones}")


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


def in_url(host: str) -> str:
    """A host as addresses of pages have it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
