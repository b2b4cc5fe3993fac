"""The Flask application: pages, JSON commands, server-sent events, the score store."""
