"""A program that does the work on a page under less and less memory, each time in a process of its own.

It prints one line a run: what was done, the room in KiB, and how it ended. Before, everything is done once with all the
memory there is, so that what is loaded once for all pages is there.
"""

import os
import resource
import signal
import threading
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import weft
from weft.errors import LimitError
from weft.features import find_features
from weft.records import find_records

ROOMS = (0, 128, 512, 1024, 2048, 4096, 16384)  # KiB
STACK_BYTES = 16 << 20
POST = (
    "<div class='post p{0}' id=c{0}><h3>Weaver {0}</h3><time>2024-05-{1:02} 10:{1:02}</time><p>The {0}th thread of the "
    "warp is <b>drawn</b> through <a href='/loom/{0}?a=1&amp;b=2'>heddle {0}</a>, and the cloth grows by a row."
    "<table><tr><td>row {0}<td>$ {0}.50</table><ul><li>one<li>two</ul></div>\n"
)


def pages(posts: int) -> list[str]:
    """Three pages of a board."""
    head = "<title>Loom</title><nav><a href=/>Home</a></nav><main>"
    return [head + "".join(POST.format(number + page, number % 28 + 1) for number in range(posts)) for page in range(3)]


def tasks(htmls: list[str]) -> dict[str, Callable[[], object]]:
    """The work on pages, by its name."""
    html = htmls[0]
    page = weft.parse(html)
    document = weft.extract(page)
    site = [(f"http://loom.example/{number}", html.encode()) for number, html in enumerate(htmls)]
    return {
        "parse": lambda: weft.parse(html.encode("utf-16")),
        "features": lambda: find_features(weft.parse(html)),
        "extract": lambda: weft.extract(html),
        **{name: partial(document.render, name) for name in weft.RENDERERS},
        "records": lambda: find_records(page),
        "metadata": lambda: replace(document).metadata,
        "learn": lambda: weft.learn(site),
    }


def end_of(task: Callable[[], object], room: int) -> str:
    """How a task ends that has so much room, in words."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        # The stack of a thread is there from its beginning: a stack that cannot grow would end the process.
        threading.stack_size(STACK_BYTES)
        thread = threading.Thread(target=run, args=(task, room, write))
        thread.start()
        thread.join()
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        words = pipe.read().decode()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return words or f"exit {os.WEXITSTATUS(status)}"


def end_of_ours(task: Callable[[], object], room: int) -> str:
    """How a task ends. Where a small request of numpy's own fails, numpy crashes: then the room is another one."""
    for more in (0, 48, 112, 192, 304, 448):
        words = end_of(task, room + more)
        if words != "SIGSEGV" and "SystemError" not in words:
            break
    return words


def run(task: Callable[[], object], room: int, pipe: int) -> None:
    """Do a task in this process, with so much room, and say into the pipe how it ended."""
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    little, all_of_it = (held + (room << 10), hard), (hard, hard)
    words = b"memory"
    resource.setrlimit(resource.RLIMIT_AS, little)
    try:
        task()
        words = b"answer"
    except (LimitError, MemoryError):
        pass
    except BaseException:  # what the test must see
        resource.setrlimit(resource.RLIMIT_AS, all_of_it)
        words = traceback.format_exc().encode()
    resource.setrlimit(resource.RLIMIT_AS, all_of_it)
    os.write(pipe, words)


def main() -> None:
    """Every task under every room."""
    for task in tasks(pages(8)).values():
        task()
    for name, task in tasks(pages(400)).items():
        for room in ROOMS:
            print(name, room, end_of_ours(task, room), flush=True)


if __name__ == "__main__":
    main()
