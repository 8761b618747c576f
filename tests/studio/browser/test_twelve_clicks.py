"""From a folder of 60 pages to a saved template with title, date, author and body, in at most twelve clicks."""

from playwright.sync_api import expect

from tests.studio.browser.made_pages import news

MAX_CLICKS = 12
LOOKED_AT = 4  # pages that a person checks before they trust the template


def test_from_a_folder_to_a_template(visit, make_studio):
    studio = make_studio(news(articles=60))
    hand = visit(studio)
    hand.open("/")
    hand.click("#start")
    for _ in range(LOOKED_AT):
        hand.wait()
        expect(hand.see("#fields")).to_contain_text("Ann Weaver")
        expect(hand.see("#text")).to_contain_text("The weaver")
        with hand.page.expect_navigation():
            hand.click("[data-do=accept]")
    hand.wait()
    hand.click("#cluster-link")
    hand.click("#see")
    expect(hand.see("#effect-summary")).to_contain_text("No page would change (60 looked at)")
    hand.click("#save")
    expect(hand.see("#messages")).to_contain_text("The template is saved.")
    assert hand.clicks <= MAX_CLICKS
    (saved,) = studio.store.read_many("template:").values()
    assert saved.author == "Ann"
    assert {"title", "date", "author"} <= {rule["name"] for rule in saved.value["fields"]["rules"]}
    assert saved.value["body"]["keep"]
