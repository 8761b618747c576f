"""Where lines are written, by the output's name; all of them can go back to their last commit."""

from weft.io.sinks.choice import SINKS, open_sink, remove_unfinished, writing
from weft.io.sinks.sink import Format, PlainText, Sink, State

__all__ = ["SINKS", "Format", "PlainText", "Sink", "State", "open_sink", "remove_unfinished", "writing"]
