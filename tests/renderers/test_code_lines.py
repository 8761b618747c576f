"""Lines of code that are elements, and what stands in a code block and is no code."""

import pytest

from tests.renderers.showing import show


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
def test_code(html: str, code: str) -> None:
    assert show(f"<p>x</p>{html}") == f"x\n\n```\n{code}\n```"


def test_spaces_of_a_line_that_stand_alone_are_its_indent() -> None:
    lines = "<div><i>&nbsp;&nbsp;</i><i>b</i></div>"
    html = f"<p>x</p><table><tr><td class=gutter>1</td><td class=code><div>a</div>{lines}</td></table>"
    assert show(html) == "x\n\n```\na\n  b\n```"


def test_a_table_of_data_with_a_cell_of_code_stays_one() -> None:
    html = "<p>x</p><table><tr><th>a<th>b<tr><td>1<td class=code>f()</table>"
    assert show(html) == "x\n\n| a | b |\n| --- | --- |\n| 1 | f() |"
