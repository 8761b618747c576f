"""Making something from the marks in the browser: start it, watch it, take the file; cancel one; what is missing."""

import json
import sys

from playwright.sync_api import expect

from tests.studio.browser.made_pages import news
from tests.studio.test_jobs import rows_of
from weft.studio.jobs import Jobs
from weft.studio.marking import Marks

PATIENCE = 240_000  # milliseconds: a busy machine leaves little to a process that is nice


def mark_bodies(studio, count: int) -> None:
    project = studio.project
    changed = {number: Marks({rows_of(project.page(number), "content")[0]: "body"}) for number in range(1, count + 1)}
    project.write(changed, dict.fromkeys(changed, 0), author="Ann", what="bodies")


def test_a_site_is_made_and_taken(visit, make_studio):
    studio = make_studio(news(articles=6))
    mark_bodies(studio, 3)
    hand = visit(studio)
    hand.open("/export")
    hand.click("#make-start")
    expect(hand.see(".jobs li.done")).to_have_count(1, timeout=PATIENCE)
    expect(hand.see(".jobs table")).to_contain_text("body, F1 of words")
    expect(hand.see(".jobs")).to_contain_text("each part was asked of templates that had not seen its marks")
    with hand.page.expect_download() as download:
        hand.click(".jobs .button")
    assert download.value.suggested_filename == "site.json"
    assert json.loads(download.value.path().read_text())["clusters"]


def test_a_failure_is_a_sentence(visit, make_studio):
    studio = make_studio(news(articles=6))
    mark_bodies(studio, 2)
    hand = visit(studio)
    hand.open("/export")
    hand.see("[value=block_classifier]").check()
    hand.click("#make-start")
    expect(hand.see(".jobs li.failed")).to_contain_text(
        "the body of 2 pages is marked, training needs 4", timeout=PATIENCE
    )
    expect(hand.see(".jobs .button")).to_have_count(0)


def test_one_that_runs_can_be_cancelled(visit, make_studio, monkeypatch):
    told = json.dumps({"what": "fold 1 of 5", "done": 1, "total": 6})
    slow = (sys.executable, "-c", f"import time; print({told!r}, flush=True); time.sleep(90)")
    monkeypatch.setattr("weft.studio.serving.Jobs", lambda: Jobs(command=slow))
    studio = make_studio(news(articles=6))
    mark_bodies(studio, 4)
    hand = visit(studio)
    hand.open("/export")
    hand.see("[value=softmealy]").check()
    expect(hand.see("#make-cluster")).to_be_visible()
    hand.click("#make-start")
    expect(hand.see(".jobs li.running")).to_contain_text("fold 1 of 5")
    assert hand.see(".jobs progress").get_attribute("value") == "1"
    hand.click("[data-cancel]")
    expect(hand.see(".jobs li.cancelled")).to_have_count(1)


def test_a_missing_extra_is_a_sentence(visit, make_studio, monkeypatch):
    monkeypatch.setattr("weft.studio.products.TRAINING", ("weft_no_such_package",))
    hand = visit(make_studio(news(articles=4)))
    hand.open("/export")
    expect(hand.see(".product.is-missing")).to_have_count(2)
    expect(hand.see(".product.is-missing").first).to_contain_text("pip install 'weft[train]'")
    expect(hand.see("[value=block_classifier]")).to_be_disabled()
    hand.click("#make-start")
    expect(hand.see("#messages")).to_contain_text("No page is marked")
