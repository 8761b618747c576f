"""The extractor of docs/add-an-extractor.md: the code shown keeps the contract, and is as short as the page says."""

import ast
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.contract import test_extractors as contract
from tests.doc_blocks import read_blocks
from weft.document import Extractor
from weft.extractors import EXTRACTORS
from weft.page import parse

PAGE = Path(__file__).parents[1] / "docs" / "add-an-extractor.md"
LINES = 30
SHOWN = next(block.code for block in read_blocks(PAGE.read_text(encoding="utf-8")) if block.title == "majority.py")


@pytest.fixture(scope="module")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Extractor]:
    path = tmp_path_factory.mktemp("shown") / "majority.py"
    path.write_text(SHOWN, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("majority", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["majority"] = module  # so that it can be pickled
    spec.loader.exec_module(module)
    yield module.Majority()
    del sys.modules["majority"]


def test_it_is_as_short_as_the_page_says() -> None:
    tree = ast.parse(SHOWN)
    assert sum(bool(line.strip()) for line in SHOWN.splitlines()) <= LINES
    assert [node.name for node in tree.body if isinstance(node, ast.ClassDef)] == ["Majority"]


@pytest.mark.parametrize("name", contract.PAGES)
def test_it_answers_on_the_contract_pages(extractor: Extractor, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRACTORS, "majority", extractor)
    contract.test_answers_on_any_page(extractor, name)
    contract.test_scores_every_block(extractor, name)


def test_it_answers_on_random_pages(extractor: Extractor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRACTORS, "majority", extractor)
    contract.test_answers_on_random_pages(extractor=extractor)
    contract.test_scores_every_block_of_random_pages(extractor=extractor)


def test_it_keeps_the_rest_of_the_contract(extractor: Extractor) -> None:
    contract.test_same_answer_twice_and_after_the_trip_to_a_worker(extractor)
    contract.test_is_frozen(extractor)
    contract.test_leaves_the_page_as_it_is(extractor)


def test_it_keeps_the_smallest_element_with_most_sentences(extractor: Extractor) -> None:
    page = parse("<nav>Home.</nav><main><p>One. Two.<p>Three.<div><p>Four.</div></main>")
    assert [page.blocks.text(block) for block in extractor.extract(page).keep] == ["One. Two.", "Three.", "Four."]
    assert extractor.score(page).tolist() == [1, 2, 1, 1]
    assert len(extractor.extract(parse("<p>no sentence")).keep) == 0
    assert np.array_equal(extractor.extract(parse("<p>A.<p>B.<p><a href=x>C. D. E. F. G.</a>")).keep, [0, 1, 2])
