"""The models that ship, trained: of the default extractor, of the visual one and of the fields, with credit for data.

`python -m bench.models data block visual fields --drawn drawn` writes them where weft reads them; `weft train` does the
work, `weft.training.fields` that of the fields, whose scores on hosts left out it prints.
"""

import argparse
import sys
from pathlib import Path

import weft
from weft.cli import main as run_weft
from weft.training.fields import train_fields

FOLDER = Path(weft.__file__).parent / "extractors" / "models"
FIELDS = Path(weft.__file__).parent / "metadata" / "models"
WCXB = (
    "WCXB: Web Content Extraction Benchmark, development half, by Murrough Foley (2026),"
    " https://github.com/Murrough-Foley/web-content-extraction-benchmark, licensed under CC BY 4.0"
    " (https://creativecommons.org/licenses/by/4.0/). Changes: 139 pages that its test half holds too are left out, the"
    " type category is called collection, and blocks of the pages are labelled by the given text."
)
MAGIC = "magic: pages of the magic-html benchmark by OpenDataLab, Apache-2.0; the pages belong to their authors."
CREDITS = (
    WCXB,
    "news: pages of news sites of 2011 and 2012 in five languages, the DAnIEL corpus of Gaël Lejeune and others,"
    " annotated again by Gaël Lejeune and Lichao Zhu; the pages belong to their publishers; for research use.",
    "snippets: pages of trafilatura's evaluation by Adrien Barbaresi, Apache-2.0, with wanted and unwanted snippets;"
    " the pages belong to their authors.",
    MAGIC,
    "readability-pages: test pages of Mozilla's Readability, Apache-2.0, with what its reader view keeps; the pages"
    " belong to their authors.",
    "fundus: test pages of the fundus project, MIT, with the paragraphs of their articles; the pages belong to their"
    " publishers.",
    "markdown: test pages of defuddle, MIT, with the Markdown that its authors reviewed.",
    "realsites: pages of 22 sites in public repositories on GitHub; the pages belong to their authors; their text is"
    " marked by hand-written selectors.",
    "themes: 63 sites built for this purpose with public themes of Pelican, Hexo, WordPress, MkDocs and Sphinx, which"
    " belong to their authors; their text is known from the generator.",
    "L3S-GN1: news pages annotated by hand, by Christian Kohlschütter (L3S Research Center, 2010), copy in"
    " https://github.com/geodrome/page-signal, for research only.",
    "cx: pages of the BBC in https://github.com/chrislinan/cx-extractor-python; no licence is stated; their text is"
    " marked by hand-written selectors.",
    "Big9: news pages of nine sites with gold text, in https://github.com/MSVCode/ir-research-data, by V. Utomo and"
    " J.-S. Leu, for research only. Changes: three of the sites are used.",
    "forums: threads in forum software that was run for this purpose (bbPress, Carbon, Discuz!, esoTalk, FluxBB, MyBB,"
    " my little forum, Phorum, phpBB, phpwind, PunBB, SMF, Xiuno), whose skins belong to their authors; their text is"
    " known from the database.",
)
DATES = (
    "dates: pages of htmldate's evaluation by Adrien Barbaresi, Apache-2.0, with their days of publication; the pages"
    " belong to their authors."
)
FIELD_CREDITS = (WCXB, DATES, *(credit for credit in CREDITS if credit.startswith(("news:", "snippets:", "fundus:"))))


def train_shipped(kind: str, data: Path, *, drawn: Path, folder: Path = FOLDER) -> int:
    """Train one of the two models into a folder."""
    credits = CREDITS if kind == "block" else (WCXB,)
    about = [part for credit in credits for part in ("--data-attribution", credit)]
    looks = [] if kind == "block" else ["--visual", str(drawn)]
    return run_weft(["train", str(data), "-o", str(folder / f"{kind}_classifier.zip"), *looks, *about])


def train_ranker(data: Path, folder: Path = FIELDS) -> int:
    """Train the ranker of fields into a folder, and print its scores."""
    for field, scores in train_fields(data, folder / "fields.zip", attribution=FIELD_CREDITS).items():
        for corpus, score in scores.items():
            print(f"{field} {corpus}: {score.right:.3f} right, precision {score.precision:.3f}, {score.pages} pages")
    return 0


def main() -> int:
    """Train the models that are named."""
    parser = argparse.ArgumentParser(prog="python -m bench.models", description=__doc__)
    parser.add_argument("data", type=Path, help="the unpacked data")
    parser.add_argument("kinds", nargs="+", choices=("block", "visual", "fields"), help="which models")
    parser.add_argument("--drawn", type=Path, default=Path("drawn"), help="the folder of drawn pages (default: drawn)")
    parser.add_argument(
        "-o", "--output", type=Path, default=None, help="where they go (default: where weft reads them)"
    )
    options = parser.parse_args()
    return max(_train(kind, options) for kind in options.kinds)


def _train(kind: str, options: argparse.Namespace) -> int:
    if kind == "fields":
        return train_ranker(options.data, options.output or FIELDS)
    return train_shipped(kind, options.data, drawn=options.drawn, folder=options.output or FOLDER)


if __name__ == "__main__":
    sys.exit(main())
