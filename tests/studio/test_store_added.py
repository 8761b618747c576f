"""What stores of both kinds keep beside marks: health, pictures; and the copy that a job works with."""

import numpy as np

from tests.studio.browser.made_pages import news
from weft.studio.health import read_health
from weft.studio.jobs import copy_store, needed_pages
from weft.studio.marking import Marks
from weft.studio.opening import open_project
from weft.studio.pictures import Picture, has_picture, keep_picture, read_picture
from weft.studio.store import Store


def test_health_pictures_and_a_copy(store, tmp_path):
    project = open_project(store, news(articles=5))
    name = project.states[1].cluster
    assert [one.pages for one in read_health(store, name)] == [5]

    stored = project.stored[2]
    boxes = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert read_picture(store, stored) is None
    for png in (b"first", b"second"):  # a page has one picture
        keep_picture(store, stored, Picture(png=png, width=1280, height=900, boxes=boxes))
    kept = read_picture(store, stored)
    assert kept is not None
    assert (kept.png, kept.width, kept.height) == (b"second", 1280, 900)
    assert np.array_equal(kept.boxes, boxes)
    assert has_picture(store, stored)

    project.write({3: Marks({7: "body"})}, {3: 0}, author="Ann", what="body")
    page_ids = needed_pages(project, "")
    assert page_ids == store.page_ids()  # the whole cluster of the marked page
    copy_store(store, tmp_path / "copy.sqlite", page_ids=page_ids)
    with Store.open(tmp_path / "copy.sqlite") as copy:
        assert copy.list_pages() == store.list_pages()
        assert copy.read_page(stored.id) == store.read_page(stored.id)
        assert {target: now.value for target, now in copy.read_many().items()} == {
            target: now.value for target, now in store.read_many().items()
        }
