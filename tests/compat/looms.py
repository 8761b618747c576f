"""Pages that the tests of integrations extract."""

KINDS = "".join(
    f"<p>There are {count} kinds of looms in this valley, and the weavers of {place} have used every one of them for "
    "hundreds of years.</p>"
    for count, place in (("three", "the north"), ("seven", "the coast"), ("many", "the old town"))
)

ARTICLE = f"""<html lang="en"><head><title>Looms - Weft Weekly</title>
<meta name="author" content="Ann Weaver"><meta property="article:published_time" content="2024-03-05T10:00:00Z">
<meta property="article:modified_time" content="2024-04-06"><meta property="og:site_name" content="Weft Weekly">
<meta name="description" content="About: looms"><meta property="article:section" content="Tools">
<meta property="article:tag" content="loom"><meta property="article:tag" content="weaving">
<link rel="canonical" href="https://www.weft.example/looms"><link rel="license" href="https://creativecommons.org/licenses/by-sa/4.0/">
</head><body><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav><article><h1>Looms</h1>
<p>A loom holds the <b>warp</b> while the <i>weft</i> is woven, and <a href="/weft">the weft</a> runs through it.</p>
<h2>Kinds</h2>{KINDS}<ul><li>the backstrap loom is the oldest<ul><li>and a small one of it</li></ul></li>
<li>the floor loom is the largest</li></ul><p>This is what one looks like in the old town of the weavers:</p>
<figure><img src="/loom.jpg" alt="A loom"></figure>
<blockquote><p>Weaving is a craft of patience, and of patience only.</p></blockquote>
<pre><code>def weave():
    return "cloth"</code></pre>
<p>In a program that weaves, <code>weave</code> is called<br>once for each of the threads.</p>
<table><tr><th>The loom's name</th><th>The year of the loom</th></tr>
<tr><td>Jacquard's own loom</td><td>built in 1804 in Lyon</td></tr></table>
{KINDS.replace("looms", "shuttles")}</article>
<div id="comments"><ol><li class="comment"><span class="author">Bo</span><time datetime="2024-03-06"></time>
<div class="comment-body">I liked this article very much.</div></li></ol></div>
<footer>Copyright</footer></body></html>"""

EMPTY = "<title>Nothing</title><nav><a href='/'>Home</a></nav>"

THREAD = "<h1>How to warp a loom</h1>" + "".join(
    f"<div class='post'><b class='author'>Ann {number}</b> <time>2024-01-0{number} 10:00</time>"
    f"<div class='body'>This is what I say in post number {number} of the thread.</div></div>"
    for number in range(1, 6)
)

DEEP = "<div>" * 3_000 + "deep"
