"""Code blocks: indentation, language, line numbers, fences."""

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
