"""What the kernel's measures say of a block in its page: the names and meanings of these columns.

Its wording (what its text is made of, whatever its length), its position in the page, its neighbours before and
behind, and the heading above it with the section that this heading governs. The kernel measures them.
"""

OF_WORDS = (
    "stop_words", "capital_words", "long_words", "number_words", "sentence_ends", "commas", "currency", "cjk", "chars",
    "link_words",
)  # fmt: skip
OF_CHARACTERS = ("letters", "capitals", "digits", "signs")
WORDING = {f"{name}_per_word": f"{name.replace('_', ' ')} for each word" for name in OF_WORDS} | {
    f"{name}_per_char": f"{name} for each character" for name in OF_CHARACTERS
}
POSITION = {
    "hidden": "1 if the block is hidden",
    "depth": "how many ancestors its element has",
    "nth": "its element's ordinal among siblings of the same tag",
    "index": "blocks before it",
    "index_from_end": "blocks behind it",
    "index_share": "blocks before it, as a share of the page's",
    "words_before": "words before it, as a share of the page's",
    "after_h1": "blocks since the first h1, negative before it, -999 where there is none",
    "long_before": "words in long blocks before it",
    "long_after": "words in long blocks behind it",
}
OF_ONE = ("words", "link_density", "stop_words", "sentence_ends", "heading", "depth", "paragraph", "item", "currency")
OFFSETS = (1, 2, -1, -2)  # blocks before, blocks behind
WINDOWS = ((-3, 3), (-10, -1), (1, 10), (-30, 30))
OF_WINDOW = {
    "words": "mean words",
    "link_density": "share of words in links",
    "long_share": "share of words in long blocks",
    "sentence_ends": "sentence ends for each word",
    "title_share": "share of words that the title has",
    "description_share": "share of words that the description has",
    "linked_data_share": "share of words that the linked data has",
}
_SIDES = {1: "before1", 2: "before2", -1: "behind1", -2: "behind2"}
NEIGHBOURS = {
    f"{_SIDES[offset]}_{name}": f"the block {abs(offset)} {_SIDES[offset][:6]}: {name.replace('_', ' ')}"
    for offset in OFFSETS
    for name in OF_ONE
} | {
    f"blocks{low:+d}{high:+d}_{name}": f"the blocks {low:+d} to {high:+d}: {text}"
    for low, high in WINDOWS
    for name, text in OF_WINDOW.items()
}
SAID = ("title_share", "title_covered", "linked_data_share")
HEADINGS = {
    "heading": "level of the heading that the block is, 7 where it is none",
    "heading_above": "level of the heading above, 9 where there is none",
    "heading_distance": "blocks since the heading above, 999 where there is none",
    "heading_next": "blocks up to the next heading",
    "section_words": "words from the heading above to the next",
    "section_link_density": "share of them in links",
    "section_long_share": "share of them in long blocks",
    "section_title_share": "share of them that the title has",
    "section_linked_data_share": "share of them that the linked data has",
} | {f"heading_{name}": f"the heading above: {name.replace('_', ' ')}" for name in SAID}
