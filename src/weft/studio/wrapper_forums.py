"""Paper B's flow over the pages of a store: the file that `weft forum learn` writes, from what people opened here."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from weft.document import Failure
from weft.errors import SourceError
from weft.page import Page
from weft.papers.b.forum_learning import learn_forums, read_forum_page, sample_pages
from weft.papers.b.forum_templates import ForumPage
from weft.papers.b.forums import Forums
from weft.studio.export import attempt_page
from weft.studio.store import Store


def export_forums(store: Store) -> str:
    """A location library and a template for each cluster of threads and boards, for `weft forum apply`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "forums.json"
        learn_store(store).save(path)
        return path.read_text(encoding="utf-8")


def learn_store(store: Store) -> Forums:
    """The forums of all pages of a store that have posts or rows."""
    pages = sample_pages(_forum_pages(store))
    if not pages:
        raise SourceError("no page has posts or rows of a board", advice="open pages of threads or boards")
    return learn_forums(pages)


def _forum_pages(store: Store) -> Iterator[ForumPage]:
    for stored in store.list_pages():

        def read(page: Page, page_id: str = stored.id) -> ForumPage | None:
            return read_forum_page(page_id, page)

        found = attempt_page(store.read_page(stored.id), read)
        if found is not None and not isinstance(found, Failure):
            yield found
