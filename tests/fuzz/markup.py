"""Tag soup: elements that nest as no author would, with hostile attributes and texts between them."""

import random

from tests.fuzz.vocabulary import (
    ADDRESS_ATTRIBUTES,
    ADDRESSES,
    ATTRIBUTES,
    ENDS,
    FOREIGN,
    FORMATTING,
    FORMULAS,
    HANDLERS,
    PLAIN_TAGS,
    SPECIALS,
    TAGS,
    WORDS,
)

LENGTHS = (1, 1, 1, 1, 2, 2, 2, 2, 3, 4, 4, 4, 5, 9, 10, 12, 13, 19, 20, 40) * 4 + (400,)  # of numbers
QUOTES = ('"', '"', "'", "")


class Soup:
    """Makes pieces of markup with one source of randomness."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pick = rng.choice

    def text(self, most: int = 12) -> str:
        """Some words, sometimes one that never ends."""
        rng = self.rng
        if rng.random() < 0.003:
            return self.pick(WORDS) * rng.choice((30, 200))
        return " ".join(rng.choices(WORDS, k=rng.randrange(1, most)))

    def address(self) -> str:
        """An address, now and then two of them glued together."""
        rng = self.rng
        return self.pick(ADDRESSES) + (self.pick(ADDRESSES) if rng.random() < 0.05 else "")

    def attribute(self) -> str:
        """One attribute with whatever quotes it has."""
        choice = self.rng.random()
        if choice < 0.3:
            quote = self.pick(QUOTES)
            return f"{self.pick(ADDRESS_ATTRIBUTES)}={quote}{self.address()}{quote}"
        if choice < 0.38:
            return self.pick(HANDLERS)
        if choice < 0.42:
            return f'srcset="{self.address()} {self.number()}w, {self.address()} {self.number()}x"'
        if choice < 0.45:
            return f"{self.pick(('class', 'id', 'title', 'alt', 'style', 'name'))}='{self.text(4)}'"
        return self.pick(ATTRIBUTES)

    def start(self, tag: str) -> str:
        """A start tag with up to three attributes; a few do not end."""
        parts = [f"<{tag}", *(self.attribute() for _ in range(self.pick((0, 0, 1, 1, 2, 3))))]
        return " ".join(parts) + self.pick((">", ">", ">", ">", ">", ">", ">", "/>", "\n>", ""))

    def number(self) -> str:
        """A number of any length, in any digits."""
        rng = self.rng
        digits = self.pick(
            (
                "0123456789", "0123456789", "\u0660\u0661\u0662\u0663", "\uff10\uff11\uff12", "\u00b2\u00b9",
                "\u0966\u0967",
            )
        )  # fmt: skip
        length = self.pick(LENGTHS)
        return "".join(rng.choices(digits, k=length))

    def soup(self, size: int) -> str:
        """About so many pieces of everything."""
        pieces: list[str] = []
        opened: list[str] = []
        rng = self.rng
        # Pages differ in their tags: some are of plain ones, some of all, some of foreign ones or of formatting alone.
        tags = self.pick(
            (
                PLAIN_TAGS,
                PLAIN_TAGS,
                TAGS,
                TAGS,
                [*FOREIGN, *PLAIN_TAGS],
                [*FORMATTING, "p", "div"],
                ["table", "tr", "td", "p", "caption"],
            )
        )
        for _ in range(size):
            choice = rng.random()
            if choice < 0.36:
                tag = rng.choice(tags)
                pieces.append(self.start(tag))
                opened.append(tag)
            elif choice < 0.55 and opened:
                last = -1 if rng.random() < 0.75 else rng.randrange(len(opened))
                pieces.append(f"</{opened.pop(last)}>")
            elif choice < 0.60:
                pieces.append(rng.choice(SPECIALS))
            elif choice < 0.62:
                pieces.append(rng.choice(FORMULAS))
            elif choice < 0.63:
                pieces.append(rng.choice(ENDS))
            else:
                pieces.append(self.text() + rng.choice(("", "", "\n", "\n\n")))
        return "".join(pieces)
