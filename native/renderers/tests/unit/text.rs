//! Plain text of blocks.

use super::*;
use html::page::parse_text;
use limits::Limits;

const LIMITS: Limits = Limits { bytes: 1 << 20, nodes: 1 << 20, depth: 512, ..Limits::NONE };

/// The text of the blocks that `keep` chooses.
fn text_of(html: &str, keep: impl Fn(i64) -> bool) -> String {
    let table = parse_text(html, &LIMITS);
    let page = table.view();
    let kept: Vec<i64> = (0..table.blocks.row.len() as i64).filter(|&block| keep(block)).collect();
    let cuts = Cuts::default();
    let pres: Vec<usize> = (0..table.tag.len()).filter(|&row| table.tag[row] == PRE).collect();
    let units = units(&page, &kept, &[], &cuts);
    let text = weave(&page, units, &super::pres(&page, &pres), &cuts);
    String::from_utf8(text).unwrap()
}

fn whole(html: &str) -> String {
    text_of(html, |_| true)
}

#[test]
fn what_stands_between_blocks() {
    for (html, text) in [
        ("", ""),
        ("<p>One\n   two</p><p>three</p>", "One two\n\nthree"),
        ("<p>x</p><ul><li>a<ul><li>b</ul><li><p>c</ul><p>y</p>", "x\n\na\nb\nc\n\ny"),
        ("<dl><dt>term<dd>meaning<table><tr><td>x</table></dl>", "term\nmeaning\nx"),
        ("<table><tr><td>1<tr><td>2</table>", "1\n2"),
        ("<pre>\n\n a\n  b \n</pre><p>c", " a\n  b\n\nc"),
        ("<pre><div>a</div><table><td>b<td>c</table></pre>d", "a\nb\nc\n\nd"),
        ("<pre>a</pre><pre>b</pre>", "a\n\nb"),
    ] {
        assert_eq!(whole(html), text, "{html}");
    }
}

#[test]
fn lines_of_a_block() {
    for (html, text) in [
        ("<p>a<br>b<br/> c <br></p>", "a\nb\nc"),
        ("<p><br><br>a<br> <br>b<br hidden>c</p>", "a\n\nbc"),
        ("<h2>Title<a>¶</a></h2><p>¶ a<br>¶<br>b", "Title\n\n¶ a\n\nb"),
        ("<p> a&#13;b&#28; c </p>", "a\rb\u{1c} c"),
        ("<p>a\u{a0}\u{2003}b\u{3000}c\u{200b}d\u{1f}é</p>", "a b c\u{200b}d é"),
        ("<p>今天\n 很好\u{3000}\n“是”\nOK\n“ 好</p>", "今天很好“是” OK “ 好"),
        ("<p>“\n\u{3000}好</p>", "“好"),
        ("<p>한국어\n문장 “\n”</p>", "한국어 문장 “ ”"),
    ] {
        assert_eq!(whole(html), text, "{html}");
    }
}

#[test]
fn tables() {
    for (html, text) in [
        ("<table><tr><td><p>a</p><td><div>b</div></table>", "a\tb"),
        ("<table><tr><td><p>a</p><p>b</p></td><td>side</td></tr></table>", "a\n\nb\n\nside"),
        ("<table><tr><th>a<th>b<br>b<tr><td><p>1<p>2<td><ul><li>3<li>4</ul></table>x", "a\tb b\n1 2\t3 4\n\nx"),
        ("<table role=none><tr><th>a<th>b<tr><td><p>1<p>2<td>3</table>", "a\tb\n1\n\n2\n\n3"),
        ("<table><tr><td>a<td>b<tr><td><h2>1</h2><p>2<td>3</table>", "a\tb\n1\n\n2\n\n3"),
        ("<table><tr><td><table><tr><th>a<td>b<br>c</table><td>d</table>", "a\tb c\td"),
        ("<pre><div>a\n b</div><table><td>b<td>c</table></pre>d", "a\n b\nb\nc\n\nd"),
    ] {
        assert_eq!(whole(html), text, "{html}");
    }
}

#[test]
fn a_cell_that_holds_too_much_is_a_column_of_the_page() {
    for (paragraphs, separator) in [(12, " "), (13, "\n\n")] {
        let html = format!("<table><tr><th>a<th>b<tr><td>{}<td>c</table>", "<p>x".repeat(paragraphs));
        assert!(whole(&html).contains(&format!("x{separator}x")), "{paragraphs}");
    }
    for (letters, separator) in [(1_999, " "), (2_000, "\n\n")] {
        let html = format!("<table><tr><th>a<th>b<tr><td>{}<p>y<td>c</table>", "x".repeat(letters));
        assert!(whole(&html).contains(&format!("x{separator}y")), "{letters}");
    }
}

#[test]
fn only_what_is_kept() {
    let html = "<nav>menu</nav><p>a</p><ul><li>ad</ul><p>b</p>";
    assert_eq!(text_of(html, |block| block % 2 == 1), "a\n\nb");
    assert_eq!(text_of(html, |_| false), "");
}
