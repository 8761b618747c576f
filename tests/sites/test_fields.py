import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.content import Field, Label, Money
from weft.page import Page
from weft.sites.field_types import looks_like_person, type_by_name, type_of, typed_fields
from weft.sites.field_worth import MAX_FIELDS
from weft.sites.fields import learn_fields
from weft.sites.templates.fields import FieldRules

PUBLISHERS = ("Penguin", "Faber", "Knopf", "Viking", "Norton", "Tor", "Orion", "Verso")
RATINGS = ("PG", "R", "PG", "R", "PG", "R", "PG", "R")


def book(number: int, *, extra: str = "", order: int = 1) -> Page:
    rows = [f"<tr><th>Publisher</th><td>{PUBLISHERS[number]}</td></tr>"]
    if number % 2:
        rows.append(f"<tr><th>Weight</th><td>{number + 2} kg</td></tr>")
    rows.append(f"<tr><th>Pages</th><td>{number * 31 + 100}</td></tr>")
    return parse(
        f"<html><title>Book {number} | Shop</title><body class='page-{number} shop'><nav><a>Home</a><a>Books</a></nav>"
        f"<h1>Story of {PUBLISHERS[-number]}</h1><table class=facts>{''.join(rows[::order])}</table>"
        f"{extra}<footer>All rights reserved</footer></body></html>"
    )


def values(rules: FieldRules, page: Page) -> dict[str, str]:
    return {name: field.value for name, field in rules.find(page).items()}


BOOKS = [book(number, order=1 if number % 3 else -1) for number in range(8)]


def test_rows_of_a_table_are_named_and_found_by_their_labels():
    rules = learn_fields(BOOKS[:6])
    assert values(rules, BOOKS[7]) == {
        "title": "Story of Faber",
        "publisher": "Verso",
        "weight": "9 kg",
        "pages": "317",
    }
    assert values(rules, BOOKS[6]) == {"title": "Story of Knopf", "publisher": "Orion", "pages": "286"}


def test_what_all_pages_print_is_no_field():
    texts = {value for page in BOOKS for value in values(learn_fields(BOOKS), page).values()}
    assert not texts & {"Home", "Books", "All rights reserved", "Publisher", "Weight"}


def test_a_label_in_the_same_text_is_cut_off():
    pages = [book(n, extra=f"<ul><li>Shelf: {n}A<li>Price: ${n}.50</ul>") for n in range(6)]
    found = values(learn_fields(pages), pages[4])
    assert (found["shelf"], found["price"]) == ("4A", "$4.50")


def test_lines_between_breaks_are_fields():
    towns = ("Leeds", "York", "Bath", "Ely", "Wells", "Ripon")
    pages = [book(n, extra=f"<div id=shop-address>{n} High St<br>{towns[n]}<br>UK</div>") for n in range(6)]
    found = values(learn_fields(pages), pages[2])
    assert found["address"] == "2 High St"


def test_a_value_that_recurs_is_no_label():
    pages = [book(n, extra=f"<p class=rating>{RATINGS[n]}</p><p>Rated: <b>{RATINGS[n - 1]}</b></p>") for n in range(8)]
    found = values(learn_fields(pages), pages[3])
    assert (found["rating"], found["rated"]) == ("R", "PG")


def test_a_value_that_is_a_link_on_some_pages_is_one_field():
    links = ("{}", "<a>{}</a>")
    pages = [book(n, extra=f"<p>Editor: {links[n % 2].format(PUBLISHERS[n][::-1])}</p>") for n in range(8)]
    rules = learn_fields(pages)
    assert [values(rules, page)["editor"] for page in pages] == [name[::-1] for name in PUBLISHERS]


def test_tokens_of_one_page_do_not_spoil_paths():
    pages = [
        book(n, extra=f"<div class='post post-{n}' id=p{n}>Mood: <i>{PUBLISHERS[n][1:]}</i></div>") for n in range(6)
    ]
    assert values(learn_fields(pages[:4]), pages[5])["mood"] == PUBLISHERS[5][1:]


def test_the_page_s_data_and_known_words_name_what_has_no_label():
    data = '<script type="application/ld+json">{{"@type":"Book","genre":"{1}"}}</script>'
    extra = (
        '<b itemprop="sku">A{0}</b><i>{1}</i><p class="main-cuisine">{2}</p><p><u aria-label="Mood: {3}">{3}</u></p>'
    )

    def page(n: int) -> Page:
        reverse = [name[::-1].capitalize() for name in PUBLISHERS]
        return book(n, extra=(data + extra).format(n, reverse[n], reverse[-n - 1][:3], reverse[n - 2][1:]))

    fields = values(learn_fields([page(n) for n in range(6)]), page(2))
    assert (fields["sku"], fields["genre"], fields["cuisine"], fields["mood"]) == ("A2", "Fponk", "Rot", "iugnep")


def test_a_class_alone_is_no_name():
    pages = [book(n, extra=f"<i id=ctl00_Main_lblZmp class=blue>{PUBLISHERS[-n]}!</i>") for n in range(6)]
    names = {rule.name for rule in learn_fields(pages).rules}
    assert not names & {"blue", "lblzmp", "zmp"}


def test_fields_have_types():
    extra = (
        "<dl><dt>Price<dd>${0}.50<dt>Phone<dd>(0{0}) 555-012{0}<dt>Mail<dd>a{0}@shop.example<dt>Site<dd>www.s{0}.org"
        "<dt>Out<dd>2021-03-0{1}<dt>Copies<dd>{0}2<dt>Stars<dd>{0} out of 10<dt>Editor<dd>Ann {2}"
        "<dt>Shop<dd>{0} Mill St.<dt>Cover<dd>{3}</dl>"
    )
    pages = [book(n, extra=extra.format(n, n + 1, PUBLISHERS[n], RATINGS[n])) for n in range(8)]
    types = {rule.name: rule.type for rule in learn_fields(pages).rules}
    pairs = "price money phone phone mail email site url out date copies number stars rating editor person shop place"
    wanted = dict(zip(pairs.split()[::2], pairs.split()[1::2], strict=True)) | {
        "cover": "enumerated",
        "publisher": "text",
    }
    assert {name: types[name] for name in wanted} == wanted


def test_junk_is_left_out():
    junk = (
        "<nav><a>{0} menu</a></nav><div class=breadcrumb><a>Books</a> › <b>{0}</b></div><p>Find a {0} dealer</p>"
        "<p hidden>{0} ghost</p><p><a>Share</a> <b>{1}3</b></p><select><option>{0}</select>"
    )
    pages = [book(n, extra=junk.format(PUBLISHERS[n][::-1], n)) for n in range(6)]
    assert {rule.name for rule in learn_fields(pages).rules} == {"title", "publisher", "pages", "weight"}


def test_the_trail_is_no_title():
    trail = "<div id=crumbs><a>Home</a> » <a>Books</a> » <b>Story of {0}</b></div>"
    pages = [book(n, extra=trail.format(PUBLISHERS[-n])) for n in range(6)]
    rules = learn_fields(pages)
    assert "h1" in str(next(rule.path for rule in rules.rules if rule.name == "title"))


def test_a_price_a_date_and_an_author_keep_their_meaning():
    extra = "<p>Born: {1}</p><p>Reviewed by: <b>Bo {0}</b></p><p>List price: ${2}9</p><p>Our price: <b>${2}5</b></p>"
    pages = [book(n, extra=extra.format(PUBLISHERS[n], f"2021-03-0{n + 1}", n)) for n in range(6)]
    fields = values(learn_fields(pages), pages[3])
    assert (fields["born"], fields["reviewed_by"], fields["list_price"]) == ("2021-03-04", "Bo Viking", "$39")
    assert fields["price"] == "$35"
    assert not fields.keys() & {"date", "author"}


def test_examples_and_order_of_worth():
    pages = [book(n, extra=f"<p>Tel: <b>555-010{n}</b></p>") for n in range(6)]
    rules = learn_fields(pages)
    assert [rule.name for rule in rules.rules] == ["title", "tel", "publisher", "pages", "weight"]
    assert rules.rules[2].examples == ("Penguin", "Faber", "Knopf")


def test_an_echo_of_another_field_is_left_out():
    pages = [book(n, extra=f"<p class=again>{PUBLISHERS[n]}</p>") for n in range(6)]
    assert list(values(learn_fields(pages), pages[0]).values()).count(PUBLISHERS[0]) == 1


def test_lists_do_not_become_fields():
    pages = [book(n, extra="".join(f"<p class=comment>{n} said {i}</p>" for i in range(n * 5))) for n in range(8)]
    assert all("said" not in value for page in pages for value in values(learn_fields(pages), page).values())


def test_what_readers_wrote_below_is_no_field():
    comment = '<div id="comments"><div class="comment"><b class="fn">Ann{0}</b><p>Said {0} of it.</p></div></div>'
    pages = [book(number, extra=comment.format(number)) for number in range(4)]
    assert values(learn_fields(pages), pages[1]) == values(learn_fields([book(n) for n in range(4)]), book(1))
    marks = {0: [Label(page_id="", rows=(int(pages[0].rows_of("b")[-1]),), name="critic")]}
    assert values(learn_fields(pages, labels=marks), pages[1])["critic"] == "Ann1"


def test_there_are_at_most_forty_fields_each_of_its_own_name():
    rows = "".join(f"<tr><th>Fact {i}</th><td>{{0}}/{i}</td></tr>" for i in range(60))
    pages = [book(n, extra=f"<table>{rows.format(n)}</table>") for n in range(5)]
    rules = learn_fields(pages)
    assert len(rules.find(pages[0])) == MAX_FIELDS
    assert all(rule.presence >= 0.3 for rule in rules.rules)


def article(number: int, *, author: str = "", site_title: str = "", metadata: str = "") -> Page:
    comments = "".join(f"<p>2020-05-0{i + 1} <b>fan {i}</b>" for i in range(number))
    title, name = f"{PUBLISHERS[number]} wins", author or f"Ann {PUBLISHERS[-number]}"
    return parse(
        f"<html><title>{site_title or title}</title>{metadata}<body><h2>{title}</h2><p class=meta>By <a>{name}</a> on "
        f"<time>2019-03-0{number + 1}</time></p><div class=body><p>{'word ' * 80}{number}</p></div>{comments}"
    )


def test_title_author_and_date_are_found_by_the_metadata():
    pages = [article(n) for n in range(8)]
    found = values(learn_fields(pages[:6]), pages[7])
    assert found == {"title": "Verso wins", "author": "Ann Faber", "date": "2019-03-08"}


def test_the_title_is_a_heading_where_the_metadata_names_the_site():
    pages = [article(n, site_title="The Daily") for n in range(8)]
    assert values(learn_fields(pages[:6]), pages[7])["title"] == "Verso wins"


def test_the_author_of_all_pages_is_a_value():
    pages = [article(n, author="Ann Lee", metadata='<meta name=author content="Ann Lee">') for n in range(8)]
    assert values(learn_fields(pages[:6]), pages[7])["author"] == "Ann Lee"


def mark(page: Page, **names: str) -> list[Label]:
    """A label for each name: the row of the text that is given."""
    rows = {page.text(row).strip(): row for row in range(len(page)) if page.chars[row]}
    return [Label(page_id="", rows=(rows[text],), name=name) for name, text in names.items()]


def test_marks_name_fields():
    marks = {n: mark(BOOKS[n], house=PUBLISHERS[n], size=str(n * 31 + 100)) for n in (0, 1)}
    found = values(learn_fields(BOOKS[:2], labels=marks), BOOKS[7])
    assert (found["house"], found["size"]) == ("Verso", "317")


def test_a_mark_is_a_value_even_where_all_pages_print_it():
    pages = [book(n, extra="<p class=stock>in stock</p>") for n in range(6)]
    marks = {3: mark(pages[3], stock="in stock")}
    assert values(learn_fields(pages, labels=marks), pages[5])["stock"] == "in stock"


def test_a_marked_text_comes_back_with_its_label():
    pages = [book(n, extra=f"<p>Price: ${n}.50</p>") for n in range(6)]
    rules = learn_fields(pages, labels={0: mark(pages[0], price="Price: $0.50")})
    assert values(rules, pages[5])["price"] == "Price: $5.50"


def test_marked_elements_are_fields():
    pages = [book(n, extra=f"<div class=line>from <b>{n}</b> to <b>{n + 1}</b></div>") for n in range(6)]
    row = int(pages[1].parent[next(row for row in range(len(pages[1])) if pages[1].text(row) == "from ")])
    marks = {1: [Label(page_id="", rows=(row,), name="span")]}
    assert values(learn_fields(pages, labels=marks), pages[4])["span"] == "from 4 to 5"


def test_one_page_with_marks_is_enough():
    found = values(learn_fields(BOOKS[:1], labels={0: mark(BOOKS[0], name=f"Story of {PUBLISHERS[0]}")}), BOOKS[5])
    assert found["name"] == f"Story of {PUBLISHERS[-5]}"


@pytest.mark.parametrize("pages", [[], [""], [""] * 5, ["<p>all alike"] * 5, ["<p>one"]])
def test_nothing_to_learn_is_no_field(pages):
    assert learn_fields([parse(page) for page in pages]).rules == ()


@every_seed(10)
def test_rules_read_from_json_find_the_same_on_any_page(seed):
    pages = [parse(make_page(seed + n % 2, size=120) + f"<h1>{n}</h1>") for n in range(5)]
    rules = learn_fields(pages)
    assert rules == learn_fields(pages)
    again = FieldRules.from_json(rules.to_json())
    assert [again.find(page) for page in pages] == [rules.find(page) for page in pages]


def test_labels_are_written_in_an_order_that_no_hash_decides():
    facts = "<dl class=facts><dt>Colour</dt><dd>Red {0}</dd><dt>Size</dt><dd>{0} cm</dd></dl>"
    labels = learn_fields([book(number, extra=facts.format(number)) for number in range(8)]).labels
    assert len(labels) > 1
    assert list(labels) == sorted(labels, key=str)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ("$5.00|£7|12 €", "money"),
        ("2021-03-04|5 May 2022", "date"),
        ("1,200|85", "number"),
        ("4.5 out of 5|3 out of 5", "rating"),
        ("+49 30 1234567|(304) 679-3128|Tel: 020 7946 0018", "phone"),
        ("9780553805260|9781594417283", "number"),
        ("a.b@loom.example|c@weft.example", "email"),
        ("www.loom.example|https://weft.example/a", "url"),
        ("12 Mill St.|Lange Straße 4|Leeds, WV 26184", "place"),
        ("2009 Dodge Durango|2010 Subaru Outback", "text"),
        ("warp|weft|loom", "text"),
        ("PG|R|PG|R|R|PG", "enumerated"),
        ("", "text"),
    ],
)
def test_types(values: str, kind: str) -> None:
    assert type_of(values.split("|")) == kind


def test_a_person_is_told_by_the_name_of_the_field() -> None:
    people = ["Ann Lee", "Bo van Ek", "Cy Day"]
    assert (type_by_name("director", people), type_by_name("team", people)) == ("person", "text")
    assert type_by_name("author", ["All of our reviews", "Read more here", "Ann Lee"]) == "text"
    assert [looks_like_person(text) for text in ("Ann Lee", "ann lee", "7 of Nine", "Ann")] == [
        True,
        False,
        False,
        False,
    ]


def test_values_for_programs() -> None:
    fields = typed_fields(lambda: {"price": Field(value="$5", type="money"), "name": Field(value="Ann")})
    assert (fields["price"].typed, fields["name"].typed) == (Money(5.0, "$"), None)
