"""What the tests of the kinds share: a page in, its regions of further kinds out."""

from weft import parse
from weft.content import Record, Region
from weft.records.evidence import gather
from weft.records.kinds.others import OtherRegions

URL = "https://looms.example/page"


def regions(html: str, url: str = URL) -> tuple[Region, ...]:
    """The regions of further kinds."""
    return tuple(OtherRegions(gather(parse(html, url=url))))


def records(html: str, kind: str, url: str = URL) -> tuple[Record, ...]:
    """The records of the one region of a kind, empty where there is none."""
    found = [region for region in regions(html, url) if region.kind == kind]
    assert len(found) < 2
    return found[0].records if found else ()


def values(html: str, kind: str, url: str = URL) -> list[dict[str, object]]:
    """The values of its records."""
    return [record.values for record in records(html, kind, url)]
