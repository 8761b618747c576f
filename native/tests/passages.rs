//! The passages that the kernel writes itself, and those that it leaves to Python.

mod page_columns;
mod page_passages;

use page_passages::{Nobody, of_passages};
use weft_native::limits::{Deadline, Limits};
use weft_native::passages::{Body, Passage, Wanted, compose, shown};
use weft_native::{parse_text, signs};

/// The lines of every passage of a page; "?" for one that the twin writes, None for a page that it writes.
fn lines(html: &str) -> Option<Vec<String>> {
    let table = parse_text(html, &Limits::NONE).unwrap();
    let name_hints = signs::hints_of_names(&table.attributes.tokens).unwrap();
    let page = of_passages(&table, &name_hints);
    let (origin, base) = ("https://weft.example", "https://weft.example/");
    let wanted = Wanted { links: true, images: true, notes: true, lines: true, url: "", base, origin };
    let keep: Vec<i64> = (0..table.blocks.row.len() as i64).collect();
    let mut deadline = Deadline::after(f64::INFINITY);
    let shown = shown::find(&page, &keep, &wanted, &mut Nobody, &mut deadline).ok()?;
    let composed = compose(&page, &shown, &wanted, &mut Nobody, &mut deadline).ok()?;
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
    ] {
        assert_eq!(lines(html).unwrap(), wanted, "{html}");
    }
}

#[test]
fn what_may_need_an_escape_is_left_to_the_twin() {
    for html in ["<p>a*b*", "<p># a", "<p>a<b>:</b>c", "<p>&lt;b>", "<p>[^1]", "<p><s>a</s> b", "<p><b><i>a</i></b> c"]
    {
        assert_eq!(lines(html).unwrap(), ["?"], "{html}");
    }
    let task = "<ul><li>b<li><input type=checkbox disabled>a</ul>";
    for html in ["<pre>a<div>b</div></pre>", "<p>a<math><mi>b</math>", "<p>a<sup><a href=#b>1</a></sup>", task] {
        assert_eq!(lines(html), None, "{html}");
    }
}
