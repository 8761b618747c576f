"""Random pages with a fixed seed: tag soup as crawls bring it."""

import random

TAGS = (
    "div p span a b i em table tr td ul li ol h1 h2 section article nav footer br img form select option script style "
    "noscript pre blockquote svg math template button font center dl dt dd x-card"
).split()
WORDS = "warp weft loom shuttle 织机 经线 纬线 thread's 2022-09-04 &amp; &nbsp; café \n \t Ткач &#x4f60; e.g. <".split(
    " "
)
ATTRIBUTES = (
    'class="post-17 body"', "class=side", 'id="main"', "hidden", 'style="display: none"', 'href="/a?b=1&c"', "href=#",
    'aria-hidden="true"', "data-x='1'", 'style="color:red"',
)  # fmt: skip


def make_page(seed: int, size: int = 60) -> str:
    """A random page of about `size` pieces: unclosed, misnested, with scripts, tables, foreign and hidden elements."""
    rng = random.Random(seed)
    pieces = ["<!doctype html>"] if rng.random() < 0.7 else []
    open_tags: list[str] = []
    for _ in range(size):
        choice = rng.random()
        if choice < 0.4:
            tag = rng.choice(TAGS)
            attributes = " ".join(rng.sample(ATTRIBUTES, rng.randrange(3)))
            pieces.append(f"<{tag} {attributes}>")
            open_tags.append(tag)
        elif choice < 0.65 and open_tags:
            position = -1 if rng.random() < 0.8 else rng.randrange(len(open_tags))
            pieces.append(f"</{open_tags.pop(position)}>")
        elif choice < 0.68:
            pieces.append("<!-- note -->")
        else:
            pieces.append(" ".join(rng.choices(WORDS, k=rng.randrange(1, 12))) + rng.choice(["", "\n", "\n\n\n"]))
    return "".join(pieces)


def mutate(data: bytes, rng: random.Random) -> bytes:
    """The data with a few bytes changed, cut out, doubled or moved."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 8)):
        start = rng.randrange(len(changed) + 1)
        end = min(len(changed), start + rng.randrange(1, 40))
        action = rng.randrange(4)
        if action == 0:
            changed[start:end] = rng.randbytes(end - start)
        elif action == 1:
            del changed[start:end]
        elif action == 2:
            changed[start:start] = changed[start:end]
        else:
            changed[start:start] = rng.choice(
                [b"<", b">", b"</", b"<!--", b"]]>", b"&", b"\x00", b"\xff\xfe", b'"', b"'"]
            )
    return bytes(changed)
