"""Links by what they say they are: other languages, feeds, the pages around it; only addresses that may be written."""

from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata

URL = "https://loom.example/rain"


def read(head: str, body: str = "<h1>Rain</h1>") -> Metadata:
    return find_metadata(parse(f"<html lang=en><head>{head}</head><body>{body}", url=URL))


def test_other_languages_once_each() -> None:
    found = read(
        "<link rel=alternate hreflang=de-AT href=/regen><link rel='alternate' hreflang=x-default href=/rain>"
        "<link rel=alternate hreflang=de-AT href=/again><link rel=alternate hreflang='no language' href=/x>"
        "<link rel=alternate hreflang=fr href=javascript:alert(1)>",
        "<a rel=alternate hreflang=it href=/pioggia>Italiano</a>",
    )
    assert [(link.kind, link.url, link.source) for link in found.alternates] == [
        ("de-AT", "https://loom.example/regen", "link"),
        ("x-default", "https://loom.example/rain", "link"),
    ]


def test_feeds_by_their_media_types() -> None:
    found = read(
        "<link rel=alternate type=application/rss+xml title='The Loom' href=/feed>"
        "<link rel=alternate type='application/atom+xml; charset=utf-8' href=/atom>"
        "<link rel=alternate type=application/json+oembed href=/oembed>"
        "<link rel=alternate type=application/rss+xml href='data:text/xml,x'>"
        "<link rel=alternate type=application/rss+xml title=again href=/feed>"
    )
    assert [(link.value, link.url, link.kind) for link in found.feeds] == [
        ("The Loom", "https://loom.example/feed", "rss"),
        ("", "https://loom.example/atom", "atom"),
    ]


def test_the_pages_around_it_and_its_amp_page() -> None:
    found = read("<link rel=amphtml href=/amp/rain><link rel=prev href=?page=1>", "<a rel=next href=?page=3>more</a>")
    assert (found.amp.value, found.amp.source) == ("https://loom.example/amp/rain", "link")
    assert (found.previous_page.value, found.previous_page.source) == ("https://loom.example/rain?page=1", "link")
    assert (found.next_page.value, found.next_page.source) == ("https://loom.example/rain?page=3", "a")


def test_the_head_wins_and_bad_addresses_are_none() -> None:
    assert read("<link rel=next href=?page=2>", "<a rel=next href=?page=9>x</a>").next_page.value.endswith("page=2")
    found = read("<link rel=next href='javascript:alert(1)'><link rel=amphtml href='http://['>")
    assert not found.next_page
    assert not found.amp
