"""What pages declare of themselves, wrongly: dates, heads, JSON-LD, microdata."""

import json

from tests.fuzz.markup import Soup
from tests.fuzz.vocabulary import DATE_FORMS, SPECIALS

META_NAMES = (
    "og:title og:url og:image author description keywords date article:published_time og:site_name generator dc.date "
    "parsely-pub-date"
).split()
SCHEMA_NAMES = (
    "@type @id @graph name headline author datePublished url image articleBody mainEntity keywords publisher text"
).split()
MAIN_NAMES = (
    "headline author datePublished dateModified url image articleBody publisher mainEntityOfPage keywords inLanguage"
).split()
TYPES = ("Article", "NewsArticle", ["Product"], "WebPage", 7, "DiscussionForumPosting")
ODD_VALUES = (None, True, 0, -1, 1e308, 10**40, float("inf"), float("nan"), "")
PROPERTIES = "name author datePublished url image headline".split()
LANGUAGES = ("en", "zh-CN", "x" * 40, "", "\u202e")


class Declarations(Soup):
    """Makes what stands in heads and scripts, and dates."""

    def date(self) -> str:
        """A date in one of the forms that pages print; half of them with parts that no calendar has."""
        rng = self.rng
        if rng.random() < 0.5:
            parts = {"m": f"{rng.randrange(1, 13):02}", "d": f"{rng.randrange(1, 29)}"}
            parts |= {"y": "2022", "h": "06", "n": "38", "s": "07"}
        else:
            parts = {name: self.number() for name in "ymdhns"}
        return self.pick(DATE_FORMS).format(**parts)

    def repeat(self, least: int, most: int) -> range:
        """How often something repeats."""
        return range(self.rng.randrange(least, most))

    def value(self, depth: int) -> object:
        """A value of JSON that schema.org would not expect."""
        choice = self.rng.randrange(9 if depth else 5)
        if choice < 2:
            return self.pick((self.text(4), self.date(), self.address(), self.number()))
        if choice == 2:
            return self.pick(ODD_VALUES)
        if choice < 5:
            return self.date()
        if choice == 5:
            return [self.value(depth - 1) for _ in self.repeat(0, 4)]
        return {self.pick(SCHEMA_NAMES): self.value(depth - 1) for _ in self.repeat(1, 5)}

    def json_ld(self) -> str:
        """Data of a page: right, broken, nested to hurt, or with numbers of any length."""
        main: dict[str, object] = {"@context": "https://schema.org", "@type": self.pick(TYPES)}
        main |= {name: self.value(3) for name in MAIN_NAMES if self.rng.random() < 0.4}
        return f"<script type='application/ld+json'>{self.broken(json.dumps(main))}</script>"

    def broken(self, text: str) -> str:
        """JSON as pages write it, a third of it wrong."""
        choice = self.rng.random()
        if choice < 0.1:
            return text[: self.rng.randrange(len(text) + 1)]
        if choice < 0.15:
            return self.pick(("[", '{"a":')) * self.pick((50, 900, 5_000)) + text
        if choice < 0.2:
            return text.replace('"', "'")
        if choice < 0.25:
            return f"<!-- {text}, // x\n -->"
        if choice < 0.3:
            return '{"datePublished": ' + self.number() * 3 + "e" + self.number() + "}"
        return text

    def microdata(self) -> str:
        """Items whose properties are not what they should be."""
        properties = "".join(
            f"<{self.pick(('span', 'a', 'meta', 'time', 'img', 'link'))} itemprop={self.pick(PROPERTIES)} "
            f"{self.attribute()}>{self.date()}"
            for _ in self.repeat(1, 5)
        )
        kind = self.pick(("Article", "Person", "Product", ""))
        return f"<div itemscope itemtype=http://schema.org/{kind}>{properties}</div>"

    def head(self) -> str:
        """What a page says of itself, before or behind where it should stand."""
        parts = [f"<title>{self.text(5)}</title>" if self.rng.random() < 0.7 else ""]
        parts += [self.meta() for _ in self.repeat(0, 4)]
        base, link = f"<base href='{self.address()}'>", f"<link rel=canonical href='{self.address()}'>"
        parts.append(self.pick(("", "", base, link, self.pick(SPECIALS))))
        return f"<html lang='{self.pick(LANGUAGES)}'><head>{''.join(parts)}</head>"

    def meta(self) -> str:
        """A meta element that says something of any kind."""
        value = self.pick((self.text(4), self.date(), self.address()))
        return f"<meta {self.pick(('name', 'property'))}='{self.pick(META_NAMES)}' content='{value}'>"
