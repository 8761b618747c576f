"""How much memory the default takes on a page of very many small blocks."""

import subprocess
import sys

import pytest

from weft.page import parse

SIZE = 4_000_000
TABLE_BYTES = 12  # for each byte of a page of list items
BASE = 60_000_000  # what an interpreter with numpy and the model takes

EXTRACT = """
import sys, weft
from weft import Limits
unit = sys.argv[1].encode()
data = b"<title>t</title><ul>" + unit * (int(sys.argv[2]) // len(unit))
weft.extract(data, limits=Limits(nodes=2_000_000, seconds=300)).text
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM:"))
print(int(peak.split()[1]) * 1024)
"""


@pytest.mark.parametrize(
    ("unit", "most"),
    [
        ("<li><a href=/x>word</a>", 18),
        ("<div class=a><span>y</span></div>", 13),
        ("<p>Some words.</p>", 20),
        ("<li><a>x", 52),
    ],
)
def test_blocks_are_judged_in_batches(unit: str, most: int) -> None:
    """At most so many bytes for each of the page's; a matrix of all blocks takes 1,436 bytes a block besides."""
    done = subprocess.run([sys.executable, "-c", EXTRACT, unit, str(SIZE)], capture_output=True, text=True, check=True)
    assert int(done.stdout) < BASE + most * SIZE


def test_the_table_takes_few_bytes_a_byte() -> None:
    unit = b"<li><a href=/x>word</a>"
    data = b"<title>t</title><ul>" + unit * (SIZE // len(unit))
    assert parse(data).table.bytes < TABLE_BYTES * len(data)
