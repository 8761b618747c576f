"""What can be a page, by its bytes.

UTF-16 that nothing tells but the text.
"""

import bz2
import encodings.aliases
import gzip
import io
import lzma
import random
import tarfile
import zipfile
import zlib

import pytest

from weft import Failure, SourceError, extract, parse, parse_many
from weft.io import RawPage, check_data
from weft.io.page_bytes import is_text
from weft.pipeline import Pipeline

TEXTS = {
    "zh": "织工在天黑之前把最后几根经线穿上了织机。她数了数线，然后坐下来等朋友们。",
    "ja": "織り手は日が暮れる前に最後の糸を織機にかけた。",
    "ko": "직공은 어두워지기 전에 마지막 실을 베틀에 걸었다.",
    "ru": "Ткач ткёт полотно на станке и ждёт, пока высохнет основа.",
    "el": "Ο υφαντής έβαλε τα τελευταία νήματα στον αργαλειό.",
    "ar": "وضع النساج آخر الخيوط على النول قبل أن يحل الظلام.",
    "he": "האורג שם את החוטים האחרונים על הנול.",
    "th": "ช่างทอผ้าใส่ด้ายเส้นสุดท้ายบนกี่ก่อนมืด",
    "de": "Der Weber legte die letzten Fäden über den Webstuhl, größer als früher.",
    "pl": "Tkacz założył ostatnie nitki na krosno, zanim się ściemniło.",
    "en": "The weaver put the last threads on the loom.",
}
LETTERS = random.Random(7)
HTML = "<p>" + "".join(LETTERS.choice("abcdefgh ijklmn") for _ in range(20_000))


def encoded(encoding: str) -> list[bytes]:
    """Pages in an encoding, in the languages that it can write: with markup, with little of it, and long ones."""
    pages = []
    for text in TEXTS.values():
        for page in (
            f"<html><body><p>{text * 9}</p></body></html>",
            f"<p>{text}",
            f"<p>{text}" * 200,
            f"{text}\n" * 90,
        ):
            try:
                pages.append(page.encode(encoding))
            except (UnicodeError, LookupError, AttributeError, AssertionError):
                continue
    return [page for page in pages if isinstance(page, bytes)]


ENCODINGS = [name for name in sorted({*encodings.aliases.aliases.values()}) if encoded(name)]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_text_is_text_in_every_encoding(encoding: str) -> None:
    assert [page[:40] for page in encoded(encoding) if not is_text(page)] == []


def test_the_encodings_are_many() -> None:
    assert len(ENCODINGS) > 80


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", TEXTS.values())
def test_utf_16_and_32_without_a_mark_are_pages(encoding: str, text: str) -> None:
    assert check_data(f"<h1>{text}</h1>".encode(encoding), "a")
    assert check_data(f"<h1>{text}</h1>".encode(encoding) * 300 + b"\xd8\x00\x00\xd8", "a")


@pytest.mark.parametrize(
    "data",
    [
        b"<p>a few \x00\x01\x02 slips",
        b"<html><body>" + b"\x00\x01" * 400,
        b"\xef\xbb\xbf<p>" + bytes(range(1, 9)) * 9,
        b"<p>" + b"\x1b$B?%5!\x1b(B" * 50,
        b"ID3 tags explained<br>",
        b"the ftyp box<!-- x -->",
        b"BZh is how bzip2 begins</p>",
        b"<p>x",
        b" \n",
    ],
)
def test_odd_texts_are_texts(data: bytes) -> None:
    assert check_data(data, "a") is data


def tar_of(data: bytes) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        member = tarfile.TarInfo("a.html")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return file.getvalue()


def zip_of(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.html", data)
    return file.getvalue()


FOREIGN = {
    "a PDF": b"%PDF-1.7",
    "a PNG picture": b"\x89PNG\r\n\x1a\n",
    "a JPEG picture": b"\xff\xd8\xff\xe0",
    "a GIF picture": b"GIF89a",
    "a WebP picture": b"RIFF\x00\x01\x02\x03WEBPVP8 ",
    "a film": b"\x00\x00\x00\x18ftypmp42",
    "a sound": b"ID3\x03\x00",
    "a font": b"wOF2\x00\x01\x00\x00",
    "a zip archive or office document": zip_of(HTML.encode()),
    "gzip; unpack it first": gzip.compress(HTML.encode()),
    "bzip2; unpack it first": bz2.compress(HTML.encode()),
    "xz; unpack it first": lzma.compress(HTML.encode()),
    "a tar archive; give it a name that ends in .tar": tar_of(HTML.encode()),
    "a SQLite database": b"SQLite format 3\x00",
    "a program": b"\x7fELF\x02",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_other_files_are_called_by_their_name(kind: str) -> None:
    with pytest.raises(SourceError) as error:
        check_data(FOREIGN[kind], "page.html")
    assert str(error.value) == f"page.html: not a web page but {kind}"


XML = '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet href="a.xsl"?>\n<!-- made -> by <hand> -->\n'
LISTS = {
    "an RSS feed": [
        f'{XML}<rss version="2.0"><channel><item><description>&lt;p&gt;Looms',
        '<!DOCTYPE rss PUBLIC "-//x//DTD RSS 0.91//EN" "http://weft.example/rss.dtd">\n<rss version="0.91">',
        "<rss>",
    ],
    "an Atom feed": [
        f'{XML}<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="html">&lt;p&gt;',
        f'{XML}<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">',
    ],
    "an RDF feed or other RDF data": [f'{XML}<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item/>'],
    "a sitemap": [f"{XML}<urlset\nxmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>", "<sm:urlset>"],
    "an index of sitemaps": [f"{XML}<sitemapindex>"],
    "JSON": [
        '{"a": {}, "b": []}',
        ' [1, -2.5e9, true, null, "織機"]\n',
        '{"html": "<html><p>It said \\"loom\\"</p>", "tags": ["a", "b"]}',
        '[{"a": "\\\\"}, "<p>"]',
    ],
    "plain text without any tag": [
        "The loom is 3 < 4 metres wide.\n\n1 <2",
        "{one of many",
        "[a link](b.html)",
        "織機 & loom",
        "{% x %}",
    ],
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32-le"])
@pytest.mark.parametrize("kind", LISTS)
def test_texts_that_are_no_pages_are_called_by_their_name(kind: str, encoding: str) -> None:
    for text in LISTS[kind]:
        outcome = Pipeline().outcome(RawPage(id="a.html", data=text.encode(encoding)))
        assert isinstance(outcome, Failure)
        assert (text, outcome.message) == (text, f"a.html: not a web page but {kind}")
        assert outcome.reason.code == "source"


@pytest.mark.parametrize(
    "text",
    [
        f'{XML}<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><html xmlns="x"><p>Loom',
        '<!doctype html><script type="application/json">{"a": [1]}</script><p>Loom',
        "<!-- <rss> --><p>The feed &lt;rss&gt;",
        "<p>Loom",
        "{<b>Loom</b>}",
        '["Loom"]<br>',
        "<article><rss></rss>",
        "<feedback>Good",
        "Looms</p>",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be", "utf-32-be"])
def test_pages_that_look_like_other_texts_are_pages(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    assert check_data(data, "a") is data


@pytest.mark.parametrize("kind", [kind for kind in LISTS if "plain" not in kind])
def test_a_program_that_hands_over_no_page_is_told(kind: str) -> None:
    for text in LISTS[kind]:
        for given in (text, text.encode()):
            with pytest.raises(SourceError, match=f"^http://weft.example/a: not a web page but {kind}$"):
                extract(given, url="http://weft.example/a")
            assert len(parse(given))


def test_a_text_without_a_tag_may_be_a_field_and_bytes_without_one_are_a_file() -> None:
    said = "The weaver put the last threads on the loom."
    assert extract(said, method="whole_page").text == said
    assert (extract("").text, extract(b"").text, extract(b" \n").text) == ("", "", "")
    with pytest.raises(SourceError, match="not a web page but plain text without any tag"):
        extract(said.encode())
    with pytest.raises(SourceError, match="not a web page but a PNG picture"):
        extract(FOREIGN["a PNG picture"])


def test_a_path_in_the_place_of_a_page_is_asked_about() -> None:
    with pytest.raises(SourceError, match="was a path or an address given in the place of the page"):
        check_data(b"demo/canal-loom.html\n", "-")


RANDOM = {
    "random": random.Random(5).randbytes(133_000),
    "short": random.Random(5).randbytes(600),
    "deflate": zlib.compress(HTML.encode())[2:],
    "zlib": zlib.compress(HTML.encode()),
    "lzma": lzma.compress(HTML.encode(), format=lzma.FORMAT_ALONE),
    "columns": b"\x00\x01\x02\x03" * 300,
    "zeros": bytes(1000),
}


@pytest.mark.parametrize("kind", RANDOM)
def test_random_and_packed_bytes_are_one_failed_page(kind: str) -> None:
    good, bad = RawPage(id="good", data=b"<p>One"), RawPage(id="bad", data=RANDOM[kind])
    outcomes = [Pipeline(method="whole_page").outcome(raw) for raw in (good, bad, good)]
    assert [isinstance(outcome, Failure) for outcome in outcomes] == [False, True, False]
    assert isinstance(outcomes[1], Failure)
    assert outcomes[1].message == "bad: not a web page: random or compressed bytes"
    assert outcomes[1].reason.code == "source"


def test_random_bytes_are_told_whatever_they_are() -> None:
    source = random.Random(11)
    assert not any(is_text(source.randbytes(512 + 64 * number)) for number in range(200))


WIDE_TEXTS = [
    "The weaver put the last threads on the loom.",
    "织工在天黑之前把最后几根经线穿上了织机。",
    "Ткач ткёт полотно на станке.",
    "وضع النساج آخر الخيوط على النول.",
    "Größe, naïve, Ελλάδα, 베틀",
]


@pytest.mark.parametrize("text", WIDE_TEXTS)
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_read(text: str, encoding: str) -> None:
    data = f"<title>x</title><p>{text}</p>".encode(encoding)
    page, many = parse(data), parse_many([data, b"<p>One"])
    assert page.text(len(page) - 1) == text
    assert page.encoding.lower() == encoding.replace("-le", "le").replace("-be", "be")
    assert [entry.text(len(entry) - 1) for entry in many if not isinstance(entry, Exception)] == [text, "One"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"<p>a\0b",
        b"<p>" + b"\0" * 400 + b"text of a page that was padded with zeros </p>",
        "<p>Größe".encode("latin-1"),
        "<p>织机".encode("gb18030"),
        random.Random(3).randbytes(4000),
        bytes(4000),
    ],
)
def test_other_bytes_are_read_as_ever(data: bytes) -> None:
    assert not parse(data).encoding.startswith("UTF-16")


def test_clear_bytes_overrule_a_header() -> None:
    page = parse("<p>One</p>".encode("utf-16-le"), encoding="windows-1252")
    assert (page.encoding, page.encoding_source) == ("UTF-16LE", "bytes")
    page = parse("<p>One</p>".encode("utf-16"))
    assert (page.encoding, page.encoding_source) == ("UTF-16LE", "mark")
