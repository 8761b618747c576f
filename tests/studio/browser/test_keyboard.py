"""Without a mouse: a whole session by keys; every control has a name; the focus can be seen."""

from playwright.sync_api import expect

from tests.studio.browser.made_pages import news

ASIDE = "Buy our almanac"

TABS = 10
FOCUSED = "() => [document.activeElement.outerHTML, getComputedStyle(document.activeElement).outlineStyle]"
CONTROLS = "button, a[href], input, select, textarea, iframe, meter, progress, [role]"
NAMELESS = """(controls) => [...document.querySelectorAll(controls)]
  .filter((one) => one.checkVisibility() && !one.closest("[aria-hidden=true]"))
  .filter((one) => !(one.getAttribute("aria-label") || one.getAttribute("aria-labelledby") || one.title
    || one.labels?.length || one.textContent.trim() || ["status", "alert"].includes(one.getAttribute("role"))))
  .map((one) => one.outerHTML)"""


def test_a_session_by_keys(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/")
    expect(hand.see("#start")).to_be_visible()
    with hand.page.expect_navigation():
        hand.press("j")
    hand.wait()
    first = hand.page.url
    hand.press("ArrowDown")
    expect(hand.see("#spoken")).to_contain_text("The weaver")
    hand.press("ArrowRight", "ArrowRight")
    expect(hand.see("#spoken")).to_contain_text(ASIDE)
    hand.press("x")
    expect(hand.see("#text")).not_to_contain_text(ASIDE)
    hand.press("u")
    expect(hand.see("#text")).to_contain_text(ASIDE)
    hand.press("Shift+U")
    expect(hand.see("#text")).not_to_contain_text(ASIDE)
    hand.press("ArrowUp", "ArrowUp")
    expect(hand.see("#crumbs [aria-current]")).to_have_text("div.post")
    hand.press("ArrowDown")
    expect(hand.see("#crumbs [aria-current]")).to_have_text("div.content")
    with hand.page.expect_navigation():
        hand.press("a")
    hand.wait()
    assert hand.page.url != first
    with hand.page.expect_navigation():
        hand.press("t")
    expect(hand.see("#save")).to_be_visible()
    hand.press("s")
    expect(hand.see("#messages")).to_contain_text("The template is saved.")
    with hand.page.expect_navigation():
        hand.press("g")
    expect(hand.see("#pages .is-done")).to_have_count(1)
    assert hand.clicks == 0


def test_help_opens_and_closes_by_keys(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/1")
    hand.press("?")
    expect(hand.see("#help")).to_be_visible()
    hand.press("a")  # keys rest while a dialog is open
    hand.press("Escape")
    expect(hand.see("#help")).to_be_hidden()
    assert not hand.state(1)["done"]


def test_letters_in_a_text_field_are_letters(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/")
    hand.see("#filter-text").focus()
    hand.page.keyboard.type("jug?")
    expect(hand.see("#filter-text")).to_have_value("jug?")
    expect(hand.see("#help")).to_be_hidden()


def test_every_control_has_a_name_and_a_visible_focus(visit, make_studio):
    studio = make_studio(news(articles=4))
    hand = visit(studio)
    cluster = studio.project.site.clusters[0].name
    for path in ("/", "/page/1", f"/cluster/{cluster}", "/guide/1", "/export"):
        hand.open(path)
        assert hand.page.evaluate(NAMELESS, CONTROLS) == []
        seen = set()
        for _ in range(TABS):
            hand.press("Tab")
            what, outline = hand.page.evaluate(FOCUSED)
            assert outline != "none", what
            assert not what.startswith("<iframe")
            seen.add(what)
        assert len(seen) > TABS // 2
