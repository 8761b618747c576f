"""Authors as the page prints them: links to an author, telling class names, lines that begin with "by"."""

import re
from itertools import islice

from weft.content import Field
from weft.deadline import check_deadline, kernel_call
from weft.late_patterns import late_pattern
from weft.metadata.author_labels import is_day, is_label, is_name, label_words, labelled_name
from weft.metadata.head import Relations
from weft.metadata.near_title import MAX_TEXT_ROWS, MAX_TEXTS, Near, texts_under
from weft.metadata.values import READ_LENGTH, Candidates, add, clean_author, clean_text, join_authors
from weft.page import Page, tag_number
from weft.text import find_dates

_A = tag_number("a")
ROWS_BEFORE = 100  # the title, within which links to an author are looked for
ROWS_BEHIND = 400
MAX_BLOCKS = 12  # behind the title
FEW_BLOCKS = 4  # before it

_CHINESE_BY = late_pattern(
    r"(?:作者|撰文|撰稿人?|记者|(?:^|\s)文)\s{0,2}[:：/／|]\s{0,2}([^\s,，。:：|/／()（）\]】]{2,12})"
)
MAX_BYLINE_LENGTH = 120
MAX_DATED_LENGTH = 80  # characters of a line of a date and a name, and of one that names the author far below
MAX_FULL_NAME = 3  # words
CLOSE_BLOCKS = 3  # behind the title
NEXT = ":"  # what is said of a label before a name of the next line
MAX_FAR = 300  # blocks behind the title in which a label is looked for
BY = late_pattern(r"(?:^|[\s|•·])(?:written |posted |published |reported |reviewed )?[Bb][Yy]:?\s+(?=[^\W\d_])")
_CONTINUED = late_pattern(r"\s*\n\s*(,|&|and|und|et|y)\s*\n\s*")
# Two words with a capital that stand beside a date and are nobody's name.
NO_NAME = late_pattern(
    r"\b(?:press|release|news\w*|blog\w*|articles?|updated?|reports?|read\w*|min\w*|views?|comments?|posted|published|category"
    r"|share|presse\w*|meldung|kommentare?|uhr|about|author|more|the|all|our|your|with|view|profile|follow|by)\b",
    re.IGNORECASE,
)
_LABEL = late_pattern(
    r"(?:\w+\s){0,2}(?:by|on|in|via|was|of|from)|authors?|share|follow|(?:last )?updated?|published|contributors?"
    r"|editors?|staff|name|join(?:ed| date)?|posts?|reply|profile|view (?:archive|profile|all posts)|sign in|log in"
    r"|联系作者|楼主|关注"
    r"|(?:本帖|本文)?(?:最后|最後)?(?:由)?(?:发表|發表|发布|發佈|發布|发帖|發帖|更新|编辑|編輯|修改|回复|回覆|创建|建立|上传|提交|转载)[于於在]"
    r"|(?:投稿|公開|更新|掲載)日|작성일|등록일|입력",
    re.IGNORECASE,
)
_ONE_WORD = late_pattern(r"[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω][\w.'’\-]+")
_NAME = late_pattern(r"[^\W\d_][\w.'’\-]*(?:\s(?:[^\W\d_][\w.'’\-]*|&)){0,4}")


def read_bylines(near: Near, relations: Relations) -> Candidates:
    """Printed authors: by markup and class, then in texts near the title."""
    candidates: Candidates = {}
    _read_authors(near, relations, candidates)
    for read in (_read_blocks, _read_boxes, _read_far):
        if not candidates.get("author"):
            read(near, candidates)
    for fields in candidates.values():
        fields.sort(key=lambda field: near.distance(field.row))
    return candidates


def _read_authors(near: Near, relations: Relations, candidates: Candidates) -> None:
    """Links to an author, then elements whose class speaks of one."""
    page, first, last = near.page, near.title_row - ROWS_BEFORE, near.title_row + ROWS_BEHIND
    links = {*near.leading("author"), *relations.get("author", ())}
    links = {row for row in links if first <= row < last and page.tag[row] == _A}
    for rows in (near(sorted(links)), near.beside("author")):
        named = ((row, name) for row in rows if (name := name_under(page, row)))
        for row, name in islice(named, 1):
            add(candidates, "author", Field(value=name, row=row, source="byline"))


def _read_blocks(near: Near, candidates: Candidates) -> None:
    """Short blocks around the title that say who wrote the page."""
    blocks = near.page.blocks
    first, behind, count = near.title_blocks
    before = range(first - 1, max(first - 1 - FEW_BLOCKS, -1), -1)
    around = [*range(behind, min(behind + MAX_BLOCKS, count)), *before]
    for index, texts in _lines(near.page, around, behind + CLOSE_BLOCKS):
        text = clean_text(" ".join(cleaned for own in texts if (cleaned := clean_text(own))))
        if name := name_in_line(text, is_close=index < behind + CLOSE_BLOCKS):
            add(candidates, "author", Field(value=name, row=int(blocks.row[index]), source="byline"))


def _lines(page: Page, around: list[int], close: int) -> list[tuple[int, list[str]]]:
    """The blocks among some that may name an author, and their first texts; before `close` a date is a sign too."""
    with kernel_call():
        lengths, most = (4, MAX_BYLINE_LENGTH), (MAX_TEXTS, MAX_TEXT_ROWS, READ_LENGTH)
        return label_words().near(page.table, around, close, lengths, most)


def name_in_line(text: str, *, is_close: bool) -> str:
    """The author in a line around the title: behind "by" or another label; close to the title beside a date.

    >>> name_in_line("By Ann Lee", is_close=False), name_in_line("Ann Lee, 4 May 2022", is_close=True)
    ('Ann Lee', 'Ann Lee')
    """
    chinese = _CHINESE_BY.search(text)
    by = None if chinese else BY.search(text)
    if by and by.start() and not find_dates(text):
        by = None  # in the middle of a line only beside a date
    name = clean_author(chinese[1]) if chinese else name_in(text[by.start() :]) if by else ""
    return name or name_in(labelled_name(text)) or (name_beside_date(text) if is_close else "")


def name_beside_date(text: str) -> str:
    """The name in a line that has nothing else but a date; empty where the rest is written otherwise.

    >>> name_beside_date("11.12.2019 - Amelie Lee"), name_beside_date("11.12.2019 - Press release")
    ('Amelie Lee', '')
    """
    dates = find_dates(text) if len(text) <= MAX_DATED_LENGTH else []
    if len(dates) != 1:
        return ""
    rest = (text[: dates[0].start] + " " + text[dates[0].end :]).strip(" ,;:|–—-·•/")
    words = rest.split()
    is_full = 2 <= len(words) <= MAX_FULL_NAME and is_name(rest) and all(word[0].isupper() for word in words)
    return rest if is_full and _NAME.fullmatch(rest) and not NO_NAME.search(rest) else ""


def _read_boxes(near: Near, candidates: Candidates) -> None:
    """The box that tells of the author, often below the article: the first line in it that is a whole name."""
    page = near.page
    for row in near.beside("author box"):
        for text in texts_under(page, row, int(page.end[row])):
            if name := whole_name_in(text):
                add(candidates, "author", Field(value=name, row=row, source="byline"))
                return


def whole_name_in(text: str) -> str:
    """The whole name that a line of a box about an author is; empty where it says something else."""
    name = name_in(text) if len(text) <= MAX_DATED_LENGTH else ""
    return name if len(name.split()) >= 2 and is_name(name) and not NO_NAME.search(name) else ""


def _read_far(near: Near, candidates: Candidates) -> None:
    """A short line anywhere behind the title that says who wrote the page: the end of an article often does."""
    page, blocks = near.page, near.page.blocks
    with kernel_call() as seconds:
        lines = label_words().far(page.table, near.title_blocks[1], MAX_FAR, (2, MAX_DATED_LENGTH), seconds=seconds)
    for index in check_deadline(lines):
        row, text = int(blocks.row[index]), clean_text(blocks.text(index))
        name = far_name(text)
        name = _next_name(page, index) if name == NEXT else name
        if name and not near.in_side(row):
            add(candidates, "author", Field(value=name, row=row, source="byline"))
            return


def far_name(text: str) -> str:
    """The author in a line far below the title; `NEXT` where it is a label, and the name stands in the next line.

    >>> far_name("Text: Ann Lee, Bonn"), far_name("Author")
    ('Ann Lee', ':')
    """
    return name_in(labelled_name(text)).split(", ")[0] or (NEXT if is_label(text) else "")


def _next_name(page: Page, index: int) -> str:
    """The name in the block behind a label."""
    blocks = page.blocks
    is_short = index + 1 < len(blocks) and blocks.chars[index + 1] <= MAX_DATED_LENGTH
    return next_name(clean_text(blocks.text(index + 1))) if is_short else ""


def next_name(text: str) -> str:
    """The whole name that a line behind a label is, empty where it says something else."""
    name = name_in(text)
    return name if is_name(name.split("; ")[0]) and not NO_NAME.search(name) else ""


def name_under(page: Page, row: int) -> str:
    """The author in the texts under a row, read one a line: elements of a byline often have no space between them."""
    return name_in_byline(texts_under(page, row, int(page.end[row])))


def name_in_byline(texts: list[str]) -> str:
    """The author in the texts of a byline.

    >>> name_in_byline(["By", "Ann", "Lee", "4 May 2022"])
    'Ann Lee'
    """
    return name_in("\n".join(_joined(texts)))


def _joined(texts: list[str]) -> list[str]:
    """The texts, with single words of a name that stand in elements of their own as one.

    >>> _joined(["By", "Ann", "Lee"]), _joined(["Ann", "Editor"]), _joined(["Ann Lee", "Bonn"])
    (['By', 'Ann Lee'], ['Ann', 'Editor'], ['Ann Lee', 'Bonn'])
    """
    joined: list[str] = []
    is_open = False  # whether the last text is one word of a name
    for text in texts:
        is_word = _ONE_WORD.fullmatch(text) is not None and _LABEL.fullmatch(text) is None and not is_label(text)
        if is_word and is_open:
            joined[-1] += f" {text}"
        else:
            joined.append(text)
        is_open = is_word
    return joined


def name_in(text: str) -> str:
    """The author in a byline of one or more lines, without dates, labels and what follows the name."""
    if not text or len(text) > MAX_BYLINE_LENGTH:
        return ""
    text = _CONTINUED.sub(lambda match: f" {match[1]} ", text)
    for line in text.split("\n"):
        by = BY.search(line)
        line = line[by.end() :] if by else labelled_name(line) or line
        dates = find_dates(line)
        name = join_authors([line[: dates[0].start] if dates else line])
        if name and _LABEL.fullmatch(name) is None and not is_label(name) and not is_day(name):
            return name if all(_NAME.fullmatch(part) for part in re.split("[;,] ", name)) else ""
    return ""
