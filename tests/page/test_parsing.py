"""Bytes to pages: encodings, limits, hostile input, threads."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.soup import make_page, mutate
from weft import LimitError, Limits, Page, parse, parse_many

CHINESE = "织工在天黑之前把最后几根经线穿上了织机。"
JAPANESE = "織り手は日が暮れる前に最後の経糸を織機にかけました。"
KOREAN = "직공은 어두워지기 전에 마지막 날실을 베틀에 걸었다."
RUSSIAN = "Ткач натянул последние нити основы до темноты."
POLISH = "Tkacz założył ostatnie nitki osnowy, zanim zrobiło się ciemno – źdźbło."


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (CHINESE, "gb2312"), (CHINESE, "gbk"), (CHINESE, "gb18030"), ("䌹" + CHINESE, "gb18030"),
        ("織工在天黑之前穿上了經線", "big5"), (JAPANESE, "shift_jis"), (JAPANESE, "euc_jp"), (KOREAN, "euc_kr"),
        (RUSSIAN, "windows-1251"), (RUSSIAN, "koi8-r"), (POLISH, "windows-1250"), ("déjà vu – naïve", "windows-1252"),
        (CHINESE, "utf-8"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "declaration", ['<meta charset="{}">', '<meta http-equiv=Content-Type content="text/html; charset={}">']
)
def test_declared_encoding(text: str, codec: str, declaration: str) -> None:
    data = f"<!doctype html>{declaration.format(codec)}<p>{text}".encode(codec)
    assert parse(data).blocks[0].text == text


@pytest.mark.parametrize(
    ("text", "codec"),
    [(CHINESE * 3, "gb18030"), (JAPANESE * 3, "shift_jis"), (KOREAN * 3, "euc_kr"), (RUSSIAN * 3, "windows-1251")],
)
def test_undeclared_encoding_is_detected(text: str, codec: str) -> None:
    assert parse(f"<p>{text}".encode(codec)).blocks[0].text == text


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-8"])
def test_byte_order_mark_overrules_everything(codec: str) -> None:
    data = f"\ufeff<meta charset=koi8-r><p>{CHINESE}".encode(codec)
    assert parse(data, encoding="big5").blocks[0].text == CHINESE


def test_http_charset_overrules_the_page() -> None:
    data = f"<meta charset=windows-1252><p>{RUSSIAN}".encode("koi8-r")
    assert parse(data, encoding="KOI8-R").blocks[0].text == RUSSIAN


@pytest.mark.parametrize("declared", ["gb2312", "iso-8859-1", "euc-kr", "no-such-charset"])
def test_utf8_is_read_as_utf8_whatever_is_declared(declared: str) -> None:
    assert parse(f"<meta charset={declared}><p>{CHINESE}".encode()).blocks[0].text == CHINESE


def test_wrong_declaration_is_given_up() -> None:
    data = f"<meta charset=utf-8><p>{CHINESE * 3}".encode("gb18030")
    page = parse(data)
    assert page.blocks[0].text == CHINESE * 3
    assert page.encoding in ("gb18030", "GBK")


def test_one_broken_character_does_not_change_the_encoding() -> None:
    data = f"<meta charset=utf-8><p>{CHINESE * 5}".encode()
    page = parse(data[:-1])
    assert page.encoding == "UTF-8"
    assert page.blocks[0].text.startswith(CHINESE * 4)


def test_declaration_in_a_comment_does_not_count() -> None:
    data = f"<!-- <meta charset=koi8-r> --><meta charset=windows-1251><p>{RUSSIAN}".encode("windows-1251")
    assert parse(data).blocks[0].text == RUSSIAN


def test_xml_declaration_counts() -> None:
    data = f'<?xml version="1.0" encoding="gb2312"?><html><p>{CHINESE[:4]}'.encode("gb2312")
    assert parse(data).blocks[0].text == CHINESE[:4]


def test_text_is_parsed_as_it_is() -> None:
    page = parse(f"\ufeff<meta charset=big5><p>{CHINESE}\r\nzwei\rdrei")
    assert page.blocks[0].text == f"{CHINESE}\nzwei\ndrei"
    assert parse("<p>lone \ud800 surrogate").blocks[0].text.startswith("lone ")


@pytest.mark.parametrize("data", [b"", "", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", "<", b"<!--", "</p", "&", b"<a b='"])
def test_any_input_is_a_page(data: bytes | str) -> None:
    page = parse(data)
    assert [page.node(row).tag for row in range(3)] == ["html", "head", "body"]


def test_noscript_is_markup_and_templates_are_included() -> None:
    page = parse("<noscript><p>thread</p></noscript><template><p>card</p></template>")
    assert [block.text for block in page.blocks] == ["thread", "card"]
    assert page.blocks.hidden.tolist() == [False, True]


def test_foreign_elements_have_prefixed_names() -> None:
    page = parse("<svg><title>t</title><path></svg><math><mi>x</mi></math>")
    assert [node.tag for node in page][3:] == ["svg", "svg:title", "#text", "svg:path", "math", "math:mi", "#text"]
    assert [block.text for block in page.blocks] == ["x"]


@pytest.mark.parametrize(
    ("limits", "limit"),
    [
        (Limits(bytes=100), "bytes"),
        (Limits(nodes=100), "nodes"),
        (Limits(depth=50), "depth"),
        (Limits(seconds=0.0), "seconds"),
    ],
)
def test_each_limit_says_its_name(limits: Limits, limit: str) -> None:
    with pytest.raises(LimitError, match=limit) as caught:
        parse("<div>" * 200, url="https://example.org/deep", limits=limits)
    assert caught.value.limit == limit
    assert "https://example.org/deep" in str(caught.value)


def test_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="bytes or str, not int"):
        parse(3)  # type: ignore[arg-type]


def test_a_batch_gives_the_same_as_one_by_one() -> None:
    sources = [*(make_page(seed) for seed in range(40)), "<div>" * 5_000]
    pages = parse_many(sources, threads=2)
    assert isinstance(pages[-1], LimitError)
    for source, page in zip(sources[:-1], pages[:-1], strict=True):
        assert isinstance(page, Page)
        assert same_table(page, parse(source))


def test_threads_do_not_disturb_each_other() -> None:
    sources = [make_page(seed, 300) for seed in range(60)]
    with ThreadPoolExecutor(4) as pool:
        pages = list(pool.map(parse, sources))
    assert all(same_table(page, parse(source)) for page, source in zip(pages, sources, strict=True))


def test_columns_cannot_be_changed() -> None:
    page = parse("<p>text")
    with pytest.raises(ValueError, match="read-only"):
        page.tag[0] = 1


def test_random_bytes_never_crash() -> None:
    rng = random.Random(1)
    for _ in range(2_000):
        parse(rng.randbytes(rng.randrange(400)))


@every_seed(2_000)
def test_mutations_never_crash_and_keep_the_tables_whole(seed: int) -> None:
    page = parse(mutate(make_page(seed % 100).encode(), random.Random(seed)))
    assert page.end[0] == len(page)
    assert (page.table.text_end <= len(page.text_bytes)).all()


def test_a_huge_page_and_a_page_of_a_million_tags() -> None:
    words = "<p>" + "warp and weft " * 1_500_000
    assert parse(words).blocks.words[0] == 4_500_000
    assert len(parse("<b></b>" * 500_000)) == 500_003


def test_deep_nesting_trips_the_limit_quickly() -> None:
    for tag in ("div", "b", "span", "svg", "template", "x-card"):
        with pytest.raises(LimitError, match="depth"):
            parse(f"<{tag}>" * 100_000)


def same_table(left: Page, right: Page) -> bool:
    columns = [name for name in dir(left.table) if isinstance(getattr(left.table, name), np.ndarray)]
    assert len(columns) == 28
    return left.text_bytes == right.text_bytes and all(
        np.array_equal(getattr(left.table, name), getattr(right.table, name)) for name in columns
    )
