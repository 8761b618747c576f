//! The lines that the kernel writes.

use html::page::parse_text;
use limits::Limits;
use renderers::passages::{Body, Passage, Wanted, compose, shown};

/// The lines of every passage of a page; "?" for one whose place says how it is written.
fn lines(html: &str) -> Vec<String> {
    let table = parse_text(html, &Limits::NONE);
    let page = table.view();
    let wanted = Wanted::addresses("https://weft.example/".to_owned());
    let wanted = Wanted { links: true, images: true, notes: true, lines: true, ..wanted };
    let keep: Vec<i64> = (0..table.blocks.row.len() as i64).collect();
    let shown = shown::find(&page, &keep, &wanted);
    let composed = compose(&page, &shown, &wanted);
    let text = |passage: Passage| match passage.body {
        Body::Lines(lines) => lines.join("\n"),
        Body::Pieces(_) => "?".to_owned(),
    };
    composed.passages.into_iter().map(text).collect()
}

#[test]
fn passages_are_written() {
    for (html, wanted) in [
        ("<h2>A \n loom</h2><p>One<p>Two", vec!["## A loom", "One", "Two"]),
        ("<p>a <b>b</b> <a href=/c>c</a>.", vec!["a **b** [c](https://weft.example/c)."]),
        ("<p>a<br>b<hr><p>c", vec!["a  \nb", "---", "c"]),
        ("<p>3. May", vec!["3\\. May"]),
        ("<ul><li>x<li>y</ul>", vec!["x", "y"]),
        ("<p><b><i>a</i></b>", vec!["***a***"]),
        ("<p>a <code>b|c</code>", vec!["a `b|c`"]),
        ("<p>$5 or $6, $7", vec!["$5 or $6, $7"]),
        ("<p>$5/$6", vec!["\\$5/\\$6"]),
        ("<dl><dt>a<dd>b</dl>", vec!["**a**", "b"]),
        ("<pre>a\n ``` b</pre>", vec!["````\na\n ``` b\n````"]),
        ("<p>中\n文", vec!["中文"]),
        ("<p>a*b*", vec!["a\\*b\\*"]),
        ("<p># a", vec!["\\# a"]),
        ("<p>a<b>:</b>c", vec!["a:c"]),
        ("<p>&lt;b>", vec!["\\<b>"]),
        ("<p><s>a</s> b", vec!["~~a~~ b"]),
        ("<p><b><i>a</i></b> c", vec!["***a*** c"]),
        ("<pre>a<div>b</div></pre>", vec!["```\na\nb\n```"]),
        ("<p>so $x$ is $$a", vec!["so $x$ is $$a"]),
        ("<p>$a_b$ and $5", vec!["$a_b$ and $5"]),
    ] {
        assert_eq!(lines(html), wanted, "{html}");
    }
}
