"""Letters can be read: the colours of the style sheets, light and dark, have the contrast that WCAG 2.2 AA asks for."""

import re

import pytest

from weft.reports.writing import read_house_file

TEXT, SHAPE = 4.5, 3.0  # WCAG 2.2, 1.4.3 and 1.4.11
NAMES = ["body", "record", "noise", *(f"field-{number}" for number in range(8))]
PAIRS = [
    *(("ink", ground, TEXT) for ground in ("paper", "panel", "sunken", "wash", "bad-wash", "warn-wash")),
    *(("soft", ground, TEXT) for ground in ("paper", "panel", "wash")),
    *(("accent", ground, TEXT) for ground in ("paper", "panel", "wash")),
    *(("bad", ground, TEXT) for ground in ("paper", "panel", "bad-wash")),
    ("on-accent", "accent", TEXT),
    ("warn", "warn-wash", TEXT),
    ("paper", "ink", TEXT),
    ("edge", "panel", SHAPE),
    *(("focus", ground, SHAPE) for ground in ("paper", "panel", "sunken")),
    *(("on-name", name, TEXT) for name in NAMES),
]


def schemes() -> dict[str, dict[str, str]]:
    """The variables by scheme; what dark does not say anew holds from light."""
    style = read_house_file("house.css")
    light, dark = style.split("@media (prefers-color-scheme: dark)", maxsplit=1)
    found = [
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part.split("\n}\n", maxsplit=1)[0])) for part in (light, dark)
    ]
    return {"light": found[0], "dark": found[0] | found[1]}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_black_and_white():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("front", "ground", "least"), PAIRS)
def test_colours_can_be_told_apart(scheme, front, ground, least):
    colours = schemes()[scheme]
    assert contrast(colours[front], colours[ground]) >= least


def test_dark_changes_the_grounds():
    found = schemes()
    assert all(found["light"][name] != found["dark"][name] for name in ("paper", "panel", "ink", "accent", "focus"))
