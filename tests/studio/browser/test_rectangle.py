"""A rectangle that is dragged over the page: all that lies inside gets the next name, as one change."""

import re

from playwright.sync_api import expect

from tests.studio.browser.made_pages import news

BOX = """([first, last]) => {
  const frame = document.getElementById("frame"), inside = frame.contentDocument;
  const boxes = [first, last].map((css) => inside.querySelector(css).getBoundingClientRect());
  document.getElementById("scroll").scrollTop = Math.max(boxes[0].top - 160, 0);
  const edge = frame.getBoundingClientRect();
  return [edge.left + boxes[0].left - 4, edge.top + boxes[0].top - 3,
    edge.left + Math.max(boxes[0].right, boxes[1].right) + 4, edge.top + boxes[1].bottom + 3];
}"""


def drag(hand, first: str, last: str) -> None:
    left, top, right, bottom = hand.page.evaluate(BOX, [first, last])
    hand.page.mouse.move(left, top)
    hand.page.mouse.down()
    hand.page.mouse.move((left + right) / 2, (top + bottom) / 2, steps=3)
    expect(hand.see("path.rectangle")).to_have_attribute("d", re.compile("^M"))
    hand.page.mouse.move(right, bottom, steps=3)
    hand.page.mouse.up()


def test_two_offers_become_records_and_one_undo_takes_them_back(visit, make_studio):
    hand = visit(make_studio(news(articles=4, markets=4)))
    hand.open("/page/5")
    drag(hand, ".offer:nth-child(2)", ".offer:nth-child(3)")
    expect(hand.see("#found-count")).to_have_text("2")
    expect(hand.see("#messages")).to_contain_text("2 elements in the rectangle")
    hand.press("r")
    expect(hand.see("#messages")).to_contain_text("Marked as record: 2 places.")
    wanted = [hand.row(f".offer:nth-child({place})") for place in (2, 3)]
    assert [row for mark in hand.state(5)["marks"] for row in mark["rows"]] == wanted
    hand.press("u")
    expect(hand.see("#messages")).to_contain_text("Undone")
    assert hand.state(5)["marks"] == []


def test_paragraphs_of_an_article_without_the_last(visit, make_studio):
    hand = visit(make_studio(news(articles=4)))
    hand.open("/page/1")
    drag(hand, ".content p:nth-child(1)", ".content p:nth-child(2)")
    hand.press("b")
    expect(hand.see("#text")).not_to_contain_text("Buy our almanac")
    expect(hand.see("#text")).to_contain_text("In spring more will follow")


def test_shift_adds_and_a_click_is_still_a_click(visit, make_studio):
    hand = visit(make_studio(news(articles=4, markets=4)))
    hand.open("/page/5")
    drag(hand, ".offer:nth-child(1)", ".offer:nth-child(1)")
    expect(hand.see("#found-count")).to_have_text("1")
    hand.page.keyboard.down("Shift")
    drag(hand, ".offer:nth-child(3)", ".offer:nth-child(3)")
    hand.page.keyboard.up("Shift")
    expect(hand.see("#found-count")).to_have_text("2")
    hand.press("Escape")
    hand.point("Loom 101")
    expect(hand.see("#crumbs [aria-current]")).to_have_text("h2.name")


def test_the_tool_is_a_button_and_a_key(visit, make_studio):
    hand = visit(make_studio(news(articles=4)))
    hand.open("/page/1")
    hand.press("d")
    expect(hand.see("#rectangle")).to_have_attribute("aria-pressed", "true")
    assert hand.see("#layer").evaluate("(layer) => getComputedStyle(layer).touchAction") == "none"
    hand.click("#rectangle")
    expect(hand.see("#rectangle")).to_have_attribute("aria-pressed", "false")
