"""`python -m bench`: measure weft and its peers."""

import argparse
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from bench import places, studio_commands, texts_commands

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
    _whole_record(commands)
    run = commands.add_parser(
        "run", help="run systems on a data set", epilog="example: python -m bench run magic --systems weft,resiliparse"
    )
    run.add_argument("dataset", help="wcxb-dev, magic, readability-pages, sites/themes, forums/realworld, …")
    run.add_argument("--systems", default=SYSTEMS, help="names, or answers:NAME=FILE for texts made elsewhere")
    run.add_argument("--pages", type=int, default=0, help="so many pages, evenly spread; 0: all")
    run.add_argument("--rounds", type=int, default=3, help="the least time of a page counts")
    run.add_argument("--timeout", type=float, default=60.0, help="seconds a page may take")
    run.add_argument("--nodes", action="store_true", help="also the node measure of paper E (slower)")
    structures = _structures(commands)
    markdown, metadata = _markdown(commands), _metadata(commands)
    tell = texts_commands.add(commands)
    gate = commands.add_parser("gate", help="fail where a measure is below its floor in bench/floors.json")
    gate.add_argument(
        "--raise", dest="raising", action="store_true", help="raise floors to what was measured; never lower"
    )
    speed = commands.add_parser("speed", help="parse against lexbor, density against resiliparse, threads")
    speed.add_argument("--pages", type=int, default=300, help="so many pages, evenly spread (300)")
    speed.add_argument("--rounds", type=int, default=5, help="the least time of a page counts (5)")
    answers = commands.add_parser("answers", help="the default extractor's cross-validated texts")
    left_out = _left_out(commands)
    hostile = commands.add_parser("hostile", help="huge, deep, random and mutated pages; nothing may crash")
    hostile.add_argument("--count", type=int, default=10_000, help="random byte strings, and mutations of real pages")
    sites = commands.add_parser(
        "sites", help="learning whole sites", epilog="example: python -m bench sites --only body --sites 5"
    )
    sites.add_argument("--only", action="append", default=[], choices=SECTIONS, help="a section; all unless named")
    sites.add_argument("--sites", type=int, default=0, help="so many sites of each corpus, evenly spread; 0: all")
    records, vision = _records(commands), _vision(commands)
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
    _kill(commands)
    studio_commands.add(commands)
    startup = commands.add_parser("startup", help="how long it takes to import weft and to get the first answer")
    startup.add_argument("-o", "--out", default="", help="where to write; else bench/out/startup")
    texts = (run, structures, markdown, metadata, *tell)
    read = (*texts, speed, hostile, answers, left_out, sites, records, vision, scale)
    for command in (*read, gate):
        command.add_argument("--data", default="", help="the unpacked data; else WEFT_DATA, else data/ in the checkout")
    for command in read:
        command.add_argument("-o", "--out", default="", help="where to write; else bench/out/COMMAND")
    return main


def _vision(commands: Any) -> Any:
    vision = commands.add_parser("vision", help="methods on pages that a browser has drawn; what looks bring")
    vision.add_argument("--only", action="append", default=[], choices=("methods", "looks"), help="all unless named")
    vision.add_argument("--drawn", type=Path, default=None, help="the folder that keeps how all pages look")
    return vision


def _records(commands: Any) -> Any:
    records = commands.add_parser(
        "records",
        help="forum records: paper B's tables, fields, clusters, wrappers",
        epilog="example: python -m bench records --leave-one-out --parts 6",
    )
    records.add_argument("--pages", type=int, default=0, help="so many pages, evenly spread; 0: all")
    records.add_argument("--flow", action="store_true", help="only templates of forums beside the plain reading")
    records.add_argument("--library", default="", help="only learn the location library of all pages, into this file")
    records.add_argument("--listings", action="store_true", help="only cards and items of pages that were read by eye")
    records.add_argument("--model", default="", help="only train the model of all programs, into this file")
    records.add_argument(
        "--only-roles", action="store_true", help="of the model only the trees of roles; the others stay as they ship"
    )
    records.add_argument(
        "--leave-one-out", action="store_true", help="only score every program by a finder that learned from the others"
    )
    records.add_argument("--parts", type=int, default=0, help="leave all families out in so many parts, for time")
    records.add_argument("--workers", type=int, default=2, help="processes that train and score families")
    return records


def _structures(commands: Any) -> Any:
    structures = commands.add_parser(
        "structures",
        help="which headings, code, cells, items, captions and images of the truth the answers have",
        epilog="example: python -m bench structures --systems weft,defuddle --pages 100",
    )
    structures.add_argument("--dataset", default="wcxb-dev", help="one whose truth is the whole text of a page")
    structures.add_argument("--systems", default="", help="names, or answers:NAME=FILE with Markdown made elsewhere")
    structures.add_argument("--pages", type=int, default=0, help="so many pages, evenly spread; 0: all")
    structures.add_argument("--folds", action="store_true", help="also weft cross-validated (wcxb-dev; trains anew)")
    return structures


def _markdown(commands: Any) -> Any:
    markdown = commands.add_parser(
        "markdown",
        help="whether the Markdown of a system, read back, says what its HTML says; TEI by its schema",
        epilog="example: python -m bench markdown --systems weft --only written",
    )
    markdown.add_argument("--dataset", default="wcxb-dev", help="of the comparison and of TEI")
    markdown.add_argument("--systems", default="", help="names; all that write Markdown and HTML unless named")
    markdown.add_argument("--pages", type=int, default=300, help="so many pages, evenly spread; 0: all")
    markdown.add_argument(
        "--only", action="append", default=[], choices=("written", "kinds", "tei"), help="a section; all unless named"
    )
    return markdown


def _metadata(commands: Any) -> Any:
    metadata = commands.add_parser(
        "metadata",
        help="dates, titles, authors and tags, right and precise, by data set; what they cost",
        epilog="example: python -m bench metadata --systems weft,htmldate --pages 100",
    )
    metadata.add_argument("--systems", default="", help="names; weft and its peers unless named")
    metadata.add_argument("--pages", type=int, default=0, help="so many pages a data set, evenly spread; 0: all")
    metadata.add_argument(
        "--only",
        action="append",
        default=[],
        choices=("dates", "snippets", "wcxb-dev"),
        help="a data set; all unless named",
    )
    return metadata


def _left_out(commands: Any) -> Any:
    left_out = commands.add_parser(
        "left-out",
        help="each data set and language scored by a model that has not seen it (trains anew: an hour)",
        epilog="example: python -m bench left-out --groups snippets,news/el",
    )
    left_out.add_argument("--groups", default="", help="data sets, or languages of the news; all unless named")
    left_out.add_argument("--threads", type=int, default=1, help="of the training")
    left_out.add_argument("--processes", type=int, default=2, help="groups at a time, each takes two gigabytes")
    return left_out


def _kill(commands: Any) -> None:
    kill = commands.add_parser(
        "kill",
        help="kill runs at random moments and fill their disk, on every sink",
        epilog="example: python -m bench kill --moments 50 --sinks out.jsonl,out.sqlite",
    )
    kill.add_argument("--moments", type=int, default=50, help="of a sink, spread over a whole run; 0: none")
    kill.add_argument("--full", type=int, default=0, help="times that the disk of a sink is full (only as root)")
    kill.add_argument("--sinks", default="", help="names such as out.jsonl,out/; all unless named")
    kill.add_argument("--engine", default="local", choices=("local", "ray"), help="whose runs (local)")
    kill.add_argument("--victim", default="parent", choices=("parent", "worker", "actor"), help="who is killed")
    kill.add_argument("--seed", type=int, default=16, help="of the moments (16)")
    kill.add_argument("--pages", type=int, default=2200, help="of a run (2200)")
    kill.add_argument("-o", "--out", default="", help="where to write; else bench/out/kill")


def _whole_record(commands: Any) -> None:
    """The commands of the whole record: run everything, and write it down for readers."""
    whole = commands.add_parser(
        "all",
        help="run everything into bench/record, then write the report",
        epilog="example: python -m bench all --quick --only magic",
    )
    whole.add_argument("--quick", action="store_true", help="a few pages of everything, into bench/out/quick (minutes)")
    whole.add_argument("--whole", action="store_true", help="all pages, sites and sizes, no samples (hours)")
    whole.add_argument("--every-page", action="store_true", help="slow peers on all pages too (an hour more)")
    whole.add_argument(
        "--minutes", type=float, default=None, help="of a data set at most, on the pages it gets to; 0: all pages (5)"
    )
    whole.add_argument("--only", action="append", default=[], metavar="SECTION", help="a section; all unless named")
    report = commands.add_parser("report", help="assemble report.html from the records of a folder")
    views = commands.add_parser("failures", help="find weft's worst pages in the last answers; make their views again")
    for command in (whole, views):
        command.add_argument("--data", default="", help="the unpacked data; else WEFT_DATA, else data/ in the checkout")
    for command in (whole, report, views):
        command.add_argument("-o", "--out", default="", help="the folder of the records; else bench/record")
    commands.add_parser("readme", help="write the tables of the record into README.md, README.zh.md and docs")
    commands.add_parser("papers", help="write the tables of the five papers into the documentation")


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
    if options.command in ("readme", "papers", "report", "startup", "kill"):
        return _write_down(options)
    if options.command.startswith("studio-"):
        return studio_commands.run(options)
    data = places.data_folder(options.data)
    if options.command in ("all", "failures"):
        return _make_record(options, data)
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
        report.make(cases, options.systems.split(","), dataset=options.dataset, how=how, out=out)
        return 0
    if options.command == "structures":
        from bench.structures import report as structures

        systems = options.systems.split(",") if options.systems else structures.SYSTEMS
        folds = structures.folds_of(data) if options.folds else []
        return structures.make(data, out, dataset=options.dataset, systems=[*folds, *systems], pages=options.pages)
    if options.command in ("answers", "left-out"):
        return _train_anew(options, data, out)
    if options.command == "records":
        return _measure_records(options, data, out)
    if options.command == "speed":
        from bench import speed

        return speed.make(data, out, pages=options.pages, rounds=options.rounds)
    return _measure_whole(options, data, out)


def _measure_records(options: argparse.Namespace, data: Path, out: Path) -> int:
    """The tables of records, or one part of them."""
    from bench.records import flow, left_out, listing_report, report

    if options.listings:
        return listing_report.make(data, out)
    if options.flow:
        return flow.make(data, pages=options.pages)
    if options.leave_one_out or options.model:
        from bench.records import trained  # needs what training needs

        if options.model:
            write = trained.write_roles if options.only_roles else trained.write_model
            return write(data, Path(options.model))
        plan = left_out.Plan(pages=options.pages, parts=options.parts, workers=options.workers)
        return trained.make_left_out(data, out, plan)
    if options.library:
        return report.write_library(data, Path(options.library))
    return report.make(data, out, pages=options.pages)


def _train_anew(options: argparse.Namespace, data: Path, out: Path) -> int:
    """What trains models that have not seen what they are scored on."""
    if options.command == "answers":
        from bench import cross_validated

        return cross_validated.write_answers(data, out)
    from bench import left_out
    from weft.training.boosting import Recipe

    names = [name for name in options.groups.split(",") if name]
    recipe = Recipe(threads=options.threads)
    return left_out.make(data, out, names=names, recipe=recipe, processes=options.processes)


def _write_down(options: argparse.Namespace) -> int:
    """What needs no data."""
    if options.command == "readme":
        from bench import readme
        from bench.records import left_out

        return readme.update_all() or left_out.update_docs()
    if options.command == "papers":
        from bench import papers

        papers.update()
        return 0
    if options.command == "kill":
        from bench import kill

        out = Path(options.out or places.OUT / "kill")
        sinks = options.sinks.split(",") if options.sinks else kill.SINKS
        plan = kill.Plan(**{option.name: getattr(options, option.name) for option in fields(kill.Plan)})
        return kill.make(out, plan, sinks)
    if options.command == "startup":
        from bench import startup

        out = Path(options.out or places.OUT / "startup")
        out.mkdir(parents=True, exist_ok=True)
        return int(startup.make(out) or 0)
    from bench.everything import views_of
    from bench.onepage import write_report

    record = Path(options.out or places.RECORD)
    print(f"bench: wrote {write_report(record, views=views_of(record))}")
    return 0


def _make_record(options: argparse.Namespace, data: Path) -> int:
    """Everything, or the failures of what was run."""
    from bench import everything, texts

    out = Path(options.out) if options.out else None
    if options.command == "failures":
        return everything.make_views(data, out or places.RECORD)
    usual = 0.0 if options.whole or options.quick else everything.MINUTES
    minutes = usual if options.minutes is None else options.minutes
    effort = texts.Effort(quick=options.quick, whole=options.whole, minutes=minutes, every_page=options.every_page)
    return everything.make_all(data, effort, only=options.only, out=out)


def _measure_whole(options: argparse.Namespace, data: Path, out: Path) -> int:
    """What has a package of its own."""
    if options.command == "metadata":
        from bench.metadata import report as metadata

        systems = options.systems.split(",") if options.systems else ()
        return metadata.make(data, out, systems=systems, only=options.only, pages=options.pages)
    if options.command in ("encodings", "languages"):
        return texts_commands.run(options, data, out)
    if options.command == "markdown":
        from bench.markdown import make as markdown

        systems = options.systems.split(",") if options.systems else markdown.SYSTEMS
        sample = markdown.Sample(dataset=options.dataset, pages=options.pages)
        return markdown.make(data, out, sample=sample, systems=systems, only=options.only)
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
