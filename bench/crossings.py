"""How often a page crosses between Python and the kernel: the calls of the kernel, and what the kernel asks of Python.

`python -m bench.crossings data` prints the median and the mean of each way to read a page, over pages of all kinds,
and the calls that learning 40 pages takes. A count of calls is the same on every machine.
"""

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import weft
from bench.same_answers import page_files
from weft import _native

PAGES = 300
LEARNED = 40
WAYS: dict[str, Callable[[weft.Document], object]] = {
    "text": lambda document: document.text,
    "markdown": lambda document: document.markdown,
    "html": lambda document: document.html,
    "chunks": lambda document: document.chunks(),
    "json": lambda document: document.to_dict(),
    "tei": lambda document: document.render("tei"),
}
_CLASSES = tuple(value for value in vars(_native).values() if isinstance(value, type))


class Crossings:
    """Counts calls of the kernel while it is open, and calls of weft's Python from inside of them."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.questions: Counter[str] = Counter()
        self._inside: FrameType | None = None  # the frame that is waiting for the kernel

    def __enter__(self) -> "Crossings":
        sys.setprofile(self._step)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(None)

    def _step(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "c_call" and _is_kernel(argument):
            self.calls[argument.__name__] += 1
            self._inside = frame
        elif event in ("c_return", "c_exception") and _is_kernel(argument):
            self._inside = None
        elif event == "call" and self._inside is not None and frame.f_back is self._inside:
            self.questions[f"{frame.f_globals.get('__name__')}.{frame.f_code.co_name}"] += 1


def _is_kernel(function: Any) -> bool:
    owner = getattr(function, "__self__", None)
    return owner is _native or getattr(function, "__module__", "") == _native.__name__ or isinstance(owner, _CLASSES)


def count_page(data: bytes, write: Callable[[weft.Document], object]) -> tuple[Crossings, weft.Document]:
    """What reading one page and writing it so takes."""
    with Crossings() as crossings:
        document = weft.extract(data, url="https://example.org/a/page.html")
        write(document)
    return crossings, document


def count_learning(pages: Sequence[bytes]) -> Crossings:
    """What learning a site from these pages takes."""
    with Crossings() as crossings:
        weft.learn([(f"https://example.org/{number}", data) for number, data in enumerate(pages)])
    return crossings


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.crossings", description=__doc__)
    parser.add_argument("data", type=Path, help="the folder of the unpacked data sets")
    parser.add_argument("--functions", action="store_true", help="also print which functions are called most")
    options = parser.parse_args(arguments)
    files = list(page_files(options.data, written=True))
    pages = [path.read_bytes() for path in files[:: max(1, len(files) // PAGES)]]
    print(f"{len(pages)} pages; calls of the kernel, then questions of the kernel, a page")
    for name, write in WAYS.items():
        every = [count_page(data, write)[0] for data in pages]
        calls, asked = ([sum(counter.values()) for counter in counters] for counters in zip(
            *((one.calls, one.questions) for one in every), strict=True))  # fmt: skip
        print(
            f"{name:9} median {statistics.median(calls):g} mean {statistics.mean(calls):.1f}, "
            f"questions mean {statistics.mean(asked):.2f} on {sum(map(bool, asked)) / len(asked):.0%}"
        )
        if options.functions:
            print("   ", sum((one.calls for one in every), Counter()).most_common(12))
            print("   ", sum((one.questions for one in every), Counter()).most_common(12))
    sites = sorted((options.data / "sites").glob("*/*/truth.jsonl"))
    for site in sites[:: max(1, len(sites) // 5)][:5]:
        own = [path.read_bytes() for path in sorted(site.parent.rglob("*.html"))[:LEARNED]]
        learning = count_learning(own)
        print(f"learning {len(own)} pages of {site.parent.name}: {sum(learning.calls.values())} calls")
        if options.functions:
            print("   ", learning.calls.most_common(12))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
