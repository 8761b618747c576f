"""The frontier is fair to every shape of URL."""

from collections import Counter

from weft.crawl.frontier import MOST_QUERIES, MOST_TRIES, SITEMAP, SPARE, Entry, Frontier
from weft.crawl.shape import Shape

HOST = "http://weft.example"


def drain(frontier: Frontier, most: int = 1000) -> list[str]:
    urls: list[str] = []
    while len(urls) < most and (entry := frontier.pop()):
        urls.append(entry.url.removeprefix(HOST))
    return urls


def test_every_shape_has_its_turn() -> None:
    frontier = Frontier(100)
    for number in range(60):
        frontier.add(Entry(f"{HOST}/news/story-{number}.html"))
    for number in range(3):
        frontier.add(Entry(f"{HOST}/tag/t{number}"))
    frontier.add(Entry(f"{HOST}/about"))
    first = drain(frontier, 7)
    assert Counter(url.split("/")[1] for url in first) == {"news": 3, "tag": 3, "about": 1}
    assert len(drain(frontier)) == 57


def test_many_first_segments_do_not_drown_other_groups() -> None:
    frontier = Frontier(100)
    for number in range(50):
        frontier.add(Entry(f"{HOST}/person{'abcdefghij'[number % 10]}{'klmno'[number // 10]}/profile"))
    for number in range(50):
        frontier.add(Entry(f"{HOST}/thread-{number}"))
    assert sum("thread" in url for url in drain(frontier, 20)) == 10


def test_a_shape_has_a_share_and_failures_do_not_count() -> None:
    frontier = Frontier(4)
    reasons = Counter(frontier.add(Entry(f"{HOST}/calendar/2020/{number}")) for number in range(500))
    assert reasons == {"": 4 + SPARE, "enough alike": 496 - SPARE}
    taken = [frontier.pop() for _ in range(5)]
    assert taken[4] is None
    assert len(frontier) == SPARE
    assert taken[0] is not None
    frontier.give_back(taken[0])
    assert frontier.pop() is not None


def test_no_page_twice_in_any_spelling() -> None:
    frontier = Frontier(9)
    assert frontier.add(Entry(f"{HOST}/a?x=1&y=2")) == ""
    assert frontier.add(Entry("https://www.weft.example/a?y=2&x=1")) == "known"
    assert len(drain(frontier)) == 1


def test_filters_combine_without_end() -> None:
    frontier = Frontier(100)
    sets = [(a, b) for a in "abcdefgh" for b in "ijklmnop"]
    reasons = Counter(frontier.add(Entry(f"{HOST}/shop?{a}=1&{b}=2")) for a, b in sets)
    assert reasons == {"": MOST_QUERIES, "filters": 64 - MOST_QUERIES}
    assert frontier.add(Entry(f"{HOST}/shop?a=7&i=9")) == ""  # a set that is known


def test_sitemaps_first_and_trouble_last() -> None:
    frontier = Frontier(9)
    frontier.add_again(Entry(f"{HOST}/trouble", tries=1))
    frontier.add(Entry(f"{HOST}/page"))
    frontier.add(Entry(f"{HOST}/sitemap.xml", kind=SITEMAP), first=True)
    assert drain(frontier) == ["/sitemap.xml", "/page", "/trouble"]
    assert frontier.add_again(Entry(f"{HOST}/trouble", tries=MOST_TRIES)) == "trouble"
    assert frontier.add_again(Entry(f"{HOST}/trouble", hops=99)) == "redirects"


def test_shapes() -> None:
    assert Shape.of(f"{HOST}/news/12-looms.html") == Shape.of(f"{HOST}/news/7-old-dyes.html")
    assert Shape.of(f"{HOST}/news/12-looms.html") != Shape.of(f"{HOST}/shop/12-looms.html")
    assert Shape.of(f"{HOST}/news/12-looms.html").group == Shape.of(f"{HOST}/shop/3-x.html").group
    assert Shape.of(f"{HOST}/%E4%B8%AD") == Shape.of(f"{HOST}/about")
    assert Shape.of(f"{HOST}/show.php?tid=1") == Shape.of(f"{HOST}/show.php?tid=2")
    assert Shape.of(f"{HOST}/show.php?tid=1") != Shape.of(f"{HOST}/list.php?fid=2")
