"""Files that earlier versions of weft wrote are read, and give what they gave then."""

import json
import re
from pathlib import Path

import pytest

from tests.compatibility.answers import KINDS, read_pages
from tools.parts import ROOT
from weft import model_file
from weft.crawl import storage
from weft.engines import journal
from weft.papers.b import forums
from weft.papers.c import ontology_file, softmealy
from weft.records import fingerprints, location_library
from weft.sites import site
from weft.studio import ledger

FOLDERS = sorted(path.parent for path in Path(__file__).parent.glob("*/answers.json"))
NUMBERS = {
    "site": site.FORMAT,
    "model": model_file.FORMAT,
    "SoftMealy wrapper": softmealy.FORMAT,
    "ontology": ontology_file.FORMAT,
    "forums": forums.FORMAT,
    "location library": location_library.FORMAT,
    "fingerprints": fingerprints.FORMAT,
    "journal of a run": journal.VERSION,
    "journal of a crawl": storage.JOURNAL_VERSION,
    "studio's store": ledger.VERSION,
}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_gives_what_it_gave(folder: Path, kind: str, tmp_path: Path) -> None:
    wanted = json.loads((folder / "answers.json").read_text(encoding="utf-8"))[kind]
    given = KINDS[kind](folder, read_pages(folder).get(kind, {}), tmp_path)
    assert wanted
    assert json.loads(json.dumps(given)) == wanted


def test_there_are_files_of_the_first_version() -> None:
    assert [folder.name for folder in FOLDERS][:1] == ["0.1"]


def test_the_table_of_formats_is_true() -> None:
    text = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| (\d+) \|", text, re.MULTILINE)
    assert {name: int(number) for name, number in rows} == NUMBERS
