"""What JSON-LD says of the records of a page."""

import json

import pytest

from weft import parse
from weft.content import Field, Money, Rating, Record, Region
from weft.records.evidence import gather
from weft.records.kinds.linked import with_linked

NAMES = ("Ash loom", "Oak reed", "Fine comb")


def region_with(objects: object, kind: str = "items") -> Region:
    """The region of three records of a page that declares these objects."""
    page = parse(
        f"<script type=application/ld+json>{json.dumps(objects)}</script><ul><li>x", url="https://mill.example/"
    )
    records = tuple(
        Record(start=0, end=1, fields={"title": Field(value=name), "url": Field(value=f"https://mill.example/{index}")})
        for index, name in enumerate(NAMES)
    )
    return with_linked(gather(page), Region(row=0, records=records, kind=kind))


def product(index: int) -> dict[str, object]:
    return {
        "@type": "Product",
        "name": NAMES[index].upper(),
        "offers": [{"@type": "Offer", "price": "12.50", "priceCurrency": "EUR"}],
        "aggregateRating": {"ratingValue": 4.5},
    }


def test_products_are_cards_with_prices() -> None:
    listed = [{"@type": "ListItem", "position": index, "item": product(index)} for index in range(3)]
    region = region_with({"@type": "ItemList", "itemListElement": listed})
    assert region.kind == "cards"
    fields = region.records[1].fields
    assert (fields["price"].typed, fields["rating"].typed) == (Money(12.5, "EUR"), Rating(4.5))
    assert fields["price"].source == "json-ld"


def test_an_address_tells_the_record_of_an_event() -> None:
    events = [
        {
            "@type": "MusicEvent",
            "url": f"/{index}",
            "startDate": f"2026-05-0{index + 1}T19:30",
            "location": {"@type": "Place", "name": "The Mill"},
        }
        for index in range(3)
    ]
    region = region_with({"@graph": events}, kind="rows")
    assert region.kind == "events"
    assert [record.fields["start"].value for record in region.records] == [f"2026-05-0{n}T19:30" for n in (1, 2, 3)]
    assert region.records[0].fields["place"].value == "The Mill"


def test_a_position_has_a_company_and_keeps_what_is_shown() -> None:
    jobs = [
        {"@type": "JobPosting", "title": name, "url": "/elsewhere", "hiringOrganization": {"name": "Mill & Co"}}
        for name in NAMES
    ]
    region = region_with(jobs)
    assert region.kind == "jobs"
    assert region.records[2].fields["company"].value == "Mill & Co"
    assert region.records[2].fields["url"].value == "https://mill.example/2"


@pytest.mark.parametrize(
    "objects",
    [
        [product(0)],
        {"@type": "BreadcrumbList", "itemListElement": [{"name": name} for name in NAMES]},
        [{"@type": "Product", "name": f"Another {index}"} for index in range(3)],
        [],
    ],
    ids=["one of three", "no type", "other names", "nothing"],
)
def test_what_is_said_of_few_records_changes_nothing(objects: object) -> None:
    region = region_with(objects)
    assert (region.kind, [set(record.fields) for record in region.records]) == ("items", [{"title", "url"}] * 3)


def test_broken_values_are_left_out() -> None:
    objects = [
        {"@type": ["Product"], "name": name, "offers": {"price": "many", "priceCurrency": 7}, "aggregateRating": [9]}
        for name in NAMES
    ]
    assert region_with(objects).kind == "cards"
    assert set(region_with(objects).records[0].fields) == {"title", "url"}
    page = parse('<script type=application/ld+json>{"@type": "Product", </script><p>x')
    region = Region(row=0, records=(Record(start=0, end=1),), kind="items")
    assert with_linked(gather(page), region) == region


def test_posts_keep_their_kind() -> None:
    comments = [{"@type": "Comment", "url": f"/{index}", "author": {"name": "Ann"}} for index in range(3)]
    region = region_with(comments, kind="posts")
    assert region.kind == "posts"
    assert region.records[0].fields["author"].value == "Ann"
