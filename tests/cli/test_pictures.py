"""Icons of saved pages are drawn as icons, charts as charts, and what the page says of its own pictures holds."""

from pathlib import Path

from weft.browser import Browser, DrawOptions
from weft.cli.main import main
from weft.cli.pictures import SHEET, with_sized_icons
from weft.io import RawPage
from weft.reports.look import png_size

DRAWN = '<svg id="{}" {} viewBox="0 0 512 512"><path d="M0 0h512v512H0z"/></svg>'
PAGE = (
    "<!doctype html><html><head><title>Looms</title><style>#told { width: 500px; max-width: none; max-height: none }"
    "</style></head><body><p>The weaver came to the mill.</p>"
    + f"<p><a href=/share>{DRAWN.format('bare', '')}</a></p>"
    + f"<div>{DRAWN.format('large', 'class=close-icon width=1792px height=1792px')}</div>"
    + f"<div>{DRAWN.format('chart', '')}</div><div>{DRAWN.format('told', '')}</div></body></html>"
)


def sizes(data: bytes) -> dict[str, tuple[int, int]]:
    with Browser(DrawOptions()) as browser:
        page = browser.draw(RawPage(id="a", data=data)).page
    shape = page.geometry
    rows = page.rows_of("svg").tolist()
    return {page.id(row): (round(float(shape.width[row])), round(float(shape.height[row]))) for row in rows}


def test_an_icon_fills_no_screen() -> None:
    before, after = sizes(PAGE.encode()), sizes(with_sized_icons(RawPage(id="a", data=PAGE.encode())).data)
    assert min(min(before[name]) for name in ("bare", "large", "chart")) > 500
    assert after["bare"] == after["large"] == (48, 48)
    assert max(after["chart"]) == 320
    assert after["told"] == before["told"] == (500, 500)


def test_look_uses_it(tmp_path: Path) -> None:
    path, out = tmp_path / "page.html", tmp_path / "page.png"
    path.write_text(PAGE)
    assert main(["look", str(path), "-o", str(out)]) == 0
    assert png_size(out.read_bytes())[1] < 1500  # 4,300 with its icons as large as they like


def test_the_sheet_goes_where_a_page_may_have_one() -> None:
    for start in (b"<!doctype html>\n<html lang=en><head>", b"<HTML>", b"<!DOCTYPE html>", b""):
        data = with_sized_icons(RawPage(id="a", data=start + b"<p>x")).data
        assert data.startswith(start + b"<style>")
        assert data.endswith(b"</style><p>x")
    wide = "<html><p>x".encode("utf-16")
    assert with_sized_icons(RawPage(id="a", data=wide)).data == wide
    shown = with_sized_icons(RawPage(id="a", data=b"x"), is_alone=False).data.decode()
    assert ":where(img)" in SHEET
    assert ":where(img)" not in shown
