"""Where a command writes pages: the terminal, a file, or one of the sinks of `weft.io.sinks`."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

from weft.cli.inputs import Inputs
from weft.cli.options import words_of
from weft.document import Failure, Outcome
from weft.errors import ConfigError, WeftError
from weft.io import RawPage, Source, whole_file
from weft.io.remote_path import OutputPath, RemotePath, output_path
from weft.io.sinks import SINKS, Format, open_sink, writing
from weft.io.sinks.sink import spread
from weft.pipeline import Choose, Pipeline
from weft.renderers import RENDERERS

WriteLine = Callable[[Callable[[], bytes], Callable[[], str | None] | None], None]
"""Takes for each page what makes its line, and what makes its text, of which a page that failed has none."""

LINES = 32  # that a file is given at once; the terminal gets each line when its page is done


class WritePage(Protocol):
    """Takes each page through the pipeline, writes it, and tells what became of it."""

    def __call__(self, raw: RawPage | WeftError, choose: Choose | None = None) -> Outcome:
        """`choose` makes the document where that is not for the pipeline to do."""


@contextmanager
def open_output(output: str | None, inputs: Inputs, pipeline: Pipeline, *, several: bool) -> Iterator[WritePage]:
    """What writes pages through a pipeline as the output's name asks for."""
    pipeline.check()
    format = RENDERERS[pipeline.format]
    with open_line_output(output, inputs.sources, format=format, several=several) as write:

        def write_page(raw: RawPage | WeftError, choose: Choose | None = None) -> Outcome:
            outcomes: list[Outcome] = []

            def line() -> bytes:
                outcome, line = pipeline.process(raw, choose)
                outcomes.append(outcome)
                return line

            def text() -> str | None:
                done = pipeline.make(raw, lambda document: (document, pipeline.render(document)), choose)
                outcome, text = (done, None) if isinstance(done, Failure) else done
                outcomes.append(outcome)
                return None if text == "" and format.is_lines else text  # an empty line is no object

            write(line, text)
            return outcomes[0]

        yield write_page


@contextmanager
def open_line_output(
    output: str | None, sources: Sequence[Source], *, format: Format, several: bool
) -> Iterator[WriteLine]:
    """What writes lines as the output's name asks for; a file is there only when everything is written.

    Of a single page the text is written, where the output's name does not ask for lines.
    """
    path = Path(output) if output else None
    if path is None:
        yield partial(_print_line, format) if several else _print_text
    elif output is not None and (path.is_dir() or output.endswith(tuple(SINKS)) or several):
        is_lines = path.is_dir() or output.endswith(tuple(SINKS))
        if not is_lines:
            _check_folder_name(path)
        with _open_lines(output if is_lines else f"{output}/", sources, format) as write:
            yield write
    else:
        yield partial(_write_text, output_path(output or ""))


def _check_folder_name(path: Path) -> None:
    """Refuse a name under which nobody expects a folder: that of a file, and one that ends as the file of one page."""
    if path.exists():
        raise ConfigError(f"{path} is a file", advice="several pages need a folder or a name that ends in .jsonl")
    if path.suffix in {RENDERERS[name].suffix for name in RENDERERS}:
        advice = f"several pages need a folder ({path}/) or a name that ends in .jsonl"
        raise ConfigError(f"{path} is a name for the file of one page", advice=advice)


@contextmanager
def _open_lines(output: str, sources: Sequence[Source], format: Format) -> Iterator[WriteLine]:
    """A writer of lines into the sink of that name."""
    path = Path(output)
    if path.exists() and not path.is_file() and not path.is_dir():  # a device or a pipe is written as it is
        with whole_file(path) as file:
            yield lambda line, text: print(spread(line(), format).decode("utf-8"), end="", file=file)
        return
    from weft.io.sinks.folder import NameBySource  # a page alone is printed, and needs no sink

    target = str(path.resolve()) if path.is_symlink() else output  # a link leads to the file that is meant
    sink = open_sink(target, format=format, name_file=NameBySource(sources))
    lines: list[bytes] = []

    def write(line: Callable[[], bytes], text: Callable[[], str | None] | None) -> None:
        lines.append(line())
        if len(lines) == LINES:
            sink.write(lines)
            lines.clear()

    with writing(sink):
        yield write
        if lines:
            sink.write(lines)


def _print_line(format: Format, line: Callable[[], bytes], text: Callable[[], str | None] | None) -> None:
    sys.stdout.write(spread(line(), format).decode("utf-8"))
    sys.stdout.flush()


def _print_text(line: Callable[[], bytes], text: Callable[[], str | None] | None) -> None:
    """One page as it is; nothing for a failure, which is told on standard error."""
    if text is not None and (shown := text()) is not None:
        sys.stdout.write(shown.rstrip("\n") + "\n")


def _write_text(path: OutputPath, line: Callable[[], bytes], text: Callable[[], str | None] | None) -> None:
    """The same into a file."""
    if text is not None and (shown := text()) is not None:
        if isinstance(path, RemotePath):
            path.write_bytes((shown.rstrip("\n") + "\n").encode("utf-8", "backslashreplace"))
            return
        with whole_file(path) as file:
            file.write(shown.rstrip("\n") + "\n")


def tell_failure(failure: Failure) -> None:
    """Say on standard error why a page gave no document, and which option may help."""
    print(f"weft: {words_of(failure)}", file=sys.stderr)


def add_output_option(parser: argparse.ArgumentParser, *, is_printed: bool = True) -> None:
    """Where documents go; a command may print them where no output is named."""
    endings = ", ".join(ending for ending in SINKS if ending != "/")
    default = " (default: print)" if is_printed else ""
    what = f"a file, a folder, or a file of many pages: {endings}{default}"
    parser.add_argument("-o", "--output", metavar="OUT", help=what)
