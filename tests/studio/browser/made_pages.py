"""Sites for the browser: articles, and boards with records."""

from weft.io import RawPage

HOST = "http://weft.example"
BODY = (
    "The weaver {0} came to the old mill before it grew dark and told the others what she had found. "
    "Nobody in the village had known how much work went into number {0}, and so they listened until late at night."
)
ARTICLE = """<!doctype html><html lang="en"><head><title>All about {0} | Weft News</title></head><body class="single">
<div id="nav"><a href="/">Home</a> <a href="/list/1.html">Lists</a> <a href="/about.html">About us</a></div>
<div class="post"><h1 class="headline">All about loom {0}</h1>
<div class="meta">By <span class="author">Ann Weaver{0}</span> on <span class="date">2021-03-{1:02}</span></div>
<div class="content"><p>{2}</p><p>In spring more will follow on loom {0}, and the dyers will show what they did.</p>
<p class="aside">Buy our almanac for the year {1} at the gate, bound in linen of loom {0}, before the fair.</p></div>
<div class="share">Share this page with your friends and follow us everywhere</div></div>
<div id="footer">Copyright Weft News, all rights reserved, write to us</div></body></html>"""
BOARD = """<!doctype html><html><head><title>Market {0} | Weft News</title></head><body class="market">
<div id="nav"><a href="/">Home</a> <a href="/list/1.html">Lists</a> <a href="/about.html">About us</a></div>
<h1>Market {0}</h1><div class="offers">{1}</div>
<div id="footer">Copyright Weft News, all rights reserved, write to us</div></body></html>"""
OFFER = """<div class="offer"><h2 class="name">Loom {0} of oak</h2><p class="price">£ {1}.50</p>
<p class="story">The loom {0} was made by hand from oak that had lain dry in the barn for {1} years before.</p></div>"""


def article(number: int) -> RawPage:
    """An article with a title, an author, a date and a body of three paragraphs."""
    html = ARTICLE.format(number, 1 + number % 28, BODY.format(number))
    return RawPage(id=f"news/{number}.html", data=html.encode(), url=f"{HOST}/news/{number}.html")


def market(number: int) -> RawPage:
    """A page of offers: records with a name and a price."""
    offers = "".join(OFFER.format(100 * number + place, 7 * place + number) for place in range(1, 7))
    html = BOARD.format(number, offers)
    return RawPage(id=f"market/{number}.html", data=html.encode(), url=f"{HOST}/market/{number}.html")


def news(articles: int = 8, markets: int = 0) -> list[RawPage]:
    """A site."""
    return [article(number) for number in range(1, articles + 1)] + [market(place) for place in range(1, markets + 1)]
