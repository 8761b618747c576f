"""Mathematics as LaTeX: from MathML, KaTeX and MathJax, each formula once."""

import pytest
from markdown_it import MarkdownIt

from tests.renderers.showing import show

KATEX = (
    '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow>'
    '<annotation encoding="application/x-tex">x_1^2</annotation></semantics></math></span>'
    '<span class="katex-html" aria-hidden="true"><span class="base">x12</span></span></span>'
)
WIKIPEDIA = (
    '<span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math alttext='
    '"{\\displaystyle E=mc^{2}}"><semantics><mi>E</mi><annotation encoding="application/x-tex">'
    "{\\displaystyle E=mc^{2}}</annotation></semantics></math></span>"
    '<img src="/e.svg" alt="{\\displaystyle E=mc^{2}}"></span>'
)
MATHJAX2 = (
    '<span class="MathJax_Preview">a/b</span><span class="MathJax"><nobr><span>ab</span></nobr>'
    '<span class="MJX_Assistive_MathML"><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></span></span>'
    '<script type="math/tex">\\frac{a}{b}</script>'
)
MATHJAX3 = (
    '<mjx-container class="MathJax"><mjx-math aria-hidden="true">x</mjx-math><mjx-assistive-mml>'
    "<math><msqrt><mn>2</mn></msqrt></math></mjx-assistive-mml></mjx-container>"
)


@pytest.mark.parametrize(
    ("formula", "latex"),
    [
        (KATEX, "x_1^2"),
        (WIKIPEDIA, "E=mc^{2}"),
        (MATHJAX2, "\\frac{a}{b}"),
        (MATHJAX3, "\\sqrt{2}"),
        ('<script type="math/tex">a+b</script>', "a+b"),
    ],
)
def test_each_formula_once_in_its_place(formula: str, latex: str) -> None:
    html = f"<p>If {formula} holds.</p><p>Next</p>"
    assert show(html) == f"If ${latex}$ holds.\n\nNext"
    assert show(html, "text") == f"If {latex} holds.\n\nNext"
    assert show(html, "html") == f"<p>If \\({latex}\\) holds.</p>\n<p>Next</p>"
    assert show(html, "tei").count(latex) == 1


@pytest.mark.parametrize(
    "formula",
    [
        f'<span class="katex-display">{KATEX}</span>',
        '<script type="math/tex; mode=display">x_1^2</script>',
        '<math display="block"><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup></math>',
        '<mjx-container class="MathJax" display="true"><mjx-assistive-mml><math><msubsup><mi>x</mi><mn>1</mn><mn>2</mn>'
        "</msubsup></math></mjx-assistive-mml></mjx-container>",
    ],
)
def test_display_formulas_stand_alone(formula: str) -> None:
    assert show(f"<p>Thus {formula} so.</p>") == "Thus\n\n$$\nx_1^2\n$$\n\nso."
    assert show(f"<p>Thus {formula} so.</p>", "text") == "Thus\nx_1^2\nso."
    assert show(f"<p>Thus</p><div>{formula}</div><p>so.</p>") == "Thus\n\n$$\nx_1^2\n$$\n\nso."
    assert show(f"<p>Thus</p><div>{formula}</div><p>so.</p>", "text") == "Thus\n\nx_1^2\n\nso."


@pytest.mark.parametrize(
    ("mathml", "latex"),
    [
        ("<mi>x</mi><mo>+</mo><mn>1</mn>", "x+1"),
        ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "\\frac{1}{2}"),
        ("<mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac>", "\\binom{n}{k}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}"),
        ("<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>", "{a+b}^2"),
        ("<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mn>10</mn></msup>", "(a)^{10}"),
        ("<msub><mi>x</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>", "x_{ij}"),
        ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
         "\\sum_{i=1}^n i"),
        ("<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>f</mi>", "\\lim_{x\\to 0}f"),
        ("<mover><mi>x</mi><mo>^</mo></mover>", "\\hat{x}"),
        ("<mover><mi>v</mi><mo>→</mo></mover>", "\\vec{v}"),
        ("<mover><mi>x</mi><mi>def</mi></mover>", "\\overset{\\mathrm{def}}{x}"),
        ("<mi>sin</mi><mi>α</mi><mo>≤</mo><mi>π</mi>", "\\sin\\alpha\\leq\\pi"),
        ("<mi>α</mi><mi>x</mi>", "\\alpha x"),
        ("<mi mathvariant=double-struck>R</mi><mo>∈</mo><mi mathvariant=bold>v</mi>", "\\mathbb{R}\\in\\mathbf{v}"),
        ("<mi>𝑥</mi><mo>&InvisibleTimes;</mo><mi>y</mi>", "xy"),
        ("<mtext>if 5%</mtext>", "\\text{if 5\\%}"),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "\\left( a,b \\right)"),
        ("<mfenced open='{' close='' separators=''><mi>a</mi></mfenced>", "\\left\\{ a \\right."),
        ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd>"
         "</mtr></mtable>", "\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}"),
        ("<mi>a</mi><mspace width=1em></mspace><mi>b</mi>", "a\\quad b"),
        ("<mo>{</mo><mi>x</mi><mo>}</mo>", "\\{x\\}"),
        ("<mmultiscripts><mi>C</mi><mi>k</mi><none></none><mprescripts></mprescripts><mi>n</mi><none></none>"
         "</mmultiscripts>", "{}_nC_k"),
        ("<msup><mi>f</mi><mo>′</mo></msup>", "f^\\prime"),
        ("<mover><mo>∑</mo><mi>n</mi></mover><mi>i</mi>", "\\sum^n i"),
        ("<munder><mi>x</mi><mo>_</mo></munder>", "\\underline{x}"),
        ("<munder><mi>x</mi><mi>y</mi></munder>", "\\underset{y}{x}"),
        ("<mi mathvariant=normal>d</mi><mi>x</mi><mphantom><mi>z</mi></mphantom>", "dx"),
    ],
)  # fmt: skip
def test_mathml(mathml: str, latex: str) -> None:
    assert show(f"<p>a <math>{mathml}</math> b</p>") == f"a ${latex}$ b"


def test_a_formula_too_long_to_be_one_is_shown_as_text() -> None:
    assert show("<p>a <math>" + "<mi>x</mi>" * 20_000 + "</math> b</p>", "text").startswith("a xxx")


def test_dollar_signs_of_an_alternative_text_are_no_part_of_it() -> None:
    assert show("<p>a <math alttext='$x^2$'><mi>x</mi></math> b</p>") == "a $x^2$ b"


def test_latex_that_the_page_wrote_between_dollars_is_left_untouched() -> None:
    assert show("<p>Let $$a_i*b_i*c &lt; d$$ end.</p>") == "Let $$a_i*b_i*c < d$$ end."


def test_latex_that_the_page_wrote_between_brackets_keeps_its_backslashes() -> None:
    text = "Let \\(a_1 * b_2\\) and \\[x_{1} < y_{2}\\] be."
    html = MarkdownIt("commonmark").render(show(f"<p>{text.replace('<', '&lt;')}</p>"))
    assert html == f"<p>{text.replace('<', '&lt;')}</p>\n"


def test_a_formula_of_a_dropped_block_is_not_shown() -> None:
    html = f"<p>a</p><p>ad {KATEX}</p><div>{MATHJAX2}</div><p>c</p><p>d</p>"
    assert show(html, keep=[0, 4]) == "a\n\nd"


def test_a_formula_in_a_table_leaves_no_hole() -> None:
    html = f"<p>x</p><table><tr><th>a<th>b<tr><td>{WIKIPEDIA}<td>{KATEX}</table><p>y</p>"
    assert show(html).split("\n")[4] == "| $E=mc^{2}$ | $x_1^2$ |"


def test_text_of_a_run_goes_on_to_its_last_formula() -> None:
    assert show(f"<p>a {KATEX} b {WIKIPEDIA}</p><p>after</p>", "text") == "a x_1^2 b E=mc^{2}\n\nafter"
    script = '<script type="math/tex">y</script>'
    assert show(f"<p>a {script} b {script}</p>", "text") == "a y b y"
