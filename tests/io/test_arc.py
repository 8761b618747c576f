import gzip
from pathlib import Path

from weft.errors import LimitError, SourceError
from weft.io import RawPage, read_bundle


def record(url: str, body: bytes, *, kind: str = "text/html", status: str = "200 OK", more: str = "") -> bytes:
    answer = f"HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=gbk\r\n{more}\r\n".encode() + body
    return f"{url} 1.2.3.4 20090101000000 {kind} {len(answer)}\n".encode() + answer + b"\n"


RECORDS = [
    record("http://weft.example/1", "<p>经线".encode("gbk")),
    record("http://weft.example/logo", b"\x89PNG", kind="image/png"),
    record("http://weft.example/gone", b"<p>gone", status="404 Not Found"),
    record("http://weft.example/2", b"3\r\n<p>\r\n3\r\nTwo\r\n0\r\n\r\n", more="Transfer-Encoding: chunked\r\n"),
]


def make_first() -> bytes:
    body = b"1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n"
    return b"filedesc://x.arc 0.0.0.0 20090101000000 text/plain %d\n" % len(body) + body + b"\n"


def test_pages(tmp_path: Path) -> None:
    plain, packed = tmp_path / "x.arc", tmp_path / "y.arc.gz"
    plain.write_bytes(make_first() + b"".join(RECORDS))
    packed.write_bytes(b"".join(map(gzip.compress, [make_first(), *RECORDS])))
    for path in (plain, packed):
        pages = list(read_bundle(path, max_bytes=1000))
        assert [(page.url, page.data) for page in pages if isinstance(page, RawPage)] == [
            ("http://weft.example/1", "<p>经线".encode("gbk")),
            ("http://weft.example/2", b"<p>Two"),
        ]
        assert isinstance(pages[0], RawPage)
        assert pages[0].charset == "gbk"


def test_damage_is_said(tmp_path: Path) -> None:
    path = tmp_path / "x.arc"
    for data, message in (
        (make_first() + RECORDS[0] + RECORDS[0][:90], "cut off"),
        (make_first() + RECORDS[0] + b"what is this\n", "no line about a record"),
        (b"no arc", "no line about a record"),
    ):
        path.write_bytes(data)
        last = list(read_bundle(path, max_bytes=1000))[-1]
        assert isinstance(last, SourceError)
        assert message in str(last)
    path.write_bytes(make_first() + record("http://weft.example/1", b"<p>" * 999) + RECORDS[0])
    large, small = read_bundle(path, max_bytes=1000)
    assert isinstance(large, LimitError)
    assert (large.limit, large.page) == ("bytes", f"{path}:1 (http://weft.example/1)")
    assert isinstance(small, RawPage)
