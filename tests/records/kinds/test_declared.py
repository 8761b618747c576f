"""Items that a page declares."""

from tests.records.kinds.reading import records, regions, values

SCHEMA = "itemscope itemtype=https://schema.org"


def review(name: str, value: int, text: str) -> str:
    return (
        f"<article itemprop=review {SCHEMA}/Review><span itemprop=author {SCHEMA}/Person><b itemprop=name>{name}</b>"
        f"</span><time itemprop=datePublished datetime=2024-05-02>2 May</time>"
        f"<span itemprop=reviewRating {SCHEMA}/Rating><meta itemprop=bestRating content=10>"
        f"<i itemprop=ratingValue>{value}</i></span><p itemprop=reviewBody>{text}</p></article>"
    )


def test_reviews() -> None:
    html = f"<div {SCHEMA}/Product>{review('Ann', 8, 'A sturdy loom.')}{review('Bob', 3, 'It creaks.')}</div>"
    assert values(html, "reviews")[0] == {
        "author": "Ann",
        "time": "2024-05-02",
        "time_text": "2 May",
        "rating": "8",
        "body": "A sturdy loom.",
        "typed": {"rating": {"value": 8.0, "best": 10.0}},
    }


def test_a_review_without_words_is_none() -> None:
    assert regions(f"<div {SCHEMA}/Review><i itemprop=ratingValue>4</i></div>") == ()


def test_a_rating_above_the_best_is_none() -> None:
    assert (
        "rating"
        not in records(f"<div {SCHEMA}/Product>{review('Ann', 11, 'A sturdy loom.')}</div>", "reviews")[0].fields
    )


def answer(text: str, votes: int, prop: str = "suggestedAnswer") -> str:
    return (
        f"<div itemprop={prop} {SCHEMA}/Answer><span itemprop=upvoteCount>{votes}</span><div itemprop=text>{text}</div>"
        f"<a itemprop=author {SCHEMA}/Person href=/u/1><span itemprop=name>Cleo</span></a></div>"
    )


def test_a_question_and_its_answers() -> None:
    html = (
        f"<div {SCHEMA}/Question><h1 itemprop=name>Which yarn?</h1><div itemprop=text>For a rug.</div>"
        f"<span itemprop=upvoteCount>5</span>{answer('Wool.', 12, 'acceptedAnswer')}{answer('Hemp.', -2)}</div>"
    )
    question, first, second = values(html, "answers")
    assert (question["title"], question["body"], question["votes"]) == ("Which yarn?", "For a rug.", "5")
    assert (first["body"], first["accepted"], first["parent"], first["author"]) == ("Wool.", "yes", "0", "Cleo")
    assert "accepted" not in second
    assert second["typed"] == {"votes": -2, "parent": 0}
    assert [record.parent for record in records(html, "answers")] == [-1, 0, 0]


def test_events_and_jobs() -> None:
    event = (
        f"<li {SCHEMA}/MusicEvent><a itemprop=url href=/e/1><span itemprop=name>Fair</span></a>"
        f"<time itemprop=startDate datetime=2024-06-01T10:00>1 June</time>"
        f"<span itemprop=location {SCHEMA}/Place><span itemprop=name>Town hall</span></span></li>"
    )
    assert values(f"<ul>{event}</ul>", "events") == [
        {
            "title": "Fair",
            "start": "2024-06-01T10:00",
            "start_text": "1 June",
            "place": "Town hall",
            "url": "https://looms.example/e/1",
        }
    ]
    job = (
        f"<li {SCHEMA}/JobPosting><h3 itemprop=title>Weaver</h3>"
        f"<span itemprop=hiringOrganization {SCHEMA}/Organization>"
        "<b itemprop=name>Mill &amp; Sons</b></span></li>"
    )
    assert values(f"<ul>{job}</ul>", "jobs") == [{"title": "Weaver", "company": "Mill & Sons"}]
    assert regions(f"<div {SCHEMA}/Event><b itemprop=name>Fair</b></div>") == ()  # without a date


def test_comments_in_rdfa() -> None:
    html = (
        "<div typeof='schema:Comment'><span property='schema:author'>Ann</span>"
        "<div property='schema:text'>Well said.</div></div>"
    )
    assert values(html, "comments") == [{"author": "Ann", "body": "Well said."}]
