//! The words of and beside a part of a record: whether they speak of a button, of the last reply, of replies or of views.

use super::texts::beginning;
use html::names::name;
use html::page_view::PageView;
use text::chars::{is_decimal, is_space};
use text::phrases::{ALL, BUTTON, LAST, OTHER_TIME, REPLIES, Room, VIEWS, WROTE, says};

const MAX_SAID: usize = 60; // characters of a text whose words are looked at
const MAX_WORDS: usize = 200; // characters of the words beside a part
const MAX_LABEL: usize = 20; // characters of a label
const MAX_NEIGHBOURS: usize = 4; // siblings that can label a number
const BEFORE_REACH: usize = 6; // rows before a part in which its label can stand
const ABOVE_REACH: usize = 4; // ancestors whose classes, titles and addresses are looked at

/// Of the wanted flags which the words of a part say, as 1 and 0 in the order of the features.
pub fn features(page: &PageView, row: usize, wanted: u8, room: &mut Room) -> [f64; 6] {
    let (mut found, own) = (0, wanted & (BUTTON | WROTE | OTHER_TIME));
    limits::tick(8);
    if own > 0 {
        let text = beginning(page.text_of(row));
        found |= says(first(&text, MAX_SAID), own, room);
    }
    if wanted & LAST > 0 && says_last(page, row, room) {
        found |= LAST;
    }
    if wanted & (REPLIES | VIEWS) > 0 {
        found |= says(&labels(page, row), wanted & (REPLIES | VIEWS), room);
    }
    ALL.map(|flag| f64::from(found & flag > 0))
}

/// The first characters of a text.
fn first(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(place, _)| &text[..place])
}

/// Whether the text before a row, or a class, title or address over it, speaks of the last reply.
fn says_last(page: &PageView, row: usize, room: &mut Room) -> bool {
    let mut speaks = |word: &str| !word.is_empty() && says(first(word, MAX_WORDS), LAST, room) > 0;
    let near = (row.saturating_sub(BEFORE_REACH) + 1..row).rev();
    let before = near.into_iter().find(|&row| page.is_text(row) && page.chars[row] > 0);
    if speaks(before.map_or("", |row| page.text_of(row).trim_matches(is_space))) {
        return true;
    }
    page.above(row).take(ABOVE_REACH).any(|row| {
        let values = [name::TITLE, name::HREF].into_iter().filter_map(|name| page.value(row, name));
        page.classes(row).chain(values).any(&mut speaks)
    })
}

/// What labels a number: its words, and texts and classes beside and over it, without digits.
fn labels(page: &PageView, row: usize) -> String {
    let mut words = Labels::default();
    words.add(page.text_of(row));
    let Some(parent) = page.above(row).next() else { return words.text };
    page.classes(parent).for_each(|class| words.add(class));
    words.add(page.value(parent, name::TITLE).unwrap_or_default());
    for around in page.above(row).take(2) {
        // One may have a hundred thousand children.
        for other in page.children(around).take(MAX_NEIGHBOURS) {
            let own = page.under(other);
            if page.is_text(other) && other != row {
                words.add(first(page.text_of(other), MAX_LABEL));
            } else if !page.is_text(other) && own.len() <= 3 && !own.contains(&row) {
                page.classes(other).for_each(|class| words.add(class));
                words.add(first(page.text_of(other), MAX_LABEL));
            }
        }
    }
    page.above(parent).take(1).flat_map(|above| page.classes(above)).for_each(|class| words.add(class));
    first(&words.text, MAX_WORDS).to_owned()
}

/// Words without digits, with single spaces between them.
#[derive(Default)]
struct Labels {
    text: String,
    count: usize,
}

impl Labels {
    fn add(&mut self, word: &str) {
        if self.text.len() > 4 * MAX_WORDS {
            return; // what follows is not looked at
        }
        if self.count > 0 {
            self.text.push(' ');
        }
        self.count += 1;
        let start = self.text.len();
        self.text.extend(word.chars().filter(|&c| !is_decimal(c)));
        let bare = self.text[start..].trim_end_matches(is_space).len();
        self.text.truncate(start + bare);
        let blank = bare - self.text[start..].trim_start_matches(is_space).len();
        self.text.drain(start..start + blank);
    }
}
