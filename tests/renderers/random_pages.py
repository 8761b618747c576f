"""Random pages with text that Markdown, HTML and XML would love to misread. Seeded, so a failure can be repeated."""

import random

WORDS = """
word snake_case _private_ __init__ 5*3*2 *starred* * ** a* *b `tick` `` ` [label](target) [x] [^1] ] ( ![pic](u) !
&lt;b&gt; &lt; a&lt;b &amp;amp; &amp;copy; & 1. 2) # ## - + --- *** ___ === &gt; | a|b ~~ ~~~ ~x~ \\ \\* C:\\dir
https://example.org/a_b_c?x=1&amp;y=2 “quoted” (brackets) end. comma, 中文 ， 日本。 한국어 naïve 1986. [ref]: &lt;!--
&lt;/p&gt; "q" ' %20 $5 a_ _b = : :: ``` ...
""".split()
INLINE = "b i em strong s code span a sub sup kbd font u".split()
BLOCK = "p div h1 h3 ul ol blockquote section table pre dl figure details article".split()


class RandomPage:
    """Writes one page from a seed; nesting and length are bounded."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def html(self) -> str:
        return "<body>" + self.flow(0, self.random.randint(1, 6))

    def flow(self, depth: int, count: int) -> str:
        return "".join(self.block(depth) for _ in range(count))

    def block(self, depth: int) -> str:
        draw = self.random
        if depth > 4 or draw.random() < 0.2:
            return self.inline(0)
        tag = draw.choice(BLOCK)
        if tag in ("p", "h1", "h3"):
            return f"<{tag}>{self.inline(0)}</{tag}>"
        if tag in ("ul", "ol"):
            items = "".join(f"<li>{self.item(depth)}</li>" for _ in range(draw.randint(1, 4)))
            return f"<{tag}>{items}</{tag}>"
        if tag == "table":
            return self.table(depth)
        if tag == "pre":
            return f"<pre>{self.words()}\n  {self.words()}</pre>"
        if tag == "dl":
            return f"<dl><dt>{self.inline(1)}</dt><dd>{self.item(depth)}</dd></dl>"
        if tag == "details":
            return f"<details><summary>{self.inline(1)}</summary>{self.flow(depth + 1, 1)}</details>"
        return f"<{tag}>{self.flow(depth + 1, draw.randint(1, 3))}</{tag}>"

    def item(self, depth: int) -> str:
        return self.inline(0) if self.random.random() < 0.6 else self.flow(depth + 1, self.random.randint(1, 2))

    def table(self, depth: int) -> str:
        draw = self.random
        width = draw.randint(1, 3)
        rows = []
        for _ in range(draw.randint(1, 3)):
            cells = [f"<{draw.choice(['td', 'td', 'th'])}>{self.item(depth + 2)}" for _ in range(width)]
            rows.append("<tr>" + "".join(cells))
        return f"<table>{''.join(rows)}</table>"

    def inline(self, depth: int) -> str:
        draw = self.random
        parts = []
        for _ in range(draw.randint(1, 4)):
            kind = draw.random()
            if depth < 4 and kind < 0.4:
                tag = draw.choice(INLINE)
                opening = f'a href="/t{draw.randint(0, 3)}"' if tag == "a" else tag
                parts.append(f"<{opening}>{self.inline(depth + 1)}</{tag}>")
            elif kind < 0.45:
                parts.append("<br>")
            else:
                parts.append(self.words())
            parts.append(draw.choice(["", " ", "\n  "]))
        return "".join(parts)

    def words(self) -> str:
        return " ".join(self.random.choices(WORDS, k=self.random.randint(1, 5)))
