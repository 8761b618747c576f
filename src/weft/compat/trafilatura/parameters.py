"""What trafilatura's functions take, read into what weft knows; what cannot apply says so."""

import warnings
from collections.abc import Iterable, Mapping
from configparser import ConfigParser, SectionProxy
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict

from weft.errors import ConfigError
from weft.page import Limits
from weft.renderers import RenderOptions

FORMATS = ("csv", "html", "json", "markdown", "txt", "xml", "xmltei")
OBJECT = "python"  # the format of `bare_extraction`

PRECISION, RECALL = 0.5, 2.0
"""The beta of F-beta for `favor_precision` and `favor_recall`: van Rijsbergen's usual two.

On 276 pages of wcxb-dev, by a model that has seen none of their domains, mean word precision and recall are 0.897 and
0.854 with the one, 0.835 and 0.952 with the other, 0.868 and 0.918 with neither."""

_DATE_PARAMETERS = frozenset({"original_date", "outputformat", "min_date", "max_date"})
_APPLIED = frozenset({"max_file_size", "min_file_size", "min_output_size", "extraction_timeout"})
_OF_EXTRACTION = (  # the settings of a file that would change an extraction; the others are of downloads
    "min_extracted_size", "min_output_comm_size", "min_duplcheck_size", "max_repetitions", "max_tree_size",
    "extensive_date_search", "external_urls",
)  # fmt: skip
# The attributes of trafilatura's options object that are parameters under another name.
_ATTRIBUTES = {
    "format": "output_format", "comments": "include_comments", "formatting": "include_formatting",
    "links": "include_links", "images": "include_images", "tables": "include_tables", "dedup": "deduplicate",
    "lang": "target_language", "date_params": "date_extraction_params", "fast": "fast", "config": "config",
    "with_metadata": "with_metadata", "only_with_metadata": "only_with_metadata", "tei_validation": "tei_validation",
    "author_blacklist": "author_blacklist", "url_blacklist": "url_blacklist",
}  # fmt: skip


class Given(TypedDict, total=False):
    """The parameters besides the page, its address and a record id: trafilatura's names, in its order."""

    fast: bool
    no_fallback: bool
    favor_precision: bool
    favor_recall: bool
    include_comments: bool
    output_format: str
    tei_validation: bool
    target_language: str | None
    include_tables: bool
    include_images: bool
    include_formatting: bool | None
    include_links: bool
    deduplicate: object
    date_extraction_params: Mapping[str, Any] | None
    with_metadata: bool
    only_with_metadata: bool
    max_tree_size: int | None
    url_blacklist: Iterable[str] | None
    author_blacklist: Iterable[str] | None
    settingsfile: str | None
    prune_xpath: str | list[str] | None
    config: ConfigParser | None
    options: Any


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The same in weft's words."""

    format: str = "txt"
    beta: float = 1.0
    shown: RenderOptions = field(
        default_factory=lambda: RenderOptions(links=False, images=False, captions=False, records=False)
    )
    formatting: bool = False
    comments: bool = True
    metadata: bool = False
    required: bool = False  # no document without date, title and address
    language: str = ""
    refused_urls: frozenset[str] = frozenset()
    refused_authors: frozenset[str] = frozenset()  # in lower case
    pruned: tuple[str, ...] = ()  # XPaths
    date: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    least_bytes: int = 0
    least_chars: int = 1


def read_settings(given: Given, *, default: str = "txt") -> Settings:
    """The settings of one call; `default` is its format where none is given."""
    if unknown := given.keys() - Given.__annotations__.keys():
        raise TypeError(f"trafilatura's extract takes no {', '.join(sorted(unknown))}")
    if given.get("options") is not None:
        given = _of_object(given["options"])
    form = given.get("output_format", default)
    if form not in FORMATS and form != default:
        raise ConfigError(f"unknown format {form!r}", advice=f"choose one of {', '.join(FORMATS)}")
    _say_what_is_lost(given)
    formatting, xpaths = given.get("include_formatting"), given.get("prune_xpath") or ()
    required = given.get("only_with_metadata", False)
    settings = Settings(
        format=form,
        beta=RECALL if given.get("favor_recall") else PRECISION if given.get("favor_precision") else 1.0,
        shown=RenderOptions(
            links=given.get("include_links", False),
            images=given.get("include_images", False),
            captions=given.get("include_images", False),
            tables=given.get("include_tables", True),
            records=False,
        ),
        formatting=form == "markdown" if formatting is None else formatting,
        comments=given.get("include_comments", True),
        metadata=given.get("with_metadata", False) or required or form == "xmltei",
        required=required,
        language=given.get("target_language") or "",
        refused_urls=frozenset(given.get("url_blacklist") or ()),
        refused_authors=frozenset(name.lower() for name in given.get("author_blacklist") or ()),
        pruned=(xpaths,) if isinstance(xpaths, str) else tuple(xpaths),
        date=given.get("date_extraction_params") or {},
    )
    return _with_file(settings, given)


def _of_object(options: Any) -> Given:
    """The parameters that an options object of trafilatura holds; it stands for all others."""
    parameters = {name: getattr(options, own) for own, name in _ATTRIBUTES.items() if hasattr(options, own)}
    focus = getattr(options, "focus", "")
    parameters |= {"favor_precision": focus == "precision", "favor_recall": focus == "recall"}
    return Given(**parameters)  # type: ignore[typeddict-item]  # the names are checked above, one by one


def _say_what_is_lost(given: Given) -> None:
    """Parameters that weft has no use for are a warning, or an error where trafilatura has one too."""
    if given.get("max_tree_size"):
        raise ConfigError("max_tree_size is no parameter any more: parse the page with weft.parse(…, limits=Limits())")
    if given.get("no_fallback"):
        _warn("no_fallback is an old name of fast; weft has no fallback either way", DeprecationWarning)
    if given.get("deduplicate"):
        _warn("deduplicate: weft drops what a page says twice but remembers no other page; see weft.learn for a site")
    if given.get("tei_validation"):
        _warn("tei_validation: weft does not validate what it writes against the schema of TEI")
    date = given.get("date_extraction_params") or {}
    lost = [name for name in date if name not in _DATE_PARAMETERS and (name, date[name]) != ("extensive_search", True)]
    if lost:
        _warn(f"date_extraction_params: weft does not use {', '.join(lost)}")


def _with_file(settings: Settings, given: Given) -> Settings:
    """The settings with what a configuration of trafilatura says of sizes and time."""
    config = given.get("config")
    if path := given.get("settingsfile"):
        config = ConfigParser()
        if not config.read(path, encoding="utf-8"):
            raise ConfigError("no such settings file", page=str(path), advice="give one that can be read")
    if config is None:
        return settings
    values = config["DEFAULT"]
    if lost := [name for name in _OF_EXTRACTION if values.get(name)]:
        _warn(f"settings: weft uses {', '.join(sorted(_APPLIED))}; it does not use {', '.join(lost)}")
    return replace(
        settings,
        limits=_limits(values, settings.limits),
        least_bytes=values.getint("min_file_size", settings.least_bytes),
        least_chars=values.getint("min_output_size", settings.least_chars),
    )


def _limits(values: SectionProxy, limits: Limits) -> Limits:
    seconds = values.getfloat("extraction_timeout", limits.seconds)
    # Trafilatura's 0 means no limit; a year is none either.
    return replace(limits, bytes=values.getint("max_file_size", limits.bytes), seconds=seconds or 3.2e7)


def _warn(message: str, category: type[Warning] = UserWarning) -> None:
    warnings.warn(message, category, stacklevel=5)  # the line that called the function of trafilatura's name
