"""The peers: how each is called, bytes in, text out; and, of those that write any, Markdown or HTML out.

Imported by `worker.py` under the Python of the peers, so it knows the standard library only and imports a system when
asked for it. Each is called as its own documentation says, with the choice that scores best where it offers one.
Systems that want decoded text get it by the detector of resiliparse, the fastest at hand, inside the clock.
"""

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

Call = Callable[[bytes, str], Any]
NOWHERE = "http://localhost/"  # newspaper4k wants a URL
BLOCK_NAMES = (
    "address article aside blockquote br dd div dl dt figure h1 h2 h3 h4 h5 h6 li ol p pre section table td th tr ul"
)
BLOCK_TAGS = frozenset(BLOCK_NAMES.split())


def decoder() -> Callable[[bytes], str]:
    """Bytes to text as a browser would read them."""
    encoding = import_module("resiliparse.parse.encoding")
    detect, decode = encoding.detect_encoding, encoding.bytes_to_str
    return lambda data: str(decode(data, detect(data, html5_compatible=True, from_html_meta=True)))


def lines_of(markup: str) -> str:
    """The text of an answer that is markup, one line a block so that words are not glued."""
    etree, html = import_module("lxml.etree"), import_module("lxml.html")
    if not markup.strip():
        return ""
    parts: list[str] = []
    for event, element in etree.iterwalk(html.fromstring(markup), events=("start", "end")):
        piece = element.text if event == "start" else element.tail
        parts += ["\n" if element.tag in BLOCK_TAGS else "", piece or ""]
    return "".join(parts)


def trafilatura(comments: bool) -> Call:
    """Comments are off in the main row: it scores better so on articles, and worse on forums."""
    extract = import_module("trafilatura").extract
    return lambda data, url: extract(data, url=url, include_comments=comments)


def resiliparse() -> Call:
    """A tree from bytes, in the encoding that its own detector finds: its fastest way from bytes to text."""
    extract_plain_text = import_module("resiliparse.extract.html2text").extract_plain_text
    detect_encoding = import_module("resiliparse.parse.encoding").detect_encoding
    parse = import_module("resiliparse.parse.html").HTMLTree.parse_from_bytes

    def call(data: bytes, url: str) -> str:
        encoding = detect_encoding(data, html5_compatible=True, from_html_meta=True)
        return str(extract_plain_text(parse(data, encoding), main_content=True, links=False))

    return call


def readability() -> Call:
    """It answers with markup."""
    document = import_module("readability").Document
    return lambda data, url: lines_of(document(data, url=url).summary())


def rs_trafilatura() -> Call:
    """Its own entry for bytes."""
    extract_bytes = import_module("rs_trafilatura").extract_bytes
    return lambda data, url: extract_bytes(data, url=url).main_content


def justext() -> Call:
    """Without stop words, as it is meant for pages whose language is not known; so it also scores best here."""
    run = import_module("justext").justext

    def call(data: bytes, url: str) -> str:
        paragraphs = run(data, frozenset(), stopwords_low=0, stopwords_high=0)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return call


def goose3() -> Call:
    """As it comes, without fetching pictures."""
    goose = import_module("goose3").Goose({"enable_image_fetching": False})
    return lambda data, url: goose.extract(raw_html=data).cleaned_text


def newspaper4k() -> Call:
    """As it comes, without fetching pictures."""
    article_of = import_module("newspaper").Article

    def call(data: bytes, url: str) -> str:
        article = article_of(url or NOWHERE, fetch_images=False)
        article.download(input_html=data)
        article.parse()
        return str(article.text)

    return call


def htmldate_metadata() -> Call:
    """The day of publication, as it is asked for: `original_date`."""
    find_date, load = import_module("htmldate").find_date, import_module("htmldate.utils").load_html

    def call(data: bytes, url: str) -> str:
        tree = load(data)
        return json.dumps({"date": find_date(tree, original_date=True, url=url or None) if tree is not None else None})

    return call


def trafilatura_metadata() -> Call:
    """Its own search for metadata, without the text."""
    find = import_module("trafilatura.metadata").extract_metadata

    def call(data: bytes, url: str) -> str:
        told = find(data, default_url=url or None)
        names = ("title", "author", "date", "tags")
        return json.dumps({name: getattr(told, name, None) for name in names} if told is not None else {})

    return call


def newspaper4k_metadata() -> Call:
    """Its article, parsed; it has no way to metadata alone."""
    article_of = import_module("newspaper").Article

    def call(data: bytes, url: str) -> str:
        article = article_of(url or NOWHERE, fetch_images=False)
        article.download(input_html=data)
        article.parse()
        told = {"title": article.title, "author": "; ".join(article.authors), "tags": sorted(article.tags or ())}
        return json.dumps({**told, "date": str(article.publish_date or "")[:10]})

    return call


def extruct_metadata() -> Call:
    """What a page declares, as extruct reads it: the first headline, author and date of JSON-LD, OpenGraph, microdata.

    extruct chooses nothing itself, so this is the plainest choice over what it reads.
    """
    read, decode = import_module("extruct").extract, decoder()

    def call(data: bytes, url: str) -> str:
        syntaxes = ["json-ld", "opengraph", "microdata"]
        told = read(decode(data), base_url=url or NOWHERE, syntaxes=syntaxes, uniform=True, errors="ignore")
        items = [item for name in syntaxes for item in _items(told.get(name, []))]
        keys = {
            "title": ("headline", "og:title"),
            "author": ("author", "article:author"),
            "date": ("datePublished", "article:published_time"),
        }
        found = {name: next((said for key in own if (said := _said(items, key))), "") for name, own in keys.items()}
        return json.dumps({name: said for name, said in found.items() if said})

    return call


def _items(told: Any) -> Iterator[dict[str, Any]]:
    """The declared things in a list of them, those of a graph too."""
    for item in told if isinstance(told, list) else [told]:
        if isinstance(item, dict):
            yield item
            yield from _items(item.get("@graph", []))


def _said(items: list[dict[str, Any]], key: str) -> str:
    """What the first thing with that key says under it; of people their names."""
    for item in items:
        values = item.get(key)
        names = [value.get("name") if isinstance(value, dict) else value for value in _listed(values)]
        if said := "; ".join(name for name in names if isinstance(name, str) and name):
            return said
    return ""


def _listed(values: Any) -> list[Any]:
    return values if isinstance(values, list) else [values]


METADATA: dict[str, tuple[str, Callable[[], Call]]] = {  # name -> (package, loader): fields as JSON
    "htmldate": ("htmldate", htmldate_metadata),
    "trafilatura": ("trafilatura", trafilatura_metadata),
    "newspaper4k": ("newspaper4k", newspaper4k_metadata),
    "extruct": ("extruct", extruct_metadata),
}


def boilerpy3() -> Call:
    """Boilerpipe's ArticleExtractor."""
    decode = decoder()
    extractor = import_module("boilerpy3.extractors").ArticleExtractor(raise_on_failure=False)
    return lambda data, url: extractor.get_content(decode(data))


def gne() -> Call:
    """GeneralNewsExtractor: text and punctuation density, made for Chinese news."""
    decode = decoder()
    extractor = import_module("gne").GeneralNewsExtractor()
    return lambda data, url: extractor.extract(decode(data))["content"]


def magic_html() -> Call:
    """Its guess of the page type is off by default, as it comes; it answers with markup, read as readability's is."""
    decode, extract = decoder(), import_module("magic_html").GeneralExtractor().extract
    return lambda data, url: lines_of(extract(decode(data), base_url=url or NOWHERE)["html"])


def html2text() -> Call:
    """The whole page as Markdown, links and pictures off: it chooses nothing."""
    decode = decoder()
    writer_of = import_module("html2text").HTML2Text

    def call(data: bytes, url: str) -> str:
        writer = writer_of(bodywidth=0)
        writer.ignore_links = writer.ignore_images = writer.ignore_emphasis = True
        return str(writer.handle(decode(data)))

    return call


def inscriptis() -> Call:
    """The whole page as laid-out text: it chooses nothing."""
    decode = decoder()
    get_text = import_module("inscriptis").get_text
    return lambda data, url: get_text(decode(data))


def crawl4ai(answer: Callable[[Any], Any]) -> Call:
    """Its way without a browser: the scraper's cleaned HTML, then what its pruning filter leaves of it ("fit").

    Importing the package itself would load its browsers and language models, which this way never asks; so only the
    modules that it asks are loaded, as they are.
    """
    package, spec = ModuleType("crawl4ai"), find_spec("crawl4ai")
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError("No module named 'crawl4ai'")
    package.__path__ = list(spec.submodule_search_locations)
    sys.modules["crawl4ai"] = package
    vars(package)["__version__"] = import_module("crawl4ai.__version__").__version__
    scraper = import_module("crawl4ai.content_scraping_strategy").LXMLWebScrapingStrategy()
    pruning = import_module("crawl4ai.content_filter_strategy_lxml").PruningContentFilterLXML()
    writer = import_module("crawl4ai.markdown_generation_strategy").DefaultMarkdownGenerator(content_filter=pruning)
    decode = decoder()

    def call(data: bytes, url: str) -> Any:
        page = scraper.scrap(url or NOWHERE, decode(data))
        return answer(writer.generate_markdown(page.cleaned_html, base_url=url, citations=False))

    return call


LOADERS: dict[str, tuple[str, Callable[[], Call]]] = {  # name -> (package, loader)
    "trafilatura": ("trafilatura", lambda: trafilatura(comments=False)),
    "trafilatura-defaults": ("trafilatura", lambda: trafilatura(comments=True)),
    "resiliparse": ("resiliparse", resiliparse),
    "readability-lxml": ("readability-lxml", readability),
    "rs-trafilatura": ("rs-trafilatura", rs_trafilatura),
    "jusText": ("jusText", justext),
    "goose3": ("goose3", goose3),
    "newspaper4k": ("newspaper4k", newspaper4k),
    "boilerpy3": ("boilerpy3", boilerpy3),
    "gne": ("gne", gne),
    "magic-html": ("magic-html", magic_html),
    "html2text": ("html2text", html2text),
    "inscriptis": ("inscriptis", inscriptis),
    "crawl4ai": ("crawl4ai", lambda: crawl4ai(lambda result: lines_of(result.fit_html))),
}
NODE_PEERS = {"defuddle": "defuddle", "readability.js": "@mozilla/readability"}  # name -> package; in peer_worker.mjs
PEERS: dict[str, str] = {**{name: package for name, (package, _) in LOADERS.items()}, **NODE_PEERS}


def trafilatura_markup(output_format: str) -> Call:
    """As the text, with pictures; headings, lists and tables are in its Markdown by default, in its HTML when asked."""
    extract = import_module("trafilatura").extract
    return lambda data, url: extract(
        data,
        url=url,
        include_comments=False,
        include_formatting=True,
        include_images=True,
        output_format=output_format,
    )


def readability_html() -> Call:
    """Its answer as it comes."""
    document = import_module("readability").Document
    return lambda data, url: document(data, url=url).summary()


def rs_trafilatura_markdown() -> Call:
    """Its own Markdown, with pictures."""
    extract_bytes = import_module("rs_trafilatura").extract_bytes
    return lambda data, url: extract_bytes(data, url=url, output_markdown=True, include_images=True).content_markdown


def magic_html_html() -> Call:
    """Its answer as it comes."""
    decode, extract = decoder(), import_module("magic_html").GeneralExtractor().extract
    return lambda data, url: extract(decode(data), base_url=url or NOWHERE)["html"]


def html2text_markdown() -> Call:
    """The whole page as Markdown, as it comes but for the folding of lines."""
    decode = decoder()
    writer_of = import_module("html2text").HTML2Text
    return lambda data, url: writer_of(bodywidth=0).handle(decode(data))


MARKUP: dict[str, tuple[str, Callable[[], Call]]] = {  # name -> (what it writes, loader)
    "trafilatura": ("markdown", lambda: trafilatura_markup("markdown")),
    "readability-lxml": ("html", readability_html),
    "rs-trafilatura": ("markdown", rs_trafilatura_markdown),
    "magic-html": ("html", magic_html_html),
    "html2text": ("markdown", html2text_markdown),
    "crawl4ai": ("markdown", lambda: crawl4ai(lambda result: result.fit_markdown)),
}
HTML: dict[str, Callable[[], Call]] = {  # the HTML of those that write Markdown too: what that Markdown is written from
    "trafilatura": lambda: trafilatura_markup("html"),
    "crawl4ai": lambda: crawl4ai(lambda result: result.fit_html),
}
