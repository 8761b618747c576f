"""SoftMealy taught by marks as studio writes them: a name and all rows of a page that bear it."""

import pytest

from weft import parse
from weft.content import Label
from weft.errors import ConfigError
from weft.page import Page
from weft.papers.c import SoftMealy, teach_softmealy

PAGE = "<main><h1>Staff</h1><ul>{}</ul></main><footer><p><b>Office</b></footer>"


def person(name: str, *numbers: str, odd: bool = False) -> str:
    phones = "".join(f"<u>{number}</u> " for number in numbers)
    kind = "odd" if odd else "even"
    return f"<li class={kind}><b>{name}</b> says <i>hello</i><p>One.</p><p>Two {name}.</p>{phones}</li>"


def staff(*people: str) -> Page:
    return parse(PAGE.format("".join(people)))


def rows(page: Page, tag: str) -> tuple[int, ...]:
    """All rows of a tag in the list, as `all like this` marks them."""
    (start,) = page.rows_of("ul").tolist()
    return tuple(row for row in page.rows_of(tag).tolist() if start < row < page.end[start])


def marks(page_id: str, page: Page, **tags: str) -> list[Label]:
    return [Label(page_id=page_id, rows=rows(page, tag), name=name) for name, tag in tags.items()]


def values(wrapper: SoftMealy, page: Page) -> list[dict[str, str]]:
    return [
        {name: field.value for name, field in record.fields.items()}
        for region in wrapper.find(page)
        for record in region.records
    ]


def test_marks_of_all_records_at_once_teach() -> None:
    first = staff(person("Ann", "1", "22"), person("Bo", "3"), person("Cy"))
    wrapper = teach_softmealy({"a": first}, marks("a", first, record="li", name="b", phone="u", text="p", noise="i"))
    found = values(wrapper, staff(person("Di", "5"), person("Eva", "6", "77")))
    assert found == [
        {"name": "Di", "text": "One. Two Di.", "phone": "5"},
        {"name": "Eva", "text": "One. Two Eva.", "phone": "6", "phone_2": "77"},
    ]


def test_several_pages_teach_together() -> None:
    pages = {"a": staff(person("Ann", "1")), "b": staff(person("Bo", odd=True), person("Cy", "4"))}
    labels = [
        label for page_id, page in pages.items() for label in marks(page_id, page, record="li", name="b", phone="u")
    ]
    found = values(teach_softmealy(pages, labels), staff(person("Di"), person("Eva", "6", odd=True)))
    assert found == [{"name": "Di"}, {"name": "Eva", "phone": "6"}]


def test_records_with_other_classes_are_records_too() -> None:
    page = staff(person("Ann", "1"), person("Bo", "2", odd=True))
    wrapper = teach_softmealy({"a": page}, marks("a", page, record="li", name="b"))
    assert values(wrapper, page) == [{"name": "Ann"}, {"name": "Bo"}]


def test_fields_marked_in_one_record_only_teach_for_all() -> None:
    page = staff(person("Ann", "1"), person("Bo", "2"), person("Cy", "3"))
    name, phone = rows(page, "b")[0], rows(page, "u")[0]
    labels = [
        Label(page_id="a", rows=rows(page, "li"), name="record"),
        Label(page_id="a", rows=(name,), name="name"),
        Label(page_id="a", rows=(phone,), name="phone"),
    ]
    assert values(teach_softmealy({"a": page}, labels), page) == [
        {"name": "Ann", "phone": "1"},
        {"name": "Bo", "phone": "2"},
        {"name": "Cy", "phone": "3"},
    ]


def test_a_record_of_two_rows_stays_one() -> None:
    def table(*people: tuple[str, str]) -> Page:
        return parse("<table>" + "".join(f"<tr><td><b>{a}</b><tr><td><i>{b}</i>" for a, b in people) + "</table>")

    page = table(("Ann", "x"), ("Bo", "y"), ("Cy", "z"))
    pairs = page.rows_of("tr").tolist()
    labels = []
    for place in (0, 2, 4):
        labels.append(Label(page_id="a", rows=tuple(pairs[place : place + 2]), name="record"))
    labels += [Label(page_id="a", rows=tuple(page.rows_of(tag).tolist()), name=tag) for tag in ("b", "i")]
    wrapper = teach_softmealy({"a": page}, labels)
    assert values(wrapper, table(("Di", "u"), ("Eva", "v"))) == [{"b": "Di", "i": "u"}, {"b": "Eva", "i": "v"}]


def test_marks_that_make_no_sense_are_told() -> None:
    page = staff(person("Ann"))
    with pytest.raises(ConfigError, match="labelled, but not among the pages: z"):
        teach_softmealy({"a": page}, [Label(page_id="z", rows=(3,), name="record")])
    with pytest.raises(ConfigError, match="there is no row 900"):
        teach_softmealy({"a": page}, [Label(page_id="a", rows=(900,), name="record")])
    with pytest.raises(ConfigError, match="no record is marked"):
        teach_softmealy({"a": page}, marks("a", page, name="b"))
    with pytest.raises(ConfigError, match="no record is marked"):
        teach_softmealy({}, [])


def test_a_label_a_record_and_a_value_teaches_the_same() -> None:
    """As studio exports marks: a label a record, one a field of a record, and some that are of the page."""
    page = staff(person("Ann", "1", "22"), person("Bo", "3"))
    together = marks("a", page, record="li", name="b", phone="u")
    apart = [Label(page_id="a", rows=tuple(page.rows_of("h1").tolist()), name="title")]
    for record in rows(page, "li"):
        apart.append(Label(page_id="a", rows=(record,), name="record"))
        for label in together[1:]:
            inside = tuple(row for row in label.rows if record <= row < page.end[record])
            apart.append(Label(page_id="a", rows=inside, name=label.name))
    assert teach_softmealy({"a": page}, apart) == teach_softmealy({"a": page}, together)
