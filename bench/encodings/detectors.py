"""The detectors of encodings that weft is compared with: pages in, names of encodings out.

Runs under the Python of the peers, so it knows the standard library only. Reads `{"name": …}` and then lines of
base 64; writes a line a page: the name of the encoding as JSON. Each is called as its documentation says.
"""

import json
import sys
from base64 import b64decode
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version


def chardet() -> Callable[[bytes], str]:
    """Its detection on all bytes."""
    detect = import_module("chardet").detect
    return lambda data: detect(data)["encoding"] or ""


def charset_normalizer() -> Callable[[bytes], str]:
    """The best of its matches."""
    from_bytes = import_module("charset_normalizer").from_bytes

    def call(data: bytes) -> str:
        best = from_bytes(data).best()
        return best.encoding if best else ""

    return call


def resiliparse() -> Callable[[bytes], str]:
    """As its documentation decodes web pages."""
    detect = import_module("resiliparse.parse.encoding").detect_encoding
    return lambda data: detect(data, html5_compatible=True, from_html_meta=True) or ""


DETECTORS: dict[str, tuple[str, Callable[[], Callable[[bytes], str]]]] = {
    "chardet": ("chardet", chardet),
    "charset_normalizer": ("charset-normalizer", charset_normalizer),
    "resiliparse": ("resiliparse", resiliparse),
}


def main(name: str) -> None:
    """Answer every line until there are no more."""
    package, load = DETECTORS[name]
    detect = load()
    print(json.dumps(version(package)), flush=True)
    for line in sys.stdin:
        print(json.dumps(detect(b64decode(line))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
