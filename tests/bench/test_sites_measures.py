"""The measures of whole sites, on answers written by hand."""

from pathlib import Path

import pytest

from bench.datasets import Case
from bench.sites import body_measures, field_measures
from bench.sites.accepted_names import ACCEPTED, is_accepted
from bench.sites.field_quality import Answer, judge_fields, named, site_quality
from bench.sites.pairs import Pairs, count_pairs, summarise


def case(name: str, text: str = "", page_type: str = "article", **truth) -> Case:
    return Case(id=name, path=Path(name), page_type=page_type, text=text, truth=truth)


def test_pairs_of_a_perfect_clustering() -> None:
    templates = {"a": "post", "b": "post", "c": "list"}
    assert count_pairs({"a": 0, "b": 0, "c": 1}, templates) == Pairs(1, 1, 1)


def test_pages_in_no_cluster_are_alone() -> None:
    templates = {"a": "post", "b": "post", "c": "post"}
    pairs = count_pairs({"a": 0, "b": 0}, templates)
    assert pairs == Pairs(1, 1, 3)
    assert (pairs.score.precision, pairs.score.recall) == (1.0, 1 / 3)


def test_pages_without_a_true_template_are_not_counted() -> None:
    assert count_pairs({"a": 0, "b": 0, "x": 0}, {"a": "post", "b": "post"}) == Pairs(1, 1, 1)


def test_nothing_put_together_is_precise_and_finds_nothing() -> None:
    score = count_pairs({}, {"a": "post", "b": "post"}).score
    assert (score.precision, score.recall, score.f1) == (1.0, 0.0, 0.0)


def test_pooled_pairs_weigh_large_sites_more() -> None:
    summary = summarise([Pairs(1, 1, 1), Pairs(0, 9, 9)])
    assert summary["f1"] == pytest.approx(0.5)
    assert summary["pooled_f1"] == pytest.approx(0.1)
    assert summarise([]) == {}


def test_a_site_of_bodies() -> None:
    cases = [case("a", "warp and weft"), case("b", "织" * 300), case("c", "", "listing"), case("d", "", "listing")]
    answers = {
        "a": {"text": "warp and", "page_type": "article"},
        "b": {"text": "织" * 300, "page_type": "product"},
        "c": {"text": "x", "page_type": "listing"},
        "d": {"text": "x", "page_type": "article"},
    }
    site = body_measures.site_bodies(cases, answers)
    assert (site["pages"], site["articles"], site["short_pages"]) == (4, 2, 1)
    assert site["f1"] == pytest.approx((0.8 + 1) / 2)
    assert site["short_f1"] == pytest.approx(0.8)
    assert (site["exact"], site["short_exact"]) == (0.5, 0.0)
    assert (site["known_non_articles"], site["known_articles"]) == (0.5, 0.5)


def test_a_page_without_an_answer_counts_as_empty() -> None:
    site = body_measures.site_bodies([case("a", "warp"), case("b", "weft")], {"a": {"text": "warp"}})
    assert site["f1"] == 0.5
    assert "known_articles" not in site  # nothing was said about types


def test_pages_whose_text_is_not_known_are_not_scored() -> None:
    unknown = Case(id="a", path=Path("a"), page_type="article", scored=False)
    assert body_measures.site_bodies([unknown], {"a": {"text": "x"}})["articles"] == 0


def site(f1: float, pages: int = 9) -> dict[str, float]:
    return {"pages": 3, "site_pages": pages, "articles": 3, "f1": f1, "exact": f1}


def test_the_summary_leaves_small_sites_out_and_names_the_worst() -> None:
    sites = {"x": site(0.9), "y": site(0.6), "small": site(0.0, pages=5)}
    summary = body_measures.summarise(sites, {"x": site(0.8), "y": site(0.7), "small": site(1.0, pages=5)})
    assert (summary["sites"], summary["f1"]) == (2, 0.75)
    assert summary["worst_site"] == "y"
    assert summary["worst_gap"] == pytest.approx(0.1)


def test_the_corpus_apart_is_in_no_common_mean() -> None:
    sites = {("themes", "x"): site(0.9), ("l3s-gn1", "y"): site(0.1, pages=3)}
    corpora = body_measures.by_corpus(sites, {})
    assert (corpora["all"]["f1"], corpora["l3s-gn1"]["f1"]) == (0.9, 0.1)


TRUTHS = [{"name": ["Ann"], "price": ["$1"]}, {"name": ["Bob&nbsp;B"], "price": []}]


def test_the_best_field_of_an_attribute() -> None:
    answers = [{"f1": " ann ", "f2": "x"}, {"f1": "bob b", "f2": "$1"}]
    best = field_measures.best_fields(answers, TRUTHS)
    assert best["name"] == ("f1", 1.0)
    assert best["price"][1] == 0.0  # the page that has it was given something else


def test_values_printed_in_parts_count_together_or_alone() -> None:
    truth = [{"address": ["1 Mill Lane", "Leeds"]}]
    for value, share in (("Leeds", 1.0), ("1 mill lane leeds", 1.0), ("Lane", 0.0)):
        assert field_measures.best_fields([{"f": value}], truth)["address"][1] == share


def test_fields_of_a_site() -> None:
    many = {f"f{number}": "x" for number in range(41)}
    numbers = field_measures.site_fields([{"f1": "Ann", "empty": ""}, {"f1": "Bob B", **many}], TRUTHS)
    assert (numbers["attributes"], numbers["fields_most"], numbers["over_limit"]) == (2, 41, 0.5)
    assert numbers["share"] == pytest.approx(0.25)  # f1 was overwritten by x on the second page


def test_no_fields_at_all() -> None:
    assert field_measures.site_fields([{}, {}], TRUTHS)["share"] == 0.0
    assert field_measures.site_labelled([{}, {}], TRUTHS)["f1"] == 0.0


def test_labelled_fields_count_by_name() -> None:
    scores = field_measures.labelled_scores([{"name": "Ann", "price": "$2"}, {"price": "$9"}], TRUTHS)
    assert (scores["name"].precision, scores["name"].recall) == (1.0, 0.5)
    assert (scores["price"].precision, scores["price"].recall) == (0.0, 0.0)


def test_a_true_value_may_come_without_its_label() -> None:
    assert field_measures.holds("Faber", ["Publisher: Faber"])
    assert field_measures.holds("$23,995", ["$23,995 |"])
    assert not field_measures.holds("Fa", ["Publisher: Faber"])
    numbers = field_measures.site_fields([{"house": "Faber"}], [{"publisher": ["Publisher: Faber"]}])
    assert (numbers["share"], numbers["bare_share"]) == (0.0, 1.0)


def test_names_that_a_person_accepts() -> None:
    assert is_accepted("our_price", "camera", "price")
    assert not is_accepted("price_2", "camera", "price")
    assert not is_accepted("number_of_our_price_changes", "camera", "price")
    assert sorted(ACCEPTED) == "auto book camera job movie nbaplayer restaurant university".split()


BOOKS = [
    {"title": [title], "publisher": [house]} for title, house in (("Rain", "Tor"), ("Snow", "Knopf"), ("Hail", "Verso"))
]


def test_junk_and_names_of_a_site() -> None:
    answers = [
        Answer(
            {"title": title, "zmp": house, "again": title, "pages": str(number), "menu": f"m{number}", "shop": "Weft"},
            labels={"pages": "pages"},
        )
        for number, (title, house) in enumerate((("Rain", "Tor"), ("Snow", "Knopf"), ("Hail", "Verso")))
    ]
    assert named(answers, BOOKS, "book") == {"title": "title", "publisher": ""}
    verdicts = "attribute attribute again pair nothing constant".split()
    assert list(judge_fields(answers, BOOKS).values()) == verdicts
    quality = site_quality(answers, BOOKS, "book")
    assert [quality[name] for name in ("named", "junk", "junk_strict")] == pytest.approx([0.5, 0.5, 4 / 6])


def test_a_picture_is_judged_by_the_one_that_the_page_declares() -> None:
    def answers(declared: str) -> list[Answer]:
        metadata = {"image": declared} if declared else {}
        return [
            Answer({"image": f"http://a.example/l/{n}_big.jpg"}, metadata={k: v.format(n) for k, v in metadata.items()})
            for n in range(4)
        ]

    assert judge_fields(answers("http://a.example/s/{}_small.jpg"), [{}] * 4) == {"image": "metadata"}
    assert judge_fields(answers("http://a.example/brand.png"), [{}] * 4) == {"image": "nothing"}
    assert judge_fields(answers(""), [{}] * 4) == {"image": "unjudged"}
    quality = site_quality(answers(""), [{}] * 4, "book")
    assert (quality["fields"], quality["junk"]) == (0, 0.0)
