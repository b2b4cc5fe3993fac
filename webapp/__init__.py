"""The Flask application: pages, JSON commands, server-sent events, the score store."""

from __future__ import annotations

from webapp.app import create_app
from webapp.config import Config

__all__ = ["Config", "create_app"]
