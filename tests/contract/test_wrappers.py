"""What every kind of wrapper promises, and every ontology that comes with weft."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import Limits, Page, parse
from weft.content import Label, Region
from weft.errors import ArtifactError
from weft.papers.c import WRAPPERS, Ontology, SoftMealy, Tsimmis, Wrapper, ontology_names, teach_softmealy

TAUGHT = parse("<div><p class=side><b>Warp</b> and weft</p><p class=side><b>Loom</b> and more</p></div>")
MARKS = [
    Label(page_id="p", rows=tuple(TAUGHT.rows_of(tag).tolist()), name=name)
    for tag, name in (("p", "record"), ("b", "a"))
]
PROGRAM = """
[title, root, "*<title>#</title>*"]
[_all, elements(root, "<div"), "#"]
[first, _all, "*<p*>#<*"]
[word, split(_all, " "), "#"]
"""
SUBJECTS: dict[str, Wrapper] = {
    "tsimmis": Tsimmis.read(PROGRAM),
    "softmealy": teach_softmealy({"p": TAUGHT}, MARKS),
    **{f"ontology {name}": Ontology.named(name) for name in ontology_names()},
}
PAGES = {
    "empty": "",
    "white space": " \n ",
    "binary": "\x00\x01\x02",
    "no body": "<title>t</title><script>x</script>",
    "hidden": "<div hidden>ann@weft.example</div>",
    "huge": "<div><p>warp and weft </p></div>" * 2_000,
    "deep": "<div>x" * 1_500,
    "wide": "<table><tr>" + "<td>$ 5.00</td>" * 3_000 + "</table>",
    "one long text": "织" * 100_000,
    "one long word": "a" * 100_000,
    "dates": "<p>2022-09-04 by Ann</p>" * 500,
}

wrappers = pytest.mark.parametrize("wrapper", SUBJECTS.values(), ids=SUBJECTS.keys())


def find(wrapper: Wrapper, html: str) -> list[Region]:
    return list(wrapper.find(parse(html, limits=Limits(depth=2_000))))


@wrappers
@pytest.mark.parametrize("name", PAGES)
def test_answers_on_any_page(wrapper: Wrapper, name: str) -> None:
    check_answer(wrapper, parse(PAGES[name], limits=Limits(depth=2_000)))


@wrappers
@every_seed(6)
def test_answers_on_random_pages(seed: int, wrapper: Wrapper) -> None:
    check_answer(wrapper, parse(make_page(seed, 200), limits=Limits(depth=2_000)))


def check_answer(wrapper: Wrapper, page: Page) -> None:
    for region in wrapper.find(page):
        assert 0 <= region.row < len(page)
        assert region.records
        for record in region.records:
            assert region.row <= record.start < record.end <= len(page)
            assert record.fields
            for field_name, field in record.fields.items():
                assert field_name
                assert field.value.strip() == field.value != ""
                assert 0 <= field.row < len(page)
                assert field.source in WRAPPERS


@wrappers
def test_same_answer_twice_and_after_the_trip_to_a_worker(wrapper: Wrapper) -> None:
    travelled: Wrapper = pickle.loads(pickle.dumps(wrapper))
    for html in (*(make_page(seed, 200) for seed in (1, 2, 3)), PAGES["dates"]):
        assert find(wrapper, html) == find(wrapper, html) == find(travelled, html)


@wrappers
def test_is_frozen(wrapper: Wrapper) -> None:
    with pytest.raises(AttributeError):
        wrapper.name = "x"  # type: ignore[attr-defined]


@wrappers
def test_leaves_the_page_as_it_is(wrapper: Wrapper) -> None:
    page = parse(make_page(3))
    before = {name: getattr(page.table, name).copy() for name in ("tag", "end", "chars", "block_row")}
    wrapper.find(page)
    assert all(np.array_equal(column, getattr(page.table, name)) for name, column in before.items())


@pytest.mark.parametrize("kind", WRAPPERS)
def test_every_kind_is_read_from_a_file_and_refuses_others(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "wrapper"
    wrapper = SUBJECTS["ontology contact" if kind == "ontology" else kind]
    if isinstance(wrapper, SoftMealy):
        wrapper.save(path)
    else:
        path.write_text(
            PROGRAM
            if kind == "tsimmis"
            else 'format = 1\nname="a"\nleast=1\nrelations=["a [1] has b"]\n[object.b]\nkind="date"'
        )
    assert list(WRAPPERS[kind].load(path).find(parse("<p>nothing"))) == []
    path.write_text("{!")
    with pytest.raises(ArtifactError, match="wrapper"):
        WRAPPERS[kind].load(path)
