"""`weft run`: any number of pages on all cores or machines, into any sink; goes on after anything."""

import argparse
import json
import shutil
from pathlib import Path

from weft.cli.inputs import add_input_options, open_inputs
from weft.cli.options import add_format_option, add_method_option, check_method
from weft.cli.running import Running
from weft.cli.summary import tell
from weft.engines import ExtractJob, Report
from weft.errors import ConfigError
from weft.io.sinks import SINKS, open_sink
from weft.nouns import with_noun

EXAMPLES = """\
examples:
  weft run crawl.warc.gz -o texts.jsonl.gz          all cores; interrupted, the same command goes on
  weft run pages/ more.jsonl.gz -o pages.parquet --workers 4
  weft run pages.jsonl -o site/ -f markdown         a folder of Markdown
  weft run pages/ -o out.sqlite --site site.json    by the templates of a learned site
  weft run crawl.warc.gz -o out.jsonl.gz --learn    learns every host of a crawl from a sample, then extracts
  weft run 'crawl/*.warc.gz' -o out.jsonl.gz --engine ray --address auto      on all machines of a Ray cluster

Every line has id, url and status; a page that failed is a line too, with its reason.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "run",
        help="extract any number of pages on all cores, resumable",
        description="Extracts pages on all cores, or on a cluster, and writes a line for each, in their order.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help=f"ends in {', '.join(SINKS)}")
    add_format_option(parser, default="json")
    parser.add_argument("--site", default="", metavar="SITE", help="extract by what weft learn wrote")
    parser.add_argument("--learn", action="store_true", help="first learn a site for every host, from a sample of it")
    parser.add_argument(
        "--sites", default="", metavar="FILE|URL", help="where learned sites are kept: a file or postgresql://…"
    )
    parser.add_argument(
        "--engine", default="local", choices=["local", "ray"], help="where the work is done (default: local)"
    )
    parser.add_argument("--address", default="", help="with ray: the cluster (default: one on this machine)")
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
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Do the run; 1 if a page failed."""
    check_method(options)
    _check(options)
    output = options.output.rstrip("/")
    sites = options.sites or (f"{output}.sites.sqlite" if options.learn else "")
    samples = Path(f"{output}.samples")
    with open_inputs(options, options.input, again=options.learn) as inputs:
        running = Running.of(inputs, options)
        if options.learn:
            running.learn(samples, sites)
        job = ExtractJob(
            method=options.method, site=options.site, sites=sites, format=options.format, limits=inputs.limits
        )
        report = running.extract(job, open_sink(options.output))
    shutil.rmtree(samples, ignore_errors=True)
    _tell(report, options)
    return 1 if report.failed or not report.pages else 0


def _check(options: argparse.Namespace) -> None:
    """Raise for options that make no sense together."""
    if options.fresh and options.resume:
        raise ConfigError("--fresh forgets what --resume would go on with; give one of them")
    if options.workers < 0 or options.page_seconds <= 0 or options.worker_memory <= 0:
        raise ConfigError("--workers, --page-seconds and --worker-memory must be more than 0")
    if options.learn and options.site:
        raise ConfigError("--learn learns every host anew; leave --site out, or --learn")
    if options.address and options.engine != "ray":
        raise ConfigError("--address is that of a Ray cluster; add --engine ray")


def _tell(report: Report, options: argparse.Namespace) -> None:
    failures = [f"{count} {reason}" for reason, count in sorted(report.counts.items()) if reason != "ok"]
    resumed = f", {report.resumed} of them by an earlier run" if report.resumed else ""
    rate = (report.pages - report.resumed) / max(report.seconds, 1e-9)
    failed = f"; failed: {', '.join(failures)}" if failures else ""
    tell([f"{with_noun(report.pages, 'page')}{resumed}, {rate:.0f} pages/s, into {options.output}{failed}"])
    if options.json:
        summary = {"pages": report.pages, "resumed": report.resumed, "seconds": round(report.seconds, 3)}
        print(json.dumps(summary | {"counts": report.counts}, ensure_ascii=False))
