//! The blocks at the beginning of a choice that print the title as a heading.
//!
//! In words: among the first blocks, the elements that hold them and two levels above, the first that has about as much
//! text as the title, says the same, and is a heading or is called one.

use std::ops::Range;

use super::values::title_key;
use html::names::name;
use html::page_view::PageView;
use text::chars::without_case;

/// Blocks that can print the title.
const FIRST: usize = 10;
/// Levels that are looked at: an element and two above it.
const LEVELS: usize = 3;
/// Share of the longer text: a heading may add a mark or the site's name.
const ALIKE: f64 = 0.8;

/// Whether one of the first few blocks is a heading.
pub fn begins_with_heading(page: &PageView, keep: &[i64]) -> bool {
    keep.iter().take(FIRST).any(|&block| is_heading(page, page.block_row[block as usize] as usize))
}

/// The blocks that print a title, given as it is compared.
pub fn find(page: &PageView, title: &str, keep: &[i64]) -> Range<usize> {
    let above = |&row: &usize| Some(page.parent[row].max(0) as usize);
    let first = keep.iter().take(FIRST).map(|&block| page.block_row[block as usize] as usize);
    let mut rows: Vec<usize> = first.flat_map(|row| std::iter::successors(Some(row), above).take(LEVELS)).collect();
    rows.sort_unstable();
    rows.dedup();
    let length = title.chars().count();
    for row in rows {
        let block = |row: i32| page.block_first.partition_point(|&first| first < row);
        let own = block(row as i32)..block(page.end[row]);
        if title.is_empty() || !fits(&page.block_chars[own.clone()], length) || !is_heading(page, row) {
            continue;
        }
        let text = title_key(&own.clone().map(|block| page.text_of_block(block)).collect::<String>());
        // With a kicker beside it
        if are_alike(&text, title) || page.tag[row] == name::H1 && text.contains(title) {
            return own;
        }
    }
    0..0
}

/// Whether blocks have about as many characters as the title.
fn fits(chars: &[i32], length: usize) -> bool {
    let most = 2 * length as i64 + 20;
    let mut sum = 0;
    let is_short = chars.iter().all(|&chars| {
        sum += i64::from(chars);
        sum <= most
    });
    is_short && sum > 0 && sum as f64 >= length as f64 * ALIKE
}

fn are_alike(text: &str, title: &str) -> bool {
    let (own, wanted) = (text.chars().count(), title.chars().count());
    let (shorter, longer) = if wanted < own { (title, text) } else { (text, title) };
    let (least, most) = (own.min(wanted), own.max(wanted));
    least > 0 && longer.contains(shorter) && least as f64 >= ALIKE * most as f64
}

/// Whether a row, or the element around it, is a heading or is called one.
fn is_heading(page: &PageView, row: usize) -> bool {
    let above = page.parent[row].max(0) as usize;
    [row, above].into_iter().any(|near| {
        let is_tagged = matches!(page.tag[near], name::H1 | name::H2 | name::H3);
        is_tagged || page.value(near, name::ITEMPROP) == Some("headline") || is_called_title(page, near)
    })
}

/// Whether the classes of a row speak of a title, and none of something else.
fn is_called_title(page: &PageView, row: usize) -> bool {
    let has = |parts: &[&str]| page.classes(row).any(|token| parts.iter().any(|part| speaks(token, part)));
    has(&["title", "headline"]) && !has(&["subtitle", "widget", "untitled"])
}

/// Whether a name has a part, as patterns compare it without case.
fn speaks(name: &str, part: &str) -> bool {
    match name.is_ascii() {
        true => name.as_bytes().windows(part.len()).any(|own| own.eq_ignore_ascii_case(part.as_bytes())),
        false => name.chars().map(without_case).collect::<String>().contains(part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_alike() {
        assert!(are_alike("raininmay", "raininmay") && are_alike("raininmay!!", "raininmay"));
        assert!(!are_alike("rain", "raininmay") && !are_alike("", ""));
        assert!(speaks("Entry-TITLE", "title") && speaks("é-tıtle", "title") && !speaks("é-tit", "title"));
    }
}
