"""Marking a page: select, name, widen, mark all of a kind; the text changes at once, and a reload loses nothing."""

import re

from playwright.sync_api import expect

from tests.studio.browser.made_pages import news

ASIDE = "Buy our almanac"


def test_only_a_token_lets_one_in(browser, make_studio):
    studio = make_studio(news(articles=3))
    page = browser.new_context().new_page()
    assert page.goto(f"{studio.url}/page/1").status == 401
    link = studio.login_url()
    page.goto(link)
    expect(page.locator("h1")).to_have_text("small site")
    assert "token" not in page.url
    page.context.close()
    page = browser.new_context().new_page()
    assert page.goto(link).status == 401  # it lets in once
    page.context.close()


def test_a_click_and_a_name_change_the_text(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/3")
    hand.point(ASIDE)
    expect(hand.see("#crumbs [aria-current]")).to_have_text("p.aside")
    hand.click("[data-name=noise]")
    expect(hand.see("#text")).not_to_contain_text(ASIDE)
    expect(hand.see("#text")).to_contain_text("The weaver 3 came")
    expect(hand.see("#labels .mark")).to_have_text("noise")
    expect(hand.see("[data-name=noise]")).to_have_attribute("aria-pressed", "true")
    hand.point("Ann Weaver3")
    hand.click("[data-name=author]")
    expect(hand.see("#fields")).to_contain_text("Ann Weaver3marked")


def test_a_second_click_widens_and_a_crumb_too(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/2")
    hand.point("The weaver 2")
    expect(hand.see("#crumbs [aria-current]")).to_have_text("p")
    hand.point("The weaver 2")
    expect(hand.see("#crumbs [aria-current]")).to_have_text("div.content")
    hand.click("#crumbs button:text-is('div.post')")
    expect(hand.see("#crumbs [aria-current]")).to_have_text("div.post")
    hand.press("n", "n")
    expect(hand.see("#crumbs [aria-current]")).to_have_text("p")
    hand.click("[data-do=widen]")
    hand.press("b")
    expect(hand.see("#labels .mark")).to_have_text("body")
    assert hand.state(2)["marks"] == [{"name": "body", "rows": [hand.row(".content")]}]


def test_who_marks_one_paragraph_is_told_that_it_is_the_whole_body(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/3")
    hand.point(ASIDE)
    hand.press("b")
    expect(hand.see("#messages")).to_contain_text("It is now the whole body")
    expect(hand.see("#why")).to_contain_text("no other text is kept")
    hand.point("The weaver 3")
    hand.press("b")
    expect(hand.see("#messages")).to_have_text("Marked as body.")


def test_all_of_a_kind_on_the_page(visit, make_studio):
    hand = visit(make_studio(news(markets=6)))
    market = next(number for number in range(9, 15))
    hand.open(f"/page/{market}")
    hand.point("Loom 101 of oak")
    hand.press("w")
    expect(hand.see("#same-kind-page")).to_have_text("6")
    hand.click("text=same kind on this page")
    hand.click("[data-name=record]")
    expect(hand.see("#labels .mark")).to_have_count(6)
    expect(hand.see("#records-count")).to_have_text("6")
    assert len(hand.state(market)["marks"][0]["rows"]) == 6
    assert hand.state(market + 1)["marks"] == []


def test_all_of_a_kind_in_the_cluster_is_one_change(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/1")
    hand.point(ASIDE)
    expect(hand.see("#same-kind-cluster")).to_have_text("8")
    hand.press("l", "l", "x")
    expect(hand.see("#messages")).to_contain_text("of the same kind on 8 pages")
    assert all(hand.state(number)["marks"][0]["name"] == "noise" for number in range(1, 9))
    hand.open("/page/5")
    expect(hand.see("#text")).not_to_contain_text(ASIDE)
    hand.press("u")
    expect(hand.see("#text")).to_contain_text(ASIDE)
    assert all(hand.state(number)["marks"] == [] for number in range(1, 9))


def test_undo_and_redo_work_over_reloads(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/4")
    hand.point(ASIDE)
    hand.press("x")
    expect(hand.see("#text")).not_to_contain_text(ASIDE)
    hand.open("/page/4")
    expect(hand.see("#labels .mark")).to_have_text("noise")
    expect(hand.see("#text")).not_to_contain_text(ASIDE)
    hand.click("[data-do=undo]")
    expect(hand.see("#text")).to_contain_text(ASIDE)
    hand.open("/page/4")
    hand.click("[data-do=redo]")
    expect(hand.see("#text")).not_to_contain_text(ASIDE)
    hand.press("u", "u")
    expect(hand.see("#messages")).to_contain_text("Nothing to undo.")


def test_a_field_has_one_place(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/1")
    hand.point("Share this page")
    hand.press("1")
    expect(hand.see("#labels .mark")).to_have_text("title")
    hand.point("All about loom 1")
    hand.press("1")
    expect(hand.see("#fields")).to_contain_text("All about loom 1marked")
    assert hand.state(1)["marks"] == [{"name": "title", "rows": [hand.row("h1")]}]
    hand.press("Delete")
    expect(hand.see("#labels .mark")).to_have_count(0)


def test_a_new_field(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/1")
    hand.point("Share this page")
    hand.press("f")
    hand.page.keyboard.type("appeal")
    hand.press("Enter")
    expect(hand.see("#fields")).to_contain_text("appeal")
    expect(hand.see("#fields")).to_contain_text("Share this page")


def test_accepting_goes_on_until_all_is_done(visit, make_studio):
    hand = visit(make_studio(news(articles=3)))
    hand.open("/")
    hand.click("#start")
    seen = []
    for _ in range(2):
        hand.wait()
        seen.append(hand.page.url)
        with hand.page.expect_navigation():
            hand.press("a")
    hand.wait()
    assert len({*seen, hand.page.url}) == 3
    hand.press("a")
    expect(hand.see("#messages")).to_contain_text("All pages are done.")
    with hand.page.expect_navigation():
        hand.press("k")
    hand.wait()
    assert hand.page.url == seen[1]
    hand.open("/")
    expect(hand.see("#pages .is-done")).to_have_count(3)


def test_what_the_pointer_was_at_is_forgotten_when_the_window_changes(visit, make_studio):
    hand = visit(make_studio(news(articles=3)))
    hand.open("/page/1")
    hand.point("Buy our almanac")
    expect(hand.see("#shapes path.hover")).to_have_attribute("d", re.compile("^M"))
    hand.page.set_viewport_size({"width": 800, "height": 700})
    expect(hand.see("#shapes path.hover")).to_have_attribute("d", "")
    hand.page.set_viewport_size({"width": 1280, "height": 800})
