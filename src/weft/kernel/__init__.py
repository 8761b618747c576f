"""The compiled kernel by its rooms: the only folder that imports `weft._native`."""

from weft import _native as compiled

__all__ = ["compiled"]
