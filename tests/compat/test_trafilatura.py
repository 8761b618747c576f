"""trafilatura's call, answered by weft."""

import csv
import io
import json
import logging
import sys
import warnings
import xml.etree.ElementTree as ET
from configparser import ConfigParser
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import weft
from tests.compat.looms import ARTICLE, EMPTY, KINDS
from tests.seeds import every_seed
from tests.soup import make_page
from weft.compat import trafilatura_bare_extraction, trafilatura_extract, trafilatura_metadata
from weft.compat.trafilatura import extract
from weft.compat.trafilatura.lines import write_lines
from weft.compat.trafilatura.parameters import Given
from weft.errors import ConfigError

# What `inspect.signature` says of trafilatura 2.3.1, after filecontent, url and record_id.
PARAMETERS = (
    "fast no_fallback favor_precision favor_recall include_comments output_format tei_validation target_language "
    "include_tables include_images include_formatting include_links deduplicate date_extraction_params with_metadata "
    "only_with_metadata max_tree_size url_blacklist author_blacklist settingsfile prune_xpath config options"
).split()
JSON_KEYS = (
    "title author hostname date fingerprint id license comments raw_text text language image pagetype filedate source "
    "source-hostname excerpt categories tags"
).split()
FORMATS = ("csv", "html", "json", "markdown", "txt", "xml", "xmltei")
URL = "https://www.weft.example/looms"


def written(html: object = ARTICLE, **given: Any) -> str:
    found = trafilatura_extract(html, URL, **given)
    assert found is not None
    return found


def test_the_parameters_are_trafilaturas_in_its_order() -> None:
    assert list(Given.__annotations__) == PARAMETERS
    assert trafilatura_extract is extract


def test_a_parameter_that_trafilatura_lacks_is_an_error() -> None:
    with pytest.raises(TypeError, match="include_everything"):
        trafilatura_extract(ARTICLE, include_everything=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("output_format", FORMATS)
def test_no_content_is_none(output_format: str) -> None:
    for html in (None, "", b"", "<html>", EMPTY):
        assert trafilatura_extract(html, output_format=output_format) is None
    assert trafilatura_bare_extraction(EMPTY) is None


def test_text_is_laid_out_as_trafilatura_does_it() -> None:
    lines = written().split("\n")
    assert lines[0] == "A loom holds the warp while the weft is woven, and the weft runs through it."
    assert "- the backstrap loom is the oldest\n  - and a small one of it\n- the floor loom is the largest" in written()
    assert 'def weave():\n    return "cloth"\nIn a program that weaves, weave is called\nonce for each' in written()
    table = "| The loom's name | The year of the loom | \n|---|---|\n| Jacquard's own loom | built in 1804 in Lyon | "
    assert table in written()
    assert lines[-1] == "I liked this article very much."


def letters(text: str) -> str:
    """A text without its layout."""
    return "".join(text.split()).replace("-", "").replace("|", "")


@every_seed(60)
def test_the_layout_loses_and_adds_nothing(seed: int) -> None:
    page = weft.parse(make_page(seed, 120))
    text = trafilatura_extract(page, include_comments=False) or ""
    assert letters(text) == letters(weft.extract(page).text)


def test_links_and_images_change_nothing_else() -> None:
    shown = written(include_links=True, include_images=True)
    assert "and [the weft](https://www.weft.example/weft) runs" in shown
    image = "![A loom](https://www.weft.example/loom.jpg)\n"
    assert shown.replace(image, "").replace("[the weft](https://www.weft.example/weft)", "the weft") == written()


def test_formatting_makes_markdown() -> None:
    markdown = written(output_format="markdown")
    assert "A loom holds the **warp**" in markdown
    assert "## Kinds\n\nThere are" in markdown
    assert written(include_formatting=True) == markdown
    assert written(output_format="markdown", include_formatting=False) == written()
    assert json.loads(written(output_format="json", include_formatting=True))["text"] + "\n" in written() + "\n"


def test_tables_and_comments_can_be_left_out() -> None:
    assert "Jacquard" not in written(include_tables=False)
    assert "I liked" not in written(include_comments=False)


def test_the_header_of_text_is_yaml() -> None:
    header, _, body = written(with_metadata=True, record_id="77").removeprefix("---\n").partition("---\n")
    said = dict(line.split(": ", 1) for line in header.splitlines())
    assert said["title"] == "Looms"
    assert said["description"] == '"About: looms"'
    assert said["date"] == '"2024-03-05"'
    assert (said["categories"], said["tags"]) == ('["Tools"]', '["loom", "weaving"]')
    assert said["id"] == '"77"'
    assert body == written()


def test_json() -> None:
    assert list(json.loads(written(output_format="json"))) == ["text", "comments"]
    told = json.loads(written(output_format="json", with_metadata=True, record_id="77"))
    assert list(told) == JSON_KEYS
    assert told["author"] == "Ann Weaver"
    assert (told["source"], told["hostname"], told["source-hostname"]) == (URL, "weft.example", "Weft Weekly")
    assert (told["tags"], told["categories"], told["license"]) == ("loom;weaving", "Tools", "CC BY-SA 4.0")
    assert told["comments"] == "I liked this article very much."
    assert (told["language"], told["pagetype"]) == ("en", "article")


def test_csv() -> None:
    (row,) = csv.reader(io.StringIO(written(output_format="csv", with_metadata=True)), delimiter="\t")
    url, number, fingerprint, hostname, title, image, date, text, comments, terms, page_type = row
    assert (url, number, hostname, title, image, date) == (URL, "null", "weft.example", "Looms", "null", "2024-03-05")
    assert (comments, terms, page_type) == ("I liked this article very much.", "CC BY-SA 4.0", "article")
    assert text in written()
    assert len(fingerprint) == 16


def test_html_has_the_metadata_in_its_head() -> None:
    root = ET.fromstring(written(output_format="html", with_metadata=True))
    assert root.find("head/meta[@name='title']").get("content") == "Looms"  # type: ignore[union-attr]
    assert root.findtext("body/h2") == "Kinds"
    assert root.find("body/p/strong") is None
    bold = ET.fromstring(written(output_format="html", include_formatting=True))
    assert bold.findtext("body/p/strong") == "warp"


def test_xml() -> None:
    given: dict[str, Any] = {"include_formatting": True, "include_links": True, "include_images": True}
    root = ET.fromstring(written(output_format="xml", with_metadata=True, record_id="77", **given))
    assert root.tag == "doc"
    assert (root.get("title"), root.get("id"), root.get("tags")) == ("Looms", "77", "loom;weaving")
    main = root.find("main")
    assert main is not None
    assert main.findtext("p/hi[@rend='#b']") == "warp"
    assert main.find("p/ref").get("target") == "https://www.weft.example/weft"  # type: ignore[union-attr]
    assert main.findtext("head[@rend='h2']") == "Kinds"
    assert main.findtext("list[@rend='ul']/item/list/item") == "and a small one of it"
    assert main.find("graphic").attrib == {  # type: ignore[union-attr]
        "src": "https://www.weft.example/loom.jpg",
        "alt": "A loom",
    }
    assert main.findtext("quote/p") == "Weaving is a craft of patience, and of patience only."
    assert main.findtext("code") == 'def weave():\n    return "cloth"'
    assert main.findtext("table/row/cell[@role='head']") == "The loom's name"
    assert root.findtext("comments/p") == "I liked this article very much."
    plain = ET.fromstring(written(output_format="xml"))
    assert list(plain.attrib) == ["fingerprint"]
    assert plain.find("main/p/hi") is None


@every_seed(40)
def test_xml_says_what_text_says(seed: int) -> None:
    page = weft.parse(make_page(seed, 120))
    if found := trafilatura_extract(page, output_format="xml", include_comments=False):
        assert letters("".join(ET.fromstring(found).itertext())) == letters(weft.extract(page).text)


def test_definitions_in_xml_are_numbered_items() -> None:
    terms = "<dl><dt>The warp</dt><dd>is held by the loom.</dd><dt>The weft</dt><dd>runs.</dd></dl>"
    html = f"<article>{KINDS}{terms}</article>"
    root = ET.fromstring(written(html, output_format="xml", favor_recall=True))
    items = [(item.get("rend"), item.text) for item in root.iterfind("main/list[@rend='dl']/item")]
    assert items[:2] == [("dt-1", "The warp"), ("dd-1", "is held by the loom.")]
    assert items[2] == ("dt-2", "The weft")


def test_tei() -> None:
    with pytest.warns(UserWarning, match="tei_validation"):
        root = ET.fromstring(written(output_format="xmltei", tei_validation=True, include_images=True))
    spaces = {"t": "http://www.tei-c.org/ns/1.0"}
    assert root.findtext("t:teiHeader/t:fileDesc/t:titleStmt/t:title", "", spaces) == "Looms"
    assert root.findtext(".//t:sourceDesc/t:bibl", "", spaces) == "Looms, Weft Weekly, 2024-03-05"
    assert root.findtext(".//t:keywords/t:term[@type='tags']", "", spaces) == "loom,weaving"
    assert root.findtext(".//t:div[@type='entry']/t:ab[@type='header']", "", spaces) == "Kinds"
    assert root.findtext(".//t:div[@type='comments']/t:p", "", spaces) == "I liked this article very much."


def test_bare_extraction_has_trafilaturas_attributes() -> None:
    bare = trafilatura_bare_extraction(ARTICLE, URL, with_metadata=True)
    told = trafilatura_bare_extraction(ARTICLE, URL, with_metadata=True, as_dict=True)
    assert not isinstance(bare, dict)
    assert isinstance(told, dict)
    assert bare is not None
    assert list(bare.as_dict()) == list(told)
    assert (bare.title, bare.date, bare.url) == ("Looms", "2024-03-05", URL)
    assert bare.text == written(include_comments=False)
    assert bare.body is not None
    assert bare.body.findtext("head") == "Kinds"
    assert told["comments"] == "I liked this article very much."


def test_metadata_alone() -> None:
    said = trafilatura_metadata(ARTICLE, author_blacklist={"ann weaver"})
    assert (said.title, said.author, said.text) == ("Looms", None, None)
    assert trafilatura_metadata("").title is None
    assert trafilatura_metadata("<div>" * 3_000).title is None  # over the limit of depth


def test_precision_and_recall_move_the_choice() -> None:
    page = weft.parse((Path(weft.__file__).parent / "demo" / "pages" / "old-shuttle.html").read_bytes())
    less = len(trafilatura_extract(page, favor_precision=True) or "")
    usual = len(trafilatura_extract(page) or "")
    more = len(trafilatura_extract(page, favor_recall=True) or "")
    assert less < usual < more


@pytest.mark.parametrize(
    ("given", "is_kept"),
    [
        ({"target_language": "en"}, True),
        ({"target_language": "de"}, False),
        ({"only_with_metadata": True}, True),
        ({"only_with_metadata": True, "date_extraction_params": {"max_date": "2020-01-01"}}, False),
        ({"url_blacklist": {URL}}, False),
        ({"url_blacklist": {"https://other.example/"}}, True),
    ],
)
def test_what_is_not_wanted_is_none(given: dict[str, Any], is_kept: bool) -> None:
    assert (trafilatura_extract(ARTICLE, **given) is not None) == is_kept


def test_dates() -> None:
    def date(**wanted: object) -> object:
        return trafilatura_metadata(ARTICLE, date_config=wanted).date

    assert date() == "2024-03-05"
    assert date(outputformat="%d.%m.%Y") == "05.03.2024"
    assert date(original_date=False) == "2024-04-06"
    assert date(min_date="2024-03-06") is None
    with pytest.warns(UserWarning, match="does not use verbose"):
        date(verbose=True, extensive_search=True)


def test_a_response_and_an_element_of_lxml_are_pages() -> None:
    response = SimpleNamespace(data=ARTICLE.encode(), url=URL)
    assert trafilatura_extract(response, include_links=True) == written(include_links=True)
    assert written(import_module("lxml.html").document_fromstring(ARTICLE)) == written()
    with pytest.raises(ConfigError, match="a page is bytes"):
        trafilatura_extract(3)


def test_xpaths_prune_the_page() -> None:
    assert "backstrap" not in written(prune_xpath="//ul")
    assert "backstrap" not in written(prune_xpath=["//ul", "//pre"])
    assert "wéave" in written(ARTICLE.replace("weft", "wéave").encode("latin-1"), prune_xpath="//ul")


def test_settings_of_a_file_apply_or_warn(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "settings.cfg"
    path.write_text("[DEFAULT]\nMAX_FILE_SIZE = 100\n")
    with caplog.at_level(logging.WARNING, "weft.compat"):
        assert trafilatura_extract(ARTICLE, settingsfile=str(path)) is None
    assert "over the limit of 100 bytes" in caplog.text
    config = ConfigParser()
    config.read_string("[DEFAULT]\nMIN_OUTPUT_SIZE = 100000\nEXTRACTION_TIMEOUT = 0\nMIN_EXTRACTED_SIZE = 250\n")
    with pytest.warns(UserWarning, match="does not use min_extracted_size"):
        assert trafilatura_extract(ARTICLE, config=config) is None
    with pytest.raises(ConfigError, match="no such settings file"):
        trafilatura_extract(ARTICLE, settingsfile=str(tmp_path / "none.cfg"))


def test_an_options_object_stands_for_the_parameters() -> None:
    options = SimpleNamespace(format="json", focus="recall", links=True, with_metadata=True, config=None, lang=None)
    told = json.loads(written(options=options))
    assert list(told) == JSON_KEYS
    assert "[the weft](" in told["text"]


@pytest.mark.parametrize(
    ("given", "warning", "message"),
    [
        ({"no_fallback": True}, DeprecationWarning, "old name of fast"),
        ({"deduplicate": True}, UserWarning, "remembers no other page"),
    ],
)
def test_what_cannot_apply_is_said(given: dict[str, Any], warning: type[Warning], message: str) -> None:
    with pytest.warns(warning, match=message) as told:
        assert trafilatura_extract(ARTICLE, **given)
    assert told[0].filename == __file__


def test_what_makes_no_sense_is_an_error() -> None:
    with pytest.raises(ConfigError, match="csv, html, json, markdown, txt, xml, xmltei"):
        trafilatura_extract(ARTICLE, output_format="pdf")
    with pytest.raises(ConfigError, match="csv, html"):
        trafilatura_extract(ARTICLE, output_format="python")
    with pytest.raises(ConfigError, match="max_tree_size"):
        trafilatura_extract(ARTICLE, max_tree_size=10)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert written(fast=True) == written()


def test_without_lxml_pruning_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lxml.html", None)
    with pytest.raises(ConfigError, match="pip install lxml"):
        trafilatura_extract(ARTICLE, prune_xpath="//ul")


def test_a_caption_stands_over_its_table() -> None:
    page = weft.parse("<table><caption>Looms</caption><tr><th>name<th>year<tr><td>Jacquard<td>1804</table>")
    lines = write_lines(page, np.arange(len(page.blocks)), weft.RenderOptions())
    assert lines.split("\n") == ["Looms", "| name | year | ", "|---|---|", "| Jacquard | 1804 | "]


def test_tei_of_a_page_that_says_nothing_of_itself() -> None:
    root = ET.fromstring(trafilatura_extract(f"<article>{KINDS}</article>", output_format="xmltei") or "")
    spaces = {"t": "http://www.tei-c.org/ns/1.0"}
    assert root.find(".//t:fileDesc/t:publicationStmt/t:p", spaces) is not None
    assert root.find(".//t:ptr", spaces) is None
