"""`python -m bench`: measure weft and its peers."""

import argparse
import sys
from pathlib import Path

from bench import places

SYSTEMS = "weft,density,line_block,dom_stats,whole_page,trafilatura,resiliparse,readability-lxml,rs-trafilatura"

SECTIONS = ("clustering", "body", "fields", "papers", "cost")  # of `sites`
SCALE = ("throughput", "learn", "memory", "ray", "serve")  # sections of `scale`


def parser() -> argparse.ArgumentParser:
    """The command line."""
    main = argparse.ArgumentParser(prog="python -m bench", description="Measure weft and its peers on the same pages.")
    commands = main.add_subparsers(dest="command", required=True)
    data = commands.add_parser("data", help="unpack the data sets", epilog="example: python -m bench data wcxb-dev")
    data.add_argument("names", nargs="*", help="data sets; all unless named")
    data.add_argument("--data", default="", help="where to; else WEFT_DATA, else data/ in the checkout")
    commands.add_parser("peers", help="make the environment of the peers, .venv-peers")
    commands.add_parser("readme", help="write the table of bench/record/wcxb-dev.json into the README")
    run = commands.add_parser(
        "run", help="run systems on a data set", epilog="example: python -m bench run magic --systems weft,resiliparse"
    )
    run.add_argument("dataset", help="wcxb-dev, magic, readability-pages, sites/themes, forums/realworld, …")
    run.add_argument("--systems", default=SYSTEMS, help="names, or answers:NAME=FILE for texts made elsewhere")
    run.add_argument("--pages", type=int, default=0, help="so many pages, evenly spread; 0: all")
    run.add_argument("--rounds", type=int, default=3, help="the least time of a page counts")
    run.add_argument("--timeout", type=float, default=60.0, help="seconds a page may take")
    run.add_argument("--nodes", action="store_true", help="also the node measure of paper E (slower)")
    gate = commands.add_parser("gate", help="fail where a measure is below its floor in bench/floors.json")
    gate.add_argument(
        "--raise", dest="raising", action="store_true", help="raise floors to what was measured; never lower"
    )
    speed = commands.add_parser("speed", help="parse against lexbor, density against resiliparse, threads")
    speed.add_argument("--pages", type=int, default=300)
    speed.add_argument("--rounds", type=int, default=5)
    answers = commands.add_parser("answers", help="the default extractor's cross-validated texts on wcxb-dev")
    hostile = commands.add_parser("hostile", help="huge, deep, random and mutated pages; nothing may crash")
    hostile.add_argument("--count", type=int, default=10_000, help="random byte strings, and mutations of real pages")
    sites = commands.add_parser(
        "sites", help="learning whole sites", epilog="example: python -m bench sites --only body --sites 5"
    )
    sites.add_argument("--only", action="append", default=[], choices=SECTIONS, help="a section; all unless named")
    sites.add_argument("--sites", type=int, default=0, help="so many sites of each corpus, evenly spread; 0: all")
    records = commands.add_parser("records", help="forum records: paper B's tables, fields, clusters, wrappers")
    records.add_argument("--pages", type=int, default=0, help="so many pages, evenly spread; 0: all")
    records.add_argument("--library", default="", help="only learn the location library of all pages, into this file")
    vision = commands.add_parser("vision", help="methods on pages that a browser has drawn; what looks bring")
    vision.add_argument("--only", action="append", default=[], choices=("methods", "looks"), help="all unless named")
    vision.add_argument("--drawn", type=Path, default=None, help="the folder that keeps how all pages look")
    scale = commands.add_parser(
        "scale",
        help="runs of many pages, faults, the service",
        epilog="example: python -m bench scale --only throughput",
    )
    scale.add_argument("--only", action="append", default=[], choices=SCALE, help="a section; all unless named")
    scale.add_argument("--pages", type=int, default=3000, help="real pages of the throughput's archive")
    scale.add_argument("--crawl", type=int, default=200_000, help="generated pages of the memory and fault runs")
    scale.add_argument("--hosts", type=int, default=500, help="of these pages")
    scale.add_argument("--ray", type=int, default=3000, help="generated pages of the distributed engine")
    scale.add_argument("--minutes", type=float, default=10.0, help="of load on the service")
    for command in (run, gate, speed, hostile, answers, sites, records, vision, scale):
        command.add_argument("--data", default="", help="the unpacked data; else WEFT_DATA, else data/ in the checkout")
    for command in (run, speed, hostile, answers, sites, records, vision, scale):
        command.add_argument("-o", "--out", default="", help="where to write; else bench/out/COMMAND")
    return main


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 1 where the gate or a hostile page fails, 2 where something is missing."""
    options = parser().parse_args(arguments)
    try:
        return _command(options)
    except places.Missing as missing:
        print(f"bench: {missing}", file=sys.stderr)
        return 2


def _command(options: argparse.Namespace) -> int:
    if options.command == "data":
        places.unpack_data(places.data_path(options.data), options.names)
        return 0
    if options.command == "peers":
        places.install_peers()
        return 0
    if options.command == "readme":
        from bench import readme

        return readme.update()
    data = places.data_folder(options.data)
    if options.command == "gate":
        from bench import gate

        return gate.check(data, raising=options.raising)
    out = Path(options.out or places.CHECKOUT / "bench" / "out" / options.command)
    out.mkdir(parents=True, exist_ok=True)
    if options.command == "run":
        from bench import report
        from bench.run import Options

        how = Options(rounds=options.rounds, timeout=options.timeout, nodes=options.nodes)
        cases = report.scored_cases(options.dataset, data, options.pages)
        return report.make(cases, options.systems.split(","), dataset=options.dataset, how=how, out=out)
    if options.command == "answers":
        from bench import cross_validated

        return cross_validated.write_answers(data, out)
    if options.command == "records":
        from bench.records import report as records

        if options.library:
            return records.write_library(data, Path(options.library))
        return records.make(data, out, pages=options.pages)
    if options.command == "speed":
        from bench import speed

        return speed.make(data, out, pages=options.pages, rounds=options.rounds)
    return _measure_whole(options, data, out)


def _measure_whole(options: argparse.Namespace, data: Path, out: Path) -> int:
    """What has a package of its own."""
    if options.command == "sites":
        from bench.sites import make

        return make.make(data, out, only=options.only, sites=options.sites)
    if options.command == "scale":
        from bench.scale import make as scale

        sizes = scale.Sizes(
            pages=options.pages, crawl=options.crawl, hosts=options.hosts, ray=options.ray, minutes=options.minutes
        )
        return scale.make(data, out, only=options.only, sizes=sizes)
    if options.command == "vision":
        from bench.vision import report as vision

        return vision.make(data, out, only=options.only, drawn=options.drawn)
    from bench import hostile

    return hostile.make(data, out, count=options.count)


if __name__ == "__main__":
    sys.exit(main())
