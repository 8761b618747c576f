"""Noise in the middle of headings and code is not written, in any format."""

import pytest

from tests.renderers.showing import show

EDIT = '<span class="mw-editsection">[<a href="/w?action=edit">edit</a>]</span>'


@pytest.mark.parametrize(
    ("html", "text", "markdown"),
    [
        (f"<h2>One{EDIT}</h2><p>Two", "One\n\nTwo", "## One\n\nTwo"),
        ("<h2><a class=headerlink href='#one'>#</a> One</h2><p>Two", "One\n\nTwo", "## One\n\nTwo"),
        (f"<h2>One<br>more {EDIT}</h2><p>Two", "One\nmore\n\nTwo", "## One more\n\nTwo"),
        (
            "<pre><i class=lineno>1</i>  a\n<i class=lineno>2</i>b</pre><p>Two",
            "  a\nb\n\nTwo",
            "```\n  a\nb\n```\n\nTwo",
        ),
        (
            "<pre><a class=lineno>1</a>a<br><a class=lineno>2</a>b</pre>",
            "a\nb",
            "```\na\nb\n```",
        ),
        (
            f"<h2>Let <math><mi>x</mi></math> be{EDIT}</h2><p>Two",
            "Let x be\n\nTwo",
            "## Let $x$ be\n\nTwo",
        ),
    ],
)
def test_noise_is_cut(html: str, text: str, markdown: str) -> None:
    assert show(html, "text") == text
    assert show(html) == markdown
    assert "edit" not in show(html, "html") + show(html, "tei")


def test_a_block_that_was_kept_is_written() -> None:
    """Whether a whole block is noise is for the choice to say."""
    assert show("<div><button>Copy</button><pre>x</pre></div>", "text") == "Copy\n\nx"
