"""The measure of drift, on two designs of our own."""

import pytest

from bench.datasets import Case
from bench.sites import drift
from bench.sites.corpora import SiteCases
from tests.site_pages import blog_page, pages_of, redesigned_page


def test_a_redesign_is_told_and_the_same_design_is_not(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drift, "DRAWS", 1)
    monkeypatch.setattr(drift, "WAYS", {"same": drift.with_old_addresses, "none": drift.without_addresses})
    cases: list[Case] = []
    for name, design in (("old", blog_page), ("new", redesigned_page)):
        for url, data in pages_of(design, range(8)):
            path = tmp_path / f"{name}-{len(cases)}.html"
            path.write_bytes(data)
            cases.append(Case(id=f"{name}-{url}", path=path, page_type="article", url=url, truth={"template": name}))
    counted = drift.measure_drift([SiteCases(corpus="big9", name="looms", cases=tuple(cases))])
    for changed, same in counted.values():
        assert (changed.told, changed.trials) == (2, 2)
        assert (same.told, same.trials) == (0, 2)
