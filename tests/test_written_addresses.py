"""Every entry that writes addresses of a page writes none that runs a program, and none with a password."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.active_content import find_active, is_active, markdown_readers
from tests.hostile_pages import ADDRESSES
from weft import extract
from weft.cli.main import main
from weft.compat.trafilatura import BareDocument, bare_extraction
from weft.compat.trafilatura import extract as extract_as_trafilatura
from weft.io import RawPage
from weft.metadata import find_metadata
from weft.page import parse
from weft.pipeline import Pipeline
from weft.records import find_records
from weft.sites import Site, learn
from weft.studio.frame import write_frame

SECRET = "https://me:secret@weft.example/a/b.html"
CARD = (
    '<div class=card><a href="{link}"><img src="{link}" width=90></a><h3><a href="{link}">The loom number {number} '
    "of the weaver</a></h3><span class=price>€ {number}.50</span></div>"
)
ROW = (
    '<tr class=row><td><a href="{link}">A thread about the loom number {number}</a></td><td><a href="/u/{number}">'
    "Ann{number}</a></td><td>{number}</td><td>2022-09-{number:02} 06:38</td></tr>"
)


def quoted(address: str) -> str:
    return address.replace('"', "&quot;")


def listing(item: str, addresses: tuple[str, ...]) -> str:
    items = (item.format(link=quoted(address), number=number + 10) for number, address in enumerate(addresses))
    return "<base href=x><h1>Looms</h1><table>" * (item == ROW) + "".join(items)


def checked(values: list[str]) -> None:
    assert values
    assert not [value for value in values if is_active(value)]


@pytest.mark.parametrize("url", [None, SECRET])
@pytest.mark.parametrize("item", [CARD, ROW])
def test_addresses_of_records(item: str, url: str | None) -> None:
    records = []
    for start in range(0, len(ADDRESSES), 12):
        addresses = tuple(address for address in ADDRESSES[start : start + 12] if len(address) < 200)
        regions = find_records(parse(listing(item, addresses), url=url))
        records += [record for region in regions for record in region.records]
    checked([field.value for record in records for name, field in record.fields.items() if name in ("url", "image")])


@pytest.mark.parametrize("address", [address for address in ADDRESSES if len(address) < 200])
def test_addresses_of_metadata(address: str) -> None:
    said = quoted(address)
    html = (
        f'<base href="{said}"><link rel=canonical href="{said}"><meta property=og:image content="{said}"><p>x'
        f"<script type=application/ld+json>{json.dumps({'@type': 'Page', 'url': address, 'image': address})}</script>"
    )
    for url in (None, SECRET):
        metadata = find_metadata(parse(html, url=url))
        assert not is_active(metadata.url.value)
        assert not is_active(metadata.image.value)
        assert metadata.url.value[:5] not in ("mailt", "tel:+")


def test_addresses_of_a_template() -> None:
    pages = [
        (
            f"https://weft.example/{page}.html",
            listing(ROW, tuple(f"/t{page}{number}" for number in range(12))) + "</table>",
        )
        for page in range(6)
    ]
    site: Site = learn(pages)
    hostile = parse(listing(ROW, ADDRESSES[:12]), url="https://weft.example/7.html")
    document = site.extract(hostile)
    checked([field.value for record in document.records for field in record.fields.values()])


@pytest.mark.parametrize("format", ["json", "xml", "xmltei", "html", "markdown", "csv", "txt"])
def test_trafilaturas_formats(format: str) -> None:
    prose = (
        "The weaver put the last threads on the loom before it grew dark, and nobody spoke of it again that night. " * 3
    )
    links = "".join(f' <a href="{quoted(address)}">x</a>' for address in ADDRESSES if len(address) < 200)
    html = f"<base href=x><link rel=canonical href='javascript:alert(1)'><article><p>{prose}{links}<p>{prose}</article>"
    text = extract_as_trafilatura(html, url=SECRET, output_format=format, include_links=True, with_metadata=True) or ""
    assert "weaver" in text
    assert "secret" not in text
    if format == "html":
        assert [problem for problem in find_active(text) if problem != "<meta>"] == []
    if format == "markdown":
        assert [problem for reader in markdown_readers() for problem in find_active(reader.render(text))] == []
    bare = bare_extraction(html, url=SECRET)
    assert isinstance(bare, BareDocument)
    assert not is_active(bare.url or "")


def test_no_password_of_the_pages_own_address_is_written() -> None:
    raw = RawPage(id=SECRET, url=SECRET, data=b"<p>The weaver <a href=c>put</a> the threads on the loom.")
    assert "secret" not in repr(raw)
    for format in ("text", "markdown", "html", "json", "tei"):
        pipeline = Pipeline(method="whole_page", format=format)
        assert b"secret" not in pipeline.line(raw, pipeline.outcome(raw))
    document = extract(raw.data, url=SECRET)
    assert "secret" not in repr(document) + document.render("json") + document.render("tei") + document.markdown


def test_the_frame_of_studio_has_no_address_of_the_page() -> None:
    body = "".join(f'<p><a href="{quoted(address)}">x</a><img src="{quoted(address)}">' for address in ADDRESSES)
    frame = write_frame(parse(f"<base href=x>{body}", url=SECRET))
    assert "alert(1)" not in frame
    assert "secret" not in frame
    assert "href" not in frame


FORUM = "<a href=/forum>Forum</a>" + "".join(
    f"<div class=post><a class=author href=/user/{name}>{name}</a> <i>2022-09-0{day} 06:38</i><p>=HYPERLINK(A{day})"
    for day, name in enumerate(["Ann", "Bob", "Cid"], start=1)
)


def test_cells_of_records_are_no_formulas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "thread.html"
    page.write_text(FORUM)
    for flags, mark in ([], "'="), (["--raw-csv"], "="):
        assert main(["records", str(page), "-f", "csv", *flags]) == 0
        rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
        assert len(rows) == 3
        assert all(row["body"].startswith(mark + "HYPERLINK") for row in rows)


def test_cells_of_a_run_are_no_formulas(tmp_path: Path) -> None:
    page = tmp_path / "sum.html"
    page.write_text("<title>x</title><p>=1+1 is what the page says, and the weaver put the threads on the loom.")
    for flags, mark in ([], "'="), (["--raw-csv"], "="):
        out = tmp_path / f"pages{len(flags)}.csv"
        assert main(["run", str(page), "-o", str(out), "-m", "whole_page", "--workers", "1", *flags]) == 0
        with out.open(newline="") as file:
            assert next(csv.DictReader(file))["text"].startswith(mark)
    assert main(["run", str(page), "-o", str(tmp_path / "x.jsonl"), "--raw-csv"]) != 0
