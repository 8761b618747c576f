"""What was saved with a page: found in folders, MHTML files and archives, kept in the store, shown in the frame."""

import gzip
import zlib
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from weft import parse
from weft.browser import find_chromium
from weft.browser.chromium import sandboxed
from weft.io import RawPage
from weft.studio.frame import write_frame
from weft.studio.resources import (
    MAX_ONE,
    Resource,
    find_resources,
    kind_of,
    named_resources,
    read_archive_parts,
    split_mhtml,
    with_resources,
)
from weft.studio.store import Store

PICTURE = b64decode("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==")  # a GIF, whatever it is called
SHEET = b"h1 { color: rgb(1, 2, 3); background: url(http://elsewhere.example/x.png) } @import 'more.css';"
HTML = (
    b"<!doctype html><head><title>Looms</title><link rel=stylesheet href='page_files/main.css'>"
    b"<link rel=icon href='page_files/loom.png'></head><body><h1>Looms</h1><img src='page_files/loom.png' alt=''>"
    b"<img src='page_files/lost.png'><img src='../secret.png'><img src='https://weft.example/a.png'></body>"
)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A page as browsers save it, and a picture outside of its folder."""
    folder = tmp_path / "saved"
    (folder / "page_files").mkdir(parents=True)
    (folder / "page.html").write_bytes(HTML)
    (folder / "page_files" / "main.css").write_bytes(SHEET)
    (folder / "page_files" / "loom.png").write_bytes(PICTURE)
    (tmp_path / "secret.png").write_bytes(PICTURE)
    return folder


def test_a_page_names_its_pictures_and_sheets() -> None:
    names = ["page_files/loom.png", "page_files/lost.png", "../secret.png", "https://weft.example/a.png"]
    assert named_resources(parse(HTML)) == [*names, "page_files/main.css"]


def test_a_folder_beside_the_page_and_nothing_outside(saved: Path) -> None:
    found = find_resources(RawPage(id="page.html", data=HTML), {}, folder=saved)
    assert {one.name: one.media_type for one in found} == {
        "page_files/loom.png": "image/gif",
        "page_files/main.css": "text/css",
    }
    (saved / "page_files" / "lost.png").symlink_to(saved.parent / "secret.png")
    again = find_resources(RawPage(id="page.html", data=HTML), {}, folder=saved)
    assert len(again) == 2  # a link that leads out is not followed


def test_only_pages_under_what_was_given_have_a_folder(saved: Path) -> None:
    kept: dict[str, list[Resource]] = {}
    raw = RawPage(id=str(saved / "page.html"), data=HTML)
    assert list(with_resources(iter([raw]), [str(saved)], kept.__setitem__)) == [raw]
    assert len(kept[raw.id]) == 2
    kept.clear()
    assert list(with_resources(iter([raw]), [str(saved / "page_files")], kept.__setitem__)) == [raw]
    assert kept == {}


def mhtml_of(url: str, folder: Path) -> bytes:
    """A page as Chromium saves it in one file."""
    program, sandbox = sandboxed(find_chromium(), folder=folder)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=sandbox)
        page = browser.new_page()
        page.goto(url)
        text = page.context.new_cdp_session(page).send("Page.captureSnapshot", {"format": "mhtml"})["data"]
        browser.close()
    return bytes(text, "utf-8")


def test_an_mhtml_file_of_chromium_is_its_page_and_its_parts(saved: Path, tmp_path: Path) -> None:
    data = mhtml_of((saved / "page.html").as_uri(), tmp_path)
    raw = RawPage(id="page.mhtml", data=data)
    page, parts = split_mhtml(raw)
    assert page.id == "page.mhtml"
    assert parse(page.data).text(0).strip() == "Looms"
    found = find_resources(page, parts)
    assert sorted(one.media_type for one in found) == ["image/gif", "image/gif", "text/css"]  # what it could load
    frame = write_frame(parse(page.data), resources={one.name: one for one in found})
    assert b64encode(PICTURE).decode() in frame
    assert "color:rgb(1, 2, 3)" in frame
    plain = RawPage(id="a", data=HTML)
    assert split_mhtml(plain) == (plain, {})
    broken = RawPage(id="b", data=data[: len(data) // 2])
    assert split_mhtml(broken)[0].id == "b"


def record(url: str, kind: str, body: bytes, packing: str = "") -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n" + (f"Content-Encoding: {packing}\r\n" if packing else "")
    block = head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
    fields = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2025-01-01T00:00:00Z\r\n"
    fields += "WARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789012>\r\n"
    fields += "Content-Type: application/http; msgtype=response\r\n"
    return fields.encode() + f"Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


def test_an_archive_gives_its_pictures_and_sheets_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    bomb = gzip.compress(bytes(50 * MAX_ONE))
    path.write_bytes(
        record("https://weft.example/a.png", "image/png", PICTURE)
        + record("https://weft.example/main.css", "text/css", gzip.compress(SHEET), "gzip")
        + record("https://weft.example/more.css", "text/css", zlib.compress(SHEET), "deflate")
        + record("https://weft.example/bomb.css", "text/css", bomb, "gzip")
        + record("https://weft.example/page.html", "text/html", HTML)
    )
    parts = read_archive_parts(path)
    assert parts == {
        "https://weft.example/a.png": PICTURE,
        "https://weft.example/main.css": SHEET,
        "https://weft.example/more.css": SHEET,
    }


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.png", "image/svg+xml"),
        (b"<html><script>", "a.css", ""),
        (b"p{}", "a.txt", ""),
        (b"\xff\xd8\xff\xe0", "a", "image/jpeg"),
        (b"<?xml version='1.0'?>\n<!DOCTYPE svg PUBLIC 'x'>\n<svg>", "a", "image/svg+xml"),
    ],
)
def test_bytes_tell_what_a_resource_is(data: bytes, name: str, kind: str) -> None:
    assert kind_of(data, name) == kind


def test_the_store_keeps_them_and_the_frame_shows_them(store: Store, saved: Path) -> None:
    raw = RawPage(id="page.html", data=HTML)
    store.add_pages([raw])
    assert store.resources("page.html") == {}
    store.keep_resources("page.html", find_resources(raw, {}, folder=saved))
    resources = store.resources("page.html")
    assert resources["page_files/loom.png"].data == PICTURE
    frame = write_frame(parse(HTML), resources=resources)
    assert f'src="data:image/gif;base64,{b64encode(PICTURE).decode()}"' in frame
    assert "h1{color:rgb(1, 2, 3)" in frame
    assert "elsewhere" not in frame
    assert "more.css" not in frame
    assert "secret" not in frame
    store.keep_resources("page.html", [])
    assert store.resources("page.html") == {}
