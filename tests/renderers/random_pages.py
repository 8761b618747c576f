"""Random pages with text that Markdown, HTML and XML could misread. Seeded, so a failure can be repeated."""

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


NUMBERS = "1 2 3 a * † note&nbsp;1".split()
LATEX = r"x^2 \frac{a}{b} a&lt;b |x| {\displaystyle\ y} \(z\) $w$ ` \text{if} <".split()
CODE_CLASSES = (
    "language-python hljs monokai line lineno gutter code blob-code brush: java token-line ln highlight".split()
)
NOTE_CLASSES = "footnote sidenote footnote-ref marginnote reference mw-cite-backlink footnote__note".split()
RICH_INLINE = "reference back formula ruby image media box sidenote embed hyphen anchor".split()
RICH_BLOCK = "notes captioned code_table lines figure tasks terms display details heading media rule nested".split()


class RichPage(RandomPage):
    """A random page of the structures that renderers know: whole ones, broken ones, any of them in any other."""

    def block(self, depth: int) -> str:
        if depth > 5 or self.random.random() < 0.4:
            return super().block(depth)
        write = getattr(self, self.random.choice(RICH_BLOCK))
        return str(write(depth + 1))

    def inline(self, depth: int) -> str:
        if depth > 3 or self.random.random() < 0.5:
            return super().inline(depth)
        write = getattr(self, self.random.choice(RICH_INLINE))
        return f"{self.words()}{write(depth + 1)}{super().inline(depth + 1)}"

    def id(self) -> str:
        return f"{self.random.choice(['n', 'fn', 'ref', '_ftn'])}{self.random.randint(1, 3)}"

    def named(self, names: list[str]) -> str:
        return f'class="{" ".join(self.random.choices(names, k=self.random.randint(1, 3)))}"'

    def reference(self, depth: int) -> str:
        number, attribute = self.random.choice(NUMBERS), self.random.choice(["id", "name", "aria-describedby"])
        link = f'<a href="#{self.id()}" {attribute}="{self.id()}" {self.named(NOTE_CLASSES)}>{number}</a>'
        return self.random.choice([link, f"<sup>{link}</sup>", f"<a href='#{self.id()}'><sup>{number}</sup></a>"])

    def back(self, depth: int) -> str:
        return f'<span {self.named(NOTE_CLASSES)}>^ <a href="#{self.id()}">{self.random.choice("↩^1ab")}</a></span>'

    def sidenote(self, depth: int) -> str:
        return f'<span id="{self.id()}" {self.named(NOTE_CLASSES)}>{self.inline(depth)}</span>'

    def formula(self, depth: int) -> str:
        latex = self.random.choice(LATEX)
        math = f"<math><mi>x</mi><mo>{self.words()}</mo><annotation encoding=tex>{latex}</annotation></math>"
        return self.random.choice(
            [
                math,
                "<math><mfrac><mi>a</mi></mfrac></math>",
                f"<span class=katex> {math} <span aria-hidden=true>y</span></span>",
                f"<mjx-container display=true>{math}</mjx-container>",
                f"<script type='math/tex'>{latex}</script>",
                f"<span class='MathJax_Preview'>p</span><script type='math/tex; mode=display'>{latex}</script>",
                f'<span data-math="{latex}" class=katex>z</span>',
                f'<img class="latex" src="/l" alt="{latex}">',
                f"<span class='math inline'>\\({latex}\\)</span>",
            ]
        )

    def display(self, depth: int) -> str:
        return f"<div>{self.formula(depth).replace('<math', '<math display=block')}</div>"

    def ruby(self, depth: int) -> str:
        return f"<ruby>{self.words()}<rp>(</rp><rt>{self.inline(depth)}</rt><rp>)</rp></ruby>"

    def image(self, depth: int) -> str:
        return f'<a href="/big"><img src="/i{self.random.randint(0, 2)}.jpg" alt="{self.random.choice(LATEX)}"></a>'

    def media(self, depth: int) -> str:
        tag = self.random.choice("video audio iframe object embed".split())
        return f'<{tag} src="https://weft.example/embed/v" data="/v.pdf" title="t">{self.inline(depth)}</{tag}>'

    def embed(self, depth: int) -> str:
        return f"<blockquote class=twitter-tweet><p>{self.inline(depth)}</blockquote>"

    def box(self, depth: int) -> str:
        return f"<input type=checkbox {self.random.choice(['', 'checked', 'disabled'])}>"

    def hyphen(self, depth: int) -> str:
        return "a&shy;b\x07\ufeff&#x85;"

    def anchor(self, depth: int) -> str:
        return f'<a href="#{self.id()}" class=headerlink>{self.random.choice(["¶", "#", "Copy link", ""])}</a>'

    def heading(self, depth: int) -> str:
        return f'<h2 id="{self.id()}">{self.inline(1)}{self.anchor(1)}<button>{self.words()}</button></h2>'

    def notes(self, depth: int) -> str:
        tag = self.random.choice(["li", "p", "div", "aside", "td", "dd"])
        return f'<ol><{tag} id="{self.id()}">{self.back(1)}{self.item(depth)}{self.back(1)}</{tag}></ol>'

    def captioned(self, depth: int) -> str:
        cells = f'<th id="{self.id()}" rowspan=2>{self.item(depth)}<td colspan=3>{self.item(depth)}'
        return f"<table><caption>{self.item(depth)}</caption><tr>{cells}<tr><td>{self.item(depth)}</table>"

    def code_table(self, depth: int) -> str:
        cell = f"<td {self.named(CODE_CLASSES)}>{self.item(depth)}</td>"
        lines = f"<tr><td class=gutter>1</td>{cell}<tr><td class=blob-num>2</td>{cell}"
        return f"<table {self.named(CODE_CLASSES)}>{lines}</table>"

    def lines(self, depth: int) -> str:
        tag = self.random.choice(["div", "span", "code", "li", "p"])
        parts = [f"<{tag} {self.named(CODE_CLASSES)}>{self.random.choice(['', ' x', self.words()])}</{tag}>"] * 3
        return (
            f"<pre {self.named(CODE_CLASSES)}><button>Copy</button><code>{''.join(parts)}</code>{self.inline(1)}</pre>"
        )

    def figure(self, depth: int) -> str:
        return f"<figure>{self.image(1)}{self.flow(depth, 1)}<figcaption>{self.inline(0)}</figcaption></figure>"

    def tasks(self, depth: int) -> str:
        return f"<ul class=task-list><li>{self.box(1)}{self.item(depth)}<li><hr><li><p>{self.box(1)}</ul>"

    def terms(self, depth: int) -> str:
        return (
            f"<dl><dd><ul><li>{self.item(depth)}</ul>{self.inline(1)}<dt>{self.block(depth)}<dd>{self.item(depth)}</dl>"
        )

    def details(self, depth: int) -> str:
        return f"<details>{self.flow(depth, 1)}<summary>{self.block(depth)}</summary></details>"

    def rule(self, depth: int) -> str:
        return "<hr>"

    def nested(self, depth: int) -> str:
        return f"<li>{self.words()}<div>{self.formula(1)}</div>{self.captioned(depth)}</li>"
