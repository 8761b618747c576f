from tools.language_table import TABLE, main, read_table, remake, write_table
from weft import _native


def test_the_table_is_as_it_is_made() -> None:
    assert main(["--check"]) == 0


def test_the_kernel_has_the_table() -> None:
    assert _native.language_table() == TABLE.read_text(encoding="utf-8")


def test_rows_by_hand_stay_and_the_others_are_made() -> None:
    rows = {("de", "before", "ours"): ["vor"], ("de", "day 1", "ours"): ["gestern"], ("de", "ago", "cldr"): ["nothing"]}
    made = read_table(write_table(remake(rows)))
    assert made["de", "before", "ours"] == ["vor"]
    assert ("de", "ago", "cldr") not in made
    assert made["de", "month 3", "cldr"] == ["märz", "mär"]
    assert made["de", "month 3", "plain"] == ["marz"]
    assert "stunden" in made["de", "unit hour", "cldr"]
