"""The picture of a page, with its size where the page declares it."""

from weft.content import Field, Image
from weft.metadata.head import Metas
from weft.metadata.values import absolute_url

MAX_DIGITS = 5  # of a number of pixels
_ADDRESSES = ("og:image", "og:image:url", "og:image:secure_url")


def find_image(fields: list[Field], base: str) -> Image:
    """The first candidate that can be followed."""
    for field in fields:
        if isinstance(field, Image) and (address := absolute_url(field.value, base)):
            return Image(value=address, row=field.row, source=field.source, width=field.width, height=field.height)
    return Image()


def sized_image(field: Field, metas: Metas) -> Image:
    """A candidate with its size; that of OpenGraph stands behind the picture it belongs to."""
    if isinstance(field, Image):
        return field
    width, height = _graph_size(field, metas)
    return Image(value=field.value, row=field.row, source=field.source, width=width, height=height)


def given_image(field: Field, declared: Image) -> Image:
    """The picture that a template or a person found, with the size that the page declares of it."""
    width, height = (declared.width, declared.height) if declared.value == field.value else (0, 0)
    return Image(value=field.value, row=field.row, source=field.source, width=width, height=height)


def _graph_size(image: Field, metas: Metas) -> tuple[int, int]:
    """The size that OpenGraph tells of a picture: before the next picture, in elements behind it."""
    named = [field for field in metas.pick(*_ADDRESSES) if field.row > image.row and field.value != image.value]
    end = min((field.row for field in named), default=None)
    sizes = []
    for side in ("width", "height"):
        behind = [field for field in metas.pick(f"og:image:{side}") if end is None or field.row < end]
        sizes.append(next((_pixels(field.value) for field in behind if field.row > image.row), 0))
    return sizes[0], sizes[1]


def _pixels(text: str) -> int:
    digits = text.strip().removesuffix("px")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS else 0
