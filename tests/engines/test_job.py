"""A job that makes no sense is refused before a worker starts."""

import pytest

from weft.engines import ExtractJob
from weft.errors import ConfigError


def test_a_format_that_is_none() -> None:
    with pytest.raises(ConfigError, match="unknown format 'doc'; choose one of text"):
        ExtractJob(format="doc").check()


def test_a_site_and_a_method() -> None:
    with pytest.raises(ConfigError, match="a site chooses by its templates; leave the method out, or the site"):
        ExtractJob(site="there-is-no-such-site.json", method="whole_page").check()


def test_a_method_that_needs_a_browser() -> None:
    with pytest.raises(ConfigError, match="vips chooses on drawn pages, and none is drawn here"):
        ExtractJob(method="vips").check()
