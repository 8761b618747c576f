import numpy as np
import pytest

from tests.extractors.chosen import choose_likely
from weft import parse
from weft._native import Choice

LONG = "The weaver passes the weft through the warp and beats it up"


def choose(html: str, probability: list[float], *, beta: float = 1.0, article: float = 0.0) -> Choice:
    page = parse(html)
    assert len(page.blocks) == len(probability), [block.text for block in page.blocks]
    return choose_likely(page, np.array(probability), beta=beta, article=article)


def kept(html: str, probability: list[float]) -> list[str]:
    return [parse(html).blocks[block].text for block in choose(html, probability).keep.tolist()]


def test_a_table_is_kept_or_dropped_as_one() -> None:
    table = "<table><tr><th>Loom<th>Price<tr><td>Small<td>100</table>"
    assert kept(f"<p>{LONG}{table}", [0.9, 0.9, 0.9, 0.2, 0.9]) == [LONG, "Loom", "Price", "Small", "100"]
    assert kept(f"<p>{LONG}{table}", [0.9, 0.1, 0.1, 0.9, 0.1]) == [LONG]


def test_cells_items_and_headings_that_repeat_stay() -> None:
    said = "pass the weft through the warp twice"
    html = f"<h2>{said}</h2><p>{LONG}</p><h2>{said}</h2><ol><li>{said}<li>{said}</ol>"
    assert kept(html, [0.9] * 5) == [said, LONG, said, said, said]


def test_a_second_copy_of_a_passage_goes_and_is_named() -> None:
    html = f"<p>{LONG}</p><p>Another passage of the page.</p><div>{LONG}</div>"
    assert kept(html, [0.9] * 3) == [LONG, "Another passage of the page."]
    assert choose(html, [0.9] * 3).repeats.tolist() == [2]
    assert choose(html, [0.9, 0.9, 0.1]).repeats.tolist() == []  # it would not have been kept
    short = "five words are no passage"
    assert kept(f"<p>{short}</p><p>{short}</p>", [0.9] * 2) == [short, short]


def test_code_among_kept_blocks_is_kept() -> None:
    assert kept(f"<p>{LONG}</p><pre>weave()</pre><p>{LONG} again</p>", [0.9, 0.01, 0.9]) == [
        LONG,
        "weave()",
        f"{LONG} again",
    ]
    assert kept(f"<p>{LONG}</p><pre>weave()</pre>", [0.9, 0.01]) == [LONG]  # behind the last kept block


def test_a_list_right_between_kept_blocks_is_kept_and_a_menu_is_not() -> None:
    html = f"<p>{LONG}</p><ul><li>wool</li><li>linen</li></ul><p>{LONG} again</p>"
    assert "wool" in kept(html, [0.9, 0.3, 0.3, 0.9])
    assert "wool" not in kept(html, [0.9, 0.05, 0.05, 0.9])
    menu = html.replace("<li>wool", "<li><a href=/wool>wool</a>").replace("<li>linen", "<li><a href=/linen>linen</a>")
    assert "wool" not in kept(menu, [0.9, 0.3, 0.3, 0.9])


def test_the_heading_of_a_kept_passage_is_kept() -> None:
    html = f"<h1>Looms</h1><h2>Small</h2><p>{LONG}</p><h2>Shop</h2><p>Buy now</p>"
    assert kept(html, [0.1, 0.1, 0.9, 0.1, 0.1]) == ["Looms", "Small", LONG]


def test_a_caption_is_left_to_the_formats_unless_nothing_else_is_likely() -> None:
    figure = "<figure><img src=loom.jpg width=600 height=400><figcaption>A loom in Ghent</figcaption></figure>"
    html = f"<p>{LONG}</p>{figure}<p>{LONG} again</p>"
    assert "A loom in Ghent" not in kept(html, [0.9, 0.99, 0.9])
    assert "A loom in Ghent" in kept(html, [0.1, 0.99, 0.1])


def test_noise_in_a_kept_structure_goes() -> None:
    html = f"<p>{LONG}</p><div><button>Copy</button><pre>weave()</pre></div><p>{LONG} again</p>"
    assert kept(html, [0.9] * 4) == [LONG, "weave()", f"{LONG} again"]


def test_beta_weighs_recall_against_precision() -> None:
    html = "".join(f"<p>{' '.join(f'{word}{number}' for number in range(10))}" for word in "abc")
    careful, usual, greedy = (choose(html, [0.9, 0.5, 0.2], beta=beta) for beta in (0.2, 1.0, 5.0))
    assert [len(choice.keep) for choice in (careful, usual, greedy)] == [1, 2, 3]
    assert usual.expected > max(careful.expected, greedy.expected)  # all in F1, which confidence is about


def test_much_that_may_be_content_is_kept_as_a_whole_where_little_is_likely() -> None:
    line, rows = "<p>Looms and repairs", "".join(f"<p><a href=/{n}>{LONG} number {n}</a>" for n in range(9))
    html, likely = line + rows, [0.9, *[0.2] * 9]
    assert len(choose(html, likely).keep) == 10
    assert choose(html, likely).cut == 0.15
    for few in (
        choose(html, likely, article=0.9),  # an article has one body
        choose(html, likely, beta=0.9),  # somebody would rather lose words
        choose(html, [0.9, *[0.14] * 9]),
        choose(html, [0.9, *[0.2] * 3, *[0.1] * 6]),  # not so many words
        choose(f"<p>{LONG * 6}{rows}", likely),  # enough is likely
    ):
        assert few.keep.tolist() == [0]


def test_a_menu_of_a_page_of_a_few_texts_goes() -> None:
    html = "<nav>Home, recipes</nav><p>Please wait"
    assert kept(html, [0.9, 0.9]) == ["Please wait"]
    assert kept(html, [0.9, 0.1]) == ["Home, recipes"]
    more = "<p>One<p>Two<p>Three<p>Four"
    assert len(kept(html + more, [0.9] * 6)) == 6


def test_a_unit_is_as_probable_as_its_words() -> None:
    choice = choose("<ul><li>one two three<li>four</ul><p>five", [0.8, 0.4, 0.5])
    assert choice.probability == pytest.approx([0.7, 0.7, 0.5])


def test_a_page_of_nothing_has_no_choice() -> None:
    choice = choose("", [])
    assert (choice.keep.tolist(), choice.cut) == ([], np.inf)


def test_every_block_must_be_told_of() -> None:
    with pytest.raises(ValueError, match="every block"):
        choose_likely(parse("<p>One<p>Two"), np.ones(1))
