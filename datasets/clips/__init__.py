"""Clips of dice that were never thrown: throws with known rest times and faces, as films."""
