"""A job that makes no sense is refused before a worker starts."""

from pathlib import Path

import pytest

from weft.engines import ExtractJob, SiteStore
from weft.engines.job import Resting
from weft.errors import ConfigError
from weft.io import RawPage


def test_a_format_that_is_none() -> None:
    with pytest.raises(ConfigError, match="unknown format 'doc'; choose one of text"):
        ExtractJob(format="doc").check()


def test_a_site_and_a_method() -> None:
    with pytest.raises(ConfigError, match="a site chooses by its templates; leave the method out, or the site"):
        ExtractJob(site="there-is-no-such-site.json", method="whole_page").check()


def test_a_method_that_needs_a_browser() -> None:
    with pytest.raises(ConfigError, match="vips chooses on drawn pages, and none is drawn here"):
        ExtractJob(method="vips").check()


def test_who_rests_holds_no_database_and_goes_on(tmp_path: Path) -> None:
    store = SiteStore(str(tmp_path / "sites.sqlite"))
    store.open({})
    store.close()
    process = ExtractJob(sites=str(tmp_path / "sites.sqlite"), format="text").start()
    page = RawPage(id="a", url="https://weft.example/a", data=b"<p>The warp is fixed, the weft runs through it.")
    line = process(page)
    assert len(list(tmp_path.iterdir())) > 1  # the database is open
    assert isinstance(process, Resting)
    process.rest()
    assert list(tmp_path.iterdir()) == [tmp_path / "sites.sqlite"]
    assert process(page) == line
    process.rest()
