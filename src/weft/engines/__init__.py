"""Where and on how many machines pages are done; never what is done to them."""

from weft.engines.chunks import Chunk, cut
from weft.engines.job import ExtractJob, Job
from weft.engines.learning import LearnJob, read_samples, sample_pages
from weft.engines.local import LocalEngine
from weft.engines.ray_engine import RayEngine
from weft.engines.run import Engine, Report, run, run_shards
from weft.engines.shards import Shard, split
from weft.engines.site_store import SiteStore

__all__ = [
    "Chunk",
    "Engine",
    "ExtractJob",
    "Job",
    "LearnJob",
    "LocalEngine",
    "RayEngine",
    "Report",
    "Shard",
    "SiteStore",
    "cut",
    "read_samples",
    "run",
    "run_shards",
    "sample_pages",
    "split",
]
