"""Which addresses the machine has: what others can reach, whatever the system lets one ask."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import psutil
import pytest

from webapp import addresses


def interface(address: str, mask: str, family: int = socket.AF_INET) -> SimpleNamespace:
    return SimpleNamespace(family=family, address=address, netmask=mask)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer with a cable, Wi-Fi, a dead interface, and no way out."""
    six = socket.AF_INET6
    found = {
        "lo": [interface("127.0.0.1", "255.0.0.0"), interface("::1", "ffff::", six)],
        "eth0": [
            interface("192.168.1.7", "255.255.255.0"),
            interface("fd00::7", "ffff:ffff:ffff:ffff::", six),
            interface("fe80::1%eth0", "ffff:ffff:ffff:ffff::", six),
            interface("fe80::2", "ffff:ffff:ffff:ffff::", six),
        ],
        "wlan0": [interface("10.0.0.3", "255.0.0.0")],
        "down0": [interface("172.16.0.9", "255.255.0.0")],
    }
    stats = {name: SimpleNamespace(isup=name != "down0") for name in found}
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: found)
    monkeypatch.setattr(psutil, "net_if_stats", lambda: stats)
    monkeypatch.setattr(addresses, "_routed_address", lambda: None)


@pytest.mark.usefixtures("machine")
def test_what_others_can_reach_is_told_and_nothing_else() -> None:
    assert addresses.own_addresses() == ["10.0.0.3", "192.168.1.7", "fd00::7"]
    assert [str(one) for one in addresses.own_networks()] == [
        *("10.0.0.0/8", "192.168.1.0/24", "fd00::/64")
    ]


@pytest.mark.usefixtures("machine")
def test_a_network_that_leads_nowhere_else_is_one_all_the_same() -> None:
    assert addresses.lan_address() == "10.0.0.3"


def test_a_system_that_lets_nobody_ask_still_tells_the_address_that_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse() -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(psutil, "net_if_stats", refuse)
    monkeypatch.setattr(addresses, "_routed_address", lambda: "192.168.1.7")
    assert addresses.own_addresses() == ["192.168.1.7"]
    assert addresses.own_networks() == []
    assert addresses.lan_address() == "192.168.1.7"
