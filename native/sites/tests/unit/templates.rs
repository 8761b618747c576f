//! Templates without Python.

use super::*;
use crate::outline::rule;
use html::page::parse_text;
use limits::Limits;

/// A template of `body > div.post`, whose paragraphs are the body.
fn template(body: Body) -> (Arc<Template>, Guard) {
    let slots = [(-1, "html", ""), (0, "body", ""), (1, "div", ".post"), (2, "p", ""), (1, "nav", "")];
    let parents: Vec<i32> = slots.iter().map(|slot| slot.0).collect();
    let tags: Vec<String> = slots.iter().map(|slot| slot.1.to_owned()).collect();
    let marks: Vec<String> = slots.iter().map(|slot| slot.2.to_owned()).collect();
    let outline = Arc::new(Outline::new(&parents, &tags, &marks).expect("a sound outline"));
    let flags = vec![rule::USUAL, rule::USUAL, rule::USUAL | rule::KEEP, 0, 0];
    let guard = Guard { is_doubted: false, words: (0, i64::MAX), fit: 0.0 };
    (Arc::new(Template { outline, flags, usual: 3, body }), guard)
}

fn slots(texts: &[&str]) -> Body {
    let lengths = texts.iter().map(|text| text.chars().filter(|c| !c.is_whitespace()).count() as i32).collect();
    let texts = texts.iter().map(|&text| text.to_owned()).collect();
    Body::Slots { own: vec![2], no_links: vec![3], texts, lengths, spared: None }
}

fn choose(templates: Vec<(Arc<Template>, Guard)>, html: &str) -> Option<(usize, Vec<i64>)> {
    let tried = [(0..templates.len()).collect()];
    choose_in_groups(templates, &tried, html)
}

fn choose_in_groups(
    templates: Vec<(Arc<Template>, Guard)>,
    tried: &[Vec<usize>],
    html: &str,
) -> Option<(usize, Vec<i64>)> {
    let table = parse_text(html, &Limits::NONE);
    let templates = Templates { templates, fits: 0.6 };
    let fitting = templates.choose(&table.view(), tried);
    if fitting.is_settled { fitting.template.zip(fitting.keep) } else { None }
}

const PAGE: &str = "<nav>Home</nav><div class=post><p>One<p><a href=/x>Two</a><p>Three  four</div>";

#[test]
fn the_body_is_what_the_slots_keep_less_links_and_texts() {
    assert_eq!(choose(vec![template(slots(&[]))], PAGE), Some((0, vec![1, 3])));
    assert_eq!(choose(vec![template(slots(&["Three four"]))], PAGE), Some((0, vec![1])));
}

#[test]
fn the_blocks_of_records_are_the_body_of_a_list() {
    assert_eq!(choose(vec![template(Body::Records(vec![3, 4]))], PAGE), Some((0, vec![0, 1, 2, 3])));
}

#[test]
fn the_best_template_chooses_and_the_first_of_equals() {
    let mut other = template(slots(&[]));
    Arc::get_mut(&mut other.0).expect("one owner").usual = 30;
    assert_eq!(choose(vec![other, template(slots(&[])), template(Body::Other)], PAGE), Some((1, vec![1, 3])));
}

#[test]
fn a_group_is_tried_where_none_before_it_fits() {
    let usual = |usual: usize| {
        let mut one = template(slots(&[]));
        Arc::get_mut(&mut one.0).expect("one owner").usual = usual;
        one
    };
    let templates = || vec![usual(30), usual(3), usual(2)];
    let choose = |tried: &[Vec<usize>]| choose_in_groups(templates(), tried, PAGE).map(|(number, _)| number);
    assert_eq!(choose(&[vec![0], vec![1], vec![2]]), Some(1));
    assert_eq!(choose(&[vec![0], vec![1, 2]]), Some(2));
    assert_eq!(choose(&[vec![0]]), None);
}

#[test]
fn what_is_rare_needs_a_second_look() {
    assert_eq!(choose(vec![template(Body::Other)], PAGE), None);
    assert_eq!(choose(vec![], PAGE), None);
    assert_eq!(choose(vec![template(slots(&[]))], "<div class=post><p>One</div><div class=post><p>Two</div>"), None);
    assert_eq!(choose(vec![template(slots(&[]))], "<div class=post></div>"), None);
    let (mut few, mut like, mut doubted) = (template(slots(&[])), template(slots(&[])), template(slots(&[])));
    (few.1.words, like.1.fit, doubted.1.is_doubted) = ((0, 1), 1.0, true);
    assert_eq!(choose(vec![doubted], PAGE), None);
    assert_eq!(choose(vec![few], PAGE), None);
    assert_eq!(choose(vec![like], &format!("{PAGE}<footer>")), None);
}
