"""Where and on how many machines pages are done; never what is done to them."""

from weft.engines.chunks import Chunk, cut
from weft.engines.job import Job
from weft.engines.local import LocalEngine
from weft.engines.run import Engine, Report, run

__all__ = ["Chunk", "Engine", "Job", "LocalEngine", "Report", "cut", "run"]
