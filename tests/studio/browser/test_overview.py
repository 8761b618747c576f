"""The overview: clusters, the map, and the list in the order of doubt with its filters."""

from playwright.sync_api import expect

from tests.studio.browser.made_pages import news


def test_clusters_map_and_pages(visit, make_studio):
    hand = visit(make_studio(news(markets=6)))
    hand.open("/")
    expect(hand.see(".card")).to_have_count(2)
    expect(hand.see(".map circle")).to_have_count(14)
    expect(hand.see("#pages li")).to_have_count(14)
    doubts = [int(text.split()[0]) for text in hand.see("#pages .doubt").all_text_contents()]
    assert doubts == sorted(doubts, reverse=True)
    hand.see(".map circle").nth(3).hover(force=True)
    expect(hand.see("#map-caption")).not_to_contain_text("Point at a dot")


def test_filters_are_kept_in_the_address(visit, make_studio):
    hand = visit(make_studio(news(markets=6)))
    hand.open("/")
    hand.see("#filter-text").fill("market")
    expect(hand.see("#pages li")).to_have_count(6)
    expect(hand.see("#shown")).to_have_text("6 shown")
    hand.page.reload()
    expect(hand.see("#pages li")).to_have_count(6)
    hand.see("#filter-text").fill("")
    hand.see("#filter-done").select_option("done")
    expect(hand.see("#pages")).to_contain_text("No page fits")
    hand.see("#filter-done").select_option("open")
    hand.see("#filter-cluster").select_option(index=1)
    expect(hand.see("#pages li")).to_have_count(8)


def test_rows_out_of_sight_are_not_drawn(visit, make_studio):
    hand = visit(make_studio(news(articles=120)))
    hand.open("/")
    expect(hand.see("#pages li")).to_have_count(120)
    last = hand.see("#pages li").last
    assert not last.evaluate("(row) => row.firstChild.checkVisibility({ contentVisibilityAuto: true })")
    last.scroll_into_view_if_needed()
    hand.page.wait_for_function(
        "row => row.firstChild.checkVisibility({contentVisibilityAuto: true})", arg=last.element_handle()
    )


def test_a_long_list_makes_rows_where_one_looks(visit, make_studio):
    hand = visit(make_studio(news(articles=620)))
    hand.open("/")
    expect(hand.see("#shown")).to_have_text("620 shown")
    expect(hand.see("#pages ol:nth-child(2) li")).to_have_count(25)  # made a moment after the first
    assert hand.see("#pages li").count() < 400
    height = hand.see("#pages").evaluate("(list) => list.getBoundingClientRect().height")
    assert abs(height - 620 * 51) < 60
    hand.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    expect(hand.see("#pages ol:last-child li")).to_have_count(20)
    expect(hand.see("#pages ol:first-child li")).to_have_count(0)
    hand.see("#filter-text").fill("loom 617")
    expect(hand.see("#shown")).to_have_text("1 shown")
