"""Two people at once, and a server that goes away: nothing is lost, and everybody is told."""

from playwright.sync_api import expect

from tests.studio.browser.made_pages import news

ASIDE = "Buy our almanac"


def meet(visit, studio):
    """Ann and Bo on one page, Bo having marked the title after Ann opened it."""
    ann, bo = visit(studio, "Ann"), visit(studio, "Bo")
    ann.page.route("**/api/events*", lambda route: route.abort())  # else she would see it at once
    for hand in (ann, bo):
        hand.open("/page/1")
    bo.point("All about loom 1")
    bo.press("1")
    expect(bo.see("#labels .mark")).to_have_text("title")
    ann.point(ASIDE)
    ann.press("x")
    expect(ann.see("#conflict")).to_be_visible()
    expect(ann.see("#conflict-text")).to_contain_text("Bo changed this")
    return ann


def test_take_theirs(visit, make_studio):
    ann = meet(visit, make_studio(news()))
    ann.click("#conflict [value=theirs]")
    expect(ann.see("#labels .mark")).to_have_text("title")
    assert [mark["name"] for mark in ann.state(1)["marks"]] == ["title"]


def test_write_mine_again_keeps_both(visit, make_studio):
    ann = meet(visit, make_studio(news()))
    ann.click("#conflict [value=mine]")
    expect(ann.see("#labels .mark")).to_have_text(["title", "noise"])
    assert [mark["name"] for mark in ann.state(1)["marks"]] == ["title", "noise"]
    expect(ann.see("#text")).not_to_contain_text(ASIDE)


def test_undo_over_someone_elses_change_is_refused(visit, make_studio):
    studio = make_studio(news())
    ann, bo = visit(studio, "Ann"), visit(studio, "Bo")
    ann.open("/page/1")
    ann.point(ASIDE)
    ann.press("x")
    expect(ann.see("#labels .mark")).to_have_text("noise")
    bo.open("/page/1")
    bo.point("All about loom 1")
    bo.press("1")
    expect(bo.see("#labels .mark")).to_have_count(2)
    ann.press("u")
    expect(ann.see("#messages .bad")).to_contain_text("Bo changed this")
    assert len(ann.state(1)["marks"]) == 2


def test_two_save_a_template(visit, make_studio):
    studio = make_studio(news())
    ann, bo = visit(studio, "Ann"), visit(studio, "Bo")
    for hand in (ann, bo):
        hand.open("/")
        hand.click(".card a")
    bo.click("#save")
    expect(bo.see("#messages")).to_contain_text("The template is saved.")
    ann.click("#save")
    expect(ann.see("#conflict-text")).to_contain_text("Bo changed this")
    ann.click("#conflict [value=mine]")
    expect(ann.see("#messages")).to_contain_text("The template is saved.")


def test_a_server_that_goes_away_and_comes_back(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/1")
    hand.page.route("**/api/**/mark", lambda route: route.abort())
    hand.point(ASIDE)
    hand.press("x")
    expect(hand.see("#offline")).to_be_visible()
    expect(hand.see("#offline")).to_contain_text("Nothing is lost")
    hand.click("#offline-retry")
    expect(hand.see("#offline")).to_be_visible()
    hand.page.unroute("**/api/**/mark")  # it tries again by itself
    expect(hand.see("#offline")).to_be_hidden()
    expect(hand.see("#text")).not_to_contain_text(ASIDE)
    assert hand.state(1)["marks"][0]["name"] == "noise"


def test_a_session_that_ended(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/1")
    hand.page.context.clear_cookies()
    hand.point(ASIDE)
    hand.press("x")
    expect(hand.see("#messages .bad")).to_contain_text("Your session has ended.")


def test_log_in_with_a_password(visit, browser, make_studio):
    studio = make_studio(news(), password="warp and weft")
    page = browser.new_context().new_page()
    page.goto(f"{studio.url}/login")
    page.fill("#name", "Cy")
    page.fill("#password", "wrong one")
    page.click("button")
    expect(page.locator("[role=alert]")).to_be_visible()
    page.fill("#name", "Cy")
    page.fill("#password", "warp and weft")
    page.click("button")
    expect(page.locator(".who")).to_have_text("Cy")
    page.click("text=Log out")
    expect(page.locator("#password")).to_be_visible()
    page.context.close()


def test_two_people_see_each_others_marks_at_once(visit, make_studio):
    studio = make_studio(news())
    ann, bo = visit(studio, "Ann"), visit(studio, "Bo")
    for hand in (ann, bo):
        hand.open("/page/1")
    expect(ann.see("#here")).to_have_text("Bo is here, too")
    bo.point("All about loom 1")
    bo.press("1")
    expect(ann.see("#labels .mark")).to_have_text("title")
    expect(ann.see("#messages")).to_contain_text("Bo: mark title")
    ann.point(ASIDE)
    ann.press("x")  # on top of Bo's, without a conflict
    expect(bo.see("#labels .mark")).to_have_text(["title", "noise"])
    bo.press("u")
    expect(bo.see("#messages .bad")).to_contain_text("Ann changed this")  # nothing of hers is taken back
    bo.open("/")
    expect(ann.see("#here")).to_have_text("")
    expect(bo.page.locator("#pages .state", has_text="marked")).to_have_count(1)
    ann.open("/page/2")
    ann.press("a")
    expect(bo.see("#pages .is-done")).to_have_count(1)  # the list follows, too
