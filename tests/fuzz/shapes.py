"""Pages with a structure that weft looks for (discussions, boards, cards, articles), each with something wrong."""

from tests.fuzz.declarations import Declarations
from tests.fuzz.vocabulary import ADDRESSES, FORMULAS, NAMES, WORDS

SENTENCE = "The weaver put the last threads on the loom. "
CURRENCIES = ("$", "€", "￥", "USD ")
BOARD = "<title>Forum</title><table class=threadlist><tr><th>Thread<th>Author<th>Replies<th>Views<th>Last post"
CELLS = (("td", "tr"), ("td", "tr"), ("div", "li"), ("span", "div"))


class Shapes(Declarations):
    """Makes parts of pages that look like something, and whole pages of them."""

    def forum(self) -> str:
        """Posts with names, times and bodies."""
        name, time = self.pick(("author", "username", "poster", "x")), self.pick(("time", "i", "span", "abbr"))
        posts = "".join(self.post(name, time) for _ in self.repeat(1, 5))
        return f"<a href=/forum>Forum</a><h1>{self.text(4)}</h1>{posts}<form><textarea>Reply</textarea></form>"

    def post(self, name: str, time: str) -> str:
        """One post."""
        more = self.pick(("", "", self.soup(4), "<blockquote>" + self.text(5)))
        return (
            f"<div class=post id=post{self.number()}>"
            f"<a class={name} href='/user/{self.pick(ADDRESSES)}'>{self.pick(NAMES)}</a> "
            f"<{time} datetime='{self.date()}'>{self.date()}</{time}><span>#{self.number()}</span>"
            f"<p>{self.text(8)}</p>{more}</div>"
        )

    def board(self) -> str:
        """Rows of threads with counts and times."""
        cell, row = self.pick(CELLS)
        rows = "".join(
            f"<{row}><{cell}><a href='/thread/{self.number()}'>{self.text(4)}</a><{cell}>{self.pick(NAMES)}"
            f"<{cell}>{self.number()} replies<{cell}>{self.number()}<{cell}>{self.date()}"
            for _ in self.repeat(2, 7)
        )
        return f"{BOARD}{rows}</table>"

    def cards(self) -> str:
        """Cards with a picture, a price and a link."""
        cards = "".join(
            f"<li class=product><a href='{self.address()}'><img src='{self.address()}' alt='{self.text(3)}'>"
            f"<h3>{self.text(3)}</h3></a>"
            f"<span class=price>{self.pick(CURRENCIES)}{self.number()}.{self.number()}</span></li>"
            for _ in self.repeat(2, 6)
        )
        return f"<ul class=products>{cards}</ul>"

    def article(self) -> str:
        """A body with a byline and what stands in bodies: lists, tables, code, notes, formulas."""
        parts = [f"<article><h1>{self.text(4)}</h1><p class=byline>By {self.pick(NAMES)} on {self.date()}</p>"]
        makers = (self.table, self.list, self.code, self.notes, self.formula, self.picture, lambda: self.soup(4))
        for _ in self.repeat(1, 4):
            parts.append(f"<p>{SENTENCE * self.pick((0, 1, 3))}{self.text()}</p>{self.pick(makers)()}")
        comment = f"<li class=comment><b class=author>Ann</b> {self.date()}<p>{self.text(5)}</div>"
        return "".join(parts) + self.pick(("</article>", "", f"<div id=comments>{comment}"))

    def formula(self) -> str:
        """A formula in one of the ways that pages write them."""
        return self.pick(FORMULAS)

    def table(self) -> str:
        """A table whose cells span what they want."""
        spans = ("", "", f" colspan={self.number()}", f" rowspan='{self.number()}'")
        rows = ("".join(self.cell(self.pick(spans)) for _ in self.repeat(1, 4)) for _ in self.repeat(1, 5))
        head, end = self.pick(("", "<caption>x", "<thead>")), self.pick(("</table>", ""))
        return f"<table>{head}{''.join('<tr>' + row for row in rows)}{end}"

    def cell(self, span: str) -> str:
        """A cell with its span."""
        return f"<{self.pick(('td', 'th'))}{span}>{self.text(3)}"

    def list(self) -> str:
        """Lists in lists."""
        kinds, ends = ("ul", "ol", "ol start=" + self.number(), "dl"), ("", "", "</ul>", "</ol>")
        items = (
            f"<{self.pick(kinds)}><{self.pick(('li', 'dt', 'dd'))}>{self.text(4)}{self.pick(ends)}"
            for _ in self.repeat(1, 5)
        )
        return "".join(items) + "</ul></ol>"

    def code(self) -> str:
        """Code with the signs that fences are made of."""
        fence = "`" * self.rng.randrange(6)
        start = f"<pre class='{self.text(2)}'><code class='language-{self.pick(WORDS)}'>"
        return f"{start}{self.text()}\n{fence}\n{self.text(4)}</code></pre>"

    def notes(self) -> str:
        """Footnotes that refer to each other, or to nothing."""
        mark = self.pick(("1", "a", "*", "1]: javascript:x", self.number(), "<b>"))
        note = f"<li id='fn{mark}'>{self.text(4)} <a href='#r{mark}'>↩</a>"
        return f"x<sup><a href='#fn{mark}' id='r{mark}'>[{mark}]</a></sup><ol class=footnotes>{note}</ol>"

    def picture(self) -> str:
        """A picture with sources."""
        sources = "".join(
            f"<source srcset='{self.address()} {self.number()}w, {self.address()}'>" for _ in self.repeat(0, 4)
        )
        image = f"<img {self.attribute()} {self.attribute()} src='{self.address()}'>"
        return f"<figure><picture>{sources}{image}</picture><figcaption>{self.text(4)}</figure>"

    def page(self) -> str:
        """A head, one or two of the parts, and a little soup between them."""
        large = (self.forum, self.forum, self.board, self.cards, self.article, self.article)
        small = (self.json_ld, self.microdata, self.table, self.list, self.code, self.notes, self.picture)
        parts = [self.head() if self.rng.random() < 0.5 else ""]
        for _ in range(self.pick((1, 1, 1, 2, 3))):
            parts.append(self.pick((*large, *small))())
            parts.append(self.soup(self.pick((0, 0, 2, 5))))
        return "".join(parts)
