"""The choice by the templates of a site, of bytes and of pages."""

import pickle
import random
from dataclasses import replace

import pytest

import weft
from tests.seeds import every_seed
from tests.site_pages import HOST, blog_page, list_page, make_article, table_page, whole_site
from tests.sites.templates.test_outline import random_outline
from tests.soup import make_page, mutate
from weft import Document, Page, Site, parse
from weft.sites.finder import Cluster
from weft.sites.templates import Outline, RecordRules, SlotBody, Template
from weft.sites.templates.body import LINKED
from weft.sites.templates.fields import squeeze
from weft.sites.templates.template import Guard

SIZE = 300  # pieces of a random page


@pytest.fixture(scope="module")
def site() -> Site:
    return weft.learn(whole_site())


def told(document: Document) -> tuple[object, ...]:
    """All that a template says of a page."""
    found = (dict(document.fields), tuple(document.records), document.metadata, document.comments)
    own = (document.chosen_by, document.cluster, document.reason, document.page_type, document.confidence)
    return (document.keep.tolist(), document.text, *own, *found)


def check(site: Site, data: bytes | str, url: str | None) -> bool:
    """Compare the choice on bytes with that on a page; whether it needed no second look."""
    page, document = site.read(data, url=url)
    parsed = parse(data, url=url)
    assert told(document) == told(site.choose(parsed))
    assert page.url == parsed.url
    return site.find(parsed).is_settled


def test_the_pages_of_a_site(site: Site) -> None:
    for url, data in whole_site():
        assert check(site, data, url)
        assert check(site, data, None), "what is tried is found on the page"


@every_seed(60)
def test_damaged_pages(seed: int, site: Site) -> None:
    rng = random.Random(seed)
    html, folder = rng.choice(
        [
            (blog_page(make_article(seed, paragraphs=rng.choice((0, 1, 40)))), "blog"),
            (table_page(make_article(seed)), "old"),
            (list_page(seed), "tag"),
            (make_page(seed), "blog"),
        ]
    )
    check(site, mutate(html.encode(), rng), f"{HOST}/{folder}/{seed}" if rng.random() < 0.7 else None)


def test_pages_that_need_a_second_look(site: Site) -> None:
    page = parse(blog_page(make_article(7)), url=f"{HOST}/blog/7")
    other = parse("<p>Something else, on no page of the site", url=f"{HOST}/blog/7")
    assert site.find(page).is_settled
    assert site.find(other).cluster == -1
    assert site.choose(other).reason.code == "no_template"
    doubted = replace(
        site,
        clusters=tuple(
            replace(cluster, template=replace(cluster.template, guard=Guard(trust=0.1, why="told so")))
            for cluster in site.clusters
        ),
    )
    fitting = doubted.find(page)
    assert (fitting.cluster, fitting.is_settled) == (site.find(page).cluster, False)
    assert doubted.choose(page).reason.code == "single_page"
    assert replace(doubted, fallback="density").find(page).is_settled, "guards are held against the default alone"


@every_seed(30)
def test_the_page_alone_is_told_in_the_same_call(seed: int, site: Site) -> None:
    rng = random.Random(seed)
    guard = Guard(trust=rng.choice((0.1, 0.7)), words=(0, rng.randrange(200)), why="told so")
    clusters = [replace(cluster, template=replace(cluster.template, guard=guard)) for cluster in site.clusters]
    site = replace(site, clusters=tuple(clusters))
    html = blog_page(make_article(seed)) if rng.random() < 0.6 else make_page(seed, SIZE)
    data, url = mutate(html.encode(), rng), f"{HOST}/blog/{seed}"
    document, wanted = site.extract(data, url=url), site.extract(parse(data, url=url))
    assert told(document) == told(wanted)
    assert document.chosen_by != "block_classifier" or document.page.table.written in (document.text, None)


def random_template(page: Page, rng: random.Random, name: str) -> Template:
    """Rules of any kind in an outline of a page."""
    outline = random_outline(page, rng)
    if rng.random() < 0.8:
        outline = replace(outline, presence=(1.0,) * len(outline))  # else no page has all that is usual
    everything = next((path for path in outline.paths if path.endswith("> body")), outline.paths[0])

    def some(most: int) -> tuple[str, ...]:
        return tuple(rng.sample(outline.paths, min(rng.randrange(most + 1), len(outline))))

    texts = [squeeze(block.text) for block in page.blocks if rng.random() < 0.2]
    keep = (everything, *some(2)) if rng.random() < 0.7 else some(4)
    records = (everything, *some(2)) if rng.random() < 0.3 else ()
    body = SlotBody(
        outline=outline,
        keep=() if records and rng.random() < 0.7 else keep,
        drop=some(4),
        around=some(2),
        titles=some(2),
        own=some(1) if rng.random() < 0.3 else (),
        no_links=some(6),
        texts=frozenset(filter(None, texts)),
    )
    guard = Guard(trust=rng.choice((1.0, 0.7, 0.2)), words=(rng.randrange(9), 2_000), fit=rng.random() / 2, why="so")
    rules = RecordRules(record=records[0], also=records[1:]) if records else RecordRules()
    return Template(name=name, outline=outline, body=body, records=rules, page_type="listing", guard=guard)


def random_site(pages: list[Page], rng: random.Random) -> Site:
    """A cluster a page, without addresses: all of them are tried on any page."""
    templates = [random_template(page, rng, f"t{number}") for number, page in enumerate(pages)]
    clusters = [Cluster(template=template, page_ids=(), medoid="") for template in templates]
    return Site(clusters=tuple(clusters), fallback=rng.choice(("block_classifier", "density")))


@every_seed(60)
def test_random_templates(seed: int) -> None:
    rng = random.Random(seed)
    sources = [make_page(seed + 1000 * number, SIZE) for number in range(rng.randrange(1, 4))]
    site = random_site([parse(source) for source in sources], rng)
    for source in sources:
        check(site, source, None)
        check(site, mutate(source.encode(), rng), rng.choice((None, "http://weft.example/a/1")))


def test_a_block_is_a_link_at_the_same_share() -> None:
    for linked in range(11):
        html = f"<div><p>{'x' * (10 - linked)}<a href=/a>{'y' * linked}</a><p>Words</div>"
        page, outline = parse(html), Outline.from_json({"html": {"head": {}, "body": {"div": {"p": {}}}}})
        body = SlotBody(outline=outline, keep=("html > body > div",), no_links=("html > body > div > p",))
        template = Template(name="t", outline=outline, body=body)
        site = Site(clusters=(Cluster(template=template, page_ids=(), medoid=""),))
        assert site.choose(page).keep.tolist() == ([1] if linked >= 10 * LINKED else [0, 1])


def test_the_text_is_written_on_the_way(site: Site) -> None:
    page, document = site.read(blog_page(make_article(3)), url=f"{HOST}/blog/3")
    assert page.table.written == document.text == make_article(3).body


def test_limits_are_those_of_a_parse(site: Site) -> None:
    for limits in (weft.Limits(bytes=10), weft.Limits(nodes=10), weft.Limits(seconds=0)):
        with pytest.raises(weft.LimitError) as wanted:
            parse(blog_page(make_article(3)), url=f"{HOST}/blog/3", limits=limits)
        with pytest.raises(weft.LimitError) as raised:
            site.read(blog_page(make_article(3)), url=f"{HOST}/blog/3", limits=limits)
        assert str(raised.value) == str(wanted.value)


def test_a_site_that_was_asked_can_be_sent(site: Site) -> None:
    url, data = whole_site()[0]
    text = site.extract(data, url=url).text
    assert pickle.loads(pickle.dumps(site)).extract(data, url=url).text == text


def test_the_kernel_takes_no_other_template(site: Site) -> None:
    page, kernel = parse("<p>One"), site._finder._kernel
    with pytest.raises(ValueError, match="no such template"):
        kernel.choose(page.table, [[len(site.clusters)]])
    with pytest.raises(ValueError, match="flags"):
        weft._native.Template(site.clusters[0].template.outline.kernel, [0], 1, None)
    assert kernel.choose(page.table, []).cluster == -1
