"""Check numbers by the reference: those of a saved result, and those of somebody else's scorer."""
