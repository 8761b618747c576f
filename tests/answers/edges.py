"""Pages near the thresholds of the kernel: numbers of headings, words, levels and signs just below and above them.

`make mutation` says where a threshold, or a word of a condition, may change and no other page notices it.
"""

from collections.abc import Callable
from itertools import pairwise

from tests.answers.formulas import formulas
from tests.answers.parts import Parts

COPIERS = (
    "class=copy", "class='btn copybutton'", "class=clippy data-clipboard-text=x", "id=copy", "class=copyright", "",
)  # fmt: skip
GUTTERS = ("gutter", "linenos", "hljs-ln-numbers", "gutters", "lnt")
ADS = ("class=ad", "class=AdSense", "class=sponsored", "aria-label=' Werbung: '", "class=address", "aria-label='an ad'")
PLACES = ("comments", "comments-area", "no-comments", "post_comment", "respond", "commentsection x", "comment")
INLINE = ("span", "em", "code", "b", "a", "var", "time", "small")
BOXES = ("div", "section", "td", "pre", "aside", "li", "th", "article")
SPACES = (
    "\x0b", "\x1c", "\x1f", "\x85", "\u00a0", "\u1680", "\u2028", "\u3000", "\u200b", " ", "  ", "\t", "\n", "\x0c",
)  # fmt: skip


def words(parts: Parts, count: int) -> str:
    """So many words."""
    text = " ".join(parts.say("sentences") for _ in range(1 + count // 4)) + " warp" * count
    return " ".join(text.split()[:count])


def nested(parts: Parts, inner: str, levels: int) -> str:
    """Something in so many elements."""
    for _ in range(levels):
        tag = parts.rng.choice(("div", "span", "p"))
        inner = f"<{tag}>{inner}</{tag}>"
    return inner


def headings(parts: Parts, number: int) -> str:
    """Many headings, of which the last, or one of long or broken text, is the title."""
    tag, title = parts.rng.choice(("h1", "h1", "h2")), parts.say("titles")
    others = "".join(f"<{tag}>{parts.say('questions')} {k}</{tag}>{parts.paragraph()}" for k in range(5 + number % 6))
    kicker = (
        f"<span class={parts.rng.choice(('kicker', 'post-date', 'update', 'row_label'))}>{parts.say('kickers')}</span>"
    )
    inside = parts.rng.choice(
        (title, f"{kicker} {title}", f"<b>{parts.say('kickers')}:</b> <i>{title}</i>", f"{title} ¶")
    )
    shown = f"<{tag}>{inside}{' ' * parts.rng.choice((0, 9, 1190))}</{tag}>"
    joint = parts.rng.choice((" - ", " | ", ": ", " – ", " » "))
    rest = joint.join(parts.say("kickers") for _ in range(parts.rng.randint(1, 2)))
    declared = title + joint + rest if parts.likely(0.7) else rest + joint + title
    inside = f"{shown}{words(parts, 9)}{others}" if number % 3 == 0 else f"{others}{shown}{parts.body(1, 2)}"
    return parts.page(f"<title>{declared}</title>", f"<article>{inside}</article>")


def inner_noise(parts: Parts, number: int) -> str:
    """Code, tables, headings, lists and figures with what may be noise in them, of a few words, some levels deep."""
    rng, made = parts.rng, [parts.paragraph()]
    for _ in range(4):
        code, sort = parts.say("sentences"), f"<span class=sort>{words(parts, rng.randint(1, 8))}</span>"
        control = f"<{(tag := rng.choice(('button', 'span', 'a', 'div')))} {rng.choice(COPIERS)}>"
        control = nested(parts, f"{control}{words(parts, rng.randint(4, 8))}</{tag}>", rng.randrange(4))
        label = f"<span>{words(parts, rng.randint(6, 10))}</span>" if parts.likely(0.5) else ""
        numbers = f"<{(tag := rng.choice(('pre', 'div', 'td')))} class={rng.choice(GUTTERS)}>1\n2\n3</{tag}>"
        row = rng.choice(("li", "tr", "dd"))
        items = [rng.choice(ADS) if parts.likely(0.5) else "" for _ in range(rng.randint(1, 4))]
        cells = "".join(f"<{row} {item}>{'<td>' * (row == 'tr')}{words(parts, rng.randint(2, 9))}" for item in items)
        edit = f"<a href='{rng.choice(('?action=edit', '/edit/2', '/editor', '#s', '#'))}'"
        edit += (
            f" class={rng.choice(('anchor', 'x'))}>"
            + rng.choice(("¶", "#", "§", words(parts, rng.randint(1, 8))))
            + "</a>"
        )
        made.append(
            rng.choice(
                (
                    f"<div>{control}{label}<pre>{code}</pre></div>",
                    f"<div><pre>{code}{control}</pre>{numbers}</div>",
                    f"<table><tr><td>{nested(parts, numbers, rng.randrange(3))}<td><pre>{code}</pre></table>",
                    f"<{(tag := {'li': 'ul', 'tr': 'table', 'dd': 'dl'}[row])}>{cells}</{tag}>",
                    f"<div><h3>{words(parts, rng.randint(1, 9))}{edit}</h3></div>",
                    f"<div><h3>{words(parts, rng.randint(1, 9))}</h3><span class=editsection>{edit}</span></div>",
                    f"<table><tr><th>{words(parts, 2)}{sort}<td>1</table>",
                    f"<figure><img src=a.jpg>{control}<figcaption>{words(parts, 9)}</figcaption></figure>",
                )
            )
        )
        made.append(parts.paragraph())
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{''.join(made)}")


def called_comments(parts: Parts, number: int) -> str:
    """Elements of many kinds that are called comments, in the text and around parts of it."""
    rng, made = parts.rng, [parts.paragraph()]
    for _ in range(3):
        tag, name = rng.choice((*INLINE, *BOXES)), rng.choice(PLACES)
        box = f"<{tag} {rng.choice(('class', 'id'))}='{name}'>"
        heading = (
            f"<h2>{parts.say('comments')}<a href='#{rng.choice((name, 'x'))}'>¶</a></h2>" if parts.likely(0.4) else ""
        )
        inside = heading + (parts.say("short") if parts.likely(0.4) else parts.body(0, 2))
        around = {"td": "<table>{}</table>", "th": "<table><tr><th>x{}</table>", "li": "<ul>{}</ul>"}.get(tag, "{}")
        whole = around.format(f"{box}{inside}</{tag}>")
        made.append(
            rng.choice(
                (whole, f"<p>{whole} {parts.sentences(1, 3)}</p>", f"<pre>{whole}</pre>", f"<main>{whole}</main>")
            )
        )
        made.append(parts.paragraph())
    main = "".join(made)
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{main}{parts.comments()}")


def white_space(parts: Parts, number: int) -> str:
    """Texts with white space that is rare, at their ends, alone, doubled, in text for machines."""
    rng = parts.rng

    def spaced(text: str) -> str:
        own = rng.sample(SPACES, 2) if parts.likely(0.5) else ["\x0b", " "]
        pieces = [*text.split(" ", 5), ""]
        return "".join(one + rng.choice(own) for one, _ in pairwise(pieces))

    shown = [rng.choice(("p", "p", "pre", "h2", "li", "td", "blockquote")) for _ in range(8)]
    made = [f"<{tag}>{spaced(parts.say('sentences'))}{rng.choice(('', '¶', '<br>', ' '))}</{tag}>" for tag in shown]
    return parts.page(parts.head(parts.say("titles")), f"<h1>{spaced(parts.say('titles'))}</h1>{''.join(made)}")


def tables(parts: Parts, number: int) -> str:
    """Tables that hold data, or lay something out: of one row, with long cells, with many blocks in a cell, code."""
    rng, made = parts.rng, [parts.paragraph()]
    for _ in range(4):
        long = rng.choice((words(parts, 600), "warp" * 501))[: rng.randint(1_999, 2_001)]
        blocks = "".join(f"<p>{parts.say('short')}</p>" for _ in range(rng.choice((2, 11, 12, 13))))
        cell = rng.choice(
            (parts.say("short"), parts.say("labels"), f"<p>{long}</p>", blocks, parts.code(), "<h4>x</h4>")
        )
        head, width = (
            rng.choice(("td", "td", "th")),
            rng.choice((1, 2, 3, 199, 200, 201) if parts.likely(0.3) else (1, 2, 3)),
        )
        first = f"<tr><{head}>{cell}</{head}>" + f"<{head}>{parts.say('labels')}</{head}>" * (width - 1)
        rest = f"<tr><td>{parts.say('places')}" + f"<td>{parts.say('price')}" * (width - 1)
        role = rng.choice(("", "", "", " role=presentation", " role=none", " class=highlight"))
        made += [f"<table{role}>{first}{rest * rng.randrange(3)}</table>", parts.paragraph()]
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{''.join(made)}")


def captions(parts: Parts, number: int) -> str:
    """Images at some distance from the text, with captions and credits of some words."""
    rng, made = parts.rng, [parts.paragraph()]
    for k in range(4):
        image = f"<img src=/p/{k}.jpg alt='' {rng.choice(('width=640 height=480', 'width=99 height=99', ''))}>"
        image = rng.choice((image, f"<a href='{rng.choice(('/', '/p', 'index.html'))}'>{image}</a>"))
        credit = f"<small>{words(parts, rng.randint(10, 14))}</small>" if parts.likely(0.5) else ""
        beside = words(parts, rng.choice((2, 12, 39, 40, 41, 44)))
        beside = rng.choice((f"<span class=caption>{beside}</span>", f"<p class=hint>{beside}</p>", beside, ""))
        tag = rng.choice(("div", "figure", "li", "td", "p", "aside"))
        made.append(f"<{tag}>{nested(parts, image, rng.randrange(9))}{beside}{credit}</{tag}>")
        made.append(
            rng.choice((parts.paragraph(), parts.paragraph(), parts.share(), f"<h3>{parts.say('related')}</h3>"))
        )
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{''.join(made)}")


TITLE_BOXES = (
    "class=entry-title", "class='Page-HEADLINE x'", "class='title subtitle'", "class=untitled", "class=widget-title",
    "itemprop=headline", "class=x",
)  # fmt: skip
RULES = ("", " ", "*** ", "= = = = = = = = ", "—— ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ ")


def printed_titles(parts: Parts, number: int) -> str:
    """Titles that no heading prints: in a box with a name, or as old pages do, below the name of the site."""
    rng, title, site = parts.rng, parts.say("titles"), parts.say("kickers")
    head = f"<title>{title}{rng.choice((' - ', ' | ', ': '))}{site}</title><meta property=og:type content=article>"
    rule, mark = rng.choice(RULES), rng.choice(("", "", f" {parts.say('kickers')}", " ¶"))
    line = f"<div {rng.choice(TITLE_BOXES)}>{nested(parts, title + mark, rng.randrange(3))}</div>"
    if number % 2:
        banner = rng.choice((site, f"{rule}{site}{rule[::-1]}", f"{rule}{site.upper()}"))
        shown = rng.choice((title, f"{rule}{title}{rule[::-1]}"))
        line = f"<center><b>{banner}</b></center><p><font size=4>{shown}</font></p>"
    inside = f"{line}{parts.byline()}{parts.body(3, 6)}"
    return parts.page(head, inside if parts.likely(0.5) else f"<article>{inside}</article>")


def lone_controls(parts: Parts, number: int) -> str:
    """Cells, headings, code and figures with a control or a link to edit them, and at times with nothing else."""
    rng, made = parts.rng, [parts.paragraph()]
    for _ in range(6):
        tag = rng.choice(("button", "button", "select", "a href=/edit/2", "a href='#s' class=anchor", "a href='#s'"))
        inside = rng.choice(("¶", words(parts, rng.randint(1, 7))))
        inside = f"<option>{inside}<option>{words(parts, 6)}" if tag == "select" else inside
        control = f"<{tag}>{inside}</{tag.split()[0]}>"
        beside = rng.choice(("", "", "", words(parts, 1)))
        holder = rng.choice(("td", "th", "h3", "h2", "pre", "figure", "dt", "li"))
        shown = nested(parts, control, rng.randrange(4)) + beside
        shown = f"<img src=/p/1.jpg width=640 height=480>{shown}" if holder == "figure" else shown
        whole = {"td": f"<td>{words(parts, 3)}", "th": f"<td>{words(parts, 3)}"}.get(holder, "")
        around = {"td": "<table><tr>{}</table>", "th": "<table><tr>{}</table>", "dt": "<dl>{}<dd>x</dl>"}
        made.append(around.get(holder, "{}").format(f"<{holder}>{shown}</{holder}>{whole}"))
        made.append(parts.paragraph())
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{''.join(made)}")


def dropped_captions(parts: Parts, number: int) -> str:
    """Images in the text with so many words beside them that are no part of it: links, words of a box."""
    rng, made = parts.rng, [parts.body(1, 3)]
    for k in range(3):
        image = f"<img src=/p/{k}.jpg alt='' width=640 height=480>"
        texts = words(parts, rng.choice((38, 40, 42, 46, 50))).split()
        links = " ".join(
            f"<a href=/r/{k}{place}>{' '.join(texts[place : place + 6])}</a>" for place in range(0, len(texts), 6)
        )
        beside = rng.choice((links, links.replace(" <a", "<li><a"), f"<form>{' '.join(texts)}</form>"))
        tag, inner = rng.choice(("center", "center", "p", "div")), rng.choice(("div", "ul", "nav"))
        made.append(f"<{tag}>{image}<{inner}>{beside}</{inner}></{tag}>")
        made.append(parts.paragraph() + parts.paragraph())
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{''.join(made)}")


def preformatted(parts: Parts, number: int) -> str:
    """Text that keeps its lines, with tables, lists and paragraphs in it."""
    rng, made = parts.rng, [parts.paragraph()]
    for _ in range(2):
        inside = rng.choice((parts.table, parts.bullets, parts.terms, parts.paragraph, parts.quote, parts.formula))()
        lines = "\n".join(" " * rng.randrange(4) + parts.say("sentences") for _ in range(3))
        made.append(f"<pre>\n{lines}\n{inside}{rng.choice(('', lines))}</pre>{parts.paragraph()}")
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{''.join(made)}")


NOTE_LABELS = ("{}", "{}", "[{}]", "({})", "n. {}", "注{}", "iv", "*", "††††", "a", "see", "1234{}")
NOTE_TEXTS = ("javascript:alert(1) {}", "data:text {}", "c++: {}", "https://weft.example/{}", "^ {}", "+a: {}", "{}")
BACK_LINKS = ("<sup>^ {}</sup>", "{} ", "<span>[{}, <a href=#x>b</a>]</span> ", "<b>^</b> {}", "<i>x {}</i>", "")


def notes(parts: Parts, number: int) -> str:
    """Notes with labels, addresses and links back of many kinds, below the text, beside it or in a table."""
    rng, shown, made = parts.rng, [], []
    for k in range(1, 7):
        label, target = rng.choice(NOTE_LABELS).format(k), rng.choice((f"fn{k}", f"cite_{k}", f"x{k}", f"%66n{k}"))
        link = f"<a id=r{k} href='#{target}'{rng.choice(('', ' class=fnref', ' role=doc-noteref'))}>{label}</a>"
        link = rng.choice((f"<sup>{link}</sup>", f"<sup><i>{link}</i></sup>", link))
        side = f"<{(tag := rng.choice(('span', 'small', 'aside')))} class=SideNote>{parts.say('short')}</{tag}>"
        described = f"<sup><a href=# aria-describedby=d{k}>{label}</a></sup> <span id=d{k}>{parts.say('short')}</span>"
        beside = rng.choice((link, link, link, side, described))
        shown.append(f"<p>{parts.say('sentences')}{beside} {parts.sentences(0, 2)}</p>")
        back = rng.choice(BACK_LINKS).format(f"<a href=#r{k}>{rng.choice(('↩', '^', 'a', '↑', label))}</a>")
        text = rng.choice(NOTE_TEXTS).format(parts.say("short"))
        text = f"{back}{text}" if parts.likely(0.5) else f"{text} {back}"
        own = target.replace("%66", "f")
        made.append(
            rng.choice((f"<li id={own}>{text}", f"<li><a name={own}>{k}</a> {text}", f"<li><p id={own}>{text}"))
        )
    if number % 4 == 3:
        made = [
            f"<table><tr><th>{parts.say('labels')}<th>x<tr><td>{k}<td>{one[4:]}</table>" for k, one in enumerate(made)
        ]
    listed = f"<ol>{''.join(made)}</ol>" if parts.likely(0.7) else f"<div class=footnotes>{''.join(made)}</div>"
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{''.join(shown)}{listed}")


LINES = (
    *(
        "#" * 6,
        "#" * 7,
        "-",
        "- -",
        "---",
        "+",
        "**",
        "***",
        "* * *",
        "_ _ _",
        "__",
        ">",
        "==",
        "= =",
        "|-|",
        ":-:",
        "|x",
    ),
    *("1.", "1)", "123456789.", "1234567890.", "[^1]:", "[x]:", "[]:", "|x", "[\\]]:", "[\\", "~~~", "```", "&lt;x"),
)


def line_starts(parts: Parts, number: int) -> str:
    """Lines that begin as blocks of Markdown do, or almost so."""
    rng, made = parts.rng, [parts.paragraph()]
    for _ in range(8):
        label = f"[{'x' * rng.randint(998, 1000)}{rng.choice((']:', ']', ':'))}"
        start = label if parts.likely(0.2) else rng.choice(LINES)
        before, behind = rng.choice(("", f"{parts.say('short')}<br>")), rng.choice((" ", "", f" {parts.say('short')}"))
        made.append(f"<p>{before}{start}{behind}</p>")
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{''.join(made)}")


def lazy_images(parts: Parts, number: int) -> str:
    """Images with copies for browsers without scripts, of the same file or of another, beside them or further."""
    rng, made = parts.rng, [parts.paragraph()]
    for k in range(4):
        size = rng.choice(("", " width=640 height=480"))
        image = f"<img src=/p/{k}.jpg alt='{k}'{size}>" if parts.likely(0.5) else f"<img data-src=/p/{k}.jpg{size}>"
        other = f"<img src='{rng.choice((f'/p/{k}.jpg', f'/large/{k}b.jpg'))}' alt='{parts.say('short')}'{size}>"
        copy = f"<noscript>{nested(parts, other, rng.randrange(6)).replace('p>', 'div>')}</noscript>"
        beside = nested(parts, copy, rng.randrange(2)) + rng.choice(("", parts.say("captions")))
        whole = rng.choice((f"{image}{beside}", f"{image}{beside}", f"{image}{parts.sentences(1, 2)}{copy}", copy))
        tag = rng.choice(("figure", "div", "p"))
        made += [f"<{tag}>{whole}</{tag}>", parts.paragraph()]
    return parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{''.join(made)}")


def tables_of_threads(parts: Parts, number: int) -> str:
    """Boards as tables with what is no thread before, between and behind the rows."""
    rng, tag = parts.rng, parts.rng.choice(("th", "td"))
    title, counts = parts.language.texts["menu"][4], parts.language.texts["counts"]
    rows = [
        f"<tr><td><a href=/thread/{k}>{parts.say('questions')} {k}</a><td><a href=/u/{k}>{parts.say('names')}</a>"
        f"<td>{rng.randrange(50)}<td>{parts.date()} {parts.say('names')}"
        for k in range(rng.choice((4, 8, 15)))
    ]
    other = rng.choice((f"<tr><td colspan=4>{parts.sentences(1, 3)}", f"<tr><{tag} colspan=4>{parts.say('kickers')}"))
    for place in rng.sample(range(len(rows)), rng.randrange(3)):
        rows[place] += other
    head = f"<tr><{tag}>{title}" + "".join(f"<{tag}>{word}" for word in counts)
    caption = rng.choice(("", f"<caption>{parts.sentences(1, 2)}</caption>"))
    last = rng.choice(("", f"<tr><td colspan=4><p>{parts.sentences(2, 4)}</p>"))
    table = f"<table>{caption}{head}{''.join(rows)}{last}</table>"
    table = table if parts.likely(0.6) else f"<table><tr><td>{parts.sentences(1, 2)}<tr><td>{table}</table>"
    return parts.page(parts.head(title, "website"), f"<h1>{title}</h1>{table}{parts.pager()}")


EDGES: dict[str, tuple[Callable[[Parts, int], str], int]] = {
    "headings": (headings, 36),
    "inner-noise": (inner_noise, 60),
    "called-comments": (called_comments, 40),
    "white-space": (white_space, 24),
    "tables": (tables, 36),
    "captions": (captions, 40),
    "formulas": (formulas, 60),
    "printed-titles": (printed_titles, 40),
    "lone-controls": (lone_controls, 16),
    "dropped-captions": (dropped_captions, 16),
    "preformatted": (preformatted, 24),
    "notes": (notes, 60),
    "line-starts": (line_starts, 24),
    "lazy-images": (lazy_images, 24),
    "tables-of-threads": (tables_of_threads, 32),
}
"""The pages, and how many of each are made."""
