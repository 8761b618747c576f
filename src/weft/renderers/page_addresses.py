"""The addresses of one page's links and images: joined with its `base` and its URL, judged by `safe_address`.

The page's URL is the one that the caller gave. Where none was given, as for a saved file, it is the one that the page
declares of itself.
"""

from functools import cached_property

from weft.addresses import safe_address
from weft.deadline import kernel_call
from weft.kernel import renderers as kernel
from weft.page import Page
from weft.page.once import once_a_page

_SUFFIXES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg")


class Addresses:
    """Resolves the addresses of one page against its `base` and its URL."""

    def __init__(self, page: Page) -> None:
        self.page = page

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
        return kernel.page_addresses(page.table, page.url)[0]


def declared_url(page: Page) -> str:
    """The URL that a page declares of itself: its canonical link, else `og:url`; empty where none is plausible."""
    with kernel_call():
        return kernel.page_addresses(page.table, page.url)[1]


def image_address(page: Page, row: int, addresses: Addresses) -> str:
    """The address of an image, the best that it gives; or else that of the `picture` around it."""
    with kernel_call():
        return kernel.image_address(page.table, row, addresses.base)


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
