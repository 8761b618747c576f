"""Code blocks: indentation, language, line numbers, fences.

Lines of code that are elements, and what stands in a code block and is no code.
"""

import pytest

from tests.renderers.showing import show


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<pre><code class="language-python">x</code></pre>', "python"),
        ('<pre class="lang-js prettyprint">x</pre>', "js"),
        ('<div class="highlight highlight-source-shell"><pre>x</pre></div>', "shell"),
        ('<pre class="brush: php; toolbar: false">x</pre>', "php"),
        ('<pre data-lang="Rust">x</pre>', "rust"),
        ('<div class="language-c++ highlighter-rouge"><div class="highlight"><pre>x</pre></div></div>', "c++"),
        ('<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div></div>', "python"),
        ('<pre><code class="hljs css">x</code></pre>', "css"),
        ('<div class="sourceCode"><pre class="sourceCode haskell"><code>x</code></pre></div>', "haskell"),
        ("<pre>x</pre>", ""),
        ('<pre class="highlight"><code class="language-plaintext">x</code></pre>', ""),
        ('<pre class="wp-block-code"><code>x</code></pre>', ""),
    ],
)
def test_language(html: str, language: str) -> None:
    assert show(f"<p>a</p>{html}") == f"a\n\n```{language}\nx\n```"


@pytest.mark.parametrize(
    ("html", "code"),
    [
        ("<pre>\nif x:\n    y\n\n    z\n</pre>", "if x:\n    y\n\n    z"),
        ("<pre>a<br>b</pre>", "a\nb"),
        ("<pre><span class=k>def</span> <span>f</span>():\n\tpass</pre>", "def f():\n\tpass"),
        ("<pre><div>a</div><div>  b</div></pre>", "a\n  b"),
        ("<pre><code>a</code><code>b</code></pre>", "a\nb"),
        ("<pre><code><span class=line>a</span>\n<span class=line>b</span></code></pre>", "a\nb"),
        ("<pre><span class=lineno>1 </span>a\n<span class=lineno>2 </span>b</pre>", "a\nb"),
        ("<pre><table><tr><td>1</td><td>a</td></tr><tr><td>2</td><td>b</td></tr></table></pre>", "a\nb"),
        (
            "<table class=highlighttable><tr><td class=linenos><pre>1\n2</pre></td><td><pre>a\nb</pre></td></table>",
            "a\nb",
        ),
        ("<pre>* not *em* &lt;b&gt; _x_</pre>", "* not *em* <b> _x_"),
        ("<pre><a href='/x'>os</a>.<b>path</b></pre>", "os.path"),
    ],
)
def test_code(html: str, code: str) -> None:
    assert show(f"<p>x</p>{html}") == f"x\n\n```\n{code}\n```"


def test_fence_is_longer_than_any_in_the_code() -> None:
    assert show("<p>x</p><pre>```py\na\n```</pre>") == "x\n\n````\n```py\na\n```\n````"


def test_inline_code_is_not_a_block() -> None:
    assert show("<p>Call <code>f()</code>.</p>") == "Call `f()`."


def test_numbers_in_a_table_of_code_beside_numbers_stay() -> None:
    assert show("<p>x</p><pre>1\n2</pre>") == "x\n\n```\n1\n2\n```"


def test_code_in_html_keeps_its_language_only() -> None:
    html = '<p>a</p><pre class="x lang-js" onclick="f()"><code style="y">a &lt; b</code></pre>'
    assert show(html, "html") == '<p>a</p>\n<pre><code class="language-js">a &lt; b</code></pre>'


def known_language(name: str, *, alone: bool = False) -> str:
    """What is written behind the fence of code whose class, or an attribute, says a name."""
    said = f'class="{name}"' if alone else f'data-lang="{name}"'
    return show(f"<pre {said}>a</pre>").split("\n")[0].strip("`")


@pytest.mark.parametrize("name", ["python", "Python", " c++ ", "{r}", ".rust", "js;", "emacs-lisp", "objective-c"])
def test_names_of_languages(name: str) -> None:
    assert known_language(name)


@pytest.mark.parametrize(
    "name", ["", "monokai", "github-dark", "atom-one-dark", "literal-block", "nord", "text", "none"]
)
def test_other_names(name: str) -> None:
    assert not known_language(name)


def test_a_word_of_layout_is_a_language_only_where_something_calls_it_one() -> None:
    assert known_language("less") == "less"
    assert not known_language("less", alone=True)


def test_names_of_the_same_language_are_one() -> None:
    assert known_language("ipython3") == known_language("py3") == "python"


@pytest.mark.parametrize(
    ("html", "code"),
    [
        ("<pre><div>a</div><div></div><div>b</div></pre>", "a\n\nb"),
        ("<pre><div>a</div><div><br></div><div>b</div></pre>", "a\n\nb"),
        ("<pre><span class=line>a</span><span class=line>b</span></pre>", "a\nb"),
        ("<pre><span class=line>a</span>\n<span class=line></span>\n<span class=line>b</span></pre>", "a\n\nb"),
        ("<pre><span class=token-line>a<br></span><span class=token-line>b<br></span></pre>", "a\nb"),
        ("<pre><span class=k>a</span><span class=k>b</span></pre>", "ab"),
        ("<pre><p><code>a</code><code>b</code></p></pre>", "ab"),
        ("<pre><div>python<button>Copy</button></div><div><code>a</code></div></pre>", "a"),
        ("<pre><div>python</div><div>a</div></pre>", "python\na"),
        ("<pre><code>a</code><button>Copy</button></pre>", "a"),
    ],
)
def test_code_with_numbers_of_lines(html: str, code: str) -> None:
    assert show(f"<p>x</p>{html}") == f"x\n\n```\n{code}\n```"


def test_spaces_of_a_line_that_stand_alone_are_its_indent() -> None:
    lines = "<div><i>&nbsp;&nbsp;</i><i>b</i></div>"
    html = f"<p>x</p><table><tr><td class=gutter>1</td><td class=code><div>a</div>{lines}</td></table>"
    assert show(html) == "x\n\n```\na\n  b\n```"


def test_a_table_of_data_with_a_cell_of_code_stays_one() -> None:
    html = "<p>x</p><table><tr><th>a<th>b<tr><td>1<td class=code>f()</table>"
    assert show(html) == "x\n\n| a | b |\n| --- | --- |\n| 1 | f() |"
