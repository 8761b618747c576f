use super::*;
use crate::limits::Limits;

/// Answers as a page without images, code or anchors does.
struct Nobody;

impl Ask for Nobody {
    type Error = ();

    fn link(&mut self, _: usize) -> Result<String, ()> {
        Ok(String::new())
    }

    fn is_anchor(&mut self, _: usize, _: usize) -> Result<bool, ()> {
        Ok(false)
    }

    fn is_code(&mut self, _: usize) -> Result<bool, ()> {
        Ok(false)
    }

    fn image(&mut self, _: usize) -> Result<(String, String, String), ()> {
        Ok(Default::default())
    }
}

/// The lines of every passage of a page; "?" for one that the twin writes, None for a page that it writes.
fn lines(html: &str) -> Option<Vec<String>> {
    let table = crate::parse_text(html, &Limits::NONE).unwrap();
    let page = Columns {
        text: table.text.as_bytes(),
        tag: &table.tag,
        parent: &table.parent,
        end: &table.end,
        nth: &table.nth,
        text_start: &table.text_start,
        text_end: &table.text_end,
        chars: &table.chars,
        block_first: &table.blocks.first,
        attributes: &table.attributes,
    };
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
