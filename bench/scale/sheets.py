"""The tables of a scale run."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.sites.sheet import Sheet, number

MEGA = 1e6


def throughput_sheets(found: dict[str, Any], out: Path) -> list[Sheet]:
    """Systems alone, then the engine."""
    pages, megabytes = found["pages"], found["bytes"] / MEGA
    rows = []
    for name, run in found["systems"].items():
        cpu = run["cpu_s"]
        whole = sum(cpu.values())
        rates = [pages / cpu["extract"], megabytes / cpu["extract"], pages / whole, megabytes / whole]
        shares = [cpu["read"] / whole, cpu["write"] / whole]
        cells = [*(number(rate, ".0f") for rate in rates), *(number(share, ".1%") for share in shares)]
        rows.append([name, run["version"], *cells, str(run["failed"])])
    note = (
        f"{pages} pages of wcxb-dev and of whole sites in one .warc.gz ({megabytes:.0f} MB of HTML, "
        f"{found['packed'] / MEGA:.0f} MB packed); one process, one thread; CPU time, the least of {found['rounds']} "
        "rounds (trafilatura: one). Text out, as JSON lines packed by gzip (or zstd). weft reads by its own reader, "
        f"the others by FastWARC alone. {found.get('remark', '')}{_made(found)}"
    )
    head = ("system", "version", "extract: pages/s", "MB/s", "in all: pages/s", "MB/s", "reading", "writing", "failed")
    return [Sheet(title="Throughput of one core", note=note, head=head, rows=rows), _engine_sheet(found)]


def _engine_sheet(found: dict[str, Any]) -> Sheet:
    alone = found["systems"]["weft"]
    single = found["pages"] / sum(alone["wall_s"].values())
    extracting = found["pages"] / alone["wall_s"]["extract"]
    by_cpu = found["pages"] / sum(alone["cpu_s"].values())
    rates = [number(rate, ".0f") for rate in (single, single, by_cpu)]
    rows = [["no engine: one process", *rates, "100 %", f"{single / extracting:.1%}"]]
    for workers, run in found["engine"].items():
        share = [run["steady"] / int(workers) / rate for rate in (single, extracting)]
        cpu = run["parent_cpu_s"] + run["workers_cpu_s"]
        parent = run["parent_cpu_s"] / cpu
        rates = [number(rate, ".0f") for rate in (run["pages"] / run["wall_s"], run["steady"], run["pages"] / cpu)]
        shares = [number(part, ".1%") for part in (*share, parent)]
        rows.append([f"{workers} worker{'s' if workers != '1' else ''}", *rates, *shares])
    rows[0].append("")
    note = (
        "The same archive twice, `.jsonl.gz` out; wall time, the best of the rounds. Steady: between the first commit "
        "and the last, so without the start of the workers. Share: pages a second and worker, of what one process does "
        "that reads, extracts and writes; and of what it extracts alone, if reading and writing were free. The "
        "parent's part is its share of all CPU time: it hands out slices, checks and writes. CPU time of the engine "
        f"has the start of all processes in it. {_rounds(found)}"
    )
    head = ("local engine", "pages/s", "steady", "pages/CPU s", "share a worker", "of extraction alone", "parent")
    return Sheet(title="The local engine from one worker to two", note=note, head=head, rows=rows)


def learn_sheets(found: dict[str, Any], out: Path) -> list[Sheet]:
    """What the steps of two passes cost."""
    cpu, pages = found["cpu_s"], found["pages"]
    counts = {"sample": pages, "learn": found["sampled"], "keep": found["sampled"], "apply": pages, "extract": pages}
    names = {
        "sample": "read and sample",
        "learn": "learn, a sampled page",
        "keep": "keep the sites, a sampled page",
        "apply": "extract by the site of the host",
        "extract": "the same by the classifier",
    }
    rows = [[names[step], number(1000 * cpu[step] / count, ".2f")] for step, count in counts.items()]
    note = (
        f"{pages} pages ({found['bytes'] / MEGA:.0f} MB) of {found['hosts']} real sites, one process, CPU time. "
        f"{found['sampled']} pages are in the samples: {found['samples_bytes'] / MEGA:.1f} MB in buckets, beside "
        f"{found['packed'] / MEGA:.1f} MB of archive; the learned sites are {found['sites_bytes'] / MEGA:.1f} MB of "
        f"JSON. {_made(found)}"
    )
    return [Sheet(title="The two passes, step by step", note=note, head=["step", "ms a page"], rows=rows)]


def memory_sheets(found: dict[str, Any], out: Path) -> list[Sheet]:
    """Memory, then faults."""
    memory, output = found["memory"], found["output"]
    rows = [
        ["pages, hosts", f"{found['pages']}, {found['hosts']}"],
        ["seconds (sampled, learned, extracted; 2 workers)", number(found["seconds"], ".0f")],
        ["most MB of a worker", number(memory["worker_most_mb"], ".0f")],
        ["most MB of the parent", number(memory["parent_most_mb"], ".0f")],
        ["most growth of a worker, MB, last quarter over second", number(max(memory["growth_mb"].values()), ".1f")],
        ["lines missing, out of place", f"{output['missing']}, {output['misplaced']}"],
        ["how pages ended", ", ".join(f"{count} {name}" for name, count in output["statuses"].items())],
    ]
    note = (
        "`weft run crawl.warc.gz -o out.jsonl.gz -f text --learn --workers 2` on generated pages of hosts of very "
        f"different sizes. Workers of learning and of extracting are processes of their own. "
        f"{found.get('remark', '')}{_made(found)}"
    )
    plot = out / "scale-memory.png"
    return [
        Sheet(title="Memory", note=note, head=["measure", "value"], rows=rows, plot=plot if plot.exists() else None),
        _fault_sheet(found),
    ]


def _fault_sheet(found: dict[str, Any]) -> Sheet:
    whole, some = found["killed whole"], found["killed workers"]
    at = "; ".join(whole["moments"])
    rows = [
        ["`kill -9` of all processes", str(whole["kills"]), str(found["pages"]), _yes(whole["identical"])],
        ["`kill -9` of one worker after another", str(some["kills"]), str(some["pages"]), _yes(some["identical"])],
    ]
    note = (
        "The same command is typed again after each kill. Identical: the output is byte for byte that of the run that "
        f"was left alone, so nothing is lost and nothing is there twice. Killed while: {at}."
    )
    return Sheet(title="Faults", note=note, head=["fault", "kills", "pages", "output identical"], rows=rows)


def ray_sheets(found: dict[str, Any], out: Path) -> list[Sheet]:
    """The distributed engine beside the local one."""
    rows = [
        [name, number(run["seconds"], ".0f"), str(run["kills"]), str(run["status"]), _yes(run.get("identical"))]
        for name, run in found["runs"].items()
    ]
    note = (
        f"{found['pages']} generated pages of {found['hosts']} hosts in {found['archives']} archives, `--learn`, JSON "
        "lines; identical: the sorted lines are the same bytes. Killed are actors and their workers, one every few "
        f"seconds. Ray was started on this machine for each run, which is in the time. {_made(found)}"
    )
    return [Sheet(title="Distributed", note=note, head=["engine", "s", "kills", "exit", "identical"], rows=rows)]


def serve_sheets(found: dict[str, Any], out: Path) -> list[Sheet]:
    """Latencies and statuses of the service."""
    memory, stop = found["memory"], found["stop"]
    rows = [
        ["minutes under load", number(found["seconds"] / 60, ".1f")],
        ["right answers, a second", f"{found['answers']}, {found['answers'] / found['seconds']:.0f}"],
        ["wrong answers", str(found["wrong"])],
        *([f"latency {name}, ms", number(ms, ".0f")] for name, ms in found["latency_ms"].items()),
        ["most MB of a worker, of the parent", f"{memory['worker_most_mb']:.0f}, {memory['parent_most_mb']:.0f}"],
        ["growth of workers, MB, last quarter over second", _listed(memory["growth_mb"].values())],
        ["growth of the parent, MB", number(memory["parent_growth_mb"], ".1f")],
        ["workers that had to be replaced", str(found["replaced"])],
        ["alive at the end", _yes(found["alive"])],
        ["stop while answering: s, answered, refused", f"{stop['seconds']:.1f}, {stop['answered']}, {stop['refused']}"],
    ]
    note = (
        f"`weft serve --workers 2` with {found['clients']}; the clients run on the same two cores. Every answer is "
        f"compared with the library's. Latencies are those of clients in a hurry, refusals left out. {_made(found)}"
    )
    statuses = [
        [kind, *(str(counts.get(str(status), "")) for status in STATUSES)] for kind, counts in found["statuses"].items()
    ]
    told = "503 is a refusal (come again in a second); 0: the connection ended without an answer that could be read."
    plot = out / "scale-serve.png"
    first = Sheet(
        title="Service", note=note, head=["measure", "value"], rows=rows, plot=plot if plot.exists() else None
    )
    second = Sheet(
        title="Answers of the service by status", note=told, head=["client", *map(str, STATUSES)], rows=statuses
    )
    return [first, second]


STATUSES = (200, 400, 408, 413, 422, 503, 0)
SHEETS: dict[str, Callable[[dict[str, Any], Path], list[Sheet]]] = {
    "throughput": throughput_sheets,
    "learn": learn_sheets,
    "memory": memory_sheets,
    "ray": ray_sheets,
    "serve": serve_sheets,
}


def _rounds(found: dict[str, Any]) -> str:
    """Every round's steady rate: how far the best one can be trusted."""
    told = (
        f"{workers}: {', '.join(f'{rate:.0f}' for rate in run.get('all_steady', ()))}"
        for workers, run in found["engine"].items()
    )
    return f"Steady rates of all rounds, by workers: {'; '.join(told)}."


def _made(found: dict[str, Any]) -> str:
    return f"{found['made']}, {found['machine']}."


def _yes(value: object) -> str:
    return "" if value is None else "yes" if value else "no"


def _listed(values: Sequence[float]) -> str:
    return ", ".join(f"{value:+.1f}" for value in values)
