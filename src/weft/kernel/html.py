"""A page from its bytes: the table of nodes, its blocks, its limits."""

from weft._native import MAX_BYTES as MAX_BYTES
from weft._native import MAX_NODES as MAX_NODES
from weft._native import NAME_HINTS as NAME_HINTS
from weft._native import TAG_NAMES as TAG_NAMES
from weft._native import LimitTripped as LimitTripped
from weft._native import Table as Table
from weft._native import count_words as count_words
from weft._native import parse as parse
from weft._native import parse_many as parse_many
from weft._native import spaced_blocks as spaced_blocks
