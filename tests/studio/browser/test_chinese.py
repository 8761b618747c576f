"""Studio in 中文: the switch, then the main views; no English word is left that is not a name."""

import re

import pytest
from playwright.sync_api import expect

from tests.studio.browser.hand import Hand
from tests.studio.browser.made_pages import news
from tests.studio.browser.test_making import mark_bodies
from tests.studio.browser.test_taking import article as without_byline
from weft.studio.languages import words_of

DATA = (  # what comes out of pages, of people and of files
    ".project, .who, .title, .url, .cluster, .name, #text, #fields, #more-fields, #records, .diff, kbd, code, "
    "textarea, .rules b, .language, #crumbs, #spoken, #labels, .take .button, .take button, .take option, #names, "
    "#more-names, option[value], #map-caption, .map, h1, #check-pages, #effect, .page-title, .minor button, "
    ".steps > p a, #messages, datalist, #compare-page, #compare-sides dl, #compare-sides p"
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
NAMES = re.compile(  # of programs, commands, keys, people, files and fields
    r"weft\w*|studio|JSON|[Ss]oft[Mm]ealy|Scrapy|Python|Label Studio|HyperText\w*|\bgit\b|\S*[-_.]\S*|"
    r"\b(?:wrap|learn|apply|score|train|forum|article|title|author|date|price|Shift|Hong|Ann)\b"
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
    hand.click("#compare-show")
    expect(hand.see("#compare-said")).to_have_text("两者相同。")
    expect(hand.see("#compare-before h3")).to_contain_text("之前：")
    expect(hand.see(".health figcaption")).to_contain_text("8 个页面中有 100% 合适。 模板仍然合适。")
    left["template"] = english(hand)
    hand.open("/guide/9")
    left["guide"] = english(hand)
    hand.open("/export")
    left["export"] = english(hand)
    hand.open("/page/999")
    left["error"] = english(hand)
    assert left == {view: [] for view in left}


def test_what_is_made_is_told_in_chinese(visit, make_studio):
    studio = make_studio(news(articles=6))
    mark_bodies(studio, 3)
    hand = visit(studio)
    hand.open("/export")
    hand.click(".language button")
    hand.click("#make-start")
    expect(hand.see(".jobs li.done")).to_contain_text("每一份都由没有见过其标注的模板来回答。")
    expect(hand.see(".jobs table")).to_contain_text("正文，词级 F1")
    assert english(hand) == []
    hand.see("[value=block_classifier]").check()
    hand.click("#make-start")
    expect(hand.see(".jobs li.failed")).to_contain_text("已标注正文的有 3 个页面，训练需要 4 个；请标注更多页面的正文")
    expect(hand.see("#messages")).to_contain_text("块模型：")


def test_a_suggestion_is_made_in_chinese(visit, make_studio):
    hand = visit(make_studio([without_byline(number) for number in range(1, 9)]))
    hand.open("/page/1")
    hand.click(".language button")
    expect(hand.see("#suggestions")).to_contain_text("没有找到 author。是“Ruth Hayes”吗？ 采用")
    hand.click("[data-take=author]")
    hand.click("[data-do=keep]")
    expect(hand.see("#messages")).to_contain_text("模板已保存。 8 个页面中有 7 个已改变。")
    assert english(hand) == []


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
