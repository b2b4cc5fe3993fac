"""What browsers need for the live camera and for installing the page as an app."""

from __future__ import annotations

from webapp.checks.finding import Finding, note


def check_browsers() -> list[Finding]:
    """No check can look into the phones; what they need is always the same."""
    return [
        note(
            "browsers",
            "Phones: Safari of iOS 16.4 or newer, or a Chrome, Edge or Firefox of the last years.",
            "For the live camera, a screen that stays on and the page as an app, open the https "
            "address once the phone trusts it (/trust). Plain http does for all else.",
        )
    ]
