"""The languages of the blocks of a page: what is declared, weighed against what the text itself is."""

from weft.kernel.metadata import is_same_language, language_code
from weft.kernel.text import guess_language
from weft.page import Page

SAMPLE = 4_000  # characters of a block that a guess is made from
MIN_BLOCK_CHARS = 20  # below which a guess is worth nothing: the page has a language already
BLOCK_OVERRULES = 0.9  # a guess so sure overrules what is declared: a title of names is not in another language


def block_languages(page: Page) -> list[str]:
    """The language of each block: guessed where its text is long enough, else as the elements around it declare it.

    A block that is too short, and around which nothing is declared, has the language of the page.

    >>> from weft import parse
    >>> german = "Der Weber spannte die letzten Fäden auf, bevor es dunkel wurde."
    >>> block_languages(parse(f"<html lang=en><p>The weaver put the last threads on the loom.<p>{german}<p>12"))
    ['en', 'de', 'en']
    """
    from weft.metadata.merge import find_metadata

    whole = find_metadata(page).language.value
    declared = _declared_rows(page, whole)
    blocks = page.blocks
    languages = []
    for index in range(len(blocks)):
        text, said = blocks.text(index), declared[int(blocks.row[index])]
        code, share = guess_language(text[:SAMPLE]) if len(text) >= MIN_BLOCK_CHARS else ("", 0.0)
        languages.append(said if share < BLOCK_OVERRULES or is_same_language(said, code) else code)
    return languages


def _declared_rows(page: Page, whole: str) -> list[str]:
    """What `lang` says at each row, taken over from the elements around it; the root's is that of the page."""
    said = [whole] * len(page)
    parents = page.parent.tolist()
    for row in range(1, len(page)):
        own = language_code(page.attribute(row, "lang") or "") if page.tag[row] and parents[row] else ""
        said[row] = own or said[max(parents[row], 0)]
    return said
