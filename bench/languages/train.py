"""Trains the language model of the kernel: for each alphabet that languages share, a linear model of hashed n-grams.

`python -m bench.languages.train PACKAGES` learns from the sentences of `bench.languages.corpus`, joined to texts of 8
to 300 characters, and writes `native/text/src/language_model.bin`. The loss is the cross-entropy of a softmax over the
languages of the alphabet; the features are the shares of the n-grams of a text; weights are kept in a byte each.
"""

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.languages.corpus import LANGUAGES, read_sentences
from bench.languages.features import buckets_of, letters_of
from bench.places import CHECKOUT, folder_argument

MODEL = CHECKOUT / "native" / "text" / "src" / "language_model.bin"
SIZES = {
    "Latn": 1 << 14,
    "Cyrl": 1 << 12,
    "Arab": 1 << 12,
    "Deva": 1 << 11,
    "Hebr": 1 << 9,
    "Beng": 1 << 9,
    "Ethi": 1 << 9,
}
SHORTEST, LONGEST = 8, 300  # characters of a text
EFFORT = {"Latn": (3_000, 4)}  # texts of a language in a round, and rounds; the losses fall no further
OTHER_EFFORT = (1_500, 3)
BATCH = 512
RATE = 0.5  # of Adagrad; halved every round
CREDIT = (
    "weft: weights of n-grams by language, learned from the translations of the packages that "
    "bench/languages/packages.py lists, each under its own free licence; CLDR data by Unicode.\n"
)
Matrix = NDArray[np.float32]


def draw(sentences: Sequence[str], count: int, choose: np.random.Generator) -> list[str]:
    """Texts of one language: sentences joined until they are as long as was drawn, cut at a word."""
    texts = []
    for _ in range(count):
        length = int(np.exp(choose.uniform(np.log(SHORTEST), np.log(LONGEST))))
        place = int(choose.integers(len(sentences)))
        text = sentences[place]
        while len(text) < length:
            place = int(choose.integers(len(sentences)))
            text += " " + sentences[place]
        if len(text) > length:
            start = int(choose.integers(len(text) - length + 1))
            start = text.rfind(" ", 0, start) + 1
            text = text[start : start + length + 1].rpartition(" ")[0] or text[start : start + length]
        texts.append(text)
    return texts


def features(texts: Sequence[str], script: str) -> tuple[Any, NDArray[np.bool_]]:
    """The shares of n-grams, a row a text; and which texts are in the alphabet at all."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

    size = SIZES[script]
    columns, values, ends, kept = [], [], [0], []
    for text in texts:
        letters, own = letters_of(text)
        kept.append(own == script)
        if own == script:
            buckets, counts = np.unique(buckets_of(letters, size), return_counts=True)
            columns.append(buckets)
            values.append(counts / counts.sum())
            ends.append(ends[-1] + len(buckets))
    data = np.concatenate(values).astype(np.float32) if values else np.zeros(0, np.float32)
    index = np.concatenate(columns).astype(np.int32) if columns else np.zeros(0, np.int32)
    return csr_matrix((data, index, ends), shape=(len(ends) - 1, size)), np.array(kept)


def fit(script: str, sentences: Mapping[str, Sequence[str]]) -> tuple[Matrix, Matrix]:
    """The weights and offsets of an alphabet's languages, by stochastic gradients (Adagrad)."""
    texts, rounds = EFFORT.get(script, OTHER_EFFORT)
    languages = LANGUAGES[script]
    choose = np.random.default_rng(21)
    weights = np.zeros((SIZES[script], len(languages)), np.float32)
    offsets = np.zeros(len(languages), np.float32)
    squares, offset_squares = np.full_like(weights, 1e-8), np.full_like(offsets, 1e-8)
    for number in range(rounds):
        drawn = [(text, i) for i, language in enumerate(languages) for text in draw(sentences[language], texts, choose)]
        order = choose.permutation(len(drawn))
        rate, losses = RATE * 0.5**number, []
        for start in range(0, len(order), BATCH):
            batch = [drawn[i] for i in order[start : start + BATCH]]
            x, kept = features([text for text, _ in batch], script)
            y = np.array([label for _, label in batch])[kept]
            scores = SCALE * (x @ weights) + offsets
            scores -= scores.max(axis=1, keepdims=True)
            shares = np.exp(scores)
            shares /= shares.sum(axis=1, keepdims=True)
            losses.append(float(-np.log(shares[np.arange(len(y)), y] + 1e-9).mean()))
            shares[np.arange(len(y)), y] -= 1
            gradient = SCALE * (x.T @ shares) / len(y)
            squares += gradient**2
            weights -= rate * gradient / np.sqrt(squares)
            slope = shares.mean(axis=0)
            offset_squares += slope**2
            offsets -= 0.1 * rate * slope / np.sqrt(offset_squares)
        print(f"{script} round {number}: {np.mean(losses[-100:]):.3f}", flush=True)
    return weights * SCALE, offsets


SCALE = 8.0  # the shares of n-grams are small: so weights stay near 1


def write(models: Mapping[str, tuple[Matrix, Matrix]]) -> bytes:
    """The models as the kernel reads them: a credit, then name, languages, offsets and weights of each alphabet."""
    parts = [f"{CREDIT}\0".encode(), bytes((len(models),))]
    for script, (weights, offsets) in models.items():
        scale = float(np.abs(weights).max()) / 127
        names = " ".join(LANGUAGES[script]).encode()
        parts.append(script.encode() + struct.pack("<HIHf", len(names), len(weights), len(offsets), scale) + names)
        parts.append(offsets.astype("<f4").tobytes())
        parts.append(np.clip(np.round(weights / scale), -127, 127).astype(np.int8).tobytes())
    return b"".join(parts)


def main(packages: Path) -> None:
    """Learn from what may train, and write the file."""
    sentences: dict[str, list[str]] = {}
    for sentence, may_train in read_sentences(packages):
        if may_train:
            sentences.setdefault(sentence.language, []).append(sentence.text)
    MODEL.write_bytes(write({script: fit(script, sentences) for script in SIZES}))
    print(f"{MODEL.stat().st_size} bytes")


if __name__ == "__main__":
    main(
        folder_argument(
            "bench.languages.train", __doc__, what="what `python -m bench.languages.packages FOLDER` fetched"
        )
    )
