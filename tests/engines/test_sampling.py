import random

from tests.seeds import every_seed
from weft.engines.sampling import A_SHAPE, PAGES, SHAPES, Sampler, join, unpack
from weft.io import RawPage

HOST = "h.example"


def make_pages(count: int, seed: int) -> list[RawPage]:
    random.seed(seed)
    return [
        RawPage(
            id=f"u{number}",
            url=f"http://{HOST}/{random.choice('abcdefgh') * random.randint(1, 9)}/{'x' * random.randint(1, 5)}.html",
            data=f"<p>{number}".encode(),
            charset="utf-8",
        )
        for number in range(count)
    ]


def sample(pages: list[RawPage]):
    sampler = Sampler()
    for page in pages:
        sampler.see(page)
    return sampler.take()[HOST]


@every_seed(5)
def test_samples_of_shards_give_the_sample_of_the_whole(seed: int) -> None:
    pages = make_pages(2000, seed)
    shards = [pages[start : start + 300] for start in range(0, 2000, 300)]
    random.shuffle(shards)
    whole, joined = sample(pages), join(map(sample, shards))
    assert joined.seen == whole.seen == 2000
    assert list(unpack(joined.pages())) == list(unpack(whole.pages()))


def test_a_sample_is_small_and_every_page_of_a_small_host_is_in_it() -> None:
    assert len(sample(make_pages(5000, 1)).pages()) <= PAGES + SHAPES * A_SHAPE
    few = make_pages(50, 2)
    assert {page.id for page in unpack(sample(few).pages())} == {page.id for page in few}


def test_a_rare_template_has_its_chance() -> None:
    pages = [RawPage(id=f"a{n}", url=f"http://{HOST}/news/{n}.html", data=b"<p>") for n in range(3000)]
    pages += [RawPage(id=f"t{n}", url=f"http://{HOST}/tag/t{n}/page/1", data=b"<p>") for n in range(4)]
    found = [page.raw.id for page in sample(pages).pages()]
    assert sum(name.startswith("t") for name in found) == 4


def test_pages_without_a_host_are_passed_over() -> None:
    sampler = Sampler()
    sampler.see(RawPage(id="a", data=b"<p>"))
    assert sampler.take() == {}
