"""What a page declares of itself, source by source, and the order of the sources, field by field."""

from weft.content import Field
from weft.deadline import within
from weft.metadata.head import read_html, read_metas, read_opengraph, read_relations
from weft.metadata.json_ld import read_json_ld
from weft.metadata.microdata import read_microdata
from weft.metadata.values import Candidates
from weft.page import Page
from weft.page.once import once_a_page

PRIORITY: dict[str, tuple[str, ...]] = {
    "title": ("json-ld", "microdata"),  # only where `find_title` finds none
    "author": ("json-ld", "microdata", "meta", "twitter", "byline", "opengraph"),
    "organisation": ("json-ld",),
    "date": ("json-ld", "opengraph", "microdata", "meta"),  # `page_dates` adds what is printed
    "unsure_date": ("meta",),
    "modified": ("json-ld", "opengraph", "microdata", "meta"),
    "language": ("html", "json-ld", "meta", "opengraph", "microdata"),
    "site_name": ("opengraph", "json-ld", "meta"),
    "description": ("opengraph", "meta", "json-ld"),
    "url": ("link", "opengraph", "json-ld"),
    "image": ("opengraph", "json-ld", "microdata", "meta"),
    "tags": ("opengraph", "meta", "json-ld", "microdata"),
    "section": ("opengraph", "json-ld", "meta", "microdata"),
    "way": ("json-ld",),
    "author_links": ("json-ld",),
    "licence": ("json-ld", "meta"),
    "access": ("json-ld", "opengraph", "microdata", "meta"),
    "word_count": ("json-ld", "microdata", "meta"),
    "reading_time": ("json-ld", "microdata", "meta", "opengraph"),
}
_ORDER = {name: {source: rank for rank, source in enumerate(sources)} for name, sources in PRIORITY.items()}


@once_a_page
def declared_sources(page: Page) -> list[Candidates]:
    """What the page declares, source by source."""
    with within(page.seconds):
        metas, relations = read_metas(page), read_relations(page)
        return [read_json_ld(page), read_opengraph(metas), read_microdata(page), read_html(page, metas, relations)]


def ranked(name: str, sources: list[Candidates]) -> list[Field]:
    """The candidates of a field, those of the best source first."""
    order = _ORDER[name]
    fields = [field for source in sources if name in source for field in source[name] if field.source in order]
    return sorted(fields, key=lambda field: order[field.source]) if len(fields) > 1 else fields
