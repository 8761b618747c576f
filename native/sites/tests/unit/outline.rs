//! Outlines without Python.

use super::*;
use crate::outline::mask;
use html::page::parse_text;
use limits::Limits;

fn walk(html: &str, slots: &[(i32, &str, &str)]) -> Vec<i32> {
    let table = parse_text(html, &Limits::NONE);
    let parents: Vec<i32> = slots.iter().map(|slot| slot.0).collect();
    let tags: Vec<String> = slots.iter().map(|slot| slot.1.to_owned()).collect();
    let marks: Vec<String> = slots.iter().map(|slot| slot.2.to_owned()).collect();
    let outline = Outline::new(&parents, &tags, &marks).expect("a sound outline");
    outline.walk(&table.view())
}

const PAGE: [(i32, &str, &str); 2] = [(-1, "html", ""), (0, "body", "")];

#[test]
fn the_first_fitting_child_is_the_slot() {
    let slots = [&PAGE[..], &[(1, "p", ".lead"), (1, "p", "#post-\\d+"), (1, "p", "[4]"), (1, "p", "")]].concat();
    let html = "<p class='a lead'><p id=post-17><p><p><b>";
    // html head body, then the paragraphs and an element that the outline does not know.
    assert_eq!(walk(html, &slots), [0, -1, 1, 2, 3, 5, 4, -1]);
}

#[test]
fn a_slot_with_many_children_is_walked_alike() {
    let html = "<p class='a lead'><p id=post-17><p><p><p class=c3><p><b>";
    let few = [(1, "p", ".lead"), (1, "p", "#post-\\d+"), (1, "p", "[4]"), (1, "p", ".c\\d+"), (1, "p", "")];
    let slots = [&PAGE[..], &few].concat();
    let others: Vec<(i32, &str, &str)> = (0..2 * MANY).map(|_| (1, "td", ".other")).collect();
    assert_eq!(walk(html, &slots), walk(html, &[&slots[..], &others].concat()));
    assert_eq!(walk(html, &slots), [0, -1, 1, 2, 3, 6, 4, 5, 6, -1]);
}

#[test]
fn custom_elements_are_found_by_name() {
    let slots = [&PAGE[..], &[(1, "x-post", "")]].concat();
    assert_eq!(walk("<x-post>text", &slots), [0, -1, 1, 2, -1]);
}

#[test]
fn what_is_broken_is_said() {
    let strings = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    assert!(Outline::new(&[-1, 5], &strings(&["a", "b"]), &strings(&["", ""])).is_err());
    assert!(Outline::new(&[-1], &strings(&["a"]), &strings(&["?"])).is_err());
    assert!(Outline::new(&[-1], &[], &[]).is_err());
}

#[test]
fn masks_runs_of_digits() {
    assert_eq!(mask("a-12-b3"), "a-\\d+-b\\d+");
}
