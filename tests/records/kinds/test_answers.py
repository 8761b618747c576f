"""Answers that nothing declares, and posts that are answers."""

from tests.records.kinds.reading import regions, values
from weft import parse
from weft.records import find_records

PART = (
    "<div class='{kind}'><div class=vote-count>{votes}</div>{mark}<div class=post-body><p>{text}</p></div>"
    "<a class=user href=/user/{name}>{name}</a> <time datetime=2024-05-0{day}>{day} May</time></div>"
)
QUESTION = PART.format(kind="question", votes=5, mark="", text="Which yarn is best for a rug?", name="Ann", day=1)
WOOL = PART.format(
    kind="answer", votes=12, mark="<i class=accepted>✓</i>", text="Wool, because it springs back.", name="Bob", day=2
)
HEMP = PART.format(kind="answer", votes=-1, mark="", text="Hemp, since no moth will eat it.", name="Cleo", day=3)


def test_votes_and_what_was_accepted() -> None:
    question, first, second = values(f"<main>{QUESTION}<div>{WOOL}{HEMP}</div></main>", "answers")
    assert (question["body"], question["votes"], question["author"]) == ("Which yarn is best for a rug?", "5", "Ann")
    assert (first["accepted"], first["votes"], first["parent"]) == ("yes", "12", "0")
    assert (second["typed"], "accepted" in second) == ({"votes": -1, "parent": 0}, False)


def test_answers_without_votes_are_none() -> None:
    plain = (QUESTION + WOOL + HEMP).replace("vote-count", "count").replace("class=accepted", "class=check")
    assert regions(plain) == ()


def test_posts_of_a_discussion_that_are_answers_are_told_so() -> None:
    html = f"<a href=/forum/>Forum</a><main class=thread><div>{QUESTION}</div><div>{WOOL}{HEMP}</div></main>"
    main = find_records(parse(html))[0]
    votes = [record.fields["votes"].typed for record in main.records if "votes" in record.fields]
    assert main.kind == "answers"
    assert votes[-2:] == [12, -1]
