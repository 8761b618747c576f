"""Headers and bodies of answers, however they are written."""

import gzip
import random
import time
import zlib
from email.message import Message
from pathlib import Path

import pytest

from tests.seeds import every_seed
from weft.io import RawPage, read_bundle
from weft.io.http_body import is_whole, read_charset, read_headers, read_type

HONEST = [
    "text/html; charset=utf-8", "text/html;charset=UTF-8", 'text/html; charset="gb2312"',
    "text/html; charset=utf-8; boundary=x", 'text/html; title="a; charset=x"; charset=big5',
    "text/html; Charset = shift_jis ", "charset=utf-8", "text/html", "text/html; version=1",
]  # fmt: skip
HOSTILE = {
    "text/html; charset*=utf-8''%ff%fe; charset*0*=x": None,
    "text/html; charset*0=a; charset*1=b; charset*=c": None,
    "text/html; charset=": None,
    "text/html; charset": None,
    "text/html; charset=\xff\xfe": None,
    "text/html; charset=\ud800": None,
    "text/html; charset=a\x00b": None,
    "text/html; charset=" + "x" * 5000: None,
    "text/html; charset=utf-8, text/html": "utf-8",
    "text/html; charset='utf-8'": "utf-8",
    'text/html; charset="gbk': "gbk",
    'text/html; a="\\"; charset=x': None,
    ";" * 5000 + "charset=utf-8": None,
    "": None,
}


@pytest.mark.parametrize("header", HONEST)
def test_the_charset_of_an_honest_header_is_what_email_says(header: str) -> None:
    message = Message()
    message["Content-Type"] = header
    assert read_charset(header) == message.get_content_charset()


@pytest.mark.parametrize(("header", "charset"), HOSTILE.items())
def test_the_charset_of_a_hostile_header(header: str, charset: str | None) -> None:
    assert read_charset(header) == charset
    assert read_type(header) in ("text/html", "")


@every_seed(20)
def test_no_header_breaks_it(seed: int) -> None:
    rng = random.Random(seed)
    start = time.process_time()
    for _ in range(200):
        header = "".join(rng.choices(['"', "\\", ";", "=", "charset", "*", "'", " ", "utf-8", "\x00", "é"], k=400))
        charset = read_charset(header)
        assert charset is None or (charset.isascii() and charset.isprintable() and 0 < len(charset) <= 40)
        read_headers(header.encode("utf-8") + rng.randbytes(50))
    assert time.process_time() - start < 10


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress])
def test_what_is_packed_is_whole_or_not(pack: type) -> None:
    packed = pack(b"<p>A loom holds the warp." * 100)
    assert is_whole(packed, "gzip", max_bytes=10_000)
    assert is_whole(b"<p>not packed", "gzip", max_bytes=10_000)
    assert is_whole(packed[:-5], "br", max_bytes=10_000)
    assert is_whole(b"", "gzip", max_bytes=10_000)
    assert is_whole(pack(b"x" * 100_000)[:-5], "gzip", max_bytes=10_000)  # too large, which is told otherwise
    for end in range(1, len(packed)):
        assert not is_whole(packed[:end], "gzip", max_bytes=10_000)


def test_hostile_headers_in_archives_are_read(tmp_path: Path) -> None:
    headers = [header.encode("latin-1", "ignore") for header in HOSTILE if header]
    answers = [b"HTTP/1.1 200 OK\r\nContent-Type: " + header + b"\r\n\r\n<p>One" for header in headers]
    arc = b"".join(
        b"http://weft.example/ 1.2.3.4 2009 text/html %d\n%b\n" % (len(answer), answer) for answer in answers
    )
    warc = b"".join(
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://weft.example/\r\n"
        b"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n" % (len(answer), answer)
        for answer in answers
    )
    for name, data in (("x.arc", arc), ("x.warc", warc)):
        (tmp_path / name).write_bytes(data)
        pages = [page for page in read_bundle(tmp_path / name, max_bytes=10_000) if isinstance(page, RawPage)]
        assert {page.charset for page in pages} == {None, "utf-8", "gbk"}
