"""What makes the page installable: the manifest, the service worker, the page without a server."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, render_template, url_for

from webapp.languages import reader_locale, t

blueprint = Blueprint("installing", __name__)

_ICONS = ((192, "any"), (512, "any"), (512, "maskable"))


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name, colours and icons of the installed page, in the reader's language."""
    icons = [
        {
            "src": url_for("static", filename=f"icon-{purpose}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in _ICONS
    ]
    vector = {"src": url_for("static", filename="icon.svg"), "sizes": "any"}
    response = jsonify(
        id="/",
        name="Dicesight",
        short_name="Dicesight",
        description=t("start-lead"),
        lang=reader_locale(),
        start_url="/",
        scope="/",
        display="standalone",
        background_color="#f6efe2",
        theme_color="#f6efe2",
        icons=[*icons, {**vector, "type": "image/svg+xml"}],
        shortcuts=[
            {"name": t("nav-games"), "url": url_for("past.games")},
            {"name": t("nav-rules"), "url": url_for("rules.all_rules")},
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


@blueprint.get("/sw.js")
def worker() -> Response:
    """The service worker, at the top so that it may answer for every page."""
    script = Path(str(current_app.static_folder), "worker.js").read_text(encoding="utf-8")
    response = Response(script, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/offline")
def offline() -> str:
    """What the service worker shows when the server cannot be reached; whole in itself."""
    return render_template("offline.html")
