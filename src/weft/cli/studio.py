"""`weft studio`: a web interface in which a person marks pages, sees their content, teaches templates and exports."""

import argparse
import getpass
import os
import signal
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from socket import socket
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING

from weft.cli.demo import SHOWN
from weft.cli.demo import read_pages as read_bundled
from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import limits_of, words_of
from weft.cli.terminal import show_progress
from weft.errors import ArtifactError, ConfigError, WeftError, with_noun
from weft.io import STDIN, RawPage, is_url
from weft.io.sockets import bind
from weft.sites import Site

if TYPE_CHECKING:
    from weft.studio.access import Access
    from weft.studio.project import Project
    from weft.studio.store import Store

PASSWORD = "WEFT_STUDIO_PASSWORD"
STORE = "weft-studio.sqlite"
IN_MEMORY = ":memory:"
PORT = 8765
MAX_TOLD = 5  # pages that cannot be read, one by one
POLL = 0.5  # seconds between two checks whether the server still runs

DESCRIPTION = "Opens a web interface on this machine in which a person teaches weft by pointing."
EXAMPLES = f"""\
examples:
  weft studio --demo                               a tour of three minutes on pages that come with weft
  weft studio saved/                               learn from the pages of a folder, open a browser
  weft studio pages.jsonl.gz --no-browser          print the link and open nothing
  weft studio saved/ --site site.json              begin with what weft learn has saved
  weft studio site.json                            the same, with the pages that it was learned from
  weft studio --store saved.{STORE}     go on, without looking at the folder again
  weft studio saved/ --store postgresql://team@db/weft --host 0.0.0.0
                                                   for a team; the password is read from {PASSWORD}

The link works once, for one browser. Everything that you mark is kept in the store at once; stop with Ctrl-C whenever
you like.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_input_options(parser, nargs="*")
    parser.add_argument("--demo", action="store_true", help="a tour on the pages of weft demo; nothing is kept")
    parser.add_argument("--site", type=Path, metavar="SITE", help="begin with what weft learn wrote")
    parser.add_argument(
        "--store", metavar="FILE|URL", help=f"where marks are kept: a file or postgresql://… (default: NAME.{STORE})"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to serve at (default: this machine only)")
    parser.add_argument(
        "--port",
        type=int,
        default=PORT,
        metavar="N",
        help="the port to serve at; 0 is any that is free (default: %(default)s)",
    )
    parser.add_argument("--no-browser", action="store_true", help="print the link and open nothing")
    parser.add_argument("--author", metavar="NAME", help="your name beside your changes (default: who is logged in)")
    parser.add_argument(
        "--password",
        metavar="TEXT",
        help=f"lets others in, with their names; better given as {PASSWORD}, which no list of processes shows",
    )


def run(options: argparse.Namespace) -> int:
    """Learn the site, then serve until somebody stops the server."""
    _check_extra()
    from weft.studio.access import Access
    from weft.studio.opening import open_project
    from weft.studio.store import Store

    if options.demo and (options.input or options.site):
        raise ConfigError("--demo has pages of its own", advice="name pages, or --demo alone")
    password = options.password or os.environ.get(PASSWORD, "")
    author = options.author or _user()
    access = Access(host=options.host, port=options.port, author=author, password=password)
    _check_access(access)
    listening = bind(options.host, options.port)  # first, so that a port in use is known before anything is learned
    with listening:
        site, given = (None, []) if options.demo else find_site(options)
        where = options.store or (IN_MEMORY if options.demo else default_store(options.input))
        with Store.open(where) as store:
            pages = demo_pages() if options.demo else read_pages(options, given, store) if given else iter(())
            limits, name = limits_of(options), "demo" if options.demo else name_of(given, where)
            project = open_project(store, pages, name=name, site=site, limits=limits, progress=tell)
            project.tour = project.numbers.get(SHOWN, 0) if options.demo else 0
            _clear()
            held = f"{with_noun(len(project.states), 'page')} in {with_noun(len(project.site.clusters), 'cluster')}"
            _say(f"{held}; marks are kept in {shown(where) if where != IN_MEMORY else 'memory, until it stops'}")
            return _serve(project, access, listening, options)


def _check_access(access: "Access") -> None:
    """Raise a ConfigError where other machines could connect without a password; it names the options."""
    try:
        access.check()
    except ConfigError as error:
        advice = f"give a password with --password or {PASSWORD}, or leave --host out"
        raise ConfigError(error.what, advice=advice) from None


def _check_extra() -> None:
    """Raise a ConfigError where a package is missing, before anything is read or learned."""
    try:
        import weft.studio.serving  # noqa: F401  # all that serving needs
    except ImportError as error:
        missing = error.name or error
        what = f"weft studio needs {missing}"
        raise ConfigError(what, advice="install it with pip install 'weft[studio]'") from None


def _serve(project: "Project", access: "Access", listening: socket, options: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM; requests under way are answered, a second Ctrl-C does not wait for them."""
    from weft.studio import pictures
    from weft.studio.serving import serve_in_thread
    from weft.studio.thumbnails import Thumbnails, find_drawer

    stop = Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            os._exit(130)
        stop.set()

    thumbnails, drawn = Thumbnails(find_drawer()), pictures.Pictures(pictures.find_drawer())
    with serve_in_thread(project, access, listening=listening, thumbnails=thumbnails, pictures=drawn) as running:
        before = {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
        link = f"{running.url}/?token={access.new_token()}"
        print(f"weft studio: {link}", flush=True)
        if access.password:
            _say(f"others log in with the password at port {access.port} of this machine, {access.host}")
        if not options.no_browser:
            webbrowser.open(link)
        while not stop.wait(POLL) and running.is_alive:
            pass
        for number, handler in before.items():
            signal.signal(number, handler)
    if not stop.is_set():
        raise ConfigError("the server stopped by itself", advice="look at the messages above")
    _say("stopped; everything is kept" if options.store or not options.demo else "stopped")
    return 0


def find_site(options: argparse.Namespace) -> tuple[Site | None, list[str]]:
    """The site that somebody has learned already, and the inputs that are pages; a single site.json names its own."""
    given = list(options.input)
    site = Site.load(options.site) if options.site else None
    if site is None and len(given) == 1 and given[0].endswith(".json"):
        site = Site.load(given[0])
        given = [page_id for cluster in site.clusters for page_id in cluster.page_ids if Path(page_id).is_file()]
        if not given:
            what = "none of the pages that the site was learned from is here"
            raise ArtifactError(what, advice="name their folder and --site")
    if not given and not options.store:
        raise ConfigError("which pages? Name a folder, a .jsonl or .warc file, or a --store that has some")
    return site, given


def default_store(given: list[str]) -> str:
    """A file beside the folder or the file that is named; here where there is no such thing, or more than one."""
    first = Path(given[0])
    if len(given) > 1 or given[0] == STDIN or is_url(given[0]) or not first.exists():
        return STORE
    path = first.resolve()
    return str(path.parent / f"{path.name}.{STORE}")


def name_of(given: list[str], store: str) -> str:
    """The name of the project."""
    if len(given) == 1 and given[0] != STDIN:
        return given[0] if is_url(given[0]) else Path(given[0]).resolve().name
    if "://" in store:
        return store.rpartition("/")[2].partition("?")[0]
    return Path(store).name.removesuffix(f".{STORE}")


def shown(store: str) -> str:
    """A store as it may be printed: a URL without its password.

    >>> shown("postgresql://ann:secret@db/weft"), shown("saved.sqlite")
    ('postgresql://ann@db/weft', 'saved.sqlite')
    """
    scheme, mark, rest = store.partition("://")
    if not mark:
        return store
    login, at, host = rest.rpartition("@")
    return f"{scheme}://{login.partition(':')[0]}{at}{host.partition('?')[0]}"


def demo_pages() -> Iterator[RawPage]:
    """The pages that come with weft."""
    return (RawPage(id=name, data=data, url=url) for name, url, data in read_bundled())


def read_pages(options: argparse.Namespace, given: list[str], store: "Store") -> Iterator[RawPage]:
    """The pages that can be read, after the store has what was saved with them; a message says why others cannot."""
    from weft.studio.resources import with_resources

    with open_inputs(options, given) as inputs:
        yield from with_resources(_readable(inputs), given, store.keep_resources)


def _readable(inputs: Inputs) -> Iterator[RawPage]:
    failures = 0
    for raw in inputs.read():
        if not isinstance(raw, WeftError):
            yield raw
            continue
        failures += 1
        if failures <= MAX_TOLD:
            _say(words_of(raw))
    if failures > MAX_TOLD:
        _say(f"{failures - MAX_TOLD} more pages cannot be read")


def tell(what: str, done: int, total: int) -> None:
    """Show the progress on a terminal."""
    of = f"/{total}" if total else ""
    show_progress(f"weft: {what} {done}{of} …")


def _clear() -> None:
    show_progress("")


def _say(text: str) -> None:
    print(f"weft: {text}", file=sys.stderr, flush=True)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "somebody"
