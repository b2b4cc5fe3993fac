"""Schema migrations of the score store, applied at every start."""
