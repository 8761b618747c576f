"""SoftMealy's tokens, patterns and contextual rules."""

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.papers.c.softmealy import Border, Rule, any_match, learn_rules
from weft.papers.c.softmealy_tokens import ANY, ANY_TAG, ANY_TEXT, exact, join, read_pattern, tokenise, write_pattern


@every_seed(25)
def test_tokens_are_balanced_and_say_what_the_page_says(seed: int) -> None:
    page = parse(make_page(seed, 120))
    tokens = tokenise(page)
    open_rows = []
    for token in tokens.tokens:
        if token.kind == "open" and token.row in tokens.closing:
            open_rows.append(token.row)
        elif token.kind == "close":
            assert open_rows.pop() == token.row
    assert open_rows == []
    said = "".join(page.text_bytes[token.start : token.end].decode() for token in tokens.tokens if token.kind == "text")
    texts = "".join(page.text(row) for row in range(len(page)) if page.tag[row] == 0 and page.chars[row])
    assert said == "".join(texts.split())


def test_patterns_are_written_and_read() -> None:
    tokens = tokenise(parse("<div class='post p17' id=x9>Ann's 3 PM 发表 <br></div>")).tokens
    for token in tokens:
        pattern = exact(token)
        assert read_pattern(write_pattern(pattern)) == pattern
        assert pattern.matches(token)
    for pattern in (ANY, ANY_TAG, ANY_TEXT, join(exact(tokens[-1]), exact(tokens[-2]))):
        assert read_pattern(write_pattern(pattern)) == pattern


def test_joined_patterns_cover_both() -> None:
    one = tokenise(parse("<div class='post odd'>Ann 12 x</div>")).tokens
    other = tokenise(parse("<div class='post even'>Bo 345 .</div>")).tokens
    for a in one:
        for b in other:
            both = join(exact(a), exact(b))
            assert both.matches(a)
            assert both.matches(b)
    posts = [next(token for token in tokens if token.name == "div") for tokens in (one, other)]
    assert write_pattern(join(*map(exact, posts))) == "<div .post>"


def test_rules_match_all_positives_and_no_negatives() -> None:
    tokens = tokenise(parse("<p><b>Ann</b> on <i>May 4</i></p><p><b>Bo</b> on <i>June 5</i> <i>new</i></p>"))
    begins = [place for place in range(len(tokens)) if tokens.at(place).name in ("May", "June")]
    positives = [Border(tokens, place) for place in begins]
    negatives = [Border(tokens, place) for place in range(len(tokens)) if place not in begins]
    rules = learn_rules(positives, negatives, inner="right")
    assert [place for place in range(len(tokens)) if any_match(rules, Border(tokens, place))] == begins


def test_a_rule_keeps_as_little_as_it_needs() -> None:
    tokens = tokenise(parse("<p><b class='name bold'>Ann</b><u>x</u></p>"))
    place = next(place for place in range(len(tokens)) if tokens.at(place).name == "Ann")
    others = [Border(tokens, other) for other in range(len(tokens)) if other != place]
    (rule,) = learn_rules([Border(tokens, place)], others, inner="right")
    assert rule == Rule(left=(read_pattern("<b .bold>"),))


def test_labels_that_contradict_each_other_end_in_few_rules() -> None:
    tokens = tokenise(parse("<p>" + "a " * 200))
    borders = [Border(tokens, place) for place in range(4, 200)]
    assert len(learn_rules(borders[::2], borders[1::2])) <= 30
