"""The queue is fair to every shape of URL."""

from collections import Counter

from scrapy import Request

from weft.crawl.queue import MAX_QUERIES, SPARE, Shape, ShapeQueue

HOST = "http://weft.example"


def push(queue: ShapeQueue, path: str, priority: int = 0) -> str:
    """Let a path wait as the filter does; or why not."""
    reason = queue.refuse(HOST + path)
    if not reason:
        queue.push(Request(HOST + path, priority=priority))
    return reason


def drain(queue: ShapeQueue, most: int = 1000) -> list[str]:
    urls: list[str] = []
    while len(urls) < most and (request := queue.pop()):
        queue.count(request.url)
        urls.append(request.url.removeprefix(HOST))
    return urls


def test_every_shape_has_its_turn() -> None:
    queue = ShapeQueue(100)
    for number in range(60):
        push(queue, f"/news/story-{number}.html")
    for number in range(3):
        push(queue, f"/tag/t{number}")
    push(queue, "/about")
    first = drain(queue, 7)
    assert Counter(url.split("/")[1] for url in first) == {"news": 3, "tag": 3, "about": 1}
    assert len(drain(queue)) == 57


def test_many_first_segments_do_not_drown_other_groups() -> None:
    queue = ShapeQueue(100)
    for number in range(50):
        push(queue, f"/person{'abcdefghij'[number % 10]}{'klmno'[number // 10]}/profile")
    for number in range(50):
        push(queue, f"/thread-{number}")
    assert sum("thread" in url for url in drain(queue, 20)) == 10


def test_a_shape_has_a_share_and_failures_do_not_count() -> None:
    queue = ShapeQueue(4)
    reasons = Counter(push(queue, f"/calendar/2020/{number}") for number in range(500))
    assert reasons == {"": 4 + SPARE, "enough alike": 496 - SPARE}
    assert len(queue) == queue.waiting == 4 + SPARE
    taken = drain(queue, 5)
    assert len(taken) == 4
    assert (len(queue), queue.waiting) == (0, SPARE)  # none that may be taken, so that a crawl ends
    queue.count(HOST + taken[0], -1)
    assert len(queue) == SPARE
    assert queue.pop() is not None


def test_filters_combine_without_end() -> None:
    queue = ShapeQueue(100)
    sets = [(a, b) for a in "abcdefgh" for b in "ijklmnop"]
    reasons = Counter(push(queue, f"/shop?{a}=1&{b}=2") for a, b in sets)
    assert reasons == {"": MAX_QUERIES, "filters": 64 - MAX_QUERIES}
    assert push(queue, "/shop?a=7&i=9") == ""  # a set that was there before


def test_lists_first_and_trouble_last() -> None:
    queue = ShapeQueue(9)
    push(queue, "/trouble", -10)
    push(queue, "/page")
    push(queue, "/sitemap.xml", 1)
    assert drain(queue) == ["/sitemap.xml", "/page", "/trouble"]


def test_shapes() -> None:
    assert Shape.of(f"{HOST}/news/12-looms.html") == Shape.of(f"{HOST}/news/7-old-dyes.html")
    assert Shape.of(f"{HOST}/news/12-looms.html") != Shape.of(f"{HOST}/shop/12-looms.html")
    assert Shape.of(f"{HOST}/news/12-looms.html").group == Shape.of(f"{HOST}/shop/3-x.html").group
    assert Shape.of(f"{HOST}/%E4%B8%AD") == Shape.of(f"{HOST}/about")
    assert Shape.of(f"{HOST}/show.php?tid=1") == Shape.of(f"{HOST}/show.php?tid=2")
    assert Shape.of(f"{HOST}/show.php?tid=1") != Shape.of(f"{HOST}/list.php?fid=2")
