"""The location library on unseen pages and on unseen software, and the fingerprints beside the true software."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bench.records.judge import judge_places
from bench.records.locating import KINDS, letter_shares
from bench.records.truth import Case
from weft import parse
from weft.records.find import find_records
from weft.records.fingerprints import find_software
from weft.records.location_library import LocationLibrary
from weft.records.locations import main_page_records

MIN_PAGES = 2  # of a place in the library that ships: one page's habit is no location
SITE_PAGES = 4  # of each site, for fingerprints

# Our names of the engines that the truth knows; XenForo also runs the Fora skin.
SOFTWARE = {
    "discuzx": "Discuz!", "phpwind": "phpwind", "mybb": "MyBB", "phpbb": "phpBB", "fluxbb": "FluxBB", "punbb": "PunBB",
    "bbpress": "bbPress", "mylittleforum": "my little forum", "xenforo": "XenForo", "fora": "XenForo",
    "discourse": "Discourse", "stackexchange": "Stack Exchange", "invision": "Invision Community",
    "vbulletin": "vBulletin", "nodebb": "NodeBB", "flarum": "Flarum", "smf": "SMF", "vanilla": "Vanilla",
    "ubbthreads": "UBB.threads", "wpforo": "wpForo", "asgaros": "Asgaros Forum", "flaskbb": "FlaskBB",
    "homeland": "Homeland", "tieba": "Baidu Tieba", "hexo": "Hexo", "pelican": "Pelican", "wordpress": "WordPress",
    "mkdocs": "MkDocs", "sphinx": "Sphinx",
}  # fmt: skip


def library_of(cases: Iterable[Case]) -> LocationLibrary:
    """A library as `weft learn --records` makes it: from what the default finds on pages with several records."""
    examples = [main_page_records(case.page, find_records(case.page)) for case in cases]
    return LocationLibrary.learn([one for one in examples if len(one.records) > 1], least_pages=MIN_PAGES)


def try_libraries(cases: Sequence[Case]) -> dict[str, Any]:
    """Learned on every second page and tried on the others; and learned without an engine and tried on that one."""
    known = [case for case in cases if not case.ambiguous]
    library = library_of(known[::2])
    generated = sorted({case.engine for case in known if case.corpus != "realworld"})
    unseen: dict[str, Counter[str]] = defaultdict(Counter)
    for engine in generated:
        others = library_of(case for case in known if case.engine != engine)
        for kind, count in _letters(others, [case for case in known if case.engine == engine]).items():
            unseen[kind].update(count)
    return {
        "places": len(library.places),
        "every second page": _shares(_letters(library, known[1::2])),
        "unseen software": _shares(unseen),
    }


def _letters(library: LocationLibrary, cases: Iterable[Case]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        regions = library.find(case.page)
        records = regions[0].records if regions else ()
        if case.page_type == "other":
            found["other"]["E" if records else "D"] += 1
        else:
            found[KINDS[case.page_type]][judge_places(case, records).letter] += 1
    return found


def _shares(found: dict[str, Counter[str]]) -> dict[str, Any]:
    return {kind: letter_shares(count) for kind, count in sorted(found.items())}


def name_software(cases: Sequence[Case], data: Path) -> dict[str, dict[str, Any]]:
    """By engine: pages, how many were named rightly, wrongly and not at all, and with the right version."""
    tallies: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        tallies[case.engine].update(_naming(case.engine, case.version, case.path.read_bytes()))
    for folder in sorted((data / "sites" / "themes").glob("*/meta.json")):
        generator, _, version = json.loads(folder.read_text(encoding="utf-8"))["generator"].lower().partition(" ")
        pages = sorted((folder.parent / "pages").glob("*.html"))
        for page in pages[:: max(1, len(pages) // SITE_PAGES)]:
            tallies[f"sites: {generator}"].update(_naming(generator, version, page.read_bytes()))
    return {name: dict(tally) for name, tally in sorted(tallies.items())}


def _naming(engine: str, version: str, data: bytes) -> Counter[str]:
    made = find_software(parse(data))
    right = made.name == SOFTWARE.get(engine, "")
    tally = Counter(pages=1, right=int(right), unnamed=int(not made), wrong=int(bool(made) and not right))
    if version and made.version:
        shown = version.lower().split("-")[0].split(" ")[0]
        tally["versions"] = 1
        said = made.version.lower()
        tally["versions right"] = int(said.startswith(shown) or shown.startswith(said))
    return tally
