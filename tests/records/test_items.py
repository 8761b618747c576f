"""Items: lists of things that have neither times nor prices, and what is no list."""

import pytest

from weft import extract, parse
from weft.content import Record
from weft.records.find import MIN_ITEMS, RecordSearch, find_main_records

TOWNS = ("Lyon", "Prato", "Leeds", "Aachen", "Lodz", "Terrassa")
TEASER = (
    "<div class={0}><a href=/looms/{0}><img src=/{0}.jpg alt=''></a><h3><a href=/looms/{0}>The looms of {0}</a></h3>"
    "<p>How {0} came to weave, and what is left of it in the streets behind the river.</p></div>"
)
PROSE = "<p>A loom holds the warp while the weft runs through it, and so a cloth is made, row by row.</p>" * 12


def teasers(item: str = TEASER, around: str = "<main><h1>Towns</h1>{}</main>") -> str:
    return around.format("".join(map(item.format, TOWNS)))


def values(records: tuple[Record, ...], name: str) -> list[str]:
    return [record.fields[name].value for record in records if name in record.fields]


def test_items_need_neither_times_nor_prices() -> None:
    records = find_main_records(parse(teasers(), url="https://weft.example/"))
    assert values(records, "title") == [f"The looms of {town}" for town in TOWNS]
    assert values(records, "url") == [f"https://weft.example/looms/{town}" for town in TOWNS]
    assert values(records, "image") == [f"https://weft.example/{town}.jpg" for town in TOWNS]
    assert values(records, "text")[0].startswith("How Lyon came to weave")
    assert extract(teasers()).records == records_of(teasers())


def records_of(html: str) -> tuple[Record, ...]:
    return find_main_records(parse(html))


def test_items_in_several_boxes_are_one_list() -> None:
    boxes = "".join(f"<section><div>{TEASER.replace('class={0}', '').format(town)}</div></section>" for town in TOWNS)
    rows = "".join(
        f"<div class=row>{''.join(TEASER.replace('class={0}', 'class=card').format(town) for town in pair)}</div>"
        for pair in (TOWNS[:2], TOWNS[2:4], TOWNS[4:])
    )
    for html in (boxes, rows):
        assert values(records_of(f"<main>{html}</main>"), "title") == [f"The looms of {town}" for town in TOWNS]


@pytest.mark.parametrize(
    "html",
    [
        f"<article><h1>Looms</h1>{PROSE}</article><div>{''.join(map(TEASER.format, TOWNS[:3]))}</div>{PROSE}",
        "<ul>" + "".join(f"<li><a href=/{town}>{town}</a></li>" for town in TOWNS) + "</ul>" + PROSE,
        teasers(around="<nav>{}</nav><p>Nothing here.</p>"),
        teasers(around="<footer>{}</footer><p>Nothing here.</p>"),
        "<main>" + "".join(map(TEASER.format, TOWNS[:2])) + "</main>",
        teasers(TEASER.replace("/looms/{0}", "/looms")),
        teasers(TEASER.replace("href=/looms/{0}", "href=#")),
        "".join(f"<section><h2>On {town}</h2>{PROSE}<a href=/{town}>More</a></section>" for town in TOWNS),
    ],
    ids=["related", "menu", "navigation", "foot", "two", "one address", "no address", "sections"],
)
def test_what_is_no_list_of_things(html: str) -> None:
    assert find_main_records(parse(html)) == ()


def test_items_are_a_reading_that_the_chooser_expects_much_of() -> None:
    best = RecordSearch(parse(teasers())).readings[0]
    assert len(best.items) == len(TOWNS)
    assert MIN_ITEMS < best.likely <= 1


def test_links_without_a_text_are_no_list() -> None:
    assert records_of("<ul>" + "<li><a href=/1></a></li>" * 3 + "</ul>") == ()


PRICES = [
    ("<b>$12.50</b>", "$12.50"),
    ("<s>$19.00</s> <b>$12.50</b>", "$12.50"),
    ("<i class=price-was>$19.00</i> <b>$12.50</b>", "$12.50"),
    ("<b>$<i>12</i><sup>50</sup></b>", "$12.50"),
    ("<b><i>USD</i><i>12.50</i></b>", "USD 12.50"),
    ("<b>12,50<i>€</i></b>", "12,50€"),
    ("<i>Save $ 5 today</i> <b>$12.50</b>", "$12.50"),
    ("<b>лв12,50</b>", "лв12,50"),
    ("<b>free</b>", ""),
]


@pytest.mark.parametrize(("price", "value"), PRICES, ids=range(len(PRICES)))
def test_the_price_of_a_card(price: str, value: str) -> None:
    records = records_of(teasers(TEASER.replace("<p>", price.replace("{", "{{") + "<p>")))
    assert len(records) == len(TOWNS)
    assert values(records, "price") == [value] * len(TOWNS) * bool(value)


@pytest.mark.parametrize(
    ("rating", "value"),
    [
        ("<i>4.5 out of 5 stars</i>", "4.5"),
        ("<i aria-label='Rated 4.5 out of 5'></i>", "4.5"),
        ("<i class=rating>4.5</i>", "4.5"),
        ("<i class=weight>4.5</i>", ""),
        ("<i>12 of 50</i>", ""),
    ],
)
def test_the_rating_of_a_card(rating: str, value: str) -> None:
    records = records_of(teasers(TEASER.replace("<p>", rating + "<p>")))
    assert values(records, "rating") == [value] * len(TOWNS) * bool(value)


def test_the_picture_of_a_card_is_no_icon() -> None:
    records = records_of(teasers(TEASER.replace("<a href", "<img src=/new.png><a href", 1)))
    assert values(records, "image") == [f"/{town}.jpg" for town in TOWNS]


def test_a_title_without_a_link_has_the_address_of_its_card() -> None:
    item = (
        "<li><a href=/looms/{0}><img src=/{0}.jpg></a><h3>The looms of {0}</h3><a href=/looms/{0}>Read on</a> "
        "<a href=/all>All</a></li>"
    )
    records = records_of(teasers(item))
    assert values(records, "title") == [f"The looms of {town}" for town in TOWNS]
    assert values(records, "url") == [f"/looms/{town}" for town in TOWNS]
