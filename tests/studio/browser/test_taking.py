"""One click takes a suggested field; one saves the template from a page; the guide takes the records that weft sees."""

from playwright.sync_api import expect

from tests.studio.browser.made_pages import ARTICLE, BODY, HOST
from tests.studio.test_taking import thread
from weft.io import RawPage

BYLINE = (
    '<div class="meta">By <span class="author">Ann Weaver{0}</span> on <span class="date">2021-03-{1:02}</span></div>'
)
NOTICE = '<div id="footer">© 2021 <b>Ruth Hayes</b></div></body>'


def article(number: int) -> RawPage:
    """An article whose author stands in the copyright notice alone."""
    html = ARTICLE.replace(BYLINE, "")
    html = html.replace('<div id="footer">Copyright Weft News, all rights reserved, write to us</div></body>', NOTICE)
    data = html.format(number, 1 + number % 28, BODY.format(number)).encode()
    return RawPage(id=f"news/{number}.html", data=data, url=f"{HOST}/news/{number}.html")


def test_a_suggestion_is_taken_and_the_template_saved_from_the_page(visit, make_studio):
    studio = make_studio([article(number) for number in range(1, 9)])
    hand = visit(studio)
    hand.open("/page/1")
    expect(hand.see("#suggestions")).to_contain_text("No author was found. Is it “Ruth Hayes”?")
    hand.click("[data-take=author]")
    expect(hand.see("#fields")).to_contain_text("Ruth Hayes")
    expect(hand.see("#suggestions li")).to_have_count(0)
    hand.click("[data-do=keep]")
    expect(hand.see("#messages")).to_contain_text("The template is saved. 7 of 8 pages changed.")
    expect(hand.see("#keep-row")).to_be_hidden()
    assert [entry["value"] for entry in hand.state(5)["fields"] if entry["name"] == "author"] == ["Ruth Hayes"]
    hand.press("u")
    expect(hand.see("#keep-row")).to_be_visible()


def test_the_guide_takes_the_records_that_weft_sees(visit, make_studio):
    hand = visit(make_studio([thread(number) for number in range(1, 9)]))
    hand.open("/")
    hand.click('nav a[href^="/guide"]')
    hand.wait()
    expect(hand.see("#take-said")).to_contain_text("4")
    hand.click("[data-do=take]")
    expect(hand.see("#bench[data-step='3']")).to_be_attached()
    hand.click("#naming .primary")
    expect(hand.see("#check-said")).to_have_text("5 of 5 pages have everything.")
    hand.click("[data-do=checked]")
    expect(hand.see("#bench[data-step='5']")).to_be_attached()
    with hand.page.expect_download():
        hand.click("#export-wrapper")
    assert hand.clicks == 5
