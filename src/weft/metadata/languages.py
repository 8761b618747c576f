"""The language of a page and of its blocks: what is declared, weighed against what the text itself is."""

from weft.content import Field
from weft.kernel.metadata import page_language
from weft.kernel.text import guess_language
from weft.metadata.values import clean_language
from weft.page import Page

SAMPLE = 4_000  # characters of a block that a guess is made from
MIN_CHARS = 40  # characters below which a guess is worth nothing on a page
MIN_BLOCK_CHARS = 20  # the same of a block, whose page has a language already
CONFIDENT = 0.3  # above it 1,024 of 1,027 guesses are right on pages of news; a share is a mean, whatever the length
OVERRULES = 0.6  # a guess so sure overrules what is declared: on 1,500 pages it did ten times, and was right each time
MIN_OVERRULING = 200  # characters of such a guess: a menu or a list of names is no evidence
BY_ALPHABET = 1.0  # what the kernel says where an alphabet has one language: a line of it is enough
BLOCK_OVERRULES = 0.9  # the same of one block, which is short: a title of names is not in another language
ALIKE = ("nb nn no da", "id ms", "hr bs sr sh me", "hi mr ne", "zh yue lzh", "fa prs", "cs sk", "pt gl", "ca oc es")
_FAMILY = {code: family for family in ALIKE for code in family.split()}


def find_language(page: Page, declared: list[Field]) -> Field:
    """The declared language as its primary subtag, unless the text is surely in another; else the guessed one."""
    named = [
        Field(value=code, row=field.row, source=field.source)
        for field in declared
        if (code := clean_language(field.value))
    ]
    code, share, length = page_language(page.table, MIN_CHARS)
    if not named:
        return Field(value=code, source="guessed") if share >= CONFIDENT else Field()
    agreeing = next((field for field in named if is_same(field.value, code)), None)
    is_long = length >= MIN_OVERRULING or share == BY_ALPHABET
    if agreeing or not (share >= OVERRULES and is_long):
        return agreeing if agreeing and share >= OVERRULES else named[0]
    return Field(value=code, source="guessed")


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
        languages.append(said if share < BLOCK_OVERRULES or is_same(said, code) else code)
    return languages


def is_same(one: str, other: str) -> bool:
    """Whether two codes may be of one text: the same, or languages that are told apart by little.

    >>> is_same("no", "nb"), is_same("en", "de"), is_same("hr", "sr")
    (True, False, True)
    """
    return one == other or (one in _FAMILY and _FAMILY.get(other) == _FAMILY[one])


def _declared_rows(page: Page, whole: str) -> list[str]:
    """What `lang` says at each row, taken over from the elements around it; the root's is that of the page."""
    said = [whole] * len(page)
    parents = page.parent.tolist()
    for row in range(1, len(page)):
        own = clean_language(page.attribute(row, "lang") or "") if page.tag[row] and parents[row] else ""
        said[row] = own or said[max(parents[row], 0)]
    return said
