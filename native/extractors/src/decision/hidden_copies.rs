//! Hidden bodies side by side, of which a script shows one: the one with the title of the page is its body.
//!
//! In words: a heading that is hidden says the title. Below what holds it, or its like a level or more above, lie others of
//! the same tag and classes, hidden too, with headings of the same level that say something else: their blocks are no
//! content of this page.

use super::Page;
use crate::titles::values::title_key;
use html::page_view::PageView;

/// Whether each block lies in a hidden body beside the one with the title of the page; nothing where none does.
pub fn find(page: &Page, is_heading: &[bool]) -> Vec<bool> {
    let view = &page.view;
    let heads = (0..is_heading.len()).filter(|&block| is_heading[block] && view.block_hidden[block]);
    let heads: Vec<usize> = heads.map(|block| view.block_row[block] as usize).collect();
    if heads.len() < 2 {
        return Vec::new();
    }
    let title = page.known.title.read(view, page.url, |title| title.value.folded.clone());
    let says_title = |row: usize| title_key(view.text_of(row)) == title;
    let Some(&own) = heads.iter().find(|&&row| !title.is_empty() && says_title(row)) else { return Vec::new() };
    let first_in = |rows: &[usize], row: usize| rows[rows.partition_point(|&other| other < row)..].first().copied();
    let level: Vec<usize> = heads.iter().copied().filter(|&row| view.tag[row] == view.tag[own]).collect();
    for body in view.above(own).take_while(|&above| view.hidden[above] && view.parent[above] >= 0) {
        let others: Vec<usize> = view
            .children(view.parent[body] as usize)
            .inspect(|_| limits::tick(1))
            .filter(|&row| row != body && are_alike(view, row, body))
            .filter(|&row| first_in(&level, row).is_some_and(|head| view.under(row).contains(&head)))
            .collect();
        if !others.is_empty() {
            let last_before = |row: usize| others[..others.partition_point(|&other| other <= row)].last().copied();
            let is_in = |&row: &i32| last_before(row as usize).is_some_and(|other| row < view.end[other]);
            return view.block_first.iter().map(is_in).collect();
        }
    }
    Vec::new()
}

/// Whether two rows have the same tag and classes, and are hidden both.
fn are_alike(page: &PageView, one: usize, other: usize) -> bool {
    page.hidden[one] && page.tag[one] == page.tag[other] && page.class_tokens(one) == page.class_tokens(other)
}
