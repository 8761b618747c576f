"""The pieces that hostile pages are made of: what parsers, renderers, dates and addresses have special rules for."""

TAGS = (
    "a abbr address applet area article aside audio b base bdi bdo big blockquote body br button canvas caption center "
    "cite code col colgroup data dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font "
    "footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label "
    "legend li link listing main map mark marquee menu meta meter nav nobr noembed noframes noscript object ol "
    "optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script section select "
    "slot small source span strike strong style sub summary sup table tbody td template textarea tfoot th thead time "
    "title tr track tt u ul var video wbr xmp x-card svg math"
).split()
PLAIN_TAGS = (
    "div p span a b i em table tr td ul li ol h1 h2 section article pre blockquote code img br dl dt dd".split()
)
FORMATTING = "a b big code em font i nobr s small strike strong tt u".split()
FOREIGN = (
    "svg math svg:a g desc foreignObject title path use animate set script style mi mo mn ms mtext mrow mfrac msqrt "
    "mroot msub msup msubsup munder mover mtable mtr mtd mglyph malignmark annotation annotation-xml semantics mstyle "
    "mpadded mfenced mmultiscripts mprescripts none"
).split()
ENDS = (
    "</p> </br> </body> </html> </table> </template> </select> </svg> </math> </script> </form> </a> </b> </x> </"
).split()

ADDRESSES = (
    "/a?b=1&c", "#", "#top", "?q=1", "./javascript:alert(1)", "javascript:alert(1)", "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)", "\x01javascript:alert(1)",
    "java&#xfffe;script:alert(1)", "java&#0;script:alert(1)", "java&Tab;script&colon;alert(1)",
    "&#106;avascript:alert(1)", "vbscript:msgbox(1)", "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD4=", "data:image/svg+xml,<svg onload=alert(1)>", "data:image/png;base64,AAAA",
    "feed:javascript:alert(1)", "view-source:javascript:alert(1)", "jar:javascript:alert(1)!/", "blob:http://x/1",
    "filesystem:http://x/1", "//weft.example/a", "///a", "\\\\weft.example\\a", "http:javascript:alert(1)",
    "http://[", "http://[::1", "http://[::ffff:127.0.0.1]/", "http://a:b@weft.example/", "http://weft.example:99999/",
    "http://weft.example:x/", "http://\u0441\u043e\u043c/", "http://a\u3002b/", "mailto:a@b?subject=<script>",
    "tel:+1", "ftp://x/y", "file:///etc/passwd", "about:blank", "..", "../../..", ".", "a b c", "a'b\"c", "a)b(c",
    "a](javascript:alert(1))", "<javascript:alert(1)>", "a`b", "a|b", "%6aavascript:alert(1)",
    "javascript%3aalert(1)", "x:y", "1:2", "livescript:x", "mocha:x", "javascript\u200b:x", "\u202ejavascript:x",
    "http:/\u0000/x", "http:", "https:x", "//", "http://", "a" * 300, "http://weft.example/" + "../" * 40, "\ud800",
    "h\ttp://x", "\ufeffjavascript:x",
)  # fmt: skip
PAGE_URLS = (
    None, None, None, "http://weft.example/a/b.html", "https://weft.example/", "http://weft.example/forum/t?p=3#x",
    "http://[::1]/x", "https://w\u00e9ft.example/\u7ec7", "x", "", "file:///a/b", "data:text/html,x", "//x/y",
    "http://[", "http://a:b@weft.example:80/", "about:blank", "javascript:void(0)",
    "http://weft.example/" + "a/" * 60,
)  # fmt: skip
HANDLERS = (
    "onclick=alert(1)", "onerror='alert(1)'", "ONLOAD=alert(1)", "onmouseover\n=\nalert(1)", "on=x", "/onfocus=1",
)  # fmt: skip
ATTRIBUTES = (
    "class=post", 'class="post-17 body"', "class=side", "class=comment", "class=author", "class='math inline'",
    "class=language-<script>", 'class="language-py"', "class=katex", "class=MathJax", "id=main", "id=fn1",
    "id=fnref:1", "id=comments", "id=comment-7", "hidden", "style='display: none'", "style=display:none",
    "style='background:url(javascript:1)'", "aria-hidden=true", "data-x='1'", "lang=zh", "lang=\u202e", "dir=rtl",
    "colspan=9", "rowspan=99999999999999", "colspan=0", "colspan=-1", "colspan=\u0663", "rowspan=1e9",
    "start=99999999999999999999", "value=\u0664", "value=-3", "type=I", "align=right", "width=1",
    "width=99999999999999999999", "alt='a](b) <script>'", "title='\"><script>alert(1)</script>'", "title=`",
    "datetime=2022-09-04", "datetime=99999-99-99T99:99:99", "datetime='\u0662\u0660\u0662\u0662-\u0660\u0669'",
    "role=presentation", "itemscope", "itemprop=datePublished", "itemprop=name", "itemtype=http://schema.org/Article",
    "itemprop='author url'", "itemid=javascript:1", "itemref='main main'", "rel=canonical", "rel=author",
    "rel=bookmark", "property=og:title", "property=article:published_time", "name=author",
    "name=generator content='Discourse 3.1'", "http-equiv=refresh", "content='0;url=javascript:alert(1)'",
    "content=2022-13-45", "content=" + "9" * 400, "charset=utf-7", "encoding=text/html", "definitionURL=x",
    "xlink:href=javascript:alert(1)", "xml:base=javascript:", "srcdoc='<script>1</script>'", "a b c", "=", "'", '"',
    "<", "a=`b`", "a='", "&amp=1", "href", "src=", "\x00=1", "\u7ec7=1", "is=x-card", "slot=a", "form=f", "for=x",
    "open", "xmlns=http://www.w3.org/1999/xhtml", "xmlns:svg='x'", "a" * 200 + "=1", "size=99", "color=red",
    "face='\u7ec7'", "display=block", "mathvariant=bold", "annotation='a<b'", "alttext='$$</math><script>'",
    "data-footnote-ref",
)  # fmt: skip
ADDRESS_ATTRIBUTES = (
    "href", "href", "href", "src", "src", "cite", "action", "formaction", "data-src", "data-original",
    "data-lazy-src", "poster", "background", "data", "longdesc", "xlink:href", "content", "itemid", "manifest",
    "ping", "data-actualsrc", "codebase",
)  # fmt: skip

WORDS = (
    "warp", "weft", "loom", "shuttle", "\u7ec7\u673a", "\u7ecf\u7ebf\u7eac\u7ebf", "\u0422\u043a\u0430\u0447",
    "caf\u00e9", "e.g.", "thread's", "The weaver put the last threads on the loom, and went home.",
    "\u7ec7\u5de5\u628a\u6700\u540e\u4e00\u6839\u7ebf\u653e\u597d\u3002", "&amp;", "&nbsp;",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "&#x3c;img src=x onerror=alert(1)&#x3e;", "&#0;", "&#xD800;",
    "&#x110000;", "&#99999999999;", "&notin", "&NotEqualTilde;", "&", "<", ">", "< b", "<3", "]]>", "-->",
    "<![CDATA[x]]>", "\x00", "\x01", "\x0b", "\x0c", "\x1b[31m", "\x1b]0;x\x07", "\x7f", "\x85", "\x9b", "\u2028",
    "\u2029", "\u202e", "\u2066", "\u200b", "\u200d", "\u00ad", "\ufeff", "\ufffe", "\uffff", "\ud800", "\udfff",
    "\U0010ffff", "\U000e0001", "e\u0301" * 9, "\u0e34" * 30, "\u05d0\u05d1",
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629", "\U0001f469\u200d\U0001f4bb", "\u1e9e", "\u0130", "\ufb01",
    "\u2160", "\u00b2", "**", "__", "``", "```", "~~", "| a | b |", "|", "---", "===", "- ", "1. ", "> ", "# ",
    "[a](javascript:alert(1))", "![x](y)", "[a]: javascript:alert(1)", "<javascript:alert(1)>", "[^1]", "[^1]: x",
    "\\", "\\\\", "\\`", "`<b>`", "<a@b>", "\t", "\n\n", "    x", "=cmd|' /C calc'!A0", "+1", "@SUM(1)", "Reply",
    "Views: 1,234", "Posted by Ann", "by", "\u697c\u4e3b", "#12", "Comments (3)", "Read more", "$19.99",
    "\u20ac 1.234,56", "\uffe512", "$" + "9" * 60, "1 234 567,89 \u20bd", "ann@weft.example", "+1 (555) 010-9999",
    "Share", "powered by Discuz! X3.4", "Copyright \u00a9 phpBB", "5 minutes ago", "yesterday", "\u4eca\u5929 06:38",
    "3\u5c0f\u65f6\u524d",
)  # fmt: skip
FORMULAS = (
    "$$x^2$$", "$$<script>alert(1)</script>$$", "\\(a<b\\)", "\\[<img src=x onerror=alert(1)>\\]", "$$", "\\(", "\\)",
    "\\[", "\\]", "$x$", "$$a\n\n<script>alert(1)</script>\n\nb$$", "\\begin{align}a&b\\end{align}", "$`x`$", "$$`$$",
    "\\(\\", "$$[a](javascript:1)$$", "<math><mi>x</mi></math>", "<math><mfrac><mi>a</mi>",
    "<math><semantics><mi>x<annotation encoding=application/x-tex>x<y</annotation>", "<math><msqrt>",
    "<math><mtable><mtr><mtd>1<mtd>2", "<math><mi>b", "<math><annotation-xml encoding=text/html><p>x</p>",
    "<math alttext='a|b'></math>", "<math display=block><msup><mi>a</mi><mn>2</mn></msup></math>",
    "<math><mtext></p><img src=x>", "<math><ms lquote='$$'>x</ms></math>",
    "<math><mfenced open='<' close='>' separators='|'><mi>x<mi>y</mfenced></math>",
    "<script type='math/tex'>a<b</script>", "<script type='math/tex; mode=display'>$$</script>",
    "<span class=katex>x", "<math><mi>&lt;script&gt;alert(1)&lt;/script&gt;</mi></math>",
    "<math><mo>`</mo><mi>$$</mi></math>", "<math><munderover><mo>\u2211</mo>",
)  # fmt: skip
SPECIALS = (
    "<!doctype html>", "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'>", "<!-- note -->", "<!-->", "<!--->",
    "<!--", "<!-- --!>", "<?php x ?>", "<!>", "</>", "<![CDATA[", "]]>",
    "<!--[if IE]><script>alert(1)</script><![endif]-->", "<![if !IE]>", "<![endif]>", "<plaintext>", "<noscript><p>",
    "<noscript><style></noscript><img src=x onerror=alert(1)>",
    "<svg></p><style><a id='</style><img src=x onerror=alert(1)>'>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<template><p>x", "<select><option>x", "<select><table><tr><td>x", "<form><form><input>",
    "<frameset><frame src=javascript:alert(1)>", "<iframe srcdoc='<script>1</script>'></iframe>", "<title>x</title>",
    "<title></title><title>&lt;/title&gt;</title>", "<textarea><script>x</script></textarea>", "<xmp><p></xmp>",
    "<isindex>", "<style>p{}</style>", "<script>x='</scr'+'ipt>'</script>", "<script><!--<script></script>",
    "<script>/*<![CDATA[*/ 1 /*]]>*/</script>", "<table><td><table><caption>x", "<table>x<p>y",
    "<table><colgroup><col span=99999>", "<b><p></b>x</p>", "<a><a>", "<a><div><a>x", "<i><b><p></i>",
    "<ruby>a<rt>b<rp>", "<dl><dt>a<dd>b<dt>", "<details><summary>x",
    "<picture><source srcset='a 1x, javascript:1 99999999999x'><img>", "<img srcset='a.jpg 1e999w, b 2w,,,'>",
    "<img alt='](javascript:1)' src=x>", "<base href=x>", "<base href='javascript:alert(1)//'>", "<base href=//x/y>",
    "<base href='http://['>", "<link rel=canonical href=./javascript:alert(1)>",
    "<link rel=canonical href='http://['>", "<meta charset=gbk>",
    "<meta http-equiv=content-type content='text/html;charset=utf-16'>",
    "<meta http-equiv=refresh content='0;javascript:1'>", "<meta property=og:image content=javascript:alert(1)>",
    "<meta name=author content='<script>alert(1)</script>'>", "<sup id=fnref1><a href=#fn1>1</a></sup>",
    "<ol class=footnotes><li id=fn1>x <a href=#fnref1>\u21a9</a></ol>",
    "<pre><code class=language-py>a\n```\n<b></code></pre>", "<pre>\n\n```</pre>", "<code>``</code>",
    "<pre><span>1</span>\n<span>2</span></pre>", "<ul><ul><li><ul>", "<ol start=-9><li value=1e9>", "<hr><hr>",
    "<blockquote cite=javascript:1>", "<h1><h2><h3>", "<h1>\n# x</h1>", "<abbr title='<script>'>x</abbr>",
    "<time datetime='javascript:1'>x</time>", "<kbd>`</kbd>", "<q cite=x>", "<br/><br>",
)  # fmt: skip
CHARSETS = (
    None, None, None, None, "utf-8", "gbk", "utf-16", "utf-16le", "iso-2022-jp", "x-user-defined", "utf-7",
    "nonsense", "replacement", "big5", "", "\x00",
)  # fmt: skip
CODECS = (
    "utf-16", "utf-16-le", "utf-16-be", "gb18030", "utf-7", "shift_jis", "iso2022_jp", "big5", "cp1252", "utf-8-sig",
    "utf-32", "euc_kr", "koi8_r",
)  # fmt: skip
BYTES = (
    b"<", b">", b"</", b"<!--", b"]]>", b"&", b"&#", b"\x00", b"\xff\xfe", b'"', b"'", b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80", b"\xc0\x80", b"\x1b$B", b"+ADw-script+AD4-", b"=", b"/", b"\x80",
)  # fmt: skip
DATE_FORMS = (
    "{y}-{m}-{d}", "{y}-{m}-{d} {h}:{n}", "{y}-{m}-{d}T{h}:{n}:{s}Z", "{y}-{m}-{d}T{h}:{n}:{s}+{h}:{n}",
    "{d}.{m}.{y}", "{m}/{d}/{y} {h}:{n} pm", "Sep {d}, {y}", "{d} September {y}", "{y}年{m}月{d}日 {h}:{n}",
    "{n} minutes ago", "{y} years ago", "{d} days ago", "{n}分钟前", "yesterday {h}:{n}", "昨天 {h}:{n}", "{y}{m}{d}",
    "{y}{m}{d}{h}{n}{s}", "{s}", "last {d}", "{d} de mayo de {y}", "{d}. März {y}", "{h}:{n}", "{y}-W{m}",
    "Mon, {d} Sep {y} {h}:{n}:{s} GMT", "{d}/{m}", "{y}", "in {n} hours", "{d} сентября {y}",
)  # fmt: skip
NAMES = (
    "Ann", "Bob", "织女", "<b>Eve</b>", "&lt;Eve&gt;", "by Ann", "", "admin", "a@b", "\u202eEve", "=1+1",
    "Ann the weaver of the long long name",
)  # fmt: skip
