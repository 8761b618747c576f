import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.content import Label
from weft.page import Page
from weft.site.fields import MAX_FIELDS, learn_fields
from weft.templates.fields import FieldRules

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
    assert (found["shop_address"], found["shop_address_2"]) == ("2 High St", "Bath")


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
    pages = [book(n, extra=f"<div class='post post-{n}' id=p{n}><i class=mood>glad {n}</i></div>") for n in range(6)]
    assert values(learn_fields(pages[:4]), pages[5])["mood"] == "glad 5"


def test_microdata_class_and_id_name_what_has_no_label():
    extra = '<b itemprop="sku">A{0}</b><i id="ctl00_Main_lblColour">red {0}</i><p class="note x">odd {0}</p>'
    found = values(learn_fields([book(n, extra=extra.format(n)) for n in range(6)]), book(2, extra=extra.format(2)))
    assert (found["sku"], found["lblcolour"], found["note"]) == ("A2", "red 2", "odd 2")


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
