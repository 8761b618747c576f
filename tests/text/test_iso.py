"""Whole dates of ISO 8601 are read without a search: they mean what the search finds, on random input."""

from random import Random

from tests.seeds import every_seed
from weft.text import find_dates, normalise_date


def random_date(random: Random) -> str:
    """A date of ISO 8601, or something like one."""
    text = f"{random.choice((1969, 1970, 2022, 2099, 2100))}-{random.randrange(14):02}-{random.randrange(33):02}"
    if random.random() < 0.8:
        text += f"{random.choice('T t')}{random.randrange(26):02}:{random.randrange(62):02}"
        if random.random() < 0.7:
            text += f":{random.randrange(62):02}" + random.choice(("", "", ".5", ".123456"))
        text += random.choice(("", "Z", "z", "+02:00", "-0330", "+1500", "+14:00"))
    return text


@every_seed(400)
def test_as_the_search_reads_it(seed: int) -> None:
    text = random_date(Random(seed))
    found = find_dates(text)
    searched = found[0].iso if found and len(text) - len(found[0].text) <= 30 else ""
    assert normalise_date(text) == searched, text
