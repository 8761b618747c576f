"""The web interface: mark, see, teach, export."""

from weft.studio.changes import Change, Conflict, Edit, Versioned, Write
from weft.studio.store import Store

__all__ = ["Change", "Conflict", "Edit", "Store", "Versioned", "Write"]
