"""OpenGraph, its `article:` properties and Twitter cards."""

from weft.metadata.found import Found
from weft.metadata.metas import Metas, pick

NAMES: dict[str, tuple[str, ...]] = {
    "author": ("article:author", "og:article:author", "article:author_name", "twitter:creator:name"),
    "date": ("article:published_time", "og:article:published_time", "og:published_time", "article:published"),
    "modified": ("article:modified_time", "og:article:modified_time", "og:updated_time", "article:modified"),
    "language": ("og:locale",),
    "site_name": ("og:site_name", "twitter:app:name:iphone"),
    "description": ("og:description", "twitter:description"),
    "url": ("og:url",),
    "image": ("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"),
    "tags": ("article:tag", "og:article:tag"),
}


def read_opengraph(metas: Metas) -> Found:
    """The fields that OpenGraph declares."""
    return {name: pick(metas, *keys) for name, keys in NAMES.items()}
