"""`weft site` as a system: learned from all pages of a site, asked for some of them."""

from pathlib import Path

import pytest

import weft
from bench import site_answers
from bench.datasets import Case
from bench.site_answers import answer_sites

WORDS = "The weaver passes the weft through the warp while the loom number {number} holds the cloth of {site}. "


def make_case(folder: Path, site: str, number: int) -> Case:
    path = folder / f"{site}-{number}.html"
    body = WORDS.format(number=number, site=site) * (number + 2)
    path.write_text(
        f"<html><body><div class=menu><a href=/>Home of {site}</a></div><div class=post><p>{body}</p></div>"
        f"<div class=foot>All rights reserved by {site} and its many friends of yarn</div></body></html>",
        encoding="utf-8",
    )
    return Case(id=f"{site}/{number}", path=path, url=f"http://{site}.example/{number}.html", site=site, text=body)


def test_each_page_is_answered_by_its_own_site(tmp_path: Path) -> None:
    pages = [make_case(tmp_path, site, number) for site in ("wool", "silk") for number in range(6)]
    asked = [pages[7], pages[1]]
    found = answer_sites(asked, pages)
    assert [answer.text.split() for answer in found.answers] == [case.text.split() for case in asked]
    assert all(answer.cpu_s and not answer.error for answer in found.answers)


def test_a_site_that_cannot_be_learned_costs_its_pages_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def learn(cases: list[Case]) -> weft.Site:
        raise weft.NoMatch("no pages")

    monkeypatch.setattr(site_answers, "learn", learn)
    found = answer_sites([make_case(tmp_path, "wool", 1)], [make_case(tmp_path, "wool", 1)])
    assert found.answers[0].error == "NoMatch: no pages"
    assert found.answers[0].cpu_s is None
