"""The application factory: puts the parts together."""

from __future__ import annotations

from functools import partial

from flask import Flask

from datasets.collection import Collection
from webapp import (
    advising,
    collecting,
    entrance,
    errors,
    events,
    health,
    installing,
    languages,
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
)
from webapp.album import Album
from webapp.config import Config
from webapp.database import open_engine
from webapp.game_numbers import GameNumbers
from webapp.games import Games
from webapp.hub import Hub
from webapp.improver import Improver
from webapp.members import Members
from webapp.pads import Pads
from webapp.reading import Reader, ReadingRoom
from webapp.rule_sets import RuleSets
from webapp.services import Services
from webapp.store import Store
from webapp.watch import Watch
from webapp.win_tables import WinTables


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
    reading = ReadingRoom(
        (lambda: reader) if reader is not None else partial(_reader_in_use, config)
    )
    games = Games(store, hub)
    win_tables = WinTables(config.data_dir / "tables", computes=config.computes_tables)
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
        Album(),
        Collection(config.data_dir / "collected"),
        Improver(config.data_dir),
        win_tables,
    )

    languages.install(app)
    errors.install(app)
    security.install(app, config)
    for part in (pages, entrance, rules_pages, pad_pages, past_pages, player_pages):
        app.register_blueprint(part.blueprint)
    for part in (print_pages, installing, tables, events, photographs, collecting):
        app.register_blueprint(part.blueprint)
    for part in (telling, advising, health):
        app.register_blueprint(part.blueprint)
    reading.warm_up()
    watch.start()
    return app


def _reader_in_use(config: Config) -> Reader:
    from models.in_use import Garage
    from models.weights import open_reader

    return open_reader(Garage.of(config.data_dir).path)
