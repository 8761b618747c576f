"""Ontologies on small pages: keywords, boundaries of records, what belongs to what, and those that come with weft."""

import time

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.errors import ArtifactError
from weft.papers.c import Ontology, ontology_matches
from weft.papers.c.ontology_lines import MAX_LINE_LENGTH, read_lines


def lines_page(text: str) -> str:
    return "".join(f"<p>{line.strip()}</p>" for line in text.strip().split("\n"))


def values(ontology: Ontology, html: str) -> list[dict[str, str]]:
    regions = ontology.find(parse(html))
    assert len(regions) <= 1
    return [{name: field.value for name, field in record.fields.items()} for one in regions for record in one.records]


def named(name: str, text: str) -> list[dict[str, str]]:
    return values(Ontology.named(name), lines_page(text))


def own(relations: str, objects: str, least: int = 1) -> Ontology:
    return Ontology.read(f'format = 1\nname = "x"\nleast = {least}\nrelations = [{relations}]\n{objects}')


CAR = own(
    '"x [1:1] has year", "x [0:1] has price", "x [0:*] has colour"',
    """
    [object.colour]
    patterns = ['red|blue|green']
    [object.year]
    patterns = ['(?:19|20)[0-9]{2}']
    [object.price]
    patterns = ['[$][0-9]+']
    """,
    least=2,
)


def test_a_second_value_of_one_begins_a_record() -> None:
    found = values(CAR, lines_page("1998 $500\nred, blue\n2001\n$900 green"))
    assert found == [
        {"colour": "red", "colour_2": "blue", "year": "1998", "price": "$500"},
        {"colour": "green", "year": "2001", "price": "$900"},
    ]


def test_another_leader_is_found_where_something_else_comes_first() -> None:
    """A heading with a price of its own stands before records that begin with their price."""
    found = values(
        CAR, lines_page("1990\n\n\n" + "word\n" * 20 + "$1\n1991\nword\nword\n$2\n1992\nword\nword\n$3\n1993")
    )
    assert found == [{"year": f"199{n}", "price": f"${n}"} for n in (1, 2, 3)]


def test_what_lacks_a_required_value_or_is_alone_is_no_record() -> None:
    assert values(CAR, lines_page("$500 red")) == []  # no year
    assert values(CAR, lines_page("1998")) == []  # one object set only
    assert values(CAR, "") == []


def test_a_value_said_again_is_the_same_value() -> None:
    assert values(CAR, lines_page("1998 $500\n1998\n$500")) == [{"year": "1998", "price": "$500"}]


def test_values_in_prose_give_way_to_values_that_stand_alone() -> None:
    prose = "In 1975 somebody told me over a cup of tea that he had paid $1 for his and would never do so again."
    assert values(CAR, lines_page(f"{prose}\n1998\n$500")) == [{"year": "1998", "price": "$500"}]


def test_the_nearest_keyword_before_a_value_decides() -> None:
    number = "patterns = ['[0-9]{3}-[0-9]{4}']"
    ontology = own(
        '"x [0:1] has phone", "x [0:1] has fax"',
        f'[object.phone]\n{number}\nkeywords = ["phone", "电话"]\n[object.fax]\nkeyword = "near"\n{number}\n'
        'keywords = ["fax", "传真"]',
    )
    assert values(ontology, "<p>Phone: 555-0101 Fax: 555-0102") == [{"phone": "555-0101", "fax": "555-0102"}]
    assert values(ontology, "<p>Fax 555-0102<p>Phone 555-0101") == [{"phone": "555-0101", "fax": "555-0102"}]
    assert values(ontology, "<p>传真：555-0102，电话：555-0101") == [{"phone": "555-0101", "fax": "555-0102"}]
    assert values(ontology, "<p>Faxes come to telephones<p>555-0101") == [{"phone": "555-0101"}]
    assert values(ontology, "<dl><dt>Fax:<dd>555-0102</dl>") == [{"fax": "555-0102"}]


@pytest.mark.parametrize(
    "html",
    [
        "<p>Colour: dark red", "<p>COLOUR - dark red", "<p><b>Colour</b> dark red",
        "<table><tr><th>Colour<td>dark red</table>", "<p>Size: 3 Colour: dark red", "<p>Colour: dark red Size: 3",
        "<p>Colour: dark red | more", "<p>My colour:<p>dark red",
    ],
)  # fmt: skip
def test_labels(html: str) -> None:
    ontology = own(
        '"x [1] has colour", "x [0:1] has size"',
        '[object.colour]\nkeyword = "label"\nkeywords = ["colour"]\n'
        '[object.size]\nkeyword = "label"\npatterns = [\'[0-9]\']\nkeywords = ["size"]',
    )
    assert [found["colour"] for found in values(ontology, html)] == ["dark red"]


@pytest.mark.parametrize(
    "html", ["<p>The colour is red", "<p>Colour", "<p>Colours: red", "<p>See our colour<p>red", "x" * 50]
)
def test_no_labels(html: str) -> None:
    ontology = own('"x [1] has colour"', '[object.colour]\nkeyword = "label"\nkeywords = ["colour"]')
    assert values(ontology, html) == []


def test_what_belongs_to_a_value_is_the_nearest() -> None:
    ontology = own(
        '"x [1] has time", "time [1] has author", "author [0:1] has rank"',
        "[object.time]\nkind = 'date'\n[object.author]\nline = true\nwithin = 2\npatterns = ['[A-Z][a-z]+']\n"
        "[object.rank]\npatterns = ['[(][a-z]+[)]']",
    )
    found = values(ontology, lines_page("Menu\nx y\nx y\nAnn\n(new)\n2022-09-04\nsome words\nBo\n5 Sep 2022 at 6:38"))
    assert found == [
        {"time": "2022-09-04", "time_text": "2022-09-04", "author": "Ann", "rank": "(new)"},
        {"time": "2022-09-05T06:38", "time_text": "5 Sep 2022 at 6:38", "author": "Bo"},
    ]


def test_where_most_have_a_value_is_where_it_stands() -> None:
    """Names stand below the times, though the last line of the post before is nearer."""
    ontology = own(
        '"x [1] has time", "time [1] has author"',
        "[object.time]\nkind = 'date'\n[object.author]\nline = true\nwithin = 3\npatterns = ['[A-Z][a-z]+']",
    )
    posts = "".join(f"2022-09-0{day}\n{name}\nso it is\nYes\n" for day, name in ((4, "Ann"), (5, "Bo"), (6, "Cy")))
    assert [found["author"] for found in values(ontology, lines_page(f"Index\n{posts}"))] == ["Ann", "Bo", "Cy"]


def test_a_value_of_one_record_only_is_taken_once() -> None:
    objects = "[object.mail]\npatterns = ['[a-z]+@[a-z]+']\n[object.year]\npatterns = ['[0-9]{4}']"
    text = lines_page("1998\na@b\n1999\na@b")
    once = own('"x [1] has year", "x [0:*] has mail [1]"', objects)
    assert values(once, text) == [{"mail": "a@b", "year": "1998"}, {"year": "1999"}]
    often = own('"x [1] has year", "x [0:*] has mail"', objects)
    assert values(often, text)[1] == {"mail": "a@b", "year": "1999"}


def test_rows_lead_to_the_page() -> None:
    page = parse("<nav>x</nav><main><p>In <b>1998</b> for <i>$5</i><p>2001 <u>$ 7</u> $7</main>")
    (region,) = CAR.find(page)
    first, second = region.records
    assert page.tag_name(region.row) == "main"
    assert (page.text(first.fields["year"].row), page.text(first.fields["price"].row)) == ("1998", "$5")
    assert first.start < first.end <= second.start < second.end
    assert first.fields["year"].source == "ontology"


def test_lines_are_cut_and_know_their_rows() -> None:
    page = parse("<p>" + "word " * 500 + "<b>bold</b> end<p>" + "x" * 2_500 + "<p>a<br>b <i>c</i>d")
    lines = read_lines(page)
    assert all(len(line.text) <= MAX_LINE_LENGTH for line in lines)
    assert " ".join(line.text for line in lines[:3]).split() == [*["word"] * 500, "bold", "end"]
    assert "".join(line.text for line in lines[3:6]) == "x" * 2_500
    assert [line.text for line in lines[6:]] == ["a", "b cd"]
    assert page.text(lines[2].row_at(lines[2].text.index("bold"))) == "bold"
    assert page.text(lines[-1].row_at(2)) == "c"


@every_seed(20)
def test_lines_say_what_the_visible_blocks_say(seed: int) -> None:
    page = parse(make_page(seed, 150))
    said = "".join("".join(line.text.split()) for line in read_lines(page))
    blocks = page.blocks
    rows = [
        row
        for index in range(len(blocks))
        for row in range(blocks.first[index], blocks.last[index])
        if not blocks.hidden[index] and not page.tag[row] and not page.hidden[row] and not page.raw[row]
    ]
    assert said == "".join("".join(page.text(row).split()) for row in rows)


def test_patterns_that_cost_too_much_give_up_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ontology_matches, "MAX_STEPS", 50_000)
    with pytest.raises(ArtifactError, match="ontology x: its patterns cost too much"):
        own('"x [1] has a"', "[object.a]\npatterns = ['(?:[a-z ]+)+[$]']").find(
            parse("<p>" + "warp and weft " * 900 + "$")
        )


def test_a_huge_page_takes_no_long_time() -> None:
    page = parse("<p>Ann Lee<br>555-010-2030<br>ann@weft.example<p>some more words, 12 of them, at 3 pm" * 1_000)
    started = time.process_time()
    (region,) = Ontology.named("contact").find(page)
    assert len(region.records) == 1  # one e-mail belongs to one contact
    assert time.process_time() - started < 10


def test_contacts() -> None:
    assert named(
        "contact",
        "Contact us\nDr. Ann M. Lee\n12 Weaver Street, Springfield, IL 62701\nTel (555) 210-2030\nFax 555-210-2031\n"
        "ann@weft.example\nBo Smith\n+44 20 7946 0018\nbo@weft.example",
    ) == [
        {
            "name": "Dr. Ann M. Lee",
            "email": "ann@weft.example",
            "phone": "(555) 210-2030",
            "fax": "555-210-2031",
            "address": "12 Weaver Street, Springfield, IL 62701",
        },
        {"name": "Bo Smith", "email": "bo@weft.example", "phone": "+44 20 7946 0018"},
    ]
    assert named(
        "contact", "联系人：张三\n手机：13800138000\n邮箱：zhang@weft.example\n地址：北京市海淀区中关村大街27号"
    ) == [
        {"name": "张三", "email": "zhang@weft.example", "phone": "13800138000", "address": "北京市海淀区中关村大街27号"}
    ]


def test_events() -> None:
    found = named(
        "event", "Weaving Workshop for Beginners\nDate: 12 May 2026\n10:00 - 12:30\nVenue: Town Hall\nTickets: £12"
    )
    assert found == [
        {
            "title": "Weaving Workshop for Beginners",
            "time": "2026-05-12",
            "time_text": "12 May 2026",
            "hours": "10:00 - 12:30",
            "place": "Town Hall",
            "price": "£12",
        }
    ]
    (talk,) = named("event", "织造技术讲座\n时间：2026年5月12日\n地点：图书馆报告厅\n主办单位：织造学会")
    assert talk["title"] == "织造技术讲座"
    assert (talk["time"], talk["place"], talk["organiser"]) == ("2026-05-12", "图书馆报告厅", "织造学会")


def test_products() -> None:
    found = named(
        "product",
        "Acme Lamp X100\nList Price: $25.00\nPrice: $19.99\nIn stock\nAcme Lamp X200\n$29.99\n4.5 out of 5 stars",
    )
    assert found == [
        {"name": "Acme Lamp X100", "price": "$19.99", "list_price": "$25.00", "stock": "In stock"},
        {"name": "Acme Lamp X200", "price": "$29.99", "rating": "4.5 out of 5"},
    ]
    (lamp,) = named("product", "台灯 X100\n市场价：￥199.00\n售价：￥99.00\n品牌：织光\n型号：X100\n有货")
    assert (lamp["price"], lamp["list_price"], lamp["brand"], lamp["stock"]) == ("￥99.00", "￥199.00", "织光", "有货")


def test_jobs() -> None:
    assert named(
        "job",
        "Senior Loom Engineer\nCompany: Weft Ltd\nLocation: Austin, TX\nSalary: $80,000 - $90,000 per year\n"
        "Full-time\nPosted: 3 May 2026",
    ) == [
        {
            "title": "Senior Loom Engineer",
            "company": "Weft Ltd",
            "location": "Austin, TX",
            "salary": "$80,000 - $90,000 per year",
            "type": "Full-time",
            "posted_time": "2026-05-03",
            "posted_time_text": "3 May 2026",
        }
    ]
    (job,) = named("job", "纺织工程师\n公司名称：经纬公司\n工作地点：上海\n月薪：8000-12000元/月")
    assert (job["title"], job["company"], job["location"]) == ("纺织工程师", "经纬公司", "上海")


def test_posts() -> None:
    first = "Ann\nJoined: 4 May 2020\nPosted 2022-09-04 06:38\nHow do I warp a loom?\nIt is new."
    text = f"{first}\nBo\nJoined: 1 June 2019\nPosted 2022-09-05 07:00\nSlowly."
    found = named("post", text)
    assert [(post["author"], post["time"], post["body"].split("\n")[0]) for post in found] == [
        ("Ann", "2022-09-04T06:38", "How do I warp a loom?"),
        ("Bo", "2022-09-05T07:00", "Slowly."),
    ]
    (post,) = named("post", "作者：老王\n发表于 2022-9-4 06:38\n经线断了怎么办？\n请教各位。")
    assert (post["author"], post["time"]) == ("老王", "2022-09-04T06:38")
