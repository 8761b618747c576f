"""What the kernel asks of weft's own Python: readings of records, and nothing else.

The list only shrinks: rules of records wait to be replaced by models in the kernel. A function of the
user's, such as one that counts tokens, is the user's.
"""

import re
from pathlib import Path

BINDINGS = Path(__file__).parents[1] / "native"
RECORDS = frozenset("reply_counts price_texts kinds names prices".split())
CALLS = {
    "records/draft.rs": 1,  # what begins a search for records, with the trees and RECORDS
    "records/mod.rs": 1,  # a question of RECORDS
    "renderers.rs": 1,  # the user's function that counts tokens
}
"""Where the kernel calls an object of Python's without a name."""


def source(name: str) -> str:
    """A file of the bindings, without its tests."""
    return (BINDINGS / name).read_text(encoding="utf-8").partition("#[cfg(test)]")[0]


def test_only_records_ask() -> None:
    assert frozenset(re.findall(r'self\.ask\("(\w+)"', source("python/src/records/draft.rs"))) == RECORDS


def test_nothing_else_is_called() -> None:
    folder = BINDINGS / "python" / "src"
    found = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.rs")}
    named = {name for code in found.values() for name in re.findall(r'call_method[01]?\(\s*"(\w+)"', code)}
    assert named == {"encode"}, "str.encode is Python's own"
    calls = {name: len(re.findall(r"\.call[01]\(", code)) for name, code in found.items()}
    assert {name: count for name, count in calls.items() if count} == CALLS
