"""The tour of the demo: a newcomer who does what the card says comes from the overview to the exports."""

from playwright.sync_api import expect

from tests.browser_axe import serious_faults
from weft.cli.demo import SHOWN
from weft.cli.studio import demo_pages


def test_who_does_what_the_card_says_comes_to_the_exports(visit, make_studio):
    studio = make_studio(demo_pages())
    studio.project.tour = studio.project.numbers[SHOWN]
    hand = visit(studio)
    hand.open("/")
    place = hand.see("#tour-place")
    expect(place).to_have_text("1 of 8")
    assert serious_faults(hand.page) == []
    hand.click("#tour-next")
    hand.click("#tour-go")
    hand.wait()
    box = hand.page.evaluate(
        """() => { const frame = document.getElementById("frame"), edge = frame.getBoundingClientRect();
        const box = frame.contentDocument.querySelector(".inline-related a").getBoundingClientRect();
        document.getElementById("scroll").scrollTop = box.top - 200; const moved = frame.getBoundingClientRect();
        return [edge.left + box.left + 5, moved.top + box.top + 5]; }"""
    )
    hand.page.mouse.click(*box)
    expect(place).to_have_text("3 of 8")  # by itself
    hand.press("w", "x")
    expect(place).to_have_text("4 of 8")
    hand.click("#tour-next")
    hand.click("#tour-next")
    hand.click("#tour-go")
    hand.click("#teach")
    expect(place).to_have_text("7 of 8")
    hand.click("#save")
    expect(place).to_have_text("8 of 8")
    hand.click("#tour-go")
    expect(hand.see(".exports")).to_have_class("exports tour-target")
    hand.click("#tour-next")
    expect(hand.see("#tour")).to_be_hidden()
    hand.open("/")
    expect(hand.see("#tour")).to_be_hidden()  # it stays ended
