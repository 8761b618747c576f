use super::*;
use crate::limits::Limits;
use crate::shown_captions::More;
use crate::signs;

/// Answers as a page without images, code or anchors does.
struct Nobody;

impl Ask for Nobody {
    type Error = ();

    fn link(&mut self, _: usize) -> Result<String, ()> {
        Ok(String::new())
    }

    fn cited(&mut self, _: usize) -> Result<String, ()> {
        Ok(String::new())
    }

    fn is_anchor(&mut self, _: usize, _: usize) -> Result<bool, ()> {
        Ok(false)
    }

    fn image(&mut self, _: usize) -> Result<(String, String, String), ()> {
        Ok(Default::default())
    }

    fn medium(&mut self, _: usize) -> Result<(String, String), ()> {
        Ok(Default::default())
    }

    fn language(&mut self, _: usize) -> Result<String, ()> {
        Ok(String::new())
    }

    fn images(&mut self) -> Result<Vec<usize>, ()> {
        Ok(Vec::new())
    }

    fn noise(&mut self) -> Result<Vec<usize>, ()> {
        Ok(Vec::new())
    }

    fn lines(&mut self, _: &[Piece], _: &[Mark], _: Setting) -> Result<Vec<String>, ()> {
        Ok(Vec::new())
    }

    fn guard_prices(&mut self, _: &str) -> Result<String, ()> {
        Ok(String::new())
    }
}

/// The lines of every passage of a page; "?" for one that the twin writes, None for a page that it writes.
fn lines(html: &str) -> Option<Vec<String>> {
    let table = crate::parse_text(html, &Limits::NONE).unwrap();
    let (attributes, blocks) = (&table.attributes, &table.blocks);
    let name_hints = signs::hints_of_names(&attributes.tokens).unwrap();
    let signs = signs::Columns {
        text: table.text.as_bytes(),
        tag: &table.tag,
        parent: &table.parent,
        end: &table.end,
        text_start: &table.text_start,
        text_end: &table.text_end,
        words: &table.words,
        block_row: &blocks.row,
        block_first: &blocks.first,
        block_last: &blocks.last,
        id_token: &attributes.id_token,
        class_start: &attributes.class_start,
        class_token: &attributes.class_token,
        attributes,
        names: &table.names,
        hints: name_hints.iter().fold(0, |all, own| all | own),
        name_hints: &name_hints,
    };
    let more =
        More { words: &blocks.words, hidden: &blocks.hidden, row_hidden: &table.hidden, in_link: &table.in_link };
    let (nth, chars, raw) = (&table.nth[..], &table.chars[..], &table.raw[..]);
    let page = Columns { signs, more, nth, chars, raw, block_text_end: &blocks.text_end };
    let (origin, base) = ("https://weft.example", "https://weft.example/");
    let wanted = Wanted { links: true, images: true, notes: true, lines: true, url: "", base, origin };
    let keep: Vec<i64> = (0..blocks.row.len() as i64).collect();
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
