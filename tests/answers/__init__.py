"""Frozen answers: hashes of what weft answers on some thousand pages that we make."""
