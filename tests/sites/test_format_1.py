"""A site of format 1, saved by an earlier weft, gives the same answers.

`format_1.json` and `format_1_answers.json` were written by the last weft that saved format 1, from pages of
`tests.site_pages`: five of a blog, five with numbered classes, six lists.
"""

import hashlib
import json
from pathlib import Path

import pytest

from tests.site_pages import blog_page, hashed_page, list_pages, pages_of
from weft import ArtifactError, Document, Site
from weft.sites.check import check_site
from weft.sites.format_1 import upgrade_template
from weft.sites.templates import Template

HERE = Path(__file__).parent
OLD = HERE / "format_1.json"
ANSWERS = json.loads((HERE / "format_1_answers.json").read_text(encoding="utf-8"))
PAGES = dict(
    [*pages_of(blog_page, range(5)), *pages_of(hashed_page, range(5), folder="hashed"), *list_pages(range(1, 7))]
)


def answer(document: Document) -> dict[str, object]:
    return {
        "chosen_by": document.chosen_by,
        "text": hashlib.sha256(document.text.encode()).hexdigest()[:16],
        "fields": {name: field.value for name, field in document.fields.items()},
        "records": [{name: field.value for name, field in record.fields.items()} for record in document.records],
    }


def test_the_answers_are_the_same_also_after_it_is_saved_again(tmp_path: Path) -> None:
    site = Site.load(OLD)
    site.save(tmp_path / "new.json")
    new = Site.load(tmp_path / "new.json")
    assert new.to_json() == site.to_json()
    assert new.to_json()["format"] == 2
    for url, wanted in ANSWERS.items():
        assert answer(site.extract(PAGES[url], url=url)) == wanted
        assert answer(new.extract(PAGES[url], url=url)) == wanted


def test_the_answers_say_something() -> None:
    answers = ANSWERS.values()
    assert all(one["fields"] for one in answers)
    assert any(one["records"] for one in answers)
    assert {one["chosen_by"] for one in answers} == {"template"}


def test_an_old_file_passes_the_check() -> None:
    assert check_site(OLD.read_text(encoding="utf-8")) == []


def test_a_template_without_its_format_is_read_as_what_it_is() -> None:
    site = Site.load(OLD)
    for old, cluster in zip(json.loads(OLD.read_text(encoding="utf-8"))["clusters"], site.clusters, strict=True):
        new = cluster.template.to_json()
        assert Template.from_json(upgrade_template(old["template"])).to_json() == new != old["template"]
        no_fields = {**old["template"], "fields": {**old["template"]["fields"], "rules": []}}
        for values in (new, upgrade_template(no_fields)):
            assert upgrade_template(values) is values


def test_a_broken_old_file_is_refused() -> None:
    data = json.loads(OLD.read_text(encoding="utf-8"))
    data["clusters"][0]["template"]["body"]["keep"] = ["html > bo dy"]
    with pytest.raises(ArtifactError, match="'bo dy' is no step"):
        Site.from_json(data)
