"""Templates: their effect before they are saved, mistakes in their JSON; the guide to its end, and what is exported."""

import json
import subprocess
import sys
import zipfile

from playwright.sync_api import expect

from tests.studio.browser.made_pages import news

ASIDE = "Buy our almanac"


def test_teach_see_the_effect_and_save(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/1")
    hand.point(ASIDE)
    hand.press("l", "l", "x")
    expect(hand.see("#messages")).to_contain_text("of the same kind on 8 pages")
    hand.press("u")
    expect(hand.see("#text")).to_contain_text(ASIDE)
    hand.press("x")
    expect(hand.see("#text")).not_to_contain_text(ASIDE)
    hand.click("#cluster-link")
    hand.click("#teach")
    expect(hand.see("#effect-summary")).to_contain_text("7 of 8 pages would change.")
    expect(hand.see("#effect .gone").first).to_contain_text(ASIDE)
    hand.click("#save")
    expect(hand.see("#messages")).to_contain_text("The template is saved.")
    expect(hand.see("#effect-summary")).to_contain_text("changed")
    hand.open("/page/6")
    expect(hand.see("#text")).to_contain_text("The weaver 6")
    expect(hand.see("#text")).not_to_contain_text(ASIDE)


def test_a_mistake_in_the_json_is_shown_at_its_place(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/")
    hand.click(".card a")
    hand.click("summary")
    whole = hand.see("#json").input_value()
    hand.see("#json").fill(whole[:-3])
    expect(hand.see("#json-message")).to_contain_text("This is no JSON")
    hand.see("#json").fill('{"name": "post"}')
    expect(hand.see("#json-message")).to_have_text("")
    hand.click("#see")
    expect(hand.see("#json-message")).to_contain_text("missing")
    expect(hand.see("#json")).to_have_attribute("aria-invalid", "true")
    hand.see("#json").fill(whole)
    hand.click("#see")
    expect(hand.see("#effect-summary")).to_contain_text("No page would change")


def test_an_edited_rule_and_its_effect(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/")
    hand.click(".card a")
    hand.click("summary")
    template = json.loads(hand.see("#json").input_value())
    template["fields"]["rules"] = [rule for rule in template["fields"]["rules"] if rule["name"] != "author"]
    hand.see("#json").fill(json.dumps(template))
    hand.click("#see")
    expect(hand.see("#effect-summary")).to_contain_text("8 of 8 pages would change")
    expect(hand.see("#effect dl").first).to_contain_text("author")


def test_a_rule_is_edited_in_place_and_its_effect_follows(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/cluster/article")
    rule = hand.page.get_by_label("Locator: author")
    expect(rule).to_have_value("span.author::text")
    rule.fill("span.date::text")
    expect(hand.see("#effect-summary")).to_contain_text("8 of 8 pages would change")
    expect(hand.see("#effect dl").first).to_contain_text("Ann Weaver")
    expect(rule).to_be_focused()  # whoever writes keeps the field
    rule.fill("span.nowhere::text")
    expect(rule).to_have_attribute("aria-invalid", "true")
    rule.fill("span.author::text")
    expect(hand.see("#effect-summary")).to_contain_text("No page would change")
    keep = hand.page.get_by_label("Locator: keep")
    keep.fill("h1.headline")
    expect(hand.see("#effect .come").first).to_contain_text("All about loom")
    hand.see("#side").check()
    gone, come = (hand.see(f"#effect .diff {kind}").first.bounding_box() for kind in (".gone", ".come"))
    assert gone["x"] + gone["width"] <= come["x"] + 1
    hand.click("#save")
    expect(hand.see("#messages")).to_contain_text("The template is saved.")
    hand.open("/page/2")
    expect(hand.see("#text")).to_contain_text("All about loom 2")


def test_the_effect_follows_the_json(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/cluster/article")
    hand.click("#editor summary")
    template = json.loads(hand.see("#json").input_value())
    template["fields"]["rules"] = []
    hand.see("#json").fill(json.dumps(template))
    expect(hand.see("#effect-summary")).to_contain_text("8 of 8 pages would change")  # nobody asked for it


def test_the_guide_to_its_end(visit, make_studio, tmp_path):
    hand = visit(make_studio(news(markets=8)))
    hand.open("/guide/9")
    hand.point("Loom 101 of oak")
    hand.press("w")
    hand.click("[data-do=record]")
    expect(hand.see("#bench[data-step='2']")).to_be_attached()
    expect(hand.see("#labels .mark")).to_have_count(6)
    hand.point("Loom 101 of oak")
    hand.click("[data-do=field]")
    expect(hand.see("#labels .mark")).to_have_count(12)
    hand.point("£ 8.50")
    hand.press("f")
    expect(hand.see("#labels .mark")).to_have_count(18)
    hand.click("[data-do=fields-done]")
    first = hand.see("#name-list input").nth(0)
    first.fill("body")  # a name that means another thing is refused at once, and not lost later
    hand.see("#name-list input").nth(1).fill("price")
    hand.click("#naming .primary")
    assert "Call the text of a record “text”" in first.evaluate("input => input.validationMessage")
    expect(hand.see("#bench[data-step='3']")).to_be_attached()
    first.fill("name")
    hand.click("#naming .primary")
    expect(hand.see("#check-said")).to_have_text("5 of 5 pages have everything.")
    expect(hand.see("#check article")).to_have_count(5)
    expect(hand.see("#check td").first).to_contain_text("of oak")
    hand.click("[data-do=checked]")
    expect(hand.see("#bench[data-step='5']")).to_be_attached()
    with hand.page.expect_download() as download:
        hand.click("#export-wrapper")
    for page in run_wrapper(download.value.path(), tmp_path):
        assert len(page["records"]) == 6
        assert all(record["name"].endswith("of oak") and record["price"].startswith("£") for record in page["records"])


def run_wrapper(archive, folder):
    """What the wrapper says of its saved pages, by a Python that knows weft and not studio."""
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(folder)
    (program,) = folder.rglob("wrapper.py")
    pages = sorted(map(str, program.parent.glob("pages/*.html")))
    command = [sys.executable, str(program), *pages]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_exports(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/1")
    hand.point(ASIDE)
    hand.press("x")
    expect(hand.see("#labels .mark")).to_have_text("noise")
    hand.open("/export")
    with hand.page.expect_download() as download:
        hand.click("text=labels.jsonl")
    (line,) = download.value.path().read_text().splitlines()
    assert json.loads(line)["name"] == "noise"
    with hand.page.expect_download() as download:
        hand.click("text=site.json")
    assert json.loads(download.value.path().read_text())["clusters"]


def test_a_click_before_the_script_is_there_is_not_lost(visit, make_studio):
    hand = visit(make_studio(news(articles=6)))
    late = 'await new Promise((later) => setTimeout(later, 600)); await import("./cluster.js?late");'
    hand.page.route("**/static/cluster.js", lambda route: route.fulfill(content_type="text/javascript", body=late))
    hand.page.goto(f"{hand.url}/cluster/article", wait_until="commit")
    hand.click("#see")
    expect(hand.see("#effect-summary")).to_contain_text("No page would change")
