"""Where sentences end: each is a chunk where a chunk holds no more than one."""

import pytest

import weft


def sentences(html: str) -> list[str]:
    return [chunk.text for chunk in weft.extract(f"<p>{html}", method="whole_page").chunks(size=1)]


@pytest.mark.parametrize(
    "expected",
    [
        ["It is woven.", "Is it?", "It is!", "Yes…", "No."],
        ['He said "no."', "She said (yes!)", "Both did."],
        ["It costs 3.50 today.", "It is e.g. cheap, or approx. so."],
        ["J. Loom and A. B. Weft came.", "They left."],
        ["Это ткань.", "Она новая."],
        ["यह कपड़ा है।", "वह नया है।"],
        ["هل هو جديد؟", "نعم هو."],
    ],
)
def test_with_spaces(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


@pytest.mark.parametrize("expected", [["布织成了。", "是吗？", "“是的！”", "他说。"], ["織機は動く。", "布ができる。"]])
def test_without_spaces(expected: list[str]) -> None:
    assert sentences("".join(expected)) == expected


def test_an_end_between_marks_and_at_a_break() -> None:
    html = "<b>One is bold. </b>Two<b>.</b><img src=/a.png alt=a width=400 height=300> Three<br>four"
    assert sentences(html) == ["**One is bold.**", "Two.![a](/a.png)", "Three", "four"]


def test_sentences_that_follow_each_other_are_written_as_in_their_paragraph() -> None:
    html = "<p><b>One is bold. Two is.</b> Three is &lt;b>. Four<br>Five. 织机。布。"
    document = weft.extract(html, method="whole_page")
    chunks = [chunk.text for chunk in document.chunks(size=20)]
    assert chunks == ["**One is bold. Two is.** Three is \\<b>.", "Four  \nFive. 织机。布。"]
