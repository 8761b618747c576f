"""Finding, noting, putting aside, the parts, the locator and the size of a page, by hand and by keys."""

from playwright.sync_api import expect

from tests.studio.browser.made_pages import market, news


def test_a_page_opens_at_what_is_kept(visit, make_studio):
    pages = news()
    menu = b"<ul>" + b"<li><a href=/x>Somewhere else</a>" * 80 + b"</ul>"
    long = [
        type(page)(
            id=page.id, url=page.url, data=page.data.replace(b'<div class="post">', menu + b'<div class="post">')
        )
        for page in pages
    ]
    hand = visit(make_studio(long))
    hand.open("/page/3")
    top = hand.page.evaluate(
        """() => document.getElementById("frame").contentDocument.querySelector("h1").getBoundingClientRect().top
        - document.getElementById("scroll").scrollTop"""
    )
    assert 0 <= top <= 500  # in view, although the menu is 2,000 pixels high


def test_all_prices_are_found_and_named_at_once(visit, make_studio):
    hand = visit(make_studio([market(place) for place in range(1, 7)]))
    hand.open("/page/2")
    hand.press("/")
    hand.page.keyboard.type("all prices")
    hand.press("Enter")
    expect(hand.see("#found-count")).to_have_text("6")
    expect(hand.see("#messages")).to_contain_text("6 places with prices")
    hand.press("f")
    hand.page.keyboard.type("price")
    hand.press("Enter")
    expect(hand.see("#labels .mark")).to_have_count(6)
    assert len(hand.state(2)["marks"][0]["rows"]) == 6
    hand.press("u")
    expect(hand.see("#labels .mark")).to_have_count(0)


def test_a_note_is_kept_and_listed(visit, make_studio):
    hand = visit(make_studio(news(articles=3)))
    hand.open("/page/1")
    hand.press("m")
    hand.page.keyboard.type("two titles here")
    hand.page.locator("#note").blur()
    expect(hand.see("#messages")).to_contain_text("The note is kept.")
    hand.open("/page/1")
    expect(hand.see("#note")).to_have_value("two titles here")
    hand.open("/?done=noted")
    expect(hand.see("#pages li")).to_have_count(1)
    expect(hand.see(".noted")).to_have_text("note")


def test_a_page_is_put_aside_and_comes_back_last(visit, make_studio):
    hand = visit(make_studio(news(articles=3)))
    hand.open("/")
    hand.click("#start")
    hand.wait()
    first = hand.page.url
    with hand.page.expect_navigation():
        hand.press("q")
    hand.wait()
    assert hand.page.url != first
    with hand.page.expect_navigation():
        hand.click("[data-do=skip]")
    hand.wait()
    with hand.page.expect_navigation():
        hand.press("a")
    hand.wait()
    assert hand.page.url == first
    expect(hand.see("[data-do=unsure]")).to_have_attribute("aria-pressed", "true")
    hand.open("/?done=aside")
    expect(hand.see("#pages .state")).to_have_text(["unsure", "skipped"])


def test_the_parts_select_and_the_locator_shows(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/1")
    hand.press("p")
    core = hand.see("#parts .part:has-text('core')")
    expect(core).to_contain_text("div.content")
    core.click()
    expect(hand.see("#crumbs [aria-current]")).to_have_text("div.content")
    hand.point("Ann Weaver1")
    hand.page.mouse.move(5, 5)
    spot = hand.see("#layer path.selected").bounding_box()
    hand.page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    expect(hand.see("#locator")).to_have_text("span.author")


def test_a_click_hits_the_same_element_at_every_size(visit, make_studio):
    hand = visit(make_studio(news()))
    hand.open("/page/1")
    for key in ("-", "-", "+", "+", "+"):
        hand.press(key)
        level = hand.page.evaluate("() => Number(document.getElementById('canvas').style.zoom)")
        box = hand.page.evaluate(
            """(level) => { const frame = document.getElementById("frame"), edge = frame.getBoundingClientRect();
            const box = frame.contentDocument.querySelector(".aside").getBoundingClientRect();
            return [edge.left + level * (box.left + 30), edge.top + level * (box.top + box.height / 2)]; }""",
            level,
        )
        hand.press("Escape")
        hand.page.mouse.click(*box)
        expect(hand.see("#crumbs [aria-current]")).to_have_text("p.aside")
    expect(hand.see("#zoom-level")).to_have_text("125 %")
    hand.page.evaluate("() => localStorage.clear()")
