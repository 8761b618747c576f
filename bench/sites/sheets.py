"""The sections of a sites run as tables."""

from collections.abc import Callable, Mapping
from typing import Any

from bench.sites import reported
from bench.sites.body_measures import EXACT, MIN_SIZE, SHORT
from bench.sites.field_measures import MAX_FIELDS
from bench.sites.paper_sheets import paper_sheets
from bench.sites.sheet import Sheet, number

Record = Mapping[str, Any]


def clustering_sheets(record: Record) -> list[Sheet]:
    """Pair scores by method: all pages, then articles only."""
    sheets: list[Sheet] = []
    theirs = reported.PAIRS_B.items()
    for part, what in (("all_pages", "all pages"), ("articles", "articles only")):
        corpora = list(next(iter(record["methods"].values()))[part])
        rows = []
        for name, method in record["methods"].items():
            scores = method[part]
            whole = scores["all"]
            keys = ("precision", "recall", "f1", "pooled_precision", "pooled_recall", "pooled_f1")
            rows.append(
                [name, *(number(whole.get(key)) for key in keys)]
                + [number(scores[corpus].get("f1")) for corpus in corpora if corpus != "all"]
                + [number(method.get("mixed", {}).get(share), ".3f") for share in ("real", "all")]
                + [number(method["clusters_a_site"], ".1f"), number(method["ms_a_page"], ".1f")]
            )
        rows += [
            [f"paper B, forum pages: {name}", *map(number, row), *[""] * (len(corpora) + 6)] for name, row in theirs
        ]
        head = ["method", "P", "R", "F1", "pooled P", "pooled R", "pooled F1"]
        head += [f"{corpus} F1" for corpus in corpora if corpus != "all"]
        head += ["mixed, real", "mixed", "clusters a site", "CPU ms a page"]
        note = (
            "Pairs of pages against the true templates; a page in no cluster is a cluster of its own. P, R, F1: mean "
            "over sites; pooled: pairs of all sites together. Baselines, and rows with `cut elsewhere`, have their cut "
            "chosen on the other corpora; their time includes all cuts. Times are from parsed pages on, the default's "
            "from bytes and with all that is learned. Rows of weft without `cut elsewhere` are in-sample: their "
            "thresholds were chosen on these sites, and the weights of `same_template`, which the default uses, fitted "
            "on them. `left out` rows are not: there the weights were fitted without the site judged (each real site "
            "alone, themes in five parts), or without all sites made by its software. `real`: the sites that nobody "
            "made up. Mixed: the share of the clusters of two pages or more that hold a list beside an article."
        )
        sheets.append(Sheet(title=f"Clustering, {what}", note="" if sheets else note, head=head, rows=rows))
    return sheets


BODY_COLUMNS = (
    ("sites", "sites", ".0f"), ("F1", "f1", ".4f"), ("exact", "exact", ".3f"), ("short F1", "short_f1", ".4f"),
    ("short exact", "short_exact", ".3f"), ("non-articles known", "known_non_articles", ".3f"),
    ("articles known", "known_articles", ".3f"), ("worst gap", "worst_gap", ".3f"), ("at", "worst_site", "s"),
)  # fmt: skip


BODY_NOTE = (
    f"Token F1 of article pages (a CJK character is a word), mean over sites with at least {MIN_SIZE} pages; exact: "
    f"share of pages with {EXACT} or more; short: bodies under {SHORT} characters; known: page types, where a method "
    "tells them; worst gap: the most F1 that a site loses against weft.extract. The default is the learner `slots` "
    "on found clusters; its costs were chosen on these sites, so this is in-sample also where pages are held out."
)


def body_sheets(record: Record) -> list[Sheet]:
    """Bodies by corpus and split."""
    sheets: list[Sheet] = []
    methods = record["methods"]
    for split, what in (("whole", "learned on all pages"), ("held_out", "a third of the pages held out")):
        corpora = dict.fromkeys(
            corpus for method in methods.values() for corpus in method.get(split, {}).get("corpora", {})
        )
        for corpus in sorted(corpora, key=lambda name: name != "all"):
            rows = [
                [name, *(number(summary.get(key), form) for _, key, form in BODY_COLUMNS)]
                for name, method in methods.items()
                if (summary := method.get(split, {}).get("corpora", {}).get(corpus))
            ]
            head = ["method", *(title for title, _, _ in BODY_COLUMNS)]
            sheets.append(
                Sheet(title=f"Bodies, {corpus}, {what}", note="" if sheets else BODY_NOTE, head=head, rows=rows)
            )
    return [*sheets, _kinds(record["kinds"])]


def _kinds(record: Record) -> Sheet:
    keys = ("clusters", "clusters_right", "articles", "articles_right", "lists", "lists_right")
    rows = [
        [name, *(number(row[key], ".3f" if "right" in key else ".0f") for key in keys)] for name, row in record.items()
    ]
    return Sheet(
        title="Page types of clusters",
        note="Clusters with rules: articles told from lists. The shipped weights were fitted on these sites; the other "
        "rows were fitted without the site judged, and without all sites made by its software. Shares of pages.",
        head=["", "clusters", "right", "articles", "right", "lists", "right"],
        rows=rows,
    )


def field_sheets(record: Record) -> list[Sheet]:
    """Fields without and with labels, by site and mean."""
    free, labelled = record["unlabelled"], record["labelled"]
    rows = [
        [name]
        + [number(one.get(key)) for key in ("share", "bare_share", "held", "named", "junk", "junk_strict")]
        + [number(one.get("fields_mean"), ".1f")]
        + [number(one.get("fields_most"), ".0f")]
        + [number(two.get(key)) for key in ("precision", "recall", "f1")]
        for name, one, two in [
            ("mean", free["mean"], labelled["mean"]),
            ("mean of the sites kept aside", free.get("aside", {}), {}),
            ("mean of the other sites", free.get("seen", {}), {}),
            *((site, free["sites"][site], labelled["sites"].get(site, {})) for site in free["sites"]),
        ]
    ]
    head = [
        "site",
        "best field's share",
        "bare",
        "attributes held",
        "named",
        "junk",
        "strict junk",
        "fields a page",
        "most",
    ]
    head += ["labelled P", "R", "F1"]
    note = (
        f"SWDE, learned on {record['learned_pages']} pages, scored on the others. Share: of the pages that have an "
        "attribute, those on which its best field holds the value (white space and case apart), mean over attributes; "
        "bare: a true value without the label and separators that SWDE keeps with it is right too; "
        f"held: attributes with a share of 0.9 or more; at most {MAX_FIELDS} fields a page are fair. Named: attributes "
        "with a right field of an accepted name; junk: fields that are no attribute, no metadata and no value of a "
        "printed pair. Labelled: "
        f"{record['labelled_pages']} of the learning pages are marked, and the field of the attribute's name counts."
    )
    return [Sheet(title="Fields", note=note, head=head, rows=rows)]


def cost_sheets(record: Record) -> list[Sheet]:
    """The curve, learning 100 pages, and applying against the bare parse."""
    rows = [
        [f"{point['pages']:.0f}", *(number(point[key], ".2f") for key in ("megabytes", "learn_s", "learn_cpu_s"))]
        + [number(point[key], ".0f") for key in ("held_mb", "peak_mb", "grown_mb", "clusters")]
        for point in [*record["curve"], *record.get("varied", ())]
    ]
    head = ["pages", "MB of bytes", "wall s", "CPU s", "MB with the bytes", "peak MB", "grown by MB", "clusters"]
    slopes = record["exponent"]
    note = (
        "Generated pages, then in the last row pages of a theme with other words and ids; a fresh process each. "
        f"Slope on log-log axes from 1,000 pages on: CPU time "
        f"{slopes['learn_cpu_s']:.2f}, memory {slopes['grown_mb']:.2f}; 1 is linear."
    )
    return [Sheet(title="Cost of learning", note=note, head=head, rows=rows), _learning(record), _applying(record)]


def _learning(record: Record) -> Sheet:
    rows = [
        [site["site"], f"{site['pages']}", number(site["megabytes"], ".2f"), number(site["cpu_ms_100_pages"], ".0f")]
        for site in record["learning"]
    ]
    head = ["site", "pages", "MB", "CPU ms for 100 pages"]
    return Sheet(title="Learning 100 pages, parsing included", head=head, rows=rows)


def _applying(record: Record) -> Sheet:
    applying = record["applying"]
    rows = [
        [name, number(applying.get(f"{key}_ms"), ".3f"), number(applying.get(ratio), ".2f") if ratio else "1.00"]
        for name, key, ratio in (
            ("weft.parse", "parse", ""),
            ("learned site, bytes to text", "template", "template_to_parse"),
            ("… pages that a template answers", "", "by_template_to_parse"),
            ("weft.extract, bytes to text", "weft.extract", "extract_to_parse"),
        )
    ]
    note = (
        f"{number(applying.get('by_template'), '.1%')} of {applying.get('pages', 0)} pages are answered by a template. "
        "CPU time, the least of interleaved rounds by page, summed over pages."
    )
    return Sheet(title="Applying", note=note, head=["", "CPU ms a page", "to the bare parse"], rows=rows)


SHEETS: dict[str, Callable[[Record], list[Sheet]]] = {
    "clustering": clustering_sheets,
    "body": body_sheets,
    "fields": field_sheets,
    "papers": paper_sheets,
    "cost": cost_sheets,
}
