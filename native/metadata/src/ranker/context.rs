//! What stands around a candidate of a page: the names of the elements that hold it, how far the title is, how many
//! others stand alike.

use std::collections::HashMap;

use super::words::{Word, Words, parts_of};
use html::names::{NameId, name};
use html::page_view::PageView;
use text::hash::{OfHashes, mix};

/// Elements above a candidate whose names are read, names of each, and elements of which the tag is read.
const MAX_NAMED: usize = 6;
const MAX_TOKENS: usize = 6;
const MAX_ABOVE: usize = 60;
const MARKS: [NameId; 4] = [name::ITEMPROP, name::PROPERTY, name::REL, name::ROLE];
const PLACES: [(NameId, &str); 14] = [
    (name::HEADER, "header"),
    (name::FOOTER, "footer"),
    (name::ASIDE, "aside"),
    (name::NAV, "nav"),
    (name::ARTICLE, "article"),
    (name::MAIN, "main"),
    (name::LI, "li"),
    (name::BLOCKQUOTE, "blockquote"),
    (name::FIGURE, "figure"),
    (name::FORM, "form"),
    (name::TABLE, "table"),
    (name::A, "a"),
    (name::TIME, "time"),
    (name::ADDRESS, "address"),
];

/// Reads what stands around rows of one page.
pub struct Context<'page> {
    pub view: PageView<'page>,
    pub title_row: usize,
    /// The words of each name of the page, once they were read.
    names: Vec<Option<Vec<Word>>>,
    /// How many candidates stand in elements of such names.
    alike: HashMap<u64, u32, OfHashes>,
    /// The row that was read last, and its words: the parts of a line ask one after another.
    last: Option<(usize, Words)>,
}

impl<'page> Context<'page> {
    pub fn new(view: PageView<'page>, title_row: usize) -> Self {
        let names = vec![None; view.attributes.tokens.len()];
        Context { view, title_row, names, alike: HashMap::default(), last: None }
    }

    /// Adds what stands around a row.
    pub fn add_words(&mut self, row: usize, into: &mut Words) {
        if self.last.as_ref().is_none_or(|&(known, _)| known != row) {
            let mut words = Words::new(into.is_shown());
            self.read_words(row, &mut words);
            self.last = Some((row, words));
        }
        if let Some((_, words)) = &self.last {
            into.extend(words);
        }
    }

    fn read_words(&mut self, row: usize, words: &mut Words) {
        let view = self.view;
        let above = std::iter::once(row).chain(view.above(row)).filter(|&row| !view.is_text(row));
        let mut seen = 0_u32;
        for (level, row) in above.take(MAX_ABOVE).enumerate() {
            let tag = view.tag[row];
            if let Some(place) = PLACES.iter().position(|&(own, _)| own == tag).filter(|place| seen >> place & 1 == 0) {
                seen |= 1 << place;
                words.add("in", PLACES[place].1);
            }
            if level < 2 {
                words.add(["tag", "tag above"][level], view.names.text(tag));
            }
            if level < MAX_NAMED {
                self.add_names(row, ["class", "class above", "class far above"][level.min(2)], words);
            }
            if level < 2 {
                self.add_marks(row, words);
            }
        }
        words.add_steps("from title", row as i64 - self.title_row as i64);
        words.add("place", &(row * 8 / view.tag.len().max(1)).to_string());
        if view.hidden[row] {
            words.add("is", "hidden");
        }
    }

    fn add_names(&mut self, row: usize, about: &str, words: &mut Words) {
        let view = self.view;
        for token in view.tokens_at(row).take(MAX_TOKENS) {
            let parts =
                self.names[token].get_or_insert_with(|| parts_of(&view.attributes.tokens[token], words.is_shown()));
            words.add_all(about, parts);
        }
    }

    fn add_marks(&self, row: usize, words: &mut Words) {
        for (key, value) in self.view.attributes.of(row).filter(|(key, _)| MARKS.contains(key)) {
            let about = self.view.names.text(key);
            let parts = parts_of(value, words.is_shown());
            words.add_all(about, &parts[..parts.len().min(MAX_TOKENS)]);
        }
    }

    /// Where the link leads that holds a row, or that it holds; empty where there is none.
    pub fn link_of(&self, row: usize) -> &'page str {
        let view = self.view;
        let mut rows = std::iter::once(row).chain(view.above(row).take(3));
        let above = rows.find(|&row| view.tag[row] == name::A);
        let below = || view.under(row).take(6).find(|&row| view.tag[row] == name::A);
        above.or_else(below).map_or("", |row| view.attribute(row, name::HREF))
    }

    /// Counts a row among those that stand as it does, and tells how that is called.
    pub fn count(&mut self, row: usize) -> u64 {
        let view = self.view;
        let above = std::iter::once(row).chain(view.above(row)).filter(|&row| !view.is_text(row)).take(3);
        let place = above.fold(0, |hash, row| mix(hash, view.step[row]));
        *self.alike.entry(place).or_default() += 1;
        place
    }

    /// How many rows stand so.
    pub fn alike(&self, place: u64) -> u32 {
        self.alike.get(&place).copied().unwrap_or(0)
    }
}
