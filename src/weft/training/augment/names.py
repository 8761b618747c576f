"""Names of a program exchanged for made-up words: classes, ids, addresses; and what speaks to machines."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from urllib.parse import urlsplit, urlunsplit

from weft.training.augment.cases import Draft
from weft.training.augment.trees import RAW, TEXT, Branch
from weft.training.augment.words import MEANING_OF

SYLLABLES = tuple(a + b for a in "bdfgklmnprstvz" for b in "aeiou")
NAMES = ("id", "name", "for", "headers")  # attributes whose value is one name, or several
ADDRESSES = ("href", "src", "action", "cite")
# What tells machines the meaning of an element, or holds a program.
MEANT = re.compile(r"on[a-z]+|data-.*|item(?:prop|scope|type|id|ref)|role|aria-.*|property|typeof|vocab|about|resource")
KEPT_NAMES = frozenset(("viewport", "description", "keywords", "robots", "author"))  # of `meta`
_LETTERS = re.compile(r"%[0-9A-Fa-f]{2}|[^\W\d_]+")
_PART = re.compile(r"[^/&=]+")
_ENDING = re.compile(r"\.[A-Za-z]{2,5}$")

Rename = Callable[[str], str]


def scramble_names(draft: Draft) -> bool:
    """Every word of classes and ids becomes a made-up one, the same on all pages of the program; numbers stay."""
    rename = _renamer(draft, "names")
    for branch in draft.root:
        _clean(branch)
        if "class" in branch.attributes:
            branch.attributes["class"] = rename(branch.attributes["class"])
        _rename_ids(branch, rename)
    return True


def drop_names(draft: Draft) -> bool:
    """No element has a class; ids are made-up words where an address or a label leads to them, else gone."""
    rename = _renamer(draft, "names")
    wanted = {target for branch in draft.root for target in _targets(branch)}
    for branch in draft.root:
        _clean(branch)
        branch.attributes.pop("class", None)
        if branch.attributes.get("id") not in wanted:
            branch.attributes.pop("id", None)
        _rename_ids(branch, rename)
    return True


def scramble_addresses(draft: Draft) -> bool:
    """The words of paths and queries become made-up ones, `/member.php?u=5` reads `/kafo.php?tu=5`; titles stay."""
    rename = _renamer(draft, "addresses")
    changed = False
    for branch in draft.root:
        for name in ADDRESSES:
            address = branch.attributes.get(name, "")
            if address and not address.startswith("#"):
                said = frozenset(_LETTERS.findall(branch.said().casefold()))
                branch.attributes[name] = _renamed_address(address, _renamer_beside(rename, said))
                changed |= branch.attributes[name] != address
    return changed


def _renamer(draft: Draft, what: str) -> Rename:
    program = draft.program

    @cache
    def word(old: str) -> str:
        if old.startswith("%"):
            return old
        chance = Random(f"{program}/{what}/{old.casefold()}")
        return "".join(chance.choices(SYLLABLES, k=chance.choice((2, 2, 3))))

    return cache(lambda text: _LETTERS.sub(lambda match: word(match[0]), text))


def _renamer_beside(rename: Rename, said: frozenset[str]) -> Rename:
    """Renames all but what the link itself says: the name of a user, the words of a title."""

    def part(match: re.Match[str]) -> str:
        words = _LETTERS.findall(match[0].casefold())
        stays = words and said.issuperset(words) and not MEANING_OF.keys() & set(words)
        return match[0] if stays else rename(match[0])

    return lambda text: _PART.sub(part, text)


def _clean(branch: Branch) -> None:
    """Without the attributes that speak to machines; a script or a style has no text."""
    for name in [name for name in branch.attributes if MEANT.fullmatch(name)]:
        del branch.attributes[name]
    if branch.tag in RAW:
        branch.children = []
    if branch.tag == "meta" and branch.attributes.get("name", "") not in KEPT_NAMES:
        branch.attributes = {key: value for key, value in branch.attributes.items() if key == "charset"}


def _rename_ids(branch: Branch, rename: Rename) -> None:
    for name in NAMES:
        if name in branch.attributes and branch.tag != "meta":
            branch.attributes[name] = rename(branch.attributes[name])
    address = branch.attributes.get("href", "")
    if "#" in address and not address.lower().startswith("javascript:"):
        before, _, target = address.partition("#")
        branch.attributes["href"] = f"{before}#{rename(target)}"


def _targets(branch: Branch) -> list[str]:
    label = branch.attributes.get("for", "")
    return [label, branch.attributes.get("href", "").partition("#")[2]]


def _renamed_address(address: str, rename: Rename) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:  # people write what is no address
        return address
    if parts.scheme not in ("", "http", "https"):
        return address
    ending = _ENDING.search(parts.path)
    path = parts.path[: ending.start()] if ending else parts.path
    return urlunsplit(parts._replace(path=rename(path) + (ending[0] if ending else ""), query=rename(parts.query)))


def is_text(branch: Branch) -> bool:
    """Whether a branch is a text that people see."""
    return branch.tag == TEXT and not branch.is_blank and not (branch.parent and branch.parent.tag in RAW)
