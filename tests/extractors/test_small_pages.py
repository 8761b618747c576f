"""What people try first: pages of 5 to 200 words in fifteen languages, of our own sentences and of another seed than
those that are learned from. Every paragraph is kept, no menu, box or footer is."""

from collections.abc import Iterator
from random import Random

import weft
from tests.answers.languages import LANGUAGES, said_in
from weft.training.tiny import TinyPage, tiny_page

PAGES = 20  # of each language
MIN_RIGHT = 0.98


def small_pages() -> Iterator[TinyPage]:
    for code, language in LANGUAGES.items():
        for number in range(PAGES):
            random = Random(f"small pages {code} {number}")
            said = [language.fill(random, text) for text in said_in(language)]
            yield tiny_page(random.sample(said, len(said)), random)


def test_small_pages_keep_every_paragraph_and_no_menu():
    pages = list(small_pages())
    wrong = [page for page in pages if not page.is_right(weft.extract(page.html).text)]
    share = 1 - len(wrong) / len(pages)
    shown = "\n\n".join(f"{page.html}\n-> {weft.extract(page.html).text!r}" for page in wrong[:5])
    assert share >= MIN_RIGHT, f"{share:.1%} of {len(pages)} pages are right; wrong are:\n{shown}"


def test_the_first_page_that_anybody_writes():
    html = (
        "<nav><a href=/>Home</a> <a href=/about>About</a></nav>"
        "<article><p>The quick brown fox jumps over the lazy dog.</p><p>It then rests in the shade.</p></article>"
        "<footer>Copyright</footer>"
    )
    document = weft.extract(html)
    assert document.text == "The quick brown fox jumps over the lazy dog.\n\nIt then rests in the shade."
