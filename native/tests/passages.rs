//! The passages that the kernel writes itself, and those that it leaves to Python.

mod page_passages;

use page_passages::{Nobody, columns_of};
use weft_native::limits::{Deadline, Limits};
use weft_native::parse_text;
use weft_native::passages::{Body, Passage, Shown, compose};

/// The lines of every passage of a page; "?" for one that the twin writes, None for a page that it writes.
fn lines(html: &str) -> Option<Vec<String>> {
    let table = parse_text(html, &Limits::NONE).unwrap();
    let page = columns_of(&table);
    let mask = vec![true; page.tag.len()];
    let shown = Shown {
        mask: &mask,
        root: 0,
        tables: &[],
        noise: &[],
        links: true,
        origin: "https://weft.example",
        lines: true,
    };
    let composed = compose(&page, &shown, &mut Nobody, &mut Deadline::after(f64::INFINITY)).ok()?;
    let text = |passage: Passage| match passage.body {
        Body::Lines(lines) => lines.join("\n"),
        Body::Pieces(_) => "?".to_owned(),
    };
    Some(composed.passages.into_iter().map(text).collect())
}

#[test]
fn plain_passages_are_written() {
    for (html, wanted) in [
        ("<h2>A \n loom</h2><p>One<p>Two", vec!["## A loom", "One", "Two"]),
        ("<p>a <b>b</b> <a href=/c>c</a>.", vec!["a **b** [c](https://weft.example/c)."]),
        ("<p>a<br>b<hr>", vec!["a  \nb", "---"]),
        ("<p>3. May", vec!["3\\. May"]),
        ("<ul><li>x<li>y</ul>", vec!["x", "y"]),
    ] {
        assert_eq!(lines(html).unwrap(), wanted, "{html}");
    }
}

#[test]
fn what_may_need_an_escape_is_left_to_the_twin() {
    for html in
        ["<p>a*b*", "<p># a", "<p>a<b>:</b>c", "<p>&lt;b>", "<p>[^1]", "<p><code>a</code>", "<p><b><i>a</i></b>"]
    {
        assert_eq!(lines(html).unwrap(), ["?"], "{html}");
    }
    for html in ["<pre>a", "<video>a</video>", "<ul><li><input type=checkbox>a</ul>"] {
        assert_eq!(lines(html), None, "{html}");
    }
}
