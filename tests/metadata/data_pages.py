"""Pages whose content is data."""

import json
from html import escape

SENTENCES = (
    "The weaver put the last threads on the loom before it grew dark.",
    "She counted them twice, because the pattern forgives no mistake at its edge.",
    "Her sister had dyed the wool with madder from the garden behind the mill.",
    "In the morning they would weave the first hand's breadth and look at it by daylight.",
    "Nobody in the valley had made such a cloth since their grandmother died.",
    "The merchant had promised to come with the first boat of the spring.",
)
PARAGRAPHS = [" ".join(SENTENCES[start:] + SENTENCES[:start]) for start in range(4)]
CHINESE = "织工在天黑之前把最后几根经线穿上了织机。她数了两遍，因为花样容不得半点差错。" * 8
OTHER = "The harbour was quiet, and the fishermen mended their nets in the shade of the wall. " * 6
FRAME = (
    "<nav><a href=/>Home</a> <a href=/shop>Shop</a> <a href=/about>About us</a></nav><h1>{title}</h1>"
    "<p>We use cookies to remember you. Please accept them to go on with this page.</p>"
    "<p>Subscribe to read the rest of this story, and support the work of our reporters in the region.</p>"
    "<footer>All rights reserved. Terms of use, privacy, imprint, and a word about our partners.</footer>"
)


def linked(value: object) -> str:
    """A script of JSON-LD."""
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def state(value: object, *, id: str = "__NEXT_DATA__") -> str:
    """A script with the state of a program."""
    return f'<script id="{id}" type="application/json">{json.dumps(value)}</script>'


def page_of(*scripts: str, title: str = "Looms of the north", body: str = "") -> str:
    """A page that shows its frame and some body, and carries scripts."""
    shown = FRAME.format(title=escape(title))
    return f"<html lang=en><head><title>{escape(title)}</title>{''.join(scripts)}</head><body>{shown}{body}</body>"


def article(text: str = "\n".join(PARAGRAPHS), **more: object) -> dict[str, object]:
    """An article in JSON-LD."""
    return {"@type": "NewsArticle", "headline": "Looms of the north", "articleBody": text} | more


RECIPE = {
    "@type": "Recipe",
    "name": "Barley soup",
    "description": "A soup for a cold day at the loom.",
    "recipeYield": "4 bowls",
    "cookTime": "PT1H30M",
    "recipeIngredient": ["200 g pearl barley", "2 carrots, diced small", "1 leek & its green"],
    "recipeInstructions": [
        {
            "@type": "HowToSection",
            "name": "The broth",
            "itemListElement": [
                {"@type": "HowToStep", "text": "Rinse the barley in cold water until it runs clear."},
                {"@type": "HowToStep", "name": "Simmer", "text": "Let it simmer with the leek for an hour."},
            ],
        },
        {"@type": "HowToStep", "text": "Add the carrots and serve the soup when they are soft."},
    ],
}
HOW_TO = {
    "@type": "HowTo",
    "name": "How to warp a loom",
    "description": "Warping takes an evening.",
    "supply": [{"@type": "HowToSupply", "name": "linen thread"}, "a warping board"],
    "tool": "a threading hook",
    "step": [
        {"@type": "HowToStep", "text": "Wind the thread around the pegs of the board."},
        {
            "@type": "HowToStep",
            "name": "Tie the cross",
            "itemListElement": [{"@type": "HowToDirection", "text": "Tie the cross with a thread of another colour."}],
        },
    ],
}
QUESTIONS = {
    "@type": "FAQPage",
    "mainEntity": [
        {
            "@type": "Question",
            "name": f"What is question {number}?",
            "acceptedAnswer": {"@type": "Answer", "text": f"<p>{SENTENCES[number]} <b>{SENTENCES[-1]}</b></p>"},
        }
        for number in range(4)
    ],
}
PRODUCT = {
    "@type": "Product",
    "name": "Pearwood shuttle",
    "description": "A slim throwing shuttle for wool, cotton and linen, turned from one piece of pear and polished.",
    "brand": {"@type": "Brand", "name": "Selvedge"},
    "offers": {"@type": "Offer", "price": 34.5, "priceCurrency": "EUR"},
    "additionalProperty": [
        {"@type": "PropertyValue", "name": "Length", "value": 28, "unitText": "cm"},
        {"@type": "PropertyValue", "name": "Wood", "value": "pear, oiled and waxed by hand"},
    ],
}
