"""The authority that vouches for this server: a certificate that phones are asked to trust."""

from __future__ import annotations

import hashlib
import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_LASTS = timedelta(days=3650)
SERVER_LASTS = timedelta(days=397)
"""iOS refuses servers' certificates that last longer than 825 days; browsers are at 398 for those
of public authorities and have been shortening it."""

BEFORE = timedelta(days=2)
"""So much earlier a certificate begins, for phones whose clock is behind."""

HOME_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",
        "::1/128",
        "fc00::/7",
    )
)
"""Addresses that mean something in one's own network only."""

DOMAINS = ("localhost", "local")
"""The names, with everything below them, of which the same is true."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names and addresses that a server's certificate is for."""

    names: frozenset[str]
    addresses: frozenset[Address]

    @classmethod
    def of(cls, hosts: Iterable[str]) -> Hosts:
        """Those of host names (IPv6 with or without brackets), without names of the internet."""
        names, addresses = set(), set()
        for host in hosts:
            if (address := _address(host)) is not None:
                addresses.add(address)
            elif _is_local_name(host.lower()):
                names.add(host.lower())
        return cls(frozenset(names), frozenset(addresses))

    def cover(self, host: str) -> bool:
        """Whether a host of that name is one of them."""
        address = _address(host)
        return host.lower() in self.names if address is None else address in self.addresses


@dataclass(frozen=True, slots=True)
class Authority:
    """A private key and its certificate. It can vouch for addresses of home networks, and of those
    that the computer was in when it was made, and for local names."""

    key: EllipticCurvePrivateKey
    certificate: x509.Certificate

    @classmethod
    def new(cls, machine: str, networks: Iterable[Network], now: datetime) -> Authority:
        """A new one, called after the computer that it is on, and for its networks as well."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name(f"Dicesight on {machine}")
        subtrees: list[x509.GeneralName] = [x509.DNSName(domain) for domain in DOMAINS]
        others = sorted(set(networks), key=lambda one: (one.version, one.network_address.packed))
        wider = [one for one in others if not any(_within(one, home) for home in HOME_NETWORKS)]
        subtrees += [x509.IPAddress(network) for network in (*HOME_NETWORKS, *wider)]
        certificate = (
            _certificate(name, name, key, now, AUTHORITY_LASTS)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs_certificates=True), critical=True)
            .add_extension(x509.NameConstraints(subtrees, None), critical=True)
            .sign(key, hashes.SHA256())
        )
        return cls(key, certificate)

    @classmethod
    def from_pem(cls, pem: bytes) -> Authority:
        """What ``to_pem`` wrote. Raises ValueError for anything else."""
        try:
            key = serialization.load_pem_private_key(pem, None)
        except TypeError as error:
            raise ValueError(str(error)) from error
        certificate = x509.load_pem_x509_certificate(pem)
        if not isinstance(key, EllipticCurvePrivateKey):
            raise ValueError("the key is of another kind")
        if certificate.public_key() != key.public_key():
            raise ValueError("the key is not that of the certificate")
        return cls(key, certificate)

    def to_pem(self) -> bytes:
        """Key and certificate, to be kept from everybody else."""
        return _key_pem(self.key) + self.certificate_pem()

    def certificate_pem(self) -> bytes:
        """The certificate alone, which everybody may have."""
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate in pairs of hexadecimal digits, as phones show it."""
        digest = hashlib.sha256(self.certificate.public_bytes(serialization.Encoding.DER)).digest()
        return digest.hex(":").upper()

    def permitted(self, hosts: Hosts) -> Hosts:
        """Those that this authority can vouch for."""
        limits = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        subtrees = limits.permitted_subtrees or []
        networks = [one.value for one in subtrees if isinstance(one, x509.IPAddress)]
        addresses = [
            address
            for address in hosts.addresses
            if any(address in network for network in networks if not isinstance(network, Address))
        ]
        return Hosts(hosts.names, frozenset(addresses))

    def certify(self, hosts: Hosts, now: datetime) -> bytes:
        """A new key and a certificate for a server that is reached under these names, as PEM."""
        key = ec.generate_private_key(ec.SECP256R1())
        names: list[x509.GeneralName] = [x509.DNSName(name) for name in sorted(hosts.names)]
        names += [x509.IPAddress(one) for one in sorted(hosts.addresses, key=lambda a: a.packed)]
        lasts = min(SERVER_LASTS, self.certificate.not_valid_after_utc - now + BEFORE)
        own_key = self.certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier)
        certificate = (
            _certificate(_name("Dicesight"), self.certificate.subject, key, now, lasts)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(own_key.value),
                critical=False,
            )
            .sign(self.key, hashes.SHA256())
        )
        return _key_pem(key) + certificate.public_bytes(serialization.Encoding.PEM)

    def vouches_for(self, certificate: x509.Certificate) -> bool:
        """Whether this authority signed that certificate."""
        try:
            certificate.verify_directly_issued_by(self.certificate)
        except Exception:  # a signature, a name or a kind of key that does not fit
            return False
        return True


def hosts_of(certificate: x509.Certificate) -> Hosts:
    """The names and addresses that a certificate is for."""
    found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    names = found.get_values_for_type(x509.DNSName)
    addresses = found.get_values_for_type(x509.IPAddress)
    return Hosts.of([*names, *(str(address) for address in addresses)])


def _certificate(
    name: x509.Name,
    issuer: x509.Name,
    key: EllipticCurvePrivateKey,
    now: datetime,
    lasts: timedelta,
) -> x509.CertificateBuilder:
    begins = now.astimezone(UTC) - BEFORE
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _name(words: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, words[:64])])


def _key_pem(key: EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _address(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None


def _within(network: Network, home: Network) -> bool:
    return network.version == home.version and network.network_address in home


def _is_local_name(name: str) -> bool:
    labels = name.split(".")
    return labels[-1] in DOMAINS and all(_LABEL.fullmatch(label) for label in labels)
