"""The frame: a page as it looks, of which nothing runs, loads, submits or takes the keyboard."""

import random
import re
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from tests.soup import make_page, mutate
from weft import parse
from weft.page import Page
from weft.studio import frame
from weft.studio.frame import BOXED, DROPPED, MATHML, MAX_DEPTH, XHTML, write_frame

URL = "http://canary.example/x"
BAD_TAGS = {
    *"script iframe frame frameset object embed applet base meta link form input button select textarea template "
    "noscript svg use image foreignobject animate set video audio source track portal dialog canvas marquee "
    "annotation-xml isindex plaintext xmp listing".split()
}
OUR_ATTRIBUTES = {"data-w", "data-t", "data-link"}
HOSTILE = [
    f"<script src={URL}>alert(1)</script><p>one</p><script>document.write('<p>two')</script>",
    "<p onclick=alert(1) onmouseover='alert(1)' ONERROR=x>one</p><body onload=alert(1)>",
    f"<a href='javascript:alert(1)' ping={URL} target=_top download>one</a><a href=' java\nscript:x'>two</a>",
    f"<meta http-equiv=refresh content='0;url={URL}'><base href={URL}><link rel=stylesheet href={URL}><p>one",
    f"<form action={URL} method=post><input name=a autofocus formaction={URL}><button formaction={URL}>b</button>"
    "<select onchange=x><option>c</select><textarea autofocus>d</textarea><input type=image src=x></form>",
    f"<iframe src={URL} srcdoc='<script>x</script>'></iframe><object data={URL}></object><embed src={URL}>"
    f"<applet code=x></applet><frameset><frame src={URL}></frameset>",
    f"<svg><use href={URL} /><image href={URL} /><a xlink:href='javascript:x'><text>t</text></a><foreignObject><body>"
    "<script>x</script></foreignObject><animate attributeName=href values=javascript:x /><style>*{x:y}</style></svg>",
    f"<math href='javascript:x' xlink:href={URL}><mi>x</mi><annotation-xml encoding='text/html'><script>x</script>"
    "</annotation-xml><maction actiontype=statusline>y</maction></math>",
    f"<img src={URL} srcset='{URL} 2x' lowsrc={URL} dynsrc={URL}><video poster={URL} src={URL}></video>"
    f"<audio src={URL}><picture><source srcset={URL}></picture><input type=image src={URL}>"
    f"<body background={URL}><td background={URL}>",
    f"<style>@import '{URL}'; p{{background:url({URL})}} b{{background:u\\72l({URL})}} i{{behavior:url(x)}}"
    f" @font-face{{font-family:x;src:url({URL})}} u{{width:expression(alert(1))}} div{{position:fixed}}</style><p>one",
    f"<p style=\"background:url('{URL}');position:fixed;height:100vh;color:red\">one</p>"
    "<p style='ba\\63kground:url(x)'>",
    "<noscript><p title='</noscript><script>alert(1)</script>'>one</noscript><template><script>x</script></template>",
    "<table><td><form><svg><desc><table><style><!--</style><img src onerror=alert(1)>--></table></desc></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<xmp><script>x</script></xmp><plaintext><script>alert(1)</script>",
    "<select><style></select><script>alert(1)</script></style></select><textarea></textarea><script>x</script>",
    "<p title='\"&gt;<script>' class='&quot; onclick=&quot;x'>one &lt;script&gt; &amp;amp; ]]&gt; <!-- --></p>",
    "<details open ontoggle=x><summary>s</summary>d</details><p contenteditable tabindex=1 accesskey=a popover>e",
    "<p>\x00\x01\x0b\ufffe\uffff\x85 one</p><x-card onfoo=1 a:b=c>two</x-card><a:b>three</a:b><p <b>four",
    "<marquee onstart=x>m</marquee><dialog open>d</dialog><isindex action=x><keygen autofocus><bgsound src=x>",
    "<html manifest=x xmlns:x='urn:x' onload=x class=a><body class=b><p xmlns=urn:y x:z=1>one",
]


def elements(html: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Tags without their namespace, and attributes, as a browser's XML parser sees them."""
    for element in ET.fromstring(html.encode()).iter():
        space, _, name = element.tag[1:].partition("}")
        assert space in (XHTML, MATHML)
        yield name, dict(element.attrib)


def check_harmless(html: str) -> None:
    """Nothing that acts, by tag or by attribute; styles of the page load nothing."""
    assert "canary" not in html
    for name, attributes in elements(html):
        assert name.lower() not in BAD_TAGS, name
        for key, value in attributes.items():
            assert key in frame.SAFE_ATTRIBUTES | frame.NUMBERS | OUR_ATTRIBUTES | {"style", "src"}, key
            assert not key.lower().startswith("on")
            if key == "src":
                assert name == "img"
                assert value.startswith("data:image/")
            if key == "style":
                assert not re.search(r"url|expression|fixed|import|\\|vh", value, re.IGNORECASE)


def page_styles(html: str) -> str:
    """What is left of the page's own style sheets."""
    styles = ET.fromstring(html.encode()).iter(f"{{{XHTML}}}style")
    return [style.text or "" for style in styles][1]


@pytest.mark.parametrize("html", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_of_a_hostile_page_can_act(html: str):
    written = write_frame(parse(html))
    check_harmless(written)
    assert not re.search(r"url|import|expression|font-face|fixed|\\", page_styles(written))


@pytest.mark.parametrize("html", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_acts_where_a_page_is_read_as_html_after_all(html: str):
    written = write_frame(parse(html)).partition("?>")[2]
    again = parse(written)
    tags = {again.tag_name(row) for row in range(len(again))} - {"title"}
    assert not tags & BAD_TAGS
    for row in range(len(again)):
        assert not any(key.startswith("on") or key in ("href", "action", "srcset") for key in again.attributes(row))


def test_hostile_pages_keep_what_people_read():
    for html in HOSTILE:
        if ">one" in html:
            assert "one" in "".join(ET.fromstring(write_frame(parse(html)).encode()).itertext())


def shown_rows(html: str) -> list[int]:
    return [int(attributes["data-w"]) for _, attributes in elements(html) if "data-w" in attributes]


def expected_rows(page: Page) -> list[int]:
    """The plain twin: the elements that are shown, by their names and those above them."""
    rows = [0]
    for row in range(1, len(page)):
        above = [page.tag_name(one) for one in page.ancestors(row)]
        name = page.tag_name(row)
        is_gone = name in DROPPED or any(tag in DROPPED | BOXED or tag.startswith("svg:") for tag in above)
        if name != "#text" and not is_gone and not name.startswith("svg:"):
            rows.append(row)
    return rows


def soup() -> Iterator[Page]:
    for seed in range(60):
        html = make_page(seed, size=120)
        yield parse(html)
        yield parse(mutate(html.encode(), random.Random(seed)))


def test_every_element_is_there_once_and_in_order():
    for page in soup():
        written = write_frame(page)
        check_harmless(written)
        rows = shown_rows(written)
        assert [row for row in rows if page.tag[row] or not row] == expected_rows(page)
        assert rows == sorted(set(rows))


def test_the_tree_of_the_frame_is_that_of_the_table():
    for page in soup():
        root = ET.fromstring(write_frame(page).encode())
        parents = {child: parent for parent in root.iter() for child in parent}
        for element in root.iter():
            row = int(element.get("data-w", "0"))
            if row:
                above = parents[element]
                while above.get("data-w") is None:
                    above = parents[above]
                assert int(above.get("data-w", "-1")) == page.parent[row]


def test_all_text_that_is_content_is_shown():
    for page in soup():
        if any(name in BOXED or name in DROPPED - {"head", "title"} for name in map(page.tag_name, range(len(page)))):
            continue
        body = ET.fromstring(write_frame(page).encode()).find(f"{{{XHTML}}}body")
        assert body is not None
        shown = "".join("".join(body.itertext()).split())
        wanted = "".join(page.text(row) for row in range(len(page)) if not page.tag[row] and not page.raw[row])
        assert shown == "".join(wanted.replace("\x0c", "\ufffd").split()) or "\ufffd" in shown


def test_a_text_beside_blocks_can_be_pointed_at():
    page = parse("<div>loose <b>bold</b> text<p>para</p>tail</div><p>alone <i>here</i></p>")
    wrapped = [attributes["data-w"] for name, attributes in elements(write_frame(page)) if name == "w-t"]
    assert [page.text(int(row)) for row in wrapped] == ["loose ", " text", "tail"]
    page = parse("<div>May 6 <a>#sports</a></div><p>May 7 <a>#looms</a></p><div>alone</div>")
    wrapped = [attributes["data-w"] for name, attributes in elements(write_frame(page)) if name == "w-t"]
    assert [page.text(int(row)) for row in wrapped] == ["May 6 "]


def test_classes_ids_and_harmless_styles_stay():
    page = parse("<style>p{color:red}</style><p id=a class='b c' style='color: blue; position: fixed'>x<td width=30%>y")
    written = write_frame(page)
    found = next(attributes for name, attributes in elements(written) if name == "p")
    assert (found["id"], found["class"], found["style"]) == ("a", "b c", "color:blue")
    assert page_styles(written) == "p{color:red}"


def test_only_pictures_that_are_in_the_page_are_shown():
    page = parse(
        "<img src='data:image/png;base64,AAAA'><img src=x width=2000><img src='data:image/svg+xml;base64,AAAA'>"
    )
    found = [attributes for name, attributes in elements(write_frame(page)) if name == "img"]
    assert [one.get("data-t", "") for one in found] == ["", "img", "img"]
    assert found[0]["src"] == "data:image/png;base64,AAAA"
    assert found[1]["width"] == "2000"


def test_what_a_click_would_open_is_open():
    page = parse("<details><summary>more</summary><p>one</p></details><dialog><p>two</p></dialog>")
    names = [name for name, attributes in elements(write_frame(page)) if "data-w" in attributes]
    assert names == ["html", "body", "div", "div", "p", "div", "p"]


def test_replaced_elements_say_what_they_were():
    page = parse("<form><button>b</button><iframe></iframe><svg><path/></svg></form>")
    found = [(name, attributes["data-t"]) for name, attributes in elements(write_frame(page)) if "data-t" in attributes]
    assert found == [("div", "form"), ("span", "button"), ("span", "iframe"), ("span", "svg")]


def test_a_huge_page_is_capped_with_a_note(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(frame, "MAX_ROWS", 500)
    page = parse("<body>" + "<p>one</p>" * 2_000)
    written = write_frame(page)
    assert len(shown_rows(written)) < 500
    assert "3,503 nodes, is not shown" in written


def test_a_deep_page_is_written_side_by_side_below_the_limit():
    page = parse("<div>" * 1_500 + "deep")
    root = ET.fromstring(write_frame(page).encode())
    depth, level = 0, [root]
    while level:
        depth, level = depth + 1, [child for element in level for child in element]
    assert depth <= MAX_DEPTH + 3
    assert "deep" in "".join(root.itertext())
    assert len(shown_rows(write_frame(page))) == 1_502


def test_no_page_is_a_frame_too():
    for html in ("", "<frameset><frame></frameset>", "<title>x</title>", "text"):
        body = ET.fromstring(write_frame(parse(html)).encode()).find(f"{{{XHTML}}}body")
        assert body is not None


def test_a_page_of_two_megabytes_is_written_quickly():
    row = "<tr class='row odd' style='color:red;margin:0 1px'><td><a href=/x>name</a></td><td>some words here</td></tr>"
    page = parse("<style>" + "p.a > b{color:red}" * 5_000 + "</style><table>" + row * 16_000)
    start = time.process_time()
    write_frame(page)
    assert time.process_time() - start < 3  # 0.6 s on an idle core
