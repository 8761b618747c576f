"""Hostile pages of our own, every operation of weft on them, and what must never happen: `python -m tests.fuzz`."""
