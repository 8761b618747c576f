"""`weft run`: any number of pages on all cores or machines, into any sink; goes on after anything."""

import argparse
import hashlib
import json
import shutil
import sys
import time
from collections import Counter
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import (
    add_method_option,
    add_raw_csv_option,
    add_rendering_options,
    check_method,
    rendering_of,
)
from weft.cli.summary import tell
from weft.cli.terminal import show_progress, with_progress
from weft.engines import (
    ENGINES,
    CountedSink,
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
from weft.errors import ConfigError, with_noun
from weft.io.remote_path import RemotePath, output_path
from weft.io.sinks import SINKS, open_sink
from weft.io.sinks.sink import cannot_write
from weft.renderers import RENDERERS

HOST_SECONDS = 600.0  # to learn one host
MAX_BROKEN = 10  # sites that are told one by one
INTERVAL = 0.5  # seconds between two signs of progress

DESCRIPTION = "Extracts pages on all cores, or on a cluster, and writes a line for each, in their order."
EXAMPLES = """\
examples:
  weft run crawl.warc.gz -o texts.jsonl.gz          all cores; interrupted, the same command goes on
  weft run pages/ more.jsonl.gz -o pages.parquet --workers 4
  weft run pages.jsonl -o site/ -f markdown --front-matter      a folder of Markdown, with what is known of each page
  weft run pages/ -o out.sqlite --site site.json    by the templates of a learned site
  weft run crawl.warc.gz -o out.jsonl.gz --learn    learns every host of a crawl from a sample, then extracts
  weft run may.warc.gz -o may.jsonl.gz --learn --sites sites/    the sites are kept: a file sites/HOST.json each
  weft run june.warc.gz -o june.jsonl.gz --learn --sites sites/  learns only the hosts that are new
  weft run july.warc.gz -o july.jsonl.gz --learn --update --sites sites/    known hosts take in what is new on them
  weft report sites/                                which hosts there are, what chose their pages, what has changed
  weft run 'crawl/*.warc.gz' -o out.jsonl.gz --engine ray --address auto      on all machines of a Ray cluster
  weft run 's3://bucket/crawl/*.warc.gz' -o s3://bucket/out.jsonl.gz          on an object store (extra [remote], s3fs)

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
        "--sites",
        default="",
        metavar="STORE",
        help="where learned sites are kept, to be used again: a folder, a file that ends in .sqlite or postgresql://… "
        "(default with --learn: OUT.sites)",
    )
    parser.add_argument(
        "--update", action="store_true", help="with --learn: let the sites that the store has take in new pages, too"
    )
    parser.add_argument(
        "--engine", default="local", choices=list(ENGINES), help="where the work is done (default: local)"
    )
    parser.add_argument(
        "--address",
        default="",
        help="with --engine ray: the address of a cluster, or auto (default: one of its own, on this machine)",
    )
    parser.add_argument(
        "--workers", type=int, default=0, metavar="N", help="processes that extract (default: one a core)"
    )
    parser.add_argument(
        "--page-seconds",
        type=float,
        default=60.0,
        metavar="N",
        help="stop a worker that takes longer for one page (default: 60)",
    )
    parser.add_argument(
        "--worker-memory",
        type=int,
        default=2048,
        metavar="N",
        help="stop a worker that takes more megabytes (default: 2048)",
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
    beside = _place_beside(options.output)
    sites = options.sites.rstrip("/") or (f"{beside}.sites" if options.learn else "")
    samples = Path(f"{beside}.samples")
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
        sink = open_sink(options.output, format=RENDERERS[options.format], raw_csv=options.raw_csv)
        counted = CountedSink(sink, SiteStore(sites)) if sites else None
        report = run_sources(
            inputs.sources,
            inputs.reader,
            job,
            counted or sink,
            engine=_engine_of(options),
            source_digest=_digest(inputs),
            fresh=options.fresh,
            progress=_Progress(inputs.total),
        )
    shutil.rmtree(samples, ignore_errors=True)
    _tell(report, options, counted.totals if counted else Counter())
    return 1 if report.failed or not report.pages else 0


def _place_beside(output: str) -> str:
    """Where samples and sites of an output go: beside it; of one on a store, into the folder that weft runs in."""
    path = output_path(output.rstrip("/"))
    return path.name if isinstance(path, RemotePath) else str(path)


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
    store, source = SiteStore(sites), digest if options.update else ""
    run_job(
        read_samples(folder, partial(store.wants, source=source, again=options.fresh)),
        LearnJob(limits=inputs.limits, sites=sites if options.update else "", source=digest),
        store,
        engine=_engine_of(options, seconds=HOST_SECONDS),
        source_digest=digest,
        fresh=True,  # what is in the store is not learned again: that is how learning goes on
        progress=_Progress(0, "hosts"),
    )
    tell([*_broken(store), f"{_hosts(store.counts)}, into {sites}"])
    try:
        learned.touch()
    except OSError as error:
        raise cannot_write(folder, error) from None


def _hosts(counts: Counter[str]) -> str:
    """What became of hosts, in words."""
    words = {"kept": "known before", "few": "with too few pages", "failed": "failed", "broken": "with a broken site"}
    rest = "".join(f", {counts[kind]} {what}" for kind, what in words.items() if counts[kind])
    return f"learned {with_noun(counts['learned'], 'host')}{rest}"


def _broken(store: SiteStore) -> list[str]:
    """The sites that cannot be used: their pages are left to the page alone, and their files as they are."""
    lines = [f"weft: {why}" for _, why in sorted(store.broken.items())]
    rest = len(lines) - MAX_BROKEN
    return lines[:MAX_BROKEN] + ([f"weft: and {with_noun(rest, 'more site')} cannot be read"] if rest > 0 else [])


def _sample(inputs: Inputs, engine: Engine, folder: Path) -> int:
    if isinstance(engine, ShardEngine):
        return engine.sample(split(inputs.sources, inputs.reader, in_slices=False), folder)
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
        raise ConfigError("--page-seconds and --worker-memory must be more than 0, --workers 0 or more")
    if options.learn and options.site:
        raise ConfigError("--learn learns a site for every host", advice="leave --site out, or --learn")
    if options.sites and options.site:
        raise ConfigError("--sites has a site for every host", advice="leave --site out, or --sites")
    if options.update and not options.learn:
        raise ConfigError("--update is for --learn", advice="add --learn, or leave --update out")


def _tell(report: Report, options: argparse.Namespace, chosen: Counter[str]) -> None:
    failures = [f"{count} {reason}" for reason, count in sorted(report.counts.items()) if reason != "ok"]
    resumed = f", {report.resumed} of them by an earlier run" if report.resumed else ""
    rate = (report.pages - report.resumed) / max(report.seconds, 1e-9)
    failed = f"; failed: {', '.join(failures)}; their lines say why" if failures else ""
    tell([f"{with_noun(report.pages, 'page')}{resumed}, {rate:.0f} pages/s, into {options.output}{failed}"])
    if chosen:
        names = {"template": "template", "single_page": "single page", "fallback": "fallback"}
        tell([f"chosen by {', '.join(f'{name} {chosen[kind]}' for kind, name in names.items())}"])
    if options.json:
        summary: dict[str, Any] = {
            "pages": report.pages,
            "resumed": report.resumed,
            "seconds": round(report.seconds, 3),
        }
        summary |= {"counts": report.counts} | ({"chosen": dict(chosen)} if chosen else {})
        print(json.dumps(summary, ensure_ascii=False))


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
