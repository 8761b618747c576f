# ruff: noqa: E501  # a payload is one string, however long
"""Hostile pages: payloads in the manner of the lists that sanitisers are tested with, and random pages made of them."""

import random
from html import escape

RUNS = "alert(1)"
_CASES = (
    "javascript:", "JaVaScRiPt:", "vbscript:", "VBScript:", "data:text/html,<script>alert(1)</script>",
    "livescript:",
)  # fmt: skip
# What browsers ignore inside or before a scheme, what XML leaves out, and what only looks so.
_SIGNS: tuple[str, ...] = (
    "\t", "\n", "\r", "\x00", "\x01", "\x08", "\x0b", "\x0c", "\x1f", " ", "\x7f", "\x85", "\xa0", "\xad",
)  # fmt: skip
_SIGNS += ("\u200b", "\u2028", "\u2029", "\u202e", "\u3000", "\ufeff", "\ufffe", "\uffff")
_ENTITIES = ("&colon;", "&#58;", "&#x3a;", "&#x0003A", "&amp;colon;", "&amp;#58;", "&amp;amp;colon;")
_BEFORE = (
    "./", "../", ".//", "/./", "?", "#", "//", "/", "\\", ".\\", "x/../", "%2e/", "http:", "a:b/", ":", "&#1;",
    "&Tab;",
)  # fmt: skip

ADDRESSES: tuple[str, ...] = (
    *(f"{scheme}{RUNS}" for scheme in _CASES),
    *(f"java{sign}script:{RUNS}" for sign in _SIGNS),
    *(f"{sign}javascript:{RUNS}" for sign in _SIGNS),
    *(f"javascript{sign}:{RUNS}" for sign in _SIGNS),
    *(f"javascript{entity}{RUNS}" for entity in _ENTITIES),
    *(f"{before}javascript:{RUNS}" for before in _BEFORE),
    *(f"{before}data:text/html,x" for before in _BEFORE),
    "&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)",
    "&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)",
    "jav&#x09;ascript:alert(1)", "jav&NewLine;ascript:alert(1)", "java\\script:alert(1)", "javascript\\:alert(1)",
    "feed:javascript:alert(1)", "view-source:javascript:alert(1)", "jar:https://weft.example/x.jar!/x", "blob:https://x/1",
    "filesystem:https://x/1", "file:///etc/passwd", "about:blank", "ws://x/", "mocha:x", "mhtml:x!x", "ms-its:x::/x",
    "http://[", "http://", "https://:80", "http://a b/", "http://%00/", "http://x:99999/", "//[", "http://1.2.3.4.5/",
    "https://me:secret@weft.example/x", "//me:secret@weft.example/", "http:me:secret@weft.example", "http:\\\\me@x.example\\",
    "https://x.example/`b`", "https://x.example/(a", "https://x.example/a)b", "https://x.example/<b>", 'https://x.example/"><b>',
    "https://x.example/\\", "x](javascript:alert(1))", "x>(javascript:alert(1)", "x|y", "'onerror='alert(1)",
    "javascript:alert(1)//http://x.example/", "http://x.example/\u2028x", "\ud800javascript:alert(1)", "a" * 9_000,
)  # fmt: skip
BASES: tuple[str, ...] = (
    "", "<base href=x>", "<base href=''>", "<base href='javascript:'>", "<base href='data:,'>", "<base href='/x/'>",
    "<base href='//x.example/'>", "<base href='javascript:/'>", "<base href='java&#9;script:x'>", "<base href='x:y/'>",
    "<base href='https://me:secret@x.example/'>", "<base href='http://x.example/a/'>", "<base><base href=x>",
    "<base href='.'>", "<base href=''><base href='javascript:/'>", "<base href='file:///'>",
)  # fmt: skip
MARKUP: tuple[str, ...] = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)><g>x</g></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>", "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>", "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<math><title><img src=x onerror=alert(1)></title></math>", "<svg><title><script>alert(1)</script></title></svg>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>", "<template><script>alert(1)</script></template>",
    "<!--><img src=x onerror=alert(1)>-->", "<!-- --!><img src=x onerror=alert(1)> -->", "<textarea></textarea><img src=x onerror=alert(1)>",
    "<title></title><img src=x onerror=alert(1)>", "<xmp></xmp><img src=x onerror=alert(1)>", "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data='javascript:alert(1)'>x</object>", "<embed src='javascript:alert(1)'>", "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<link rel=stylesheet href='javascript:alert(1)'>", "<style>@import 'javascript:alert(1)'</style>", "<p style='background:url(javascript:alert(1))'>x</p>",
    "<table background='javascript:alert(1)'><tr><td background='javascript:alert(1)'>x</td><td>y</td></tr><tr><td>z</td></tr></table>",
    "<body onload=alert(1)>", "<p onclick=alert(1) ONFOCUS=alert(1) lang='x\"onclick=alert(1)' dir='ltr onclick'>x</p>", "<a href=x xlink:href='javascript:alert(1)'>x</a>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>", "<math href='javascript:alert(1)'>x</math>", "<form action='javascript:alert(1)'><button formaction='javascript:alert(1)'>x</button></form>",
    "<video poster='javascript:alert(1)'><source src='javascript:alert(1)'></video>", "<img srcset='javascript:alert(1) 2x, data:text/html,x 3x' src='javascript:alert(1)' alt=x>",
    "<picture><source srcset='javascript:alert(1)'><img alt=x></picture>", "<img data-src='javascript:alert(1)' data-original='java\nscript:alert(1)' src='x' alt='`'>",
    "<abbr title='\"onclick=alert(1)'>x</abbr><time datetime='\"><script>alert(1)</script>'>x</time>", "<blockquote cite='javascript:alert(1)'>x</blockquote>",
    "<pre class='language-\"onclick=alert(1)'>x</pre>", "<pre data-lang='js\"><script>'>x</pre>", "<ul><li><pre>x\n\t```\n&lt;img src=x onerror=alert(1)&gt;\n</pre></li></ul>",
    "<pre>```\n~~~\n&lt;script&gt;alert(1)&lt;/script&gt;</pre>", "<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></svg>", "<math><annotation-xml encoding='text/html'><script>alert(1)</script></math>",
    "<math><mi>&lt;img src=x onerror=alert(1)&gt;</mi></math>", "<math display=block><mtext>&lt;div onclick=alert(1)&gt;</mtext></math>", "<math display=block><mi>&lt;div</mi></math>",
    "<math><annotation encoding='application/x-tex'>`&lt;script&gt;alert(1)&lt;/script&gt;`</annotation></math>", "<math alttext='x^2 [a](javascript:alert(1))'><mi>x</mi></math>",
    "<script type='math/tex'><img src=x onerror=alert(1)></script>", "<script type='math/tex; mode=display'><svg onload=alert(1)></script>", "<math><mi>a\n\n&lt;script&gt;alert(1)&lt;/script&gt;</mi></math>",
    "<p>x<sup><a href='#n1'>1</a></sup></p><ol><li id=n1>javascript:alert(1)</li></ol>", "<p><sup><a href='#n2'>1</a></sup>: javascript:alert(1)</p><ol><li id=n2>x</li></ol>",
    "<p>[a<br>b]: javascript:alert(1)</p><p>[a b]</p>", "<p>[a]:<br>javascript:alert(1)</p><p>[a]</p>", "<details ontoggle=alert(1) open><summary>x</summary>y</details>",
    "<dl><dt>[d]: javascript:alert(1)<dd>[d]</dl>", "<h2>[h]: javascript:alert(1)</h2>", "<code>&lt;img src=x onerror=alert(1)&gt;</code>", "<code>`</code>`<code>&lt;script&gt;</code>",
    "<table><tr><th>`<th>&lt;img src=x onerror=alert(1)&gt;`<tr><td>|<td><code>|&lt;script&gt;alert(1)&lt;/script&gt;</code></table>", "a<p><math>b", "<li>x<li><math>y",
)  # fmt: skip
TEXTS: tuple[str, ...] = (
    "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "\\( <img src=x onerror=alert(1)> \\)", "$$<svg onload=alert(1)>$$",
    "\\[ <a href=javascript:alert(1)>x</a> \\]", "\\( <img src=x onerror=alert(1)//\\) >", "$$ ` $$ `<img src=x onerror=alert(1)>`", "\\( [x](javascript:alert(1)) \\)",
    "[x](javascript:alert(1))", "![x](javascript:alert(1))", "<javascript:alert(1)>", "\\(<javascript:alert(1)>\\)", "[r]: javascript:alert(1)", "[r]", "[r][r]", "`", "``", "```", "~~~", "\\",
    "\\`<img src=x onerror=alert(1)>\\`", "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;", "<!--", "-->", "<![CDATA[", "<?x", "]]>", "<", "<b", "a<b onclick=alert(1)", "</p>", "[", "](", "]", "![",
    "javascript:alert(1)", "word", "naïve 中文", "\u2028<script>alert(1)</script>", "*", "**", "_", "|", "| <b> |", "> <i>", "# <i>", "    <i>", "\x0b<i>", "=cmd|' /C calc'!A1", "[^1]: javascript:alert(1)", "[^1]",
    "\\(<img src=\"\\) x\" onerror=alert(1)>", "$<img src=x onerror=alert(1)>$", "<a href=`javascript:alert(1)`>", "\\\\(<i>\\\\)",
)  # fmt: skip
_WRAPS = "p div li td th pre code h2 blockquote b i a sub sup dt dd figcaption summary caption q kbd span math svg noscript".split()


def make_hostile_page(seed: int) -> str:
    """A random page of payloads in random nesting."""
    rng = random.Random(seed)
    parts = [rng.choice(BASES)]
    for _ in range(rng.randint(2, 9)):
        parts.append(_part(rng, 0))
    return "".join(parts)


def _part(rng: random.Random, depth: int) -> str:
    choice = rng.random()
    if choice < 0.25:
        return rng.choice(MARKUP)
    if choice < 0.45:
        return escape(rng.choice(TEXTS))
    if choice < 0.65:
        return f'<a href="{_quoted(rng)}">{_text(rng)}</a> '
    if choice < 0.75:
        name = rng.choice(["src", "data-src", "srcset"])
        return f'<img {name}="{_quoted(rng)}" alt="{escape(rng.choice(TEXTS))}"> '
    inside = "".join(_part(rng, depth + 1) for _ in range(rng.randint(1, 3))) if depth < 4 else _text(rng)
    tag = rng.choice(_WRAPS)
    closing = f"</{tag}>" if rng.random() < 0.8 else ""
    return f"<{tag}>{inside}{closing} "


def _quoted(rng: random.Random) -> str:
    return rng.choice(ADDRESSES).replace('"', "&quot;")


def _text(rng: random.Random) -> str:
    return " ".join(escape(text) for text in rng.choices(TEXTS, k=rng.randint(1, 4)))
