"""weft takes the content out of web pages: body text, fields and repeated records."""

from weft.auto import extract
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

__all__ = [
    "EXTRACTORS",
    "PAGE_TYPES",
    "RENDERERS",
    "ArtifactError",
    "Block",
    "Blocks",
    "BrowserError",
    "ConfigError",
    "Document",
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
    "SourceError",
    "WeftError",
    "extract",
    "parse",
    "parse_many",
]
