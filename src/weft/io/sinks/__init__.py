"""Where lines are written, by the output's name; all of them can go back to their last commit."""

from weft.io.sinks.choice import SINKS, open_sink
from weft.io.sinks.sink import Sink, State

__all__ = ["SINKS", "Sink", "State", "open_sink"]
