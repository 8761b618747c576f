"""Every answer is the one that was reviewed: `make answers` shows how one differs, and writes the new hashes."""

import pytest

from tests.answers.answers import FORMATS, LETTERS, read_hashes
from tests.answers.everything import all_names, answer, line_of

PARTS = 8  # so that every core has its share


def test_every_page_and_site_has_its_hashes():
    assert list(read_hashes()) == all_names()
    assert len(all_names()) > 3_000


@pytest.mark.parametrize("part", range(PARTS))
def test_answers_are_as_they_were(part):
    frozen = read_hashes()
    changed = [f"{name}: {what}" for name in all_names()[part::PARTS] if (what := differences(frozen[name], name))]
    assert not changed, f"{len(changed)} answers changed; make answers shows how:\n" + "\n".join(changed[:20])


def differences(frozen: str, name: str) -> str:
    """The formats in which a page is answered otherwise."""
    texts = answer(name)
    now = line_of(texts)
    starts = range(0, max(len(now), len(frozen)), LETTERS)
    pairs = zip(starts, [*texts, *["gone"] * len(starts)], strict=False)
    return " ".join(format for start, format in pairs if now[start:][:LETTERS] != frozen[start:][:LETTERS])


def test_a_hash_is_short_and_of_the_whole_text():
    texts = dict.fromkeys(FORMATS, "The warp.")
    assert len(line_of(texts)) == LETTERS * len(FORMATS)
    assert line_of(texts) != line_of({**texts, "chunks": "The warp!"})
