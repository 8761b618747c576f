"""weft takes the content out of web pages: body text, fields and repeated records."""

from weft.auto import extract, learn
from weft.content import Field, Label, Metadata, Record, Region
from weft.document import PAGE_TYPES, Document, Extractor, Failure, Learner, Outcome
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
from weft.renderers import RENDERERS, Options
from weft.similarity import SIMILARITIES
from weft.site import CLUSTERINGS, LEARNERS, Cluster, Drift, Site, measure_drift
from weft.templates import Template

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
    "Cluster",
    "ConfigError",
    "Document",
    "Drift",
    "Extractor",
    "Failure",
    "Field",
    "Label",
    "Learner",
    "LimitError",
    "Limits",
    "Metadata",
    "NoMatch",
    "Node",
    "Options",
    "Outcome",
    "Page",
    "Record",
    "Region",
    "Site",
    "SourceError",
    "Template",
    "WeftError",
    "extract",
    "learn",
    "measure_drift",
    "parse",
    "parse_many",
]
