"""Paper B's whole flow: pages of mixed software to a library, clusters and templates, and these to records."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.records.forum_pages import POSTS, Post, board, thread
from weft import ArtifactError, SourceError, extract, parse
from weft.content import Field, Record
from weft.papers.b import forums as forums_module
from weft.papers.b.better_reading import is_better
from weft.papers.b.forum_templates import ForumPage, differences, learn_forums, read_forum_page, sample_pages
from weft.papers.b.forums import NO_TEMPLATE, Forums
from weft.records.find import find_records

LAYOUTS = ("li", "div", "table a post")
WORDS = ("a warp", "the weft", "some heddle", "our shuttle", "that reed", "new yarn", "old knots", "red dye")


def posts(number: int, count: int = 4) -> tuple[Post, ...]:
    """The posts of a thread of its own."""
    return tuple(
        Post(f"Ann{number + n}", f"2022-09-0{n + 1} 06:{number:02}", f"What of {WORDS[(number + n) % 8]} number {n}?")
        for n in range(count)
    )


def pages() -> dict[str, str]:
    """Threads of three kinds of software, six of each, and a page without records."""
    shown = {f"{layout} {n}": thread(layout, posts(n, 3 + n % 3)) for layout in LAYOUTS for n in range(6)}
    return {**shown, "about": "<title>About</title><p>We weave, and say so here at length."}


def read(shown: dict[str, str]) -> list[ForumPage]:
    return [own for name, html in shown.items() if (own := read_forum_page(name, parse(html)))]


@pytest.fixture(scope="module")
def forums() -> Forums:
    return learn_forums(read(pages()))


def test_every_software_gets_a_template_of_its_own(forums: Forums) -> None:
    centres = {template.centre.rpartition(" ")[0] for template in forums.templates}
    assert centres == set(LAYOUTS)
    assert [template.pages for template in forums.templates] == [6, 6, 6]
    assert all(template.agree == template.checked > 0 for template in forums.templates)
    assert all(template.kind == "post" and template.fields for template in forums.templates)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_new_page_is_read_by_the_template_of_its_software(forums: Forums, layout: str) -> None:
    match = forums.match(parse(thread(layout, POSTS)))
    assert match.template is not None
    assert match.template.centre.startswith(layout)
    assert [record.fields["body"].value for record in match.records] == [post.body for post in POSTS]
    assert [record.fields["author"].value for record in match.records] == [post.author for post in POSTS]
    assert match.records[0].fields["time"].value == "2022-09-04T06:38"
    assert match.records[0].fields["body"].source == "softmealy"


def test_other_software_is_left_to_the_default(forums: Forums) -> None:
    match = forums.match(parse(thread("dl", POSTS)))
    assert match.template is None
    assert [record.fields["body"].value for record in match.records] == [post.body for post in POSTS]
    assert forums.match(parse("<p>We weave.")).records == ()


def test_a_template_that_takes_out_another_number_of_records_gives_way(forums: Forums) -> None:
    page = parse(thread("li", POSTS))
    wrong = next(template for template in forums.templates if not template.centre.startswith("li"))
    own = next(template for template in forums.templates if template.centre.startswith("li"))
    mixed = replace(forums, templates=(replace(wrong, paths=own.paths),))  # its centre looks like this page
    match = mixed.match(page)
    assert match.template is None
    assert [record.fields["body"].value for record in match.records] == [post.body for post in POSTS]


def test_boards_and_threads_of_one_software_are_two_templates() -> None:
    shown = {f"thread {n}": thread("li", posts(n)) for n in range(4)} | {f"board {n}": board(8 + n) for n in range(4)}
    kinds = {template.kind: template.name for template in learn_forums(read(shown)).templates}
    assert kinds.keys() == {"post", "row"}
    assert kinds["row"].endswith("board")
    assert kinds["post"].endswith("thread")


def test_it_is_an_extractor(forums: Forums, tmp_path: Path) -> None:
    path = tmp_path / "forums.json"
    forums.save(path)
    document = extract(thread("div", POSTS), method=str(path))
    assert document.text.split("\n") == [line for post in POSTS for line in (post.body, "")][:-1]
    assert (document.chosen_by, document.page_type) == ("forums", "forum")
    assert len(document.records) == len(POSTS)
    other = extract("<title>Looms</title><article><h1>Looms</h1><p>A loom holds the warp.</article>", method=str(path))
    assert other.reason.code == NO_TEMPLATE


def test_what_is_saved_reads_alike(forums: Forums, tmp_path: Path) -> None:
    path = tmp_path / "forums.json"
    forums.save(path)
    again = Forums.load(path)
    assert json.loads(path.read_text())["format"] == 2
    assert again.library == forums.library
    page = parse(thread("li", POSTS))
    assert [record.fields for record in again.match(page).records] == [
        record.fields for record in forums.match(page).records
    ]
    assert again.templates[0].in_words() == forums.templates[0].in_words()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"format": 3}', '{"format": 2, "library": [], "templates": [{}]}', '{"format": 2}']
)
def test_a_broken_file_is_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "forums.json"
    path.write_text(text)
    with pytest.raises(ArtifactError, match="forums"):
        Forums.load(path)


def test_pages_without_records_teach_nothing() -> None:
    with pytest.raises(SourceError, match="no records on any page"):
        learn_forums(read({"about": pages()["about"]}))


def without(own: ForumPage, name: str, *places: int, value: str = "") -> ForumPage:
    """The page, of whose records at some places a field was not found, or another value."""
    records = list(own.found.records)
    for place in places:
        fields = {**records[place].fields, name: replace(records[place].fields[name], value=value)}
        fields = fields if value else {key: field for key, field in fields.items() if key != name}
        records[place] = replace(records[place], fields=fields)
    return replace(own, found=replace(own.found, records=tuple(records)))


def test_an_author_that_was_not_found_on_first_posts_is_taken_out() -> None:
    read_pages = [without(own, "author", 0) for own in read(pages())]
    forums = learn_forums(read_pages)
    match = forums.match(parse(thread("li", POSTS)))
    assert match.template is not None
    assert [record.fields["author"].value for record in match.records] == [post.author for post in POSTS]


def test_pages_with_one_record_do_not_judge_a_template_where_others_have_several() -> None:
    said = " I have a small loom and would like to know how to begin, and what to buy.</p>"
    shown = {f"lone {n}": thread("li", posts(n, 1)).replace("</p></li>", f"{said}</li>") for n in range(6)}
    several = {f"thread {n}": thread("li", posts(n)) for n in range(3)}
    lone = [without(own, "author", 0, value="Report this post") for own in read(shown)]
    (template,) = learn_forums([*lone, *read(several)]).templates
    assert (template.pages, template.checked, template.agree) == (9, 2, 2)


def test_a_cluster_without_a_template_says_why(tmp_path: Path) -> None:
    wrong = [without(own, "author", 1, 2, value=f"nobody {at}") for at, own in enumerate(read(pages()))]
    differing = [own for own in wrong if own.page_id.startswith("li")]
    right = [own for own in read(pages()) if own.page_id.startswith("div")]
    forums = learn_forums([*differing, *right])
    assert [template.centre.split()[0] for template in forums.templates] == ["div"]
    (left,) = forums.left
    assert (left.reason.code, left.pages) == ("differs", 6)
    assert "author on" in left.in_words()
    forums.save(tmp_path / "forums.json")
    assert Forums.load(tmp_path / "forums.json").left == forums.left
    with pytest.raises(SourceError, match="something else than weft records"):
        learn_forums(differing)


def test_a_field_that_the_template_does_not_know_is_a_difference() -> None:
    plain = [without(own, "time_text", *range(len(own.found.records))) for own in read(pages())]
    (own,) = (one for one in read(pages()) if one.page_id == "li 5")
    wrapper = learn_forums([one for one in plain if one.page_id.startswith("li")]).templates[0].wrapper
    assert differences(wrapper, own, ["author", "body"]) == ["time_text"]


def test_one_page_of_a_software_with_several_records_gets_a_template() -> None:
    shown = {layout: thread(layout, posts(1)) for layout in LAYOUTS}
    assert {template.centre for template in learn_forums(read(shown)).templates} == set(LAYOUTS)


def test_a_template_whose_fields_are_not_on_the_page_gives_way(forums: Forums) -> None:
    html = thread("li", POSTS)
    own = next(template for template in forums.templates if template.centre.startswith("li"))
    states = own.wrapper.states
    author = replace(states["author"], begin=states["body"].begin[:0])  # begins nowhere
    broken = replace(own, wrapper=replace(own.wrapper, states={**states, "author": author}))
    assert forums.match(parse(html)).template is own
    assert replace(forums, templates=(broken,)).match(parse(html)).template is None


@pytest.mark.parametrize(("wrong", "kept"), [(1, 1), (2, 0)])
def test_a_template_is_kept_where_it_agrees_on_five_of_six_pages(wrong: int, kept: int) -> None:
    read_pages = read({f"li {n}": thread("li", posts(n)) for n in range(7)})
    (template,) = learn_forums(read_pages).templates
    assert (template.checked, template.agree) == (6, 6)
    judges = [own for own in read_pages if own.page_id != template.centre]
    differing = [without(own, "author", 1, 2, value=f"nobody {at}") for at, own in enumerate(judges[:wrong])]
    right = read({f"div {n}": thread("div", posts(n)) for n in range(3)})
    others = [own for own in read_pages if own.page_id not in [one.page_id for one in differing]]
    forums = learn_forums([*others, *differing, *right])
    assert len([one for one in forums.templates if one.centre.startswith("li")]) == kept
    assert len(forums.left) == 1 - kept


def test_the_better_of_two_readings_is_taken(forums: Forums, monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse(thread("li", POSTS))
    plain = find_records(page)
    nameless = tuple(
        replace(record, fields={**record.fields, "author": replace(record.fields["author"], value="Reply")})
        for record in plain[0].records
    )
    monkeypatch.setattr(forums_module, "find_records", lambda page, **_: (replace(plain[0], records=nameless),))
    match = forums.match(page)
    assert match.template is not None
    assert [record.fields["author"].value for record in match.records] == [post.author for post in POSTS]
    monkeypatch.setattr(forums_module, "find_records", lambda page, **_: plain)
    monkeypatch.setattr(forums_module, "_take", lambda *_: (replace(plain[0], records=nameless),))
    assert forums.match(page).template is None
    monkeypatch.setattr(forums_module, "is_better", lambda *_: True)
    assert forums.match(page).template is not None


def test_long_threads_teach_short_ones(forums: Forums, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forums_module, "find_records", lambda page, **_: ())  # a post alone is hard to find
    match = forums.match(parse(thread("li", POSTS[:1])))
    assert match.template is not None
    assert [record.fields["body"].value for record in match.records] == [POSTS[0].body]


def record_of(**values: str) -> Record:
    return Record(start=1, end=2, fields={name: Field(value=value) for name, value in values.items()})


GOOD = [record_of(author=f"Ann{n}", time_text=f"2022-09-0{n}", body=f"What of {n}?") for n in range(1, 5)]


@pytest.mark.parametrize(
    "change",
    [{"author": "Reply"}, {"body": ""}, {"time_text": ""}, {"author": "2022-09-03"}, {"body": "Ann3"}],
    ids=["constant", "no body", "fewer times than records", "a time as a name", "a name as a body"],
)
def test_a_fault_makes_a_reading_worse(change: dict[str, str]) -> None:
    changed = {name: Field(value=value) for name, value in change.items()}
    worse = [replace(record, fields={**record.fields, **changed}) for record in GOOD]
    if change != {"author": "Reply"}:
        worse = [*GOOD[:2], worse[2], GOOD[3]]
    assert is_better(GOOD, worse)
    assert is_better(GOOD, GOOD)
    assert not is_better(worse, GOOD)
    assert is_better(GOOD, [])
    assert not is_better(worse, [])


def test_a_subject_in_the_body_is_a_fault() -> None:
    title = "Which loom - The Mill"
    whole = [replace(GOOD[0], fields={**GOOD[0].fields, "body": Field(value="Re: Which loom\nWhat of 1?")}), *GOOD[1:]]
    assert is_better(whole, GOOD)
    assert not is_better(whole, GOOD, title)
    assert is_better(GOOD, whole, title)


def test_a_sample_keeps_the_order_and_all_kinds() -> None:
    read_pages = read(pages())
    kept = sample_pages(iter(read_pages), most=9)
    numbers = [read_pages.index(own) for own in kept]
    assert len(kept) == 9
    assert numbers == sorted(numbers)
    assert len({own.page_id.rpartition(" ")[0] for own in kept}) > 1
    assert sample_pages(iter(read_pages), most=100) == read_pages
