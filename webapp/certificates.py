"""The certificates in a data folder: the authority, made once, and the server's, kept current."""

from __future__ import annotations

import contextlib
import os
import socket
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509

from webapp.addresses import own_addresses, own_networks
from webapp.authority import Authority, Hosts, hosts_of
from webapp.config import Config

RENEWED = timedelta(days=30)
"""So long before its end the server's certificate is made anew."""

FOLDER = "https"
"""Where in the data folder they lie."""

_AUTHORITY = "authority.pem"


class CertificateError(Exception):
    """The certificates cannot be used: stable ``code``, ``words`` for whoever runs the server."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


@dataclass(frozen=True, slots=True)
class Issued:
    """The server's certificate: for which hosts, and how long."""

    hosts: Hosts
    begins: datetime
    ends: datetime


class Certificates:
    """The authority of a data folder, and the certificate of the server that listens on ``port``.

    ``wanted`` tells the names and addresses under which the server is reached now. Times are UTC.
    """

    def __init__(
        self,
        data_dir: Path,
        port: int,
        wanted: Callable[[], Hosts],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._folder = data_dir / FOLDER
        self._port = port
        self._wanted = wanted
        self._now = now

    @property
    def server_file(self) -> Path:
        """Key and certificate of the server, as PEM."""
        # Servers on one data folder have a port each, and may be reached under other names.
        return self._folder / f"server-{self._port}.pem"

    @property
    def authority_file(self) -> Path:
        """Key and certificate of the authority, as PEM."""
        return self._folder / _AUTHORITY

    def authority(self) -> Authority:
        """The authority of the folder, made if there is none or it has ended. Raises
        CertificateError when its file is damaged or cannot be read or written."""
        found = self.existing_authority()
        if found is not None and found.certificate.not_valid_after_utc - self._now() > RENEWED:
            return found
        made = Authority.new(_machine(), own_networks(), self._now())
        try:
            _write(self.authority_file, made.to_pem(), instead=found is not None)
        except FileExistsError:  # another server on this folder was faster
            return self.authority()
        except OSError as error:
            raise _unusable(self._folder, error) from error
        return made

    def existing_authority(self) -> Authority | None:
        """The authority of the folder, None if none was made yet. Raises CertificateError."""
        try:
            return Authority.from_pem(self.authority_file.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unusable(self.authority_file, error) from error
        except ValueError as error:
            raise CertificateError(
                "authority_damaged",
                f"{self.authority_file} is damaged. Delete it: at the next start a new authority "
                "is made, which every phone has to trust anew.",
            ) from error

    def issued(self) -> Issued | None:
        """The server's certificate, None where there is none that can be used."""
        try:
            pem = self.server_file.read_bytes()
            certificate = x509.load_pem_x509_certificate(pem)
            hosts = hosts_of(certificate)
        except (OSError, ValueError, x509.ExtensionNotFound):
            return None
        found = self.existing_authority()
        if found is None or not found.vouches_for(certificate):
            return None
        return Issued(hosts, certificate.not_valid_before_utc, certificate.not_valid_after_utc)

    def renew(self) -> bool:
        """Make the server's certificate if there is none, it is for other addresses or near its
        end; whether a new one was made. Raises CertificateError."""
        authority, now = self.authority(), self._now()
        wanted = authority.permitted(self._wanted())
        issued = self.issued()
        if (
            issued is not None
            and issued.hosts == wanted
            and issued.begins <= now < issued.ends - RENEWED
        ):
            return False
        try:
            _write(self.server_file, authority.certify(wanted, now), instead=True)
        except OSError as error:
            raise _unusable(self._folder, error) from error
        return True


def certificates_of(config: Config) -> Certificates | None:
    """Those of a server with these settings, for all its names and addresses that the authority can
    vouch for; None where it has no HTTPS."""
    if config.secure_port is None:
        return None
    hosts = config.allowed_hosts

    def wanted() -> Hosts:
        return Hosts.of([*hosts, *own_addresses()])

    return Certificates(config.data_dir, config.secure_port, wanted)


def _write(path: Path, content: bytes, *, instead: bool) -> None:
    """Write a file that only its owner can read, whole or not at all; without ``instead`` it must
    not be there, else FileExistsError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if instead:
            Path(name).replace(path)
        else:
            _keep_first(Path(name), path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()


def _keep_first(made: Path, path: Path) -> None:
    if os.name == "nt":
        made.rename(path)  # refuses by itself there when the file exists
        return
    try:
        path.hardlink_to(made)
    except FileExistsError:
        raise
    except OSError:  # a file system without links, where two servers hardly start at once
        if path.exists():
            raise FileExistsError(path) from None
        made.replace(path)


def _unusable(path: Path, error: OSError) -> CertificateError:
    return CertificateError(
        "certificates_unusable", f"{path} cannot be used: {error.strerror or error}."
    )


def _machine() -> str:
    return socket.gethostname().partition(".")[0] or "this computer"
