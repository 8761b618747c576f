//! The words of and beside a part of a record: whether they speak of a button, of the last reply, of replies or of views.

use super::texts::beginning;
use crate::features::title_features::{self, text_of};
use html::attributes::AttributeColumns;
use html::names::{NameId, name};
use text::chars::{is_decimal, is_space};
use text::phrases::{ALL, BUTTON, LAST, OTHER_TIME, REPLIES, Room, VIEWS, WROTE, says};

const MOST_SAID: usize = 60; // characters of a text whose words are looked at
const MOST_WORDS: usize = 200; // characters of the words beside a part
const MOST_LABEL: usize = 20; // characters of a label
const MOST_NEIGHBOURS: usize = 4; // siblings that can label a number
const BEFORE_REACH: usize = 6; // rows before a part in which its label can stand
const ABOVE_REACH: usize = 4; // ancestors whose classes, titles and addresses are looked at

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub titles: &'page title_features::Columns<'page>,
    pub end: &'page [i32],
    pub class_start: &'page [i32],
    pub class_token: &'page [i32],
}

/// Of the wanted flags which the words of a part say, as 1 and 0 in the order of the features.
pub fn told(columns: &Columns, row: usize, wanted: u8, room: &mut Room) -> [f64; 6] {
    let (mut found, own) = (0, wanted & (BUTTON | WROTE | OTHER_TIME));
    limits::tick(8);
    if own > 0 {
        let text = beginning(text_of(columns.titles, row));
        found |= says(first(&text, MOST_SAID), own, room);
    }
    if wanted & LAST > 0 && says_last(columns, row, room) {
        found |= LAST;
    }
    if wanted & (REPLIES | VIEWS) > 0 {
        found |= says(&labels(columns, row), wanted & (REPLIES | VIEWS), room);
    }
    ALL.map(|flag| f64::from(found & flag > 0))
}

/// The first characters of a text.
fn first(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(place, _)| &text[..place])
}

/// Whether the text before a row, or a class, title or address over it, speaks of the last reply.
fn says_last(columns: &Columns, row: usize, room: &mut Room) -> bool {
    let page = columns.titles;
    let mut speaks = |word: &str| !word.is_empty() && says(first(word, MOST_WORDS), LAST, room) > 0;
    let near = (row.saturating_sub(BEFORE_REACH) + 1..row).rev();
    let before = near.into_iter().find(|&row| page.tag[row] == name::TEXT && page.chars[row] > 0);
    if speaks(before.map_or("", |row| text_of(page, row).trim_matches(is_space))) {
        return true;
    }
    let above = |&row: &usize| usize::try_from(page.parent[row]).ok();
    for row in std::iter::successors(above(&row), above).take(ABOVE_REACH) {
        for class in classes(columns, row) {
            if speaks(class) {
                return true;
            }
        }
        if speaks(attribute(page.attributes, row, name::TITLE)) || speaks(attribute(page.attributes, row, name::HREF)) {
            return true;
        }
    }
    false
}

fn classes<'page>(columns: &Columns<'page>, row: usize) -> impl Iterator<Item = &'page str> {
    let range = columns.class_start[row] as usize..columns.class_start[row + 1] as usize;
    let tokens = &columns.titles.attributes.tokens;
    columns.class_token[range].iter().map(|&token| tokens.get(token as usize).unwrap_or_default())
}

fn attribute(attributes: &AttributeColumns, row: usize, wanted: NameId) -> &str {
    attributes.of(row).find(|&(own, _)| own == wanted).map_or("", |(_, value)| value)
}

/// What labels a number: its words, and texts and classes beside and over it, without digits.
fn labels(columns: &Columns, row: usize) -> String {
    let page = columns.titles;
    let mut words = Labels::default();
    words.add(text_of(page, row));
    let Ok(parent) = usize::try_from(page.parent[row]) else { return words.text };
    for class in classes(columns, parent) {
        words.add(class);
    }
    words.add(attribute(page.attributes, parent, name::TITLE));
    let above = usize::try_from(page.parent[parent]).ok();
    for around in [Some(parent), above].into_iter().flatten() {
        for other in first_children(columns, around) {
            let end = columns.end[other] as usize;
            if page.tag[other] == name::TEXT {
                if other != row {
                    words.add(first(text_of(page, other), MOST_LABEL));
                }
            } else if end - other <= 3 && !(other..end).contains(&row) {
                for class in classes(columns, other) {
                    words.add(class);
                }
                words.add(first(text_of(page, other), MOST_LABEL));
            }
        }
    }
    for class in above.into_iter().flat_map(|above| classes(columns, above)) {
        words.add(class);
    }
    let end = first(&words.text, MOST_WORDS).len();
    words.text.truncate(end);
    words.text
}

/// The first children of a row; one may have a hundred thousand.
fn first_children(columns: &Columns, row: usize) -> impl Iterator<Item = usize> {
    let stop = columns.end[row] as usize;
    let next = |&child: &usize| columns.end.get(child).map(|&end| end as usize); // none behind the last row
    std::iter::successors(Some(row + 1), next).take_while(move |&child| child < stop).take(MOST_NEIGHBOURS)
}

/// Words without digits, with single spaces between them.
#[derive(Default)]
struct Labels {
    text: String,
    count: usize,
}

impl Labels {
    fn add(&mut self, word: &str) {
        if self.text.len() > 4 * MOST_WORDS {
            return; // what follows is not looked at
        }
        if self.count > 0 {
            self.text.push(' ');
        }
        self.count += 1;
        let start = self.text.len();
        self.text.reserve(word.len());
        self.text.extend(word.chars().filter(|&c| !is_decimal(c)));
        let bare = self.text[start..].trim_end_matches(is_space).len();
        self.text.truncate(start + bare);
        let blank = bare - self.text[start..].trim_start_matches(is_space).len();
        self.text.drain(start..start + blank);
    }
}
