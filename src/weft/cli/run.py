"""`weft run`: any number of pages on all cores, into any sink; goes on after anything."""

import argparse
import hashlib
import json
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import add_method_option, check_method
from weft.cli.progress import with_progress
from weft.cli.summary import tell
from weft.document import Failure
from weft.engines import ExtractJob, LearnJob, LocalEngine, Report, SiteStore, read_samples, run, sample_pages
from weft.errors import ConfigError, SourceError
from weft.io import RawPage
from weft.io.sinks import SINKS, open_sink
from weft.renderers import RENDERERS

EXAMPLES = """\
examples:
  weft run crawl.warc.gz -o texts.jsonl.gz          all cores; interrupted, the same command goes on
  weft run pages/ more.jsonl.gz -o pages.parquet --workers 4
  weft run pages.jsonl -o site/ -f markdown         a folder of Markdown
  weft run pages/ -o out.sqlite --site site.json    by the templates of a learned site
  weft run crawl.warc.gz -o out.jsonl.gz --learn    learns every host of a crawl from a sample, then extracts

Every line has id, url and status; a page that failed is a line too, with its reason.
"""
HOST_SECONDS = 600.0  # to learn one host
INTERVAL = 0.5  # seconds between two looks at the progress


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "run",
        help="extract any number of pages on all cores, resumable",
        description="Extracts pages on all cores of this machine and writes a line for each, in their order.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help=f"ends in {', '.join(SINKS)}")
    parser.add_argument("-f", "--format", default="json", choices=list(RENDERERS), help="(default: json)")
    parser.add_argument("--site", default="", metavar="SITE", help="extract by a learned site (weft learn)")
    parser.add_argument("--learn", action="store_true", help="first learn a site for every host, from a sample of it")
    parser.add_argument(
        "--sites", default="", metavar="PLACE", help="the store of learned sites: an SQLite file or a postgresql:// URL"
    )
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="processes (default: one a core)")
    parser.add_argument("--page-seconds", type=float, default=60.0, metavar="S", help="for one page (default: 60)")
    parser.add_argument("--worker-memory", type=int, default=2048, metavar="MB", help="of a worker (default: 2048)")
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted run (which is the default)")
    parser.add_argument("--fresh", action="store_true", help="forget an interrupted run and start afresh")
    parser.add_argument("--json", action="store_true", help="print a summary as JSON")
    add_method_option(parser)
    add_input_options(parser)
    parser.set_defaults(run=run_pages)


def run_pages(options: argparse.Namespace) -> int:
    """Do the run; 1 if a page failed."""
    check_method(options)
    if options.fresh and options.resume:
        raise ConfigError("--fresh forgets what --resume would go on with; give one of them")
    if options.workers < 0 or options.page_seconds <= 0 or options.worker_memory <= 0:
        raise ConfigError("--workers, --page-seconds and --worker-memory must be more than 0")
    if options.learn and options.site:
        raise ConfigError("--learn learns every host anew; leave --site out, or --learn")
    sites = options.sites or (f"{options.output.rstrip('/')}.sites.sqlite" if options.learn else "")
    with open_inputs(options, options.input, again=options.learn) as inputs:
        engine = LocalEngine(workers=options.workers, seconds=options.page_seconds, memory=options.worker_memory << 20)
        if options.learn:
            _learn(inputs, sites, engine, options)
        job = ExtractJob(
            method=options.method, site=options.site, sites=sites, format=options.format, limits=inputs.limits
        )
        report = run(
            _pages(inputs),
            job,
            open_sink(options.output),
            engine=engine,
            source_digest=digest_of(inputs),
            fresh=options.fresh,
            progress=_Progress(inputs.total),
        )
    shutil.rmtree(samples_of(options), ignore_errors=True)
    _tell(report, options)
    return 1 if report.failed or not report.pages else 0


def _learn(inputs: Inputs, sites: str, engine: LocalEngine, options: argparse.Namespace) -> None:
    """Sample every host and learn its site; what an interrupted run has done is not done again."""
    folder, digest = samples_of(options), digest_of(inputs)
    sampled, learned = folder / "sampled", folder / "learned"
    if options.fresh or not sampled.exists() or sampled.read_text() != digest:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        count = sample_pages(with_progress(_pages(inputs), total=inputs.total), folder)
        sampled.write_text(digest)
        tell([f"sampled {count} pages"])
    if learned.exists():
        return
    store = SiteStore(sites)
    report = run(
        read_samples(folder),
        LearnJob(limits=inputs.limits),
        store,
        engine=replace(engine, seconds=HOST_SECONDS),
        source_digest=digest,
        fresh=options.fresh,
        progress=_Progress(0, "hosts"),
    )
    tell([f"learned {report.pages} hosts into {sites}"])
    learned.touch()


def samples_of(options: argparse.Namespace) -> Path:
    """Where samples lie until a run is finished."""
    return Path(f"{options.output.rstrip('/')}.samples")


def digest_of(inputs: Inputs) -> str:
    """The inputs in a few letters: their names, and of files their sizes and times."""
    digest = hashlib.sha256()
    for source in inputs.sources:
        state = source.path.stat() if source.path is not None else None
        digest.update(f"{source.id}\0{source.url}\0{state and (state.st_size, state.st_mtime_ns)}\n".encode())
    return digest.hexdigest()[:16]


def _pages(inputs: Inputs) -> Iterator[RawPage | SourceError]:
    for _, found in inputs.read():
        yield SourceError(found.message) if isinstance(found, Failure) else found


class _Progress:
    """A line on a terminal: how many pages are done, how fast, and how long the rest will take."""

    def __init__(self, total: int, what: str = "pages") -> None:
        self.total, self.what, self.first, self.shown = total, what, -1, 0.0
        self.start = time.monotonic()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if self.first < 0:
            self.first = done
        if not sys.stderr.isatty() or now - self.shown < INTERVAL:
            return
        self.shown = now
        rate = (done - self.first) / (now - self.start)
        of = f" of {self.total}, {(self.total - done) / rate:.0f} s left" if self.total and rate else ""
        print(f"\r{done} {self.what}{of}  {rate:.0f} {self.what}/s\x1b[K", end="", file=sys.stderr, flush=True)


def _tell(report: Report, options: argparse.Namespace) -> None:
    failures = [f"{count} {reason}" for reason, count in sorted(report.counts.items()) if reason != "ok"]
    resumed = f", {report.resumed} of them by an earlier run" if report.resumed else ""
    rate = (report.pages - report.resumed) / max(report.seconds, 1e-9)
    failed = f"; failed: {', '.join(failures)}" if failures else ""
    tell([f"{report.pages} pages{resumed}, {rate:.0f} pages/s, into {options.output}{failed}"])
    if options.json:
        summary = {"pages": report.pages, "resumed": report.resumed, "seconds": round(report.seconds, 3)}
        print(json.dumps(summary | {"counts": report.counts}, ensure_ascii=False))
