"""Ontologies that a user writes: what is read, and what each mistake is told."""

from pathlib import Path

import pytest

from weft.errors import ArtifactError, ConfigError
from weft.papers.c import Ontology, ontology_names, ontology_path
from weft.papers.c.ontology_file import load_model, read_model

GOOD = """format = 1
name = "lamp"
least = 1
relations = ["lamp [1] has price [1]", "lamp [0:*] has colour", "price [0:1] has tax"]

[object.price]
patterns = ['[$][0-9]+']
keywords = ["price", "价格"]

[object.colour]
keyword = "label"
keywords = ["colour"]

[object.tax]
patterns = ['[0-9]+ ?%']
within = 1
"""


def test_an_ontology_is_read() -> None:
    model = read_model(GOOD)
    assert [one.name for one in model.objects] == ["price", "colour", "tax"]
    assert model.functional == {"price"} == model.required
    price, colour, tax = model.relations
    assert (price.least, price.most, price.once) == (1, 1, True)
    assert (colour.least, colour.most, colour.once) == (0, None, False)
    assert not model.is_own(tax.has)


BAD = {
    ("format = 1", "format = 2"): "o.toml:1: format: write `format = 1`",
    ('"lamp"', '"Big lamp"'): "o.toml:2: name: 'Big lamp' is no name",
    ("least = 1", "least = 9"): "o.toml:3: least: how many object sets",
    ("least = 1", 'least = "one"'): "o.toml:3: least: a number is expected",
    ("least = 1", "most = 1"): "o.toml:3: most: this key is not known; there are format",
    ("lamp [1] has price [1]", "lamp has price"): "o.toml:4: relations[0]: 'lamp has price' is no relation; write",
    ("lamp [1] has price [1]", "lamp [2:1] has price"): "relations[0]: 'lamp [2:1] has price': the numbers",
    ("lamp [1] has price [1]", "lamp [1] has prize"): "relations[0]: prize is no object set; there are lamp, colour",
    ("price [0:1] has tax", "price [0:1] has colour"): "relations[2]: colour belongs to lamp already",
    (', "price [0:1] has tax"', ""): 'relations: tax belongs to nothing; add "lamp [0:1] has tax"',
    ("price [0:1] has tax", "tax [0:1] has tax"): "relations: tax belongs to itself",
    (
        "patterns = ['[$][0-9]+']",
        "patterns = ['[$][0-9+']",
    ): "o.toml:6: object.price.patterns[0]: unclosed character class",
    ("patterns = ['[$][0-9]+']", "patterns = 'x'"): "o.toml:6: object.price.patterns: a list of texts is expected",
    ("patterns = ['[$][0-9]+']", "patterns = [3]"): "object.price.patterns[0]: a text is expected, not 3",
    ("patterns = ['[$][0-9]+']", ""): "object.price: it has no patterns; give some, or",
    ("patterns = ['[$][0-9]+']", "patern = ['x']"): "object.price.patern: this key is not known",
    ('keywords = ["colour"]', ""): 'object.colour.keywords: keyword = "label" needs some keywords',
    ('keyword = "label"', 'keyword = "close"'): "object.colour.keyword: 'close' is not known; there are helps, near",
    ('keyword = "label"', 'kind = "date"\nkeyword = "label"'): "object.colour.keyword: a date needs no label",
    ('keyword = "label"', 'kind = "rest"\nline = 1'): "object.colour.line: true or false is expected",
    ("within = 1", 'above = "shade"'): "object.tax.above: 'shade' is no other object set; there are colour, price",
    ("within = 1", 'above = "tax"'): "object.tax.above: 'tax' is no other object set; there are colour, price",
    ("within = 1", "begins = ['[0-9']"): "object.tax.begins[0]: unclosed character class",
    ("within = 1", "within = -1"): "object.tax.within: a number from 0 to 20",
    ("within = 1", 'kind = "date"'): 'object.tax.patterns: kind = "date" has no patterns',
    (
        "[object.tax]\npatterns = ['[0-9]+ ?%']\nwithin = 1",
        '[object.tax]\nkind = "rest"',
    ): "the rest belongs to the record",
    ("[object.colour]", "[object.Colour]"): "object.Colour: 'Colour' is no name",
    ("least = 1", "least 1"): "o.toml is no TOML: Expected '=' after a key in a key/value pair (at line 3",
}


@pytest.mark.parametrize("change", BAD, ids=lambda change: change[1][:30])
def test_mistakes_are_told(change: tuple[str, str]) -> None:
    assert change[0] in GOOD
    with pytest.raises(ArtifactError) as error:
        read_model(GOOD.replace(*change), name="o.toml")
    assert BAD[change] in str(error.value)


def test_no_objects_and_two_rests() -> None:
    with pytest.raises(ArtifactError, match="write one as"):
        read_model('format = 1\nname = "x"')
    with pytest.raises(ArtifactError, match="an object set is a table"):
        read_model('format = 1\nname = "x"\nobject.a = 3')
    text = 'format = 1\nname = "x"\nrelations = ["x [1] has a", "x [1] has b"]\n[object.a]\nkind = "rest"\n'
    with pytest.raises(ArtifactError, match="a is the rest already"):
        read_model(text + '[object.b]\nkind = "rest"')


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "o.toml"
    with pytest.raises(ArtifactError, match="cannot be read"):
        load_model(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ArtifactError, match="cannot be read"):
        load_model(path)
    with pytest.raises(ArtifactError, match="it is no ontology"):
        read_model("#" * 600_000)
    with pytest.raises(ArtifactError, match="is no TOML"):
        read_model("a = " + "[" * 50_000)


def test_five_come_with_weft() -> None:
    assert ontology_names() == ("contact", "event", "job", "post", "product")
    for name in ontology_names():
        model = Ontology.named(name).model
        assert model.name == name
        words = [keyword for one in model.objects for keyword in one.keywords]
        assert any(word.isascii() for word in words)
        assert any("\u4e00" <= word[0] <= "\u9fff" for word in words)
        assert ontology_path(name).name == f"{name}.toml"
    with pytest.raises(ConfigError, match="there is no ontology boat; there are contact"):
        Ontology.named("boat")
