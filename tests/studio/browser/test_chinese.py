"""Studio in 中文: the switch, then the main views; no English word is left that is not a name."""

import re

import pytest
from playwright.sync_api import expect

from tests.studio.browser.hand import Hand
from tests.studio.browser.made_pages import news
from weft.studio.languages import words_of

DATA = (  # what comes out of pages, of people and of files
    ".project, .who, .title, .url, .cluster, .name, #text, #fields, #more-fields, #records, .diff, kbd, code, "
    "textarea, .rules b, .language, #crumbs, #spoken, #labels, .take .button, .take button, .take option, #names, "
    "#more-names, option[value], #map-caption, .map, h1, #check-pages, #effect, .page-title, .minor button, "
    ".steps > p a, #messages, datalist"
)
SHOWN = """(data) => {
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: holder, data: text } = walker.currentNode;
    if (!holder.closest(`script, ${data}`)) words.push(text.trim());
  }
  for (const name of ["aria-label", "title", "placeholder"]) {
    for (const holder of document.querySelectorAll(`[${name}]`)) {
      if (!holder.closest(data) || ["BUTTON", "INPUT"].includes(holder.tagName)) words.push(holder.getAttribute(name));
    }
  }
  return words;
}"""
NAMES = re.compile(  # of programs, commands, files and fields
    r"weft\w*|studio|JSON|[Ss]oft[Mm]ealy|Scrapy|Python|Label Studio|HyperText\w*|\bgit\b|\S*[-_.]\S*|"
    r"\b(?:wrap|learn|apply|score|train|article|title|author|date|price)\b"
)


def english(hand: Hand) -> list[str]:
    """The English words that a view shows."""
    shown = [NAMES.sub("", text) for text in hand.page.evaluate(SHOWN, DATA)]
    return [text for text in shown if re.search(r"[A-Za-z]{3}", text)]


@pytest.fixture
def hand(visit, make_studio) -> Hand:
    hand = visit(make_studio(news(articles=8, markets=6)))
    hand.open("/")
    hand.click(".language button")
    expect(hand.see("html")).to_have_attribute("lang", "zh-Hans")
    return hand


def test_the_switch_stays_and_leads_back(hand):
    expect(hand.see("header nav")).to_contain_text("总览")
    hand.open("/page/1")
    expect(hand.see("[data-do=accept]")).to_contain_text("确认")
    hand.click(".language button")
    expect(hand.see("[data-do=accept]")).to_contain_text("Accept")
    assert hand.page.url.endswith("/page/1")


def test_every_view_speaks_chinese(hand):
    left = {}
    expect(hand.see("#shown")).to_have_text("显示 14 页")
    left["overview"] = english(hand)
    hand.open("/page/1")
    hand.point("Buy our almanac")
    hand.press("x")
    expect(hand.see("#messages")).to_contain_text("已标为噪声。")
    expect(hand.see("#why")).to_contain_text("由人标注：噪声")
    hand.press("u")
    expect(hand.see("#messages")).to_contain_text("已撤销：标为噪声：第 1 页")
    hand.press("U", "p")
    expect(hand.see("#parts .part").first).to_be_visible()
    left["page"] = english(hand)
    hand.press("?")
    left["keys"] = english(hand)
    hand.press("Escape", "t")
    expect(hand.see("#effect-summary")).to_contain_text("个会改变")
    left["template"] = english(hand)
    hand.open("/guide/9")
    left["guide"] = english(hand)
    hand.open("/export")
    left["export"] = english(hand)
    hand.open("/page/999")
    left["error"] = english(hand)
    assert left == {view: [] for view in left}


def test_a_search_is_asked_and_answered_in_chinese(hand):
    hand.open("/page/9")
    hand.press("/")
    hand.page.keyboard.type("所有价格")
    hand.press("Enter")
    expect(hand.see("#messages")).to_contain_text("6 处价格。现在给它们命名。")


def test_both_sides_read_finished_sentences_alike(hand):
    said = ["mark body: page 7", "learned from 1 page", "no longer skipped: page 2", "keep what is new in p.a"]
    said += ["template article, learned from 9 pages", "toString"]
    ask = "async (texts) => { const { said } = await import('/static/words.js'); return texts.map(said); }"
    assert hand.page.evaluate(ask, said) == [words_of("zh").say(one) for one in said]
