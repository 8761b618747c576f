"""Options behind a name: read by the type of the field, refused with the right ones."""

from dataclasses import dataclass
from typing import Literal

import pytest

import weft
from weft.errors import ConfigError
from weft.papers.a.block_paths import Leader
from weft.papers.a.density import Density
from weft.papers.b.repeated_subtrees import PRINTED, RepeatedSubtrees
from weft.records.find import RECORD_METHODS
from weft.registry import Registry, options_of, with_options


@dataclass(frozen=True, kw_only=True)
class Loom:
    width: int = 40
    tension: float = 0.5
    foldable: bool = False
    warp: Literal["linen", "wool"] = "wool"
    name: str = "loom"
    shafts: tuple[str, ...] = ("one", "two")
    maker: object = None


@pytest.mark.parametrize(
    ("text", "loom"),
    [
        ("width=60", Loom(width=60)),
        ("tension=1", Loom(tension=1.0)),
        ("foldable=yes,warp=linen", Loom(foldable=True, warp="linen")),
        ("shafts=three+four,name=big", Loom(shafts=("three", "four"), name="big")),
        ("shafts=", Loom(shafts=())),
    ],
)
def test_values_are_of_the_type_of_the_field(text: str, loom: Loom) -> None:
    assert with_options(Loom(), text, name="loom") == loom


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("height=3", "loom goes with width=40, tension=0.5, foldable=no, warp=wool, name=loom, shafts=one+two"),
        ("width", "has no option 'width'"),
        ("", "has no option ''"),
        ("maker=Lathe", "has no option"),
        ("width=wide", "a whole number, not 'wide'"),
        ("width=1.5", "a whole number"),
        ("tension=tight", "a number, not 'tight'"),
        ("tension=nan", "a number, not 'nan'"),
        ("foldable=1", "choose one of yes, true, no, false"),
        ("warp=silk", "choose one of linen, wool"),
    ],
)
def test_a_wrong_option_says_what_is_right(text: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        with_options(Loom(), text, name="loom")
    assert said in str(caught.value)


def test_what_is_no_dataclass_has_no_options() -> None:
    assert options_of(len) == {}
    with pytest.raises(ConfigError, match="takes none"):
        with_options(len, "long=yes", name="len")


def test_registries_read_options() -> None:
    looms: Registry[Loom] = Registry({"loom": f"{__name__}:Loom"}, instances=True)
    assert "loom:width=60" in looms
    assert "mill:width=60" not in looms
    assert looms["loom:width=60"] == Loom(width=60)
    assert list(looms) == ["loom"]  # a variant is no new name
    with pytest.raises(KeyError):
        looms["mill:width=60"]


def test_the_registries_of_weft_have_variants() -> None:
    assert weft.EXTRACTORS["density:alpha=0.1"] == Density(alpha=0.1)
    assert weft.CLUSTERINGS["leader:all_pairs=yes"] == Leader(all_pairs=True)
    assert RECORD_METHODS["repeated_subtrees_printed"] is PRINTED
    assert RECORD_METHODS["repeated_subtrees:id_digits=4"] == RepeatedSubtrees(id_digits=4)


@pytest.mark.parametrize("part", ["similarity", "clustering", "learner"])
def test_a_wrong_option_is_told_before_any_page_is_read(part: str) -> None:
    name = {"similarity": "istm", "clustering": "leader", "learner": "delete_same"}[part]

    def pages() -> object:
        raise AssertionError("a page was read")
        yield

    with pytest.raises(ConfigError, match="has no option"):
        weft.learn(pages(), **{part: f"{name}:colour=red"})  # type: ignore[arg-type]


def test_a_site_keeps_the_options_it_was_learned_with() -> None:
    page = "<title>{0}</title><div><h1>{0}</h1><div><p>{0} is what this page is about.</div></div><div>Foot</div>"
    pages = [(f"http://weft.example/{k}", page.format(f"Loom {k}").encode()) for k in range(4)]
    site = weft.learn(
        pages, similarity="block_paths:least=1", clustering="leader:least=2", learner="block_rule:alpha=0.1"
    )
    again = weft.Site.from_json(site.to_json())
    assert (again.clustering, again.learner) == ("leader:least=2", "block_rule:alpha=0.1")
    assert [len(cluster.page_ids) for cluster in again.clusters] == [4]
