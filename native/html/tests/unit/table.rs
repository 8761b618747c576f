//! The table without Python.

use crate::names::name;
use crate::page::{parse_bytes, parse_text};
use limits::{Ended, LimitHit, Limits};

const LIMITS: Limits = Limits { bytes: 1 << 20, nodes: 1 << 20, depth: 512, ..Limits::NONE };

#[test]
fn rows_are_in_document_order_and_subtrees_are_ranges() {
    let table = parse_text("<div><p>a<b>c</b></p></div>d", &LIMITS);
    assert_eq!(
        table.tag,
        [name::HTML, name::HEAD, name::BODY, name::DIV, name::P, name::TEXT, name::B, name::TEXT, name::TEXT]
    );
    assert_eq!(table.parent, [-1, 0, 0, 2, 3, 4, 4, 6, 2]);
    assert_eq!(table.end, [9, 2, 9, 8, 8, 6, 8, 8, 9]);
    assert_eq!(table.text, "acd");
}

#[test]
fn ordinals_come_back_after_a_deeper_element() {
    let table = parse_text("<div><div></div><p></p><div></div></div><div></div>", &LIMITS);
    assert_eq!(&table.nth[3..], [1, 1, 1, 2, 2]);
}

#[test]
fn text_that_is_no_content_stands_behind_the_content() {
    let table = parse_text("<title>t</title><p>a<script>s</script>b<i hidden>h</i>", &LIMITS);
    assert_eq!(table.text, "abtsh");
    assert_eq!(table.blocks.text_start, [0]);
    assert_eq!(table.blocks.text_end, [2]);
}

#[test]
fn every_limit_is_hit() {
    let page = "<div>".repeat(100);
    for (limits, hit) in [
        (Limits { bytes: 10, ..LIMITS }, LimitHit::Bytes),
        (Limits { nodes: 50, ..LIMITS }, LimitHit::Nodes),
        (Limits { depth: 50, ..LIMITS }, LimitHit::Depth),
        (Limits { seconds: 0.0, ..LIMITS }, LimitHit::Seconds),
    ] {
        let parsed = limits::within(limits.seconds, || parse_bytes(page.as_bytes(), None, &limits));
        assert_eq!(parsed.err(), Some(Ended::Limit(hit)));
    }
}

#[test]
fn a_foreign_name_that_does_not_fit_is_no_panic() {
    let mut page = String::from("<svg>");
    for number in 0..70_000 {
        page.push_str(&format!("<x{number}/>"));
    }
    assert!(parse_text(&page, &LIMITS).tag.len() > 70_000);
}
