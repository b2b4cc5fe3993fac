"""What the blueprints share: one value per application."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import current_app

from datasets.collection import Collection
from models.in_use import Garage
from webapp.album import Album
from webapp.certificates import Certificates
from webapp.config import Config
from webapp.game_numbers import GameNumbers
from webapp.games import Games
from webapp.hub import Hub
from webapp.improver import Improver
from webapp.labeller import Labeller
from webapp.lookouts import Lookouts
from webapp.members import Members
from webapp.offers import Offers
from webapp.pads import Pads
from webapp.reading import ReadingRoom
from webapp.rule_sets import RuleSets
from webapp.server_cameras import ServerCameras
from webapp.spotting import Spotter
from webapp.store import Store
from webapp.watch import Watch
from webapp.win_tables import WinTables


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of a running application. ``certificates`` are None where there is no HTTPS."""

    config: Config
    games: Games
    hub: Hub
    reading: ReadingRoom
    store: Store
    rule_sets: RuleSets
    pads: Pads
    watch: Watch
    members: Members
    numbers: GameNumbers
    album: Album
    collection: Collection
    labeller: Labeller
    improver: Improver
    win_tables: WinTables
    garage: Garage
    certificates: Certificates | None
    lookouts: Lookouts
    offers: Offers
    spotter: Spotter
    cameras: ServerCameras

    def close(self) -> None:
        """End the streams, take no more pictures, let go of the database."""
        self.cameras.close()
        self.improver.close()
        self.hub.close()
        self.reading.close()
        self.win_tables.close()
        self.watch.join()
        self.store.close()


def services() -> Services:
    """The parts of the application that answers this request."""
    return cast(Services, current_app.extensions["dicesight"])
