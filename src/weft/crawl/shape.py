"""The shape of a URL for sampling: pages of one shape are taken to be of one template, before any is fetched."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from weft.similarity.url_shape import UrlShape


@dataclass(frozen=True)
class Shape:
    """Two steps of a shape: what a template's pages share anywhere on the web, and their section of this site.

    A first segment may be one of a few sections or one of a thousand people: sampling is fair among the groups first
    and among the sections of a group then, so that neither drowns the other.
    """

    group: str  # the kind of list, the depth, what the last segment is made of, whether there is a query
    section: str  # the first segment, and the names of the query's parameters

    @staticmethod
    def of(url: str) -> Shape:
        """The shape of a normalised URL.

        >>> Shape.of("http://weft.example/news/12-looms.html")
        Shape(group=':2:0a.html', section='news')
        >>> Shape.of("http://weft.example/show.php?id=7&page=2")
        Shape(group=':1:a.php?', section='show.php?id,page')
        """
        shape = UrlShape.of(url)
        names = sorted({pair.partition("=")[0] for pair in urlsplit(url).query.split("&") if pair})
        query = f"?{','.join(names)}" if names else ""
        # Where a query chooses the page, a single segment is the name of the program; else it is the page itself.
        first = shape.first if len(shape.segments) > 1 or names else ""
        return Shape(f"{shape.kind}:{len(shape.segments)}:{_made_of(shape)}{query[:1]}", first + query)


def _made_of(shape: UrlShape) -> str:
    """What the last segment is made of, whatever it says: digits, letters, and its ending."""
    stem, dot, ending = shape.last.rpartition(".") if shape.extension else (shape.last, "", "")
    stem = unquote(stem)
    return ("0" if "0" in stem else "") + ("a" if any(map(str.isalpha, stem)) else "") + dot + ending
