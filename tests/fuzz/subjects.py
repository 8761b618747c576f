"""What operations need besides a page: a site of our own, and a wrapper of each kind. Made once in a process."""

from functools import cache

from tests.site_pages import whole_site
from weft import Site, learn, parse
from weft.content import Label
from weft.papers.c import Ontology, Tsimmis, Wrapper, ontology_names, teach_softmealy

PROGRAM = """
[title, root, "*<title>#</title>*"]
[_all, elements(root, "<div"), "#"]
[first, _all, "*<p*>#<*"]
[word, split(_all, " "), "#"]
"""


@cache
def own_site() -> Site:
    """The site of the tests' own pages."""
    return learn(whole_site())


@cache
def wrappers() -> tuple[Wrapper, ...]:
    """One that is written, one that is taught, and the ontologies that come with weft."""
    page = parse("<div><p class=side><b>Warp</b> and weft</p><p class=side><b>Loom</b> and more</p></div>")
    marks = [
        Label(page_id="p", rows=tuple(page.rows_of(tag).tolist()), name=name)
        for tag, name in (("p", "record"), ("b", "a"))
    ]
    ontologies = [Ontology.named(name) for name in ontology_names()]
    return (Tsimmis.read(PROGRAM), teach_softmealy({"p": page}, marks), *ontologies)
