"""The server's own authority and its certificates: what is in them, and when they are made anew."""

from __future__ import annotations

import ipaddress
import ssl
import stat
import sys
import threading
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from hypothesis import given
from hypothesis import strategies as st

from webapp.authority import HOME_NETWORKS, Authority, Hosts
from webapp.certificates import CertificateError, Certificates

NOW = datetime.now(UTC).replace(microsecond=0)
AT_HOME = ["localhost", "127.0.0.1", "[::1]", "den.local", "192.168.1.7", "fd00::7"]


class Machine:
    """A computer whose addresses and clock change."""

    def __init__(self, folder: Path) -> None:
        self.hosts: Iterable[str] = AT_HOME
        self.now = NOW
        self.folder = folder

    def certificates(self, port: int = 8443) -> Certificates:
        """The certificates of its server."""
        return Certificates(self.folder, port, lambda: Hosts.of(self.hosts), lambda: self.now)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A computer at home, where nothing was made yet."""
    return Machine(tmp_path)


def certificate(certificates: Certificates) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificates.server_file.read_bytes())


def shakes_hands(authority: Authority, server: Path, host: str) -> bool:
    """Whether a client that trusts the authority accepts the server's certificate for that host."""
    client = ssl.create_default_context(cadata=authority.certificate_pem().decode())
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(server)
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    there = client.wrap_bio(to_client, to_server, server_hostname=host)
    here = serving.wrap_bio(to_server, to_client, server_side=True)
    try:
        for _ in range(4):
            for side in (there, here):
                try:
                    side.do_handshake()
                except ssl.SSLWantReadError:
                    continue
    except ssl.SSLCertVerificationError:
        return False
    return there.getpeercert() is not None


def test_the_servers_certificate_is_for_the_names_and_addresses_of_the_machine(
    machine: Machine,
) -> None:
    certificates = machine.certificates()
    assert certificates.renew()
    found = certificate(certificates).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )
    assert set(found.value.get_values_for_type(x509.DNSName)) == {"localhost", "den.local"}
    assert set(found.value.get_values_for_type(x509.IPAddress)) == {
        ipaddress.ip_address(one) for one in ("127.0.0.1", "::1", "192.168.1.7", "fd00::7")
    }
    usage = certificate(certificates).extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    assert list(usage.value) == [ExtendedKeyUsageOID.SERVER_AUTH]


def test_phones_accept_how_long_it_lasts_and_a_clock_that_is_behind(machine: Machine) -> None:
    certificates = machine.certificates()
    certificates.renew()
    made = certificate(certificates)
    assert made.not_valid_after_utc - made.not_valid_before_utc < timedelta(days=398)
    assert made.not_valid_before_utc <= NOW - timedelta(days=1)


def test_the_authority_signs_certificates_and_nothing_else_and_only_for_homes(
    machine: Machine,
) -> None:
    made = machine.certificates().authority().certificate.extensions
    basic = made.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
    usage = made.get_extension_for_class(x509.KeyUsage)
    assert (usage.critical, usage.value.key_cert_sign) == (True, True)
    assert not usage.value.digital_signature
    limits = made.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    subtrees = limits.value.permitted_subtrees or []
    assert {one.value for one in subtrees} >= {"local", "localhost", *HOME_NETWORKS}


@pytest.mark.parametrize("host", ["localhost", "den.local", "127.0.0.1", "192.168.1.7", "fd00::7"])
def test_a_client_that_trusts_the_authority_accepts_the_server(machine: Machine, host: str) -> None:
    certificates = machine.certificates()
    certificates.renew()
    assert shakes_hands(certificates.authority(), certificates.server_file, host)


@pytest.mark.parametrize("host", ["dice.example", "8.8.8.8", "2003:a::1"])
def test_what_the_authority_signs_for_the_internet_is_refused_by_clients(
    machine: Machine, host: str, tmp_path: Path
) -> None:
    authority = machine.certificates().authority()
    try:
        hosts = Hosts(frozenset(), frozenset({ipaddress.ip_address(host)}))
    except ValueError:
        hosts = Hosts(frozenset({host}), frozenset())
    stolen = tmp_path / "stolen.pem"
    stolen.write_bytes(authority.certify(hosts, NOW))
    assert not shakes_hands(authority, stolen, host)


def test_in_a_network_of_public_addresses_the_authority_is_for_that_network_too(
    tmp_path: Path,
) -> None:
    campus = ipaddress.ip_network("198.51.100.0/24")
    authority = Authority.new("den", [campus, ipaddress.ip_network("192.168.1.0/24")], NOW)
    wanted = Hosts.of(["198.51.100.9", "203.0.113.9", "den.local"])
    permitted = authority.permitted(wanted)
    assert permitted == Hosts.of(["198.51.100.9", "den.local"])
    server = tmp_path / "server.pem"
    server.write_bytes(authority.certify(permitted, NOW))
    assert shakes_hands(authority, server, "198.51.100.9")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_nobody_else_can_read_the_keys(machine: Machine) -> None:
    certificates = machine.certificates()
    certificates.renew()
    for path in (certificates.authority_file, certificates.server_file):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(certificates.authority_file.parent.stat().st_mode) == 0o700
    assert sorted(path.name for path in certificates.authority_file.parent.iterdir()) == [
        "authority.pem",
        "server-8443.pem",
    ]


def test_the_authority_is_made_once_and_stays_when_addresses_change(machine: Machine) -> None:
    certificates = machine.certificates()
    assert certificates.renew()
    before, first = certificates.authority().fingerprint, certificate(certificates)
    assert not certificates.renew()
    machine.hosts = ["localhost", "10.0.0.3"]
    assert certificates.renew()
    assert certificates.authority().fingerprint == before
    assert certificate(certificates).serial_number != first.serial_number
    issued = certificates.issued()
    assert issued is not None
    assert issued.hosts.cover("10.0.0.3")
    assert not issued.hosts.cover("192.168.1.7")


def test_a_certificate_is_renewed_before_it_ends(machine: Machine) -> None:
    certificates = machine.certificates()
    certificates.renew()
    machine.now = NOW + timedelta(days=360)
    assert not certificates.renew()
    machine.now = NOW + timedelta(days=366)
    assert certificates.renew()
    assert certificate(certificates).not_valid_after_utc > machine.now + timedelta(days=390)


def test_a_clock_that_was_set_back_makes_a_certificate_that_has_begun(machine: Machine) -> None:
    certificates = machine.certificates()
    certificates.renew()
    machine.now = NOW - timedelta(days=30)
    assert certificates.renew()
    assert certificate(certificates).not_valid_before_utc < machine.now


def test_an_authority_near_its_end_is_replaced_with_all_that_it_signed(machine: Machine) -> None:
    certificates = machine.certificates()
    certificates.renew()
    before = certificates.authority().fingerprint
    machine.now = NOW + timedelta(days=3640)
    assert certificates.renew()
    assert certificates.authority().fingerprint != before
    assert certificates.issued() is not None


@pytest.mark.parametrize("content", [b"", b"no certificate", b"-----BEGIN PRIVATE KEY-----\n"])
def test_a_damaged_authority_is_said_in_words_and_not_replaced(
    machine: Machine, content: bytes
) -> None:
    certificates = machine.certificates()
    certificates.renew()
    certificates.authority_file.write_bytes(content)
    with pytest.raises(CertificateError) as caught:
        certificates.renew()
    assert caught.value.code == "authority_damaged"
    assert str(certificates.authority_file) in caught.value.words
    assert certificates.authority_file.read_bytes() == content


def test_the_key_of_another_authority_is_noticed(machine: Machine) -> None:
    certificates = machine.certificates()
    one, other = certificates.authority(), Authority.new("other", [], NOW)
    mixed = other.to_pem().split(b"-----BEGIN CERTIFICATE")[0] + one.certificate_pem()
    certificates.authority_file.write_bytes(mixed)
    with pytest.raises(CertificateError, match="damaged"):
        certificates.authority()


@pytest.mark.parametrize("content", [b"", b"no certificate"])
def test_a_damaged_server_certificate_is_made_anew(machine: Machine, content: bytes) -> None:
    certificates = machine.certificates()
    certificates.renew()
    certificates.server_file.write_bytes(content)
    assert certificates.issued() is None
    assert certificates.renew()
    assert certificates.issued() is not None


def test_a_certificate_of_an_authority_that_was_deleted_is_made_anew(machine: Machine) -> None:
    certificates = machine.certificates()
    certificates.renew()
    certificates.authority_file.unlink()
    assert certificates.issued() is None
    assert certificates.renew()
    assert shakes_hands(certificates.authority(), certificates.server_file, "den.local")


def test_a_folder_that_cannot_be_written_is_said_in_words(machine: Machine) -> None:
    (machine.folder / "https").write_text("a file where the folder should be")
    with pytest.raises(CertificateError) as caught:
        machine.certificates().renew()
    assert caught.value.code == "certificates_unusable"


def test_servers_that_start_at_once_agree_on_one_authority(machine: Machine) -> None:
    seen: list[str] = []
    ready = threading.Barrier(6)

    def begin(port: int) -> None:
        certificates = machine.certificates(port)
        ready.wait()
        certificates.renew()
        seen.append(certificates.authority().fingerprint)

    starts = [threading.Thread(target=begin, args=(8443 + number,)) for number in range(6)]
    for thread in starts:
        thread.start()
    for thread in starts:
        thread.join()
    assert len(seen) == 6
    assert len(set(seen)) == 1


@given(st.lists(st.one_of(st.ip_addresses().map(str), st.text(max_size=20))))
def test_whatever_a_host_is_called_only_addresses_and_local_names_are_taken(
    hosts: list[str],
) -> None:
    taken = Hosts.of(hosts)
    assert all(
        name.isascii() and name.split(".")[-1] in {"local", "localhost"} for name in taken.names
    )
    assert all(taken.cover(str(address)) for address in taken.addresses)
