"""Where and on how many machines pages are done; never what is done to them."""

from weft.engines.chunks import Chunk, cut
from weft.engines.host_tally import CountedSink
from weft.engines.job import ExtractJob, Job
from weft.engines.learning import LearnJob, read_samples, sample_pages
from weft.engines.local import LocalEngine
from weft.engines.run import ENGINES, Engine, Report, ShardEngine, run, run_shards, run_sources
from weft.engines.shards import Shard, split
from weft.engines.site_store import HostEntry, SiteStore

__all__ = [
    "ENGINES",
    "Chunk",
    "CountedSink",
    "Engine",
    "ExtractJob",
    "HostEntry",
    "Job",
    "LearnJob",
    "LocalEngine",
    "Report",
    "Shard",
    "ShardEngine",
    "SiteStore",
    "cut",
    "read_samples",
    "run",
    "run_shards",
    "run_sources",
    "sample_pages",
    "split",
]
