"""Pages with formulas: random MathML of every element, and LaTeX as pages write it in texts, scripts and attributes."""

from random import Random

from tests.answers.parts import Parts

IDENTIFIERS = (*"xyzABπαΩϵ∂ℝℋ𝐀𝒜𝔹𝕏𝟙𝛼ℓ", "sin", "lim", "max", "rank", "dx", "x1", "ﬁ", "", " ")
OPERATORS = (*"+−=≤∈∑∫∏→⋅×{}%&#_$\\|(),;!^~¯_.′″⟨⟩⌊⏞⏟∥\u2061\u2062\u00a0\u2009", "lim", "..", "⟶", ":=", "mod")
NUMBERS = ("0", "1", "42", "3.14", "1,000", ".5", "2.", "١٢")
VARIANTS = ("normal", "bold", "double-struck", "script", "fraktur", "bold-italic", "sans-serif", "italic", "")
WIDTHS = ("1em", "0.9em", "0.91em", "0.1em", "0.09em", "2.em", ".5em", "1e1em", "-1em", "inf em", "3px", "em", "")
ELEMENTS = {
    "mrow": 3, "msqrt": 1, "mroot": 2, "msup": 2, "msub": 2, "msubsup": 3, "mover": 2, "munder": 2, "munderover": 3,
    "mmultiscripts": 5, "mfrac": 2, "mfenced": 2, "mtable": 2, "mtr": 2, "mtd": 1, "mlabeledtr": 2, "mstyle": 1,
    "semantics": 2, "mphantom": 1, "mpadded": 1, "menclose": 1, "maction": 2,
}  # fmt: skip
FENCES = ("open='[' close=']'", "open='{' close=''", "separators=';,'", "separators=''", "open='|' close='|'", "")
LATEX = (
    *(
        "x^2", "\\frac{a}{b}", "\\href{javascript:x}{y}", "\\htmlId{a}{b}", "\\csname x\\endcsname",
        "{\\displaystyle x}",
    ),
    *("$$x$$", "\\(x+1\\)", "\\[\\sum_i t_i\\]", "$x$", "a\n  b", "{\\textstyle {x}}", "\\url {x} \\hrefs"),
)  # fmt: skip
TEXTS = (
    *("costs $5 and $6", "$x$ is", "is $x+y$, and $z$", "$$a$$", "\\(b_1\\)", "\\[c\\]", "$ 5$", "$5 $", "\\$x$"),
    *("US$ 5$x", "$a\n\nb$", "`$x$`", "$x$y", "5$x$", "$" + "x" * 299 + "$", "$" + "x+" * 151 + "$", "$1,000$"),
)


def mathml(rng: Random, depth: int) -> str:
    """An element of MathML; some have a child too few or too many."""
    if depth == 0 or rng.random() < 0.2:
        leaf = rng.choice(("mi", "mi", "mo", "mn", "mtext", "ms", "mspace", "none", "mprescripts"))
        texts = {
            "mi": IDENTIFIERS,
            "mo": OPERATORS,
            "mn": NUMBERS,
            "mtext": ("if", " and ", "50 %", "a_b"),
            "ms": ("s",),
        }
        own = {"mi": f"mathvariant='{rng.choice(VARIANTS)}'", "mspace": f"width='{rng.choice(WIDTHS)}'"}
        text = rng.choice(texts.get(leaf, ("",))).replace("&", "&amp;")
        return f"<{leaf} {own.get(leaf, '') if rng.random() < 0.6 else ''}>{text}</{leaf}>"
    tag = rng.choice(list(ELEMENTS))
    count = ELEMENTS[tag] + rng.choice((0, 0, 0, 0, 0, 1, -1))
    inside = "".join(mathml(rng, depth - 1) for _ in range(count))
    if tag == "mmultiscripts":
        inside = inside.replace("<mspace", f"{'<mprescripts/>' * (rng.random() < 0.5)}<mspace", 1)
    said = {"mfenced": rng.choice(FENCES), "mfrac": rng.choice(("linethickness=0", "linethickness=' 1'", ""))}
    return f"<{tag} {said.get(tag, '')}>{inside}</{tag}>"


def formulas(parts: Parts, number: int) -> str:
    """A text with formulas in it and between its paragraphs."""
    rng, made = parts.rng, [parts.paragraph()]
    for _ in range(10):
        latex, math = rng.choice(LATEX), "".join(mathml(rng, rng.randint(1, 3)) for _ in range(rng.randint(1, 3)))
        noted = f"<annotation encoding='application/x-tex'>{latex}</annotation>"
        one = rng.choice(
            (
                *[f"<math>{math}</math>"] * 6,
                f"<math display=block>{math}</math>",
                f"<math alttext='{latex}'>{math}</math>",
                f"<math><semantics>{math}{noted}</semantics></math>",
                f"<script type='math/tex{rng.choice(('', '; mode=display'))}'>{latex}</script>",
                f"<span class=katex>{latex}</span>",
                f"<img class=latex alt='{latex}' src=/f.png>",
                rng.choice(TEXTS),
                rng.choice(TEXTS),
            )
        )
        made.append(rng.choice((f"<p>{parts.say('sentences')} {one} {parts.say('short')}</p>", f"<div>{one}</div>")))
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{''.join(made)}")
