"""`weft run`: any number of pages on all cores or machines, into any sink; goes on after anything."""

import argparse
import hashlib
import json
import shutil
import sys
import time
from dataclasses import fields
from pathlib import Path

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import (
    add_method_option,
    add_raw_csv_option,
    add_rendering_options,
    check_method,
    rendering_of,
)
from weft.cli.progress import with_progress
from weft.cli.summary import tell
from weft.cli.terminal import show_progress
from weft.engines import (
    ENGINES,
    Engine,
    ExtractJob,
    LearnJob,
    Report,
    ShardEngine,
    SiteStore,
    read_samples,
    run_sources,
    sample_pages,
    split,
)
from weft.engines import run as run_job
from weft.errors import ConfigError
from weft.io.sinks import SINKS, open_sink
from weft.io.sinks.sink import cannot_write
from weft.nouns import with_noun
from weft.renderers import RENDERERS

HOST_SECONDS = 600.0  # to learn one host
INTERVAL = 0.5  # seconds between two signs of progress

DESCRIPTION = "Extracts pages on all cores, or on a cluster, and writes a line for each, in their order."
EXAMPLES = """\
examples:
  weft run crawl.warc.gz -o texts.jsonl.gz          all cores; interrupted, the same command goes on
  weft run pages/ more.jsonl.gz -o pages.parquet --workers 4
  weft run pages.jsonl -o site/ -f markdown --front-matter      a folder of Markdown, with what is known of each page
  weft run pages/ -o out.sqlite --site site.json    by the templates of a learned site
  weft run crawl.warc.gz -o out.jsonl.gz --learn    learns every host of a crawl from a sample, then extracts
  weft run 'crawl/*.warc.gz' -o out.jsonl.gz --engine ray --address auto      on all machines of a Ray cluster

Every line has id, url and status; a page that failed is a line too, with its reason.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help=f"ends in {', '.join(SINKS)}")
    add_rendering_options(parser, default="json")
    add_raw_csv_option(parser)
    parser.add_argument("--site", default="", metavar="SITE", help="extract by what weft learn wrote")
    parser.add_argument("--learn", action="store_true", help="first learn a site for every host, from a sample of it")
    parser.add_argument(
        "--sites", default="", metavar="FILE|URL", help="where learned sites are kept: a file or postgresql://…"
    )
    parser.add_argument(
        "--engine", default="local", choices=list(ENGINES), help="where the work is done (default: local)"
    )
    parser.add_argument("--address", default="", help="of a cluster, for engines that have one")
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="processes (default: one a core)")
    parser.add_argument("--page-seconds", type=float, default=60.0, metavar="N", help="for one page (default: 60)")
    parser.add_argument(
        "--worker-memory", type=int, default=2048, metavar="N", help="megabytes of a worker (default: 2048)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted run (which is the default)")
    parser.add_argument("--fresh", action="store_true", help="forget an interrupted run and start afresh")
    parser.add_argument("--json", action="store_true", help="print a summary as JSON")
    add_method_option(parser)
    add_input_options(parser)


def run(options: argparse.Namespace) -> int:
    """Do the run; 1 if a page failed."""
    check_method(options)
    _check(options)
    output = options.output.rstrip("/")
    sites = options.sites or (f"{output}.sites.sqlite" if options.learn else "")
    samples = Path(f"{output}.samples")
    with open_inputs(options, options.input, again=options.learn) as inputs:
        if options.learn:
            _learn_hosts(inputs, options, samples, sites)
        job = ExtractJob(
            method=options.method,
            site=options.site,
            sites=sites,
            format=options.format,
            options=rendering_of(options, several=True),
            limits=inputs.limits,
        )
        report = run_sources(
            inputs.sources,
            inputs.reader,
            job,
            open_sink(options.output, format=RENDERERS[options.format], raw_csv=options.raw_csv),
            engine=_engine_of(options),
            source_digest=_digest(inputs),
            fresh=options.fresh,
            progress=_Progress(inputs.total),
        )
    shutil.rmtree(samples, ignore_errors=True)
    _tell(report, options)
    return 1 if report.failed or not report.pages else 0


def _engine_of(options: argparse.Namespace, **changes: object) -> Engine:
    """The engine of that name, with those of its options that the command line gives."""
    make = ENGINES[options.engine]
    values = {
        "workers": options.workers,
        "seconds": options.page_seconds,
        "memory": options.worker_memory << 20,
        "address": options.address,
    }
    names = {field.name for field in fields(make)}  # type: ignore[arg-type]  # engines are dataclasses
    if options.address and "address" not in names:
        raise ConfigError(f"--address: the engine {options.engine} has no cluster", advice="add --engine ray")
    return make(**{name: value for name, value in (values | changes).items() if name in names})


def _learn_hosts(inputs: Inputs, options: argparse.Namespace, folder: Path, sites: str) -> None:
    """Sample every host and learn its site; what an interrupted run has done is not done again."""
    sampled, learned, digest = folder / "sampled", folder / "learned", _digest(inputs)
    if options.fresh or not sampled.exists() or sampled.read_text() != digest:
        shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.mkdir(parents=True)
            count = _sample(inputs, _engine_of(options), folder)
            sampled.write_text(digest)
        except OSError as error:
            raise cannot_write(folder, error) from None
        tell([f"sampled {with_noun(count, 'page')}"])
    if learned.exists():
        return
    report = run_job(
        read_samples(folder),
        LearnJob(limits=inputs.limits),
        SiteStore(sites),
        engine=_engine_of(options, seconds=HOST_SECONDS),
        source_digest=digest,
        fresh=options.fresh,
        progress=_Progress(0, "hosts"),
    )
    tell([f"learned {with_noun(report.pages, 'host')} into {sites}"])
    try:
        learned.touch()
    except OSError as error:
        raise cannot_write(folder, error) from None


def _sample(inputs: Inputs, engine: Engine, folder: Path) -> int:
    if isinstance(engine, ShardEngine):
        return engine.sample(split(inputs.sources, inputs.reader), folder)
    return sample_pages(with_progress(inputs.read(), total=inputs.total), folder)


def _digest(inputs: Inputs) -> str:
    """The inputs in a few letters: their names, and of files their sizes and times."""
    digest = hashlib.sha256()
    for source in inputs.sources:
        state = source.path.stat() if source.path is not None else None
        digest.update(f"{source.id}\0{source.url}\0{state and (state.st_size, state.st_mtime_ns)}\n".encode())
    return digest.hexdigest()[:16]


def _check(options: argparse.Namespace) -> None:
    """Raise for options that make no sense together."""
    if options.fresh and options.resume:
        raise ConfigError("--fresh forgets what --resume would go on with", advice="give one of them")
    if options.workers < 0 or options.page_seconds <= 0 or options.worker_memory <= 0:
        raise ConfigError("--workers, --page-seconds and --worker-memory must be more than 0")
    if options.learn and options.site:
        raise ConfigError("--learn learns every host anew", advice="leave --site out, or --learn")


def _tell(report: Report, options: argparse.Namespace) -> None:
    failures = [f"{count} {reason}" for reason, count in sorted(report.counts.items()) if reason != "ok"]
    resumed = f", {report.resumed} of them by an earlier run" if report.resumed else ""
    rate = (report.pages - report.resumed) / max(report.seconds, 1e-9)
    failed = f"; failed: {', '.join(failures)}" if failures else ""
    tell([f"{with_noun(report.pages, 'page')}{resumed}, {rate:.0f} pages/s, into {options.output}{failed}"])
    if options.json:
        summary = {"pages": report.pages, "resumed": report.resumed, "seconds": round(report.seconds, 3)}
        print(json.dumps(summary | {"counts": report.counts}, ensure_ascii=False))


class _Progress:
    """A line on a terminal: how many are done, how fast, and how long the rest will take."""

    def __init__(self, total: int, what: str = "pages") -> None:
        self.total, self.what, self.first, self.shown = total, what, -1, 0.0
        self.start = time.monotonic()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if self.first < 0:
            self.first, self.start = done, now
        if not sys.stderr.isatty() or now - self.shown < INTERVAL:
            return
        self.shown = now
        rate = (done - self.first) / max(now - self.start, 1e-9)
        of = f" of {self.total}, {(self.total - done) / rate:.0f} s left" if self.total and rate else ""
        show_progress(f"{done} {self.what}{of}  {rate:.0f} {self.what}/s")
