"""The field `image`: the picture of what a page is about."""

import json

import pytest

from weft import learn, parse
from weft.page import Page
from weft.sites import list_fields
from weft.sites.check import check_site
from weft.sites.fields import learn_fields
from weft.sites.templates.fields import FieldRules

HOST = "https://weft.example"
COUNT = 8
HERO = "<figure class=hero><img src=/pictures/loom-{0}.jpg></figure>"


def article(number: int, picture: str, *, head: str = "", foot: str = "") -> str:
    text = f"Loom {number} stands in hall {number * 7} and weaves {number + 3} yards of cloth an hour. "
    return (
        f"<html><head><title>Loom {number} | Guild</title>{head.format(number)}</head><body>"
        f"<header><img class=brand src=/guild.png></header><h1>Loom {number}</h1>{picture.format(number)}"
        f"<div class=text><p>{text * 3}</p><p>{text[::-1] * 2}</p></div>{foot.format(number)}</body></html>"
    )


def pages_with(picture: str, *, head: str = "", foot: str = "") -> list[Page]:
    return [parse(article(n, picture, head=head, foot=foot), url=f"{HOST}/looms/{n}") for n in range(COUNT)]


def image_of(pages: list[Page], *, number: int = 7) -> str:
    found = learn_fields(pages[:6]).find(pages[number])
    return found["image"].value if "image" in found else ""


def test_the_picture_is_an_absolute_address_of_type_image() -> None:
    pages = pages_with(HERO)
    rules = learn_fields(pages[:6])
    field = rules.find(pages[7])["image"]
    assert (field.value, field.type) == (f"{HOST}/pictures/loom-7.jpg", "image")
    assert pages[7].tag_name(field.row) == "img"
    assert [rule.name for rule in rules.rules][:2] == ["title", "image"]


@pytest.mark.parametrize(
    "picture",
    [
        "<div><img src=data:image/gif;base64,R0lGODlhAQABAAAAACw= data-src=/pictures/loom-{0}.jpg></div>",
        "<div><img srcset='/s/loom-{0}.jpg 320w, /pictures/loom-{0}.jpg 1280w'></div>",
        "<picture><source srcset=/pictures/loom-{0}.jpg><img></picture>",
        "<a href=/pictures/loom-{0}.jpg><img src=/pictures/loom-{0}.jpg></a>",
        "<a href=/looms/{0}><img src=/pictures/loom-{0}.jpg></a>",
    ],
)
def test_the_address_is_found_wherever_it_is_written(picture: str) -> None:
    assert image_of(pages_with(picture)) == f"{HOST}/pictures/loom-7.jpg"


@pytest.mark.parametrize(
    "picture",
    [
        "<img src=/pictures/guild.jpg>",  # the same everywhere
        "<img src=/pictures/loom-{0}.png width=16 height=16>",
        "<div class=logo><img src=/pictures/loom-{0}.png></div>",
        "<img src=/pictures/maker-logo-{0}.png>",
        "<div class=author><img src=/faces/{0}.jpg></div>",
        "<aside><img src=/pictures/loom-{0}.jpg></aside>",
        "<a href=/looms/next-to-{0}><img src=/pictures/loom-{0}.jpg></a>",
        "<img src='javascript:show({0})'>",
    ],
)
def test_what_is_no_picture_of_the_page(picture: str) -> None:
    assert image_of(pages_with(picture)) == ""


def test_what_the_head_declares_tells_which_picture_it_is() -> None:
    both = "<div class=first><img src=/pictures/mill-{0}.jpg></div>" + HERO
    assert image_of(pages_with(both)) == f"{HOST}/pictures/mill-7.jpg"
    head = f"<meta property=og:image content={HOST}/large/loom-{{0}}.jpg>"
    assert image_of(pages_with(both, head=head)) == f"{HOST}/pictures/loom-7.jpg"


def test_a_declared_picture_is_taken_where_none_is_shown() -> None:
    head = "<meta name=generator content=g><meta property=og:image content=/cards/loom-{0}.jpg>"
    pages = pages_with("", head=head)
    rules = learn_fields(pages[:6])
    assert image_of(pages) == f"{HOST}/cards/loom-7.jpg"
    paths = [str(rule.path) for rule in rules.rules if rule.name == "image"]
    assert paths == ['html > head > meta::content:after("og:image")']
    other = parse(article(7, "", head="<meta property=og:image content=javascript:run()>"), url=HOST)
    assert "image" not in rules.find(other)
    assert image_of(pages_with("", head="<meta property=og:image content=/cards/guild.jpg>")) == ""


def test_pictures_far_below_the_title_are_none() -> None:
    foot = "<ul>" + "<li>Guild news of the week" * 80 + "</ul><div class=last><img src=/pictures/loom-{0}.jpg></div>"
    assert image_of(pages_with("", foot=foot)) == ""


def test_a_site_keeps_it_through_its_file() -> None:
    site = learn([(f"{HOST}/looms/{n}", article(n, HERO)) for n in range(COUNT)])
    [field] = [own for own in list_fields(site) if own.name == "image"]
    assert (field.type, field.presence) == ("image", 1.0)
    assert field.examples[0].startswith(f"{HOST}/pictures/loom-")
    rules = site.clusters[0].template.fields
    again = FieldRules.from_json(rules.to_json())
    page = parse(article(9, HERO), url=f"{HOST}/looms/9")
    assert again.find(page)["image"].value == rules.find(page)["image"].value == f"{HOST}/pictures/loom-9.jpg"


def test_a_check_of_the_file_knows_it() -> None:
    text = json.dumps(learn([(f"{HOST}/looms/{n}", article(n, HERO)) for n in range(COUNT)]).to_json(), indent=1)
    assert "img::src" in text
    assert check_site(text) == []
    [problem] = check_site(text.replace("img::src", "img::content"))
    assert "::content is taken of meta alone" in problem.what


def test_metadata_asks_the_field() -> None:
    """The head declares the guild's picture on every page: the template knows that of the page."""
    head = "<meta property=og:image content=/guild.png>"
    sources = {f"{HOST}/looms/{n}": article(n, HERO, head=head) for n in range(COUNT)}
    site = learn(list(sources.items()))
    address = f"{HOST}/looms/7"
    image = site.extract(sources[address], url=address).metadata.image
    assert (image.value, image.source) == (f"{HOST}/pictures/loom-7.jpg", "template")


def test_metadata_keeps_the_declared_size() -> None:
    head = "<meta property=og:image content=/pictures/loom-{0}.jpg><meta property=og:image:width content=640>"
    sources = {f"{HOST}/looms/{n}": article(n, HERO, head=head) for n in range(COUNT)}
    site = learn(list(sources.items()))
    address = f"{HOST}/looms/7"
    image = site.extract(sources[address], url=address).metadata.image
    assert (image.value, image.width) == (f"{HOST}/pictures/loom-7.jpg", 640)
