"""A studio that runs: over HTTP on a free port of this machine, or in process."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from starlette.testclient import TestClient as TestClient  # handed on

from tests.cli.small_site import pages
from weft.io import RawPage
from weft.studio.access import Access
from weft.studio.opening import open_project
from weft.studio.project import Project
from weft.studio.serving import make_app, serve_in_thread
from weft.studio.store import Store

HOST = "http://127.0.0.1:8765"
OWN = {"x-weft-studio": "1"}


@dataclass
class Studio:
    """A running studio."""

    project: Project
    store: Store
    access: Access

    @property
    def url(self) -> str:
        return self.access.url

    def login_url(self, author: str = "") -> str:
        """A link that lets one browser in, once."""
        return f"{self.url}/?token={self.access.new_token(author)}"


def small_pages() -> list[RawPage]:
    """The pages of the small site: articles and lists."""
    return [RawPage(id=name, url=f"http://weft.example/{name}", data=html.encode()) for name, html in pages().items()]


@pytest.fixture
def project() -> Iterator[Project]:
    """The small site, opened."""
    with Store.open(":memory:") as store:
        yield open_project(store, small_pages(), name="small site")


@pytest.fixture
def make_studio() -> Iterator[Callable[..., Studio]]:
    """Serves pages until the test ends."""
    with ExitStack() as stack:

        def make(pages: Iterable[RawPage] = (), *, author: str = "Ann", password: str = "", place: str = ":memory:"):
            store = stack.enter_context(Store.open(place))
            opened = open_project(store, pages, name="small site")
            access = Access(author=author, password=password)
            stack.enter_context(serve_in_thread(opened, access))
            return Studio(opened, store, access)

        yield make


@pytest.fixture
def studio(make_studio: Callable[..., Studio]) -> Studio:
    """The small site, served."""
    return make_studio(small_pages())


@pytest.fixture
def access() -> Access:
    """The app and who may use it, in process."""
    return Access(port=8765, author="Ann")


@pytest.fixture
def outsider(project: Project, access: Access) -> Iterator[TestClient]:
    """A client that nobody let in."""
    app = make_app(project, access=access)
    with TestClient(app, base_url=HOST, raise_server_exceptions=False, follow_redirects=False) as client:
        yield client


@pytest.fixture
def client(project: Project, access: Access) -> Iterator[TestClient]:
    """A client that is logged in as Ann."""
    app = make_app(project, access=access)
    with TestClient(app, base_url=HOST, headers=OWN, follow_redirects=False) as client:
        assert client.get(f"/?token={access.new_token()}").status_code == 303
        yield client
