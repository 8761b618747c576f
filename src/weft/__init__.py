"""weft takes the content out of web pages: body text, fields and repeated records."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.auto import extract
    from weft.content import Field, Image, Label, Link, Metadata, Reason, Record, Region
    from weft.document import PAGE_TYPES, Document, Extractor, Failure, Outcome
    from weft.errors import (
        ArtifactError,
        BrowserError,
        ConfigError,
        LimitError,
        NoMatch,
        SourceError,
        WeftError,
    )
    from weft.extractors import EXTRACTORS
    from weft.page import Block, Blocks, Limits, Node, Page, parse, parse_many
    from weft.pipeline import Pipeline, extract_many
    from weft.renderers import RENDERERS, Chunk, Chunking, RenderOptions
    from weft.sites import (
        CLUSTERINGS,
        LEARNERS,
        SIMILARITIES,
        Cluster,
        Drift,
        Site,
        Template,
        learn,
        measure_drift,
    )
    from weft.version import __version__
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        auto="extract",
        content="Field Image Label Link Metadata Reason Record Region",
        document="PAGE_TYPES Document Extractor Failure Outcome",
        errors="ArtifactError BrowserError ConfigError LimitError NoMatch SourceError WeftError",
        extractors="EXTRACTORS",
        page="Block Blocks Limits Node Page parse parse_many",
        pipeline="Pipeline extract_many",
        renderers="RENDERERS Chunk Chunking RenderOptions",
        sites="CLUSTERINGS LEARNERS SIMILARITIES Cluster Drift Site Template learn measure_drift",
        version="__version__",
    )

__all__ = [
    "CLUSTERINGS",
    "EXTRACTORS",
    "LEARNERS",
    "PAGE_TYPES",
    "RENDERERS",
    "SIMILARITIES",
    "ArtifactError",
    "Block",
    "Blocks",
    "BrowserError",
    "Chunk",
    "Chunking",
    "Cluster",
    "ConfigError",
    "Document",
    "Drift",
    "Extractor",
    "Failure",
    "Field",
    "Image",
    "Label",
    "LimitError",
    "Limits",
    "Link",
    "Metadata",
    "NoMatch",
    "Node",
    "Outcome",
    "Page",
    "Pipeline",
    "Reason",
    "Record",
    "Region",
    "RenderOptions",
    "Site",
    "SourceError",
    "Template",
    "WeftError",
    "__version__",
    "extract",
    "extract_many",
    "learn",
    "measure_drift",
    "parse",
    "parse_many",
]
