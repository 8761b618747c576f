"""The addresses of one page's links and images: joined with its `base` and its URL, judged by `safe_address`.

The page's URL is the one that the caller gave. Where none was given, as for a saved file, it is the one that the page
declares of itself.
"""

from functools import cached_property
from urllib.parse import urlsplit

from weft import _native
from weft.addresses import MAX_BASE, WEB_SCHEMES, is_usual, safe_address, safe_base
from weft.page import Page, tag_number
from weft.page.kernel import kernel_call
from weft.page.once import once_a_page
from weft.page.pictures import largest, read_image

_PICTURE, _SOURCE = (tag_number(tag) for tag in ("picture", "source"))

_SUFFIXES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg")


class Addresses:
    """Resolves the addresses of one page against its `base` and its URL."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pictures: dict[int, str] = {}  # row of a `picture`: the address of its sources

    @cached_property
    def base(self) -> str:
        """What relative addresses are joined with; many an `Addresses` resolves none."""
        return base_of(self.page)

    def resolve(self, address: str | None) -> str:
        """The absolute address; empty for one that leads nowhere or runs a program."""
        return safe_address(address, self.base).replace(" ", "%20")


@once_a_page
def base_of(page: Page) -> str:
    """What the relative addresses of a page are joined with, empty where they stay relative.

    >>> from weft import parse
    >>> canonical = "<link rel=canonical href=https://weft.example/looms/1.html>"
    >>> base_of(parse(canonical)), base_of(parse(canonical, url="https://other.example/"))
    ('https://weft.example/looms/1.html', 'https://other.example/')
    >>> base_of(parse("<base href=/pictures/>" + canonical))
    'https://weft.example/pictures/'
    """
    with kernel_call():
        base, own = _native.own_addresses(page.table)
    is_known = page.url and (is_usual(page.url) or safe_base(None, page.url))
    own_url = page.url if page.url and is_known else _first_plausible(own)
    return own_url if base is None and is_usual(own_url) else safe_base(base, own_url)


def declared_url(page: Page) -> str:
    """The URL that a page declares of itself: its canonical link, else `og:url`; empty where none is plausible."""
    with kernel_call():
        return _first_plausible(_native.own_addresses(page.table)[1])


def _first_plausible(addresses: list[str]) -> str:
    return next((own for address in addresses if _is_plausible(own := address.strip())), "")


def _is_plausible(url: str) -> bool:
    """Whether an address may be a page's own on the web: absolute, and its host has a name with a dot.

    A page that was written on the author's machine may say `http://localhost:4000/`, and templates say `{{ url }}`.
    """
    if len(url) <= MAX_BASE and is_usual(url):
        return True
    if len(url) > MAX_BASE or not url.lower().startswith(("http://", "https://")):
        return False
    if not safe_address(url, schemes=WEB_SCHEMES):
        return False
    host = (urlsplit(url).hostname or "").strip(".")
    return "." in host and not host.rpartition(".")[2].isdecimal()


def image_address(page: Page, row: int, addresses: Addresses) -> str:
    """The address of an image, the best that it gives; or else that of the `picture` around it."""
    address = _first_safe(read_image(page, row).sources, addresses)
    return address or _picture_address(page, int(page.parent[row]), addresses)


def file_name(address: str) -> str:
    """What tells two images apart: the address, without what asks for a size of the same file.

    >>> file_name("/a.jpg?w=640"), file_name("/show?image=7")
    ('/a.jpg', '/show?image=7')
    """
    return _path(address) if is_image_file(address) else address


def is_image_file(address: str) -> bool:
    """Whether an address ends with the name of an image file, whatever size of it is asked for."""
    return _path(address).lower().endswith(_SUFFIXES)


def _path(address: str) -> str:
    return address.partition("#")[0].partition("?")[0]


def _first_safe(candidates: list[str], addresses: Addresses) -> str:
    resolved = (addresses.resolve(candidate) for candidate in candidates if candidate)
    return next((address for address in resolved if address), "")


def _picture_address(page: Page, row: int, addresses: Addresses) -> str:
    """The address that the sources of a `picture` give, looked for once however many images it holds."""
    if row < 0 or page.tag[row] != _PICTURE:
        return ""
    if row not in addresses.pictures:
        sources = [child for child in page.children(row) if page.tag[child] == _SOURCE]
        sets = [page.attribute(child, "srcset") or page.attribute(child, "data-srcset") or "" for child in sources]
        addresses.pictures[row] = _first_safe([largest(text) for text in sets], addresses)
    return addresses.pictures[row]
