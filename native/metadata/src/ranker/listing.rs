//! The candidates of one field: each with the value that it says, its words, and where it stands.

use std::collections::HashMap;

use super::context::Context;
use super::words::{Word, Words};

/// Candidates of a field that are kept, and those of one kind.
const MAX_CANDIDATES: usize = 400;
const MAX_OF_KIND: usize = 200;

/// How a candidate is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A `meta` of OpenGraph or of Twitter, and any other.
    Graph,
    Meta,
    /// A value of JSON-LD.
    Linked,
    /// An attribute of an element, or the text of one that is marked.
    Marked,
    Script,
    Address,
    Text,
    Heading,
    /// The `title` of the head, or a part of it.
    Head,
}

pub const KINDS: usize = 9;

impl Kind {
    pub fn name(self) -> &'static str {
        KIND_NAMES[self as usize]
    }
}

/// A candidate: which of the values it says, and how.
pub struct Candidate {
    pub value: usize,
    pub text: String,
    pub kind: Kind,
    pub row: i64,
    pub source: &'static str,
    /// Candidates that stand in one list have the same.
    pub group: u64,
    /// Where its link leads, empty where it has none.
    pub link: String,
    /// Where its words begin among those of the list, and how others are called that stand alike.
    pub first_word: usize,
    /// How many of them are of itself.
    pub own_words: usize,
    pub place: Option<u64>,
    pub alike: u32,
    pub is_whole: bool,
}

/// What is known of a candidate beside its words.
pub struct Told<'own> {
    pub key: String,
    pub text: &'own str,
    pub kind: Kind,
    pub row: i64,
    pub source: &'static str,
    pub group: u64,
    pub link: &'own str,
    pub place: Option<u64>,
    /// Whether it is all that its text says.
    pub is_whole: bool,
}

/// The candidates of a field.
#[derive(Default)]
pub struct Listing {
    pub candidates: Vec<Candidate>,
    pub words: Words,
    /// The title of the page, as titles are compared.
    pub title: String,
    /// What the site and its host are called, as names are compared.
    pub sites: Vec<String>,
    pub host: String,
    pub title_row: i64,
    /// The words of the last step of the page's address.
    pub address: Vec<Word>,
    /// What makes two values the same, by their numbers.
    pub keys: Vec<String>,
    numbers: HashMap<String, usize>,
    counts: [usize; KINDS],
}

impl Listing {
    /// Whether there is room for one more of a kind.
    pub fn has_room(&self, kind: Kind) -> bool {
        self.candidates.len() < MAX_CANDIDATES && self.counts[kind as usize] < MAX_OF_KIND
    }

    /// Adds a candidate whose words `tell` adds; nothing where the list is full.
    pub fn add(&mut self, told: Told, tell: impl FnOnce(&mut Words)) {
        limits::tick(1);
        if !self.has_room(told.kind) || told.key.is_empty() {
            return;
        }
        self.counts[told.kind as usize] += 1;
        let first_word = self.words.numbers.len();
        self.words.own = first_word;
        self.words.add("kind", told.kind.name());
        tell(&mut self.words);
        if told.place.is_some() {
            self.words.add("alike", ""); // `finish` knows how many
        }
        let value = self.number(told.key);
        let Told { text, kind, row, source, group, link, place, is_whole, .. } = told;
        let (text, link) = (text.to_owned(), link.to_owned());
        let own_words = self.words.own - first_word;
        self.candidates.push(Candidate {
            value,
            text,
            kind,
            row,
            source,
            group,
            link,
            first_word,
            own_words,
            place,
            alike: 0,
            is_whole,
        });
    }

    fn number(&mut self, key: String) -> usize {
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = self.keys.len();
        self.keys.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    /// Says of each candidate how many stand as it does.
    pub fn finish(mut self, context: &Context) -> Listing {
        self.title_row = context.title_row as i64;
        for number in 0..self.candidates.len() {
            let last = self.words_of(number).end - 1;
            let candidate = &mut self.candidates[number];
            if let Some(place) = candidate.place {
                candidate.alike = context.alike(place);
                self.words.put_steps(last, "alike", i64::from(candidate.alike));
            }
        }
        self
    }

    /// Those of its words that are of itself.
    pub fn own_words_of(&self, number: usize) -> std::ops::Range<usize> {
        let own = &self.candidates[number];
        own.first_word..own.first_word + own.own_words
    }

    /// The words of a candidate, as places among those of the list.
    pub fn words_of(&self, number: usize) -> std::ops::Range<usize> {
        let end = self.candidates.get(number + 1).map_or(self.words.numbers.len(), |next| next.first_word);
        self.candidates[number].first_word..end
    }
}

const KIND_NAMES: [&str; KINDS] = ["graph", "meta", "linked", "marked", "script", "address", "text", "heading", "head"];
