"""The application factory: puts the parts together."""

from __future__ import annotations

import logging
from functools import partial

from flask import Flask

from datasets.collection import Collection
from models.in_use import SHIPPED_NAME, Garage
from models.weights import WeightsError, open_reader
from vision.sources import open_source
from webapp import (
    advising,
    camera_pages,
    collecting,
    entrance,
    errors,
    events,
    health,
    hosting,
    installing,
    languages,
    live,
    pad_pages,
    pages,
    past_pages,
    photographs,
    player_pages,
    print_pages,
    rules_pages,
    security,
    tables,
    telling,
    trust,
)
from webapp.album import Album
from webapp.certificates import certificates_of
from webapp.config import Config
from webapp.database import open_engine
from webapp.game_numbers import GameNumbers
from webapp.games import Games
from webapp.hands_free import HandsFree
from webapp.hub import Hub
from webapp.improver import Improver
from webapp.labeller import Labeller
from webapp.lookouts import Lookouts
from webapp.members import Members
from webapp.offers import Offers
from webapp.pads import Pads
from webapp.reading import Reader, ReadingRoom
from webapp.rule_sets import RuleSets
from webapp.server_cameras import Eyes, ServerCameras
from webapp.services import Services
from webapp.spotting import Spotter
from webapp.store import Store
from webapp.watch import Watch
from webapp.win_tables import WinTables

_log = logging.getLogger("dicesight.reader")


def create_app(config: Config, *, reader: Reader | None = None) -> Flask:
    """A ready application on the data folder of ``config``, which is made if it is missing.

    ``reader`` finds the dice in pictures; without one the network in use (the shipped one, until
    another is promoted) is opened in the background, and when that fails the page says why and
    works by hand.
    """
    config.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    app = Flask("webapp")
    app.config["MAX_CONTENT_LENGTH"] = config.json_limit
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True

    engine = open_engine(config.database)
    store = Store(engine)
    hub = Hub(config.stream_limit)
    garage = Garage.of(config.data_dir)
    reading = (
        ReadingRoom(lambda: reader)
        if reader is not None
        else ReadingRoom(partial(_reader_in_use, garage), in_use=partial(_name_in_use, garage))
    )
    games = Games(store, hub)
    win_tables = WinTables(config.data_dir / "tables", computes=config.computes_tables)
    album, offers, lookouts = Album(), Offers(hub), Lookouts()
    collection = Collection(config.data_dir / "collected")
    labeller = Labeller(album, collection, lambda: reading.model_sha256)
    spotter = Spotter(games, reading, offers, album, HandsFree(labeller))
    watch = Watch(engine, store, hub, games.snapshot_text)
    app.extensions["dicesight"] = Services(
        config,
        games,
        hub,
        reading,
        store,
        RuleSets(engine),
        Pads(store, hub),
        watch,
        Members(engine),
        GameNumbers(games, win_tables),
        album,
        collection,
        labeller,
        Improver(config.data_dir),
        win_tables,
        garage,
        certificates_of(config),
        lookouts,
        offers,
        spotter,
        ServerCameras(Eyes(spotter, lookouts, hub), config.cameras, open_source),
    )

    languages.install(app)
    errors.install(app)
    security.install(app, config)
    for part in (pages, entrance, rules_pages, pad_pages, past_pages, player_pages):
        app.register_blueprint(part.blueprint)
    for part in (print_pages, installing, tables, events, photographs, collecting):
        app.register_blueprint(part.blueprint)
    for part in (telling, advising, hosting, health, trust, live, camera_pages):
        app.register_blueprint(part.blueprint)
    reading.warm_up()
    watch.start()
    return app


def _name_in_use(garage: Garage) -> str:
    try:
        return garage.history[-1]
    except WeightsError:
        return SHIPPED_NAME


def _reader_in_use(garage: Garage) -> Reader:
    """The network in use; where that is gone or damaged, the shipped one, rather than none."""
    try:
        return open_reader(garage.path)
    except WeightsError as error:
        _log.warning("%s The shipped network reads instead.", error.words)
        return open_reader()
