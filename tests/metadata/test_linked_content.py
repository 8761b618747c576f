"""What objects of JSON-LD say, as HTML."""

from typing import Any

import pytest

import weft
from tests.metadata.data_pages import HOW_TO, PRODUCT, QUESTIONS, RECIPE, article
from weft.metadata.linked_content import linked_contents, markup_of


def markdown(*objects: Any) -> str:
    html = "".join(content.html for content in linked_contents(objects))
    return weft.extract(html, method="whole_page").markdown


def test_a_recipe_has_facts_ingredients_and_steps_in_sections() -> None:
    (content,) = linked_contents([RECIPE])
    assert (content.kind, content.name) == ("recipe", "Barley soup")
    assert content.facts == "<p>Yield: 4 bowls</p><p>Cooking time: 1 h 30 min</p>"
    assert content.body == (
        "<p>A soup for a cold day at the loom.</p><h2>Ingredients</h2><ul><li>200 g pearl barley</li>"
        "<li>2 carrots, diced small</li><li>1 leek &amp; its green</li></ul><h2>Instructions</h2><h3>The broth</h3>"
        "<ol><li>Rinse the barley in cold water until it runs clear.</li>"
        "<li><p><strong>Simmer</strong></p><p>Let it simmer with the leek for an hour.</p></li></ol>"
        "<ol><li>Add the carrots and serve the soup when they are soft.</li></ol>"
    )


@pytest.mark.parametrize("times", range(4))
def test_entities_are_read_however_often_they_were_escaped(times: int) -> None:
    def escaped(text: str) -> str:
        return text.replace("&", "&" + "amp;" * times)

    said = escaped("Warp&#8217;s &amp; weft&rsquo;s &#x201C;&Ccedil;arsaf&rdquo;")
    steps = [{"@type": "HowToStep", "text": said}, {"name": said, "text": "Tie it."}]
    recipe = {"@type": "Recipe", "description": said, "recipeYield": said, "recipeIngredient": [said]}
    texts = markdown(
        {"@type": "Article", "articleBody": said},
        {"@type": "Article", "articleBody": f"<p>{said}</p>"},
        recipe | {"recipeInstructions": steps},
        {"@type": "Product", "additionalProperty": {"name": said, "value": said}},
        {"@type": "FAQPage", "mainEntity": {"name": said, "acceptedAnswer": {"text": said}}},
    )
    assert texts.count("Warp’s & weft’s “Çarsaf”") == 11
    assert "amp;" not in texts
    assert "&#" not in texts
    if times < 3:
        metadata = weft.extract(f"<meta name=description content='{said}'><title>{said}</title>").metadata
        assert {metadata.description.value, metadata.title.value} == {"Warp’s & weft’s “Çarsaf”"}


def test_instructions_name_supplies_tools_and_steps() -> None:
    text = markdown(HOW_TO)
    assert "## Supplies\n\n- linen thread\n- a warping board\n\n## Tools\n\n- a threading hook" in text
    assert "1. Wind the thread around the pegs of the board." in text
    assert "Tie the cross with a thread of another colour." in text


@pytest.mark.parametrize("steps", ["Wind it.\nTie it.", ["Wind it.", "Tie it."], [{"text": "Wind it."}, "Tie it."]])
def test_steps_are_written_in_many_ways(steps: Any) -> None:
    assert "1. Wind it.\n2. Tie it." in markdown({"@type": "HowTo", "step": steps})


def test_questions_are_headings_with_their_answers() -> None:
    text = markdown(QUESTIONS, *QUESTIONS["mainEntity"])  # the search for objects opens the list
    assert text.count("## What is question") == 4
    assert text.startswith("## What is question 0?\n\nThe weaver put the last threads on the loom")
    asked = {"@type": "Question", "name": "Why?", "text": "Why so slow?"}
    answers = {"acceptedAnswer": {"text": "Wool."}, "suggestedAnswer": [{"text": "Rain."}, {"text": "Rust."}]}
    assert markdown({"@type": "QAPage", "mainEntity": asked | answers}) == (
        "## Why?\n\nWhy so slow?\n\nWool.\n\nRain.\n\nRust."
    )
    assert markdown(asked | answers).startswith("## Why?")


def test_a_product_has_its_price_and_properties() -> None:
    text = markdown(PRODUCT)
    assert text.startswith("Brand: Selvedge\n\nPrice: 34.5 EUR\n\nA slim throwing shuttle")
    assert text.endswith("- Length: 28 cm\n- Wood: pear, oiled and waxed by hand")
    spread = {"@type": "AggregateOffer", "lowPrice": "3", "highPrice": "5", "priceCurrency": "USD"}
    assert "Price: 3–5 USD" in markdown({"@type": "Product", "offers": [spread]})


def test_an_article_keeps_its_markup_and_nothing_that_runs() -> None:
    assert (
        markdown(article("<p>One <i>two</i></p><script>run()</script><p onclick=run()>Three")) == "One *two*\n\nThree"
    )
    assert markdown(article("One & two\n\n3 < 4")) == "One & two\n\n3 < 4"
    assert markdown(article("&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;")) == "One\n\nTwo"
    assert markup_of("R&amp;D") == "<p>R&amp;D</p>"


def test_an_article_that_is_something_else_too_is_both() -> None:
    both = article() | HOW_TO | {"@type": ["Article", "HowTo"]}
    assert [content.kind for content in linked_contents([both])] == ["article", "instructions"]


@pytest.mark.parametrize("odd", [None, 7, True, [], {}, [[]], [None], {"@type": 3}, "", [{"text": [1]}], float("inf")])
def test_odd_values_are_left_out(odd: Any) -> None:
    keys = (*RECIPE, *HOW_TO, *PRODUCT, "mainEntity", "acceptedAnswer", "articleBody")
    for kind in ("Recipe", "HowTo", "FAQPage", "QAPage", "Question", "Product", "Article"):
        for content in linked_contents([dict.fromkeys(keys, odd) | {"@type": kind}]):
            assert isinstance(weft.extract(content.html, method="whole_page").text, str)


def test_deep_lists_of_steps_end() -> None:
    steps: Any = [{"@type": "HowToStep", "text": "Wind."}]
    for _ in range(200):
        steps = [{"@type": "HowToSection", "name": "Part", "itemListElement": steps}]
    assert markdown({"@type": "HowTo", "step": steps}).count("Part") < 10
