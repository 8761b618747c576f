//! Names of people: the texts that can be one, and how much the classes and the link around a text say so.
//!
//! In words: a text of ASCII is a name where it is no label, no number and no word that buttons, counters and guests have,
//! once a label before it such as "by" is cut. Of texts with other letters Python's patterns tell it (`records/names.py`).

use std::collections::HashSet;
use std::sync::OnceLock;

use super::Evidence;
use text::chars::{is_ascii_space, is_letter, is_space};
use text::class_words::{AUTHOR, BUTTON, RANK};
use text::languages::{fold, rows};

pub const CAN_BE: u8 = 1;
pub const LABELLED: u8 = 2;
/// Labelled, and of few bytes.
pub const SHORT_LABEL: u8 = 4;
/// Nothing is known of a text that is not all ASCII.
pub const ASKS: u8 = 8;

const REACH: usize = 4; // ancestors of a text that can say that it is a name
const RANK_REACH: usize = 2; // the same for a rank
const MARKED: f64 = 1.5; // what a link to a person or a label adds, and a button or a rank takes
const MAX_NAME_LENGTH: usize = 40; // characters, or bytes
const MAX_KEY_LENGTH: usize = 20; // characters before a colon that say what is counted behind it
const MARKS: &[u8] = b" ,:;|-"; // around a name
const BEFORE_LABEL: [&str; 5] = ["posted ", "written ", "started ", "asked ", "answered "];
const PARTICLES: [&str; 4] = ["de", "di", "da", "van"]; // they begin names
const NO_NAMES: [&str; 11] =
    ["reply", "replies", "post", "posts", "wrote on", "login", "log in", "signup", "sign up", "signin", "sign in"];
/// The kinds of words of the table that are no names.
const NO_NAME_KINDS: [&str; 18] = [
    "by", "reply", "quote", "report", "edit", "share", "like", "wrote", "guest", "login", "replies", "views", "posts",
    "votes", "joined", "edited", "seen", "last",
];

/// The words of the table that are all ASCII: those before names by their first letter, the longest first, and those that
/// are no names.
struct Words {
    labels: Vec<Vec<Vec<u8>>>,
    no_names: HashSet<Vec<u8>>,
}

static WORDS: OnceLock<Words> = OnceLock::new();

fn words() -> &'static Words {
    WORDS.get_or_init(Words::read)
}

impl Words {
    fn read() -> Words {
        let mut labels: Vec<Vec<Vec<u8>>> = vec![Vec::new(); 128];
        let (mut no_names, mut buffer) = (HashSet::new(), Vec::new());
        for (_, kind, row) in rows().filter(|(_, kind, _)| NO_NAME_KINDS.contains(kind)) {
            for word in row {
                let word = fold(word.trim_end_matches('.').as_bytes(), &mut buffer);
                if !word.is_ascii() || word.is_empty() {
                    continue;
                }
                if kind == "by" && !PARTICLES.iter().any(|particle| particle.as_bytes() == word) {
                    labels[word[0] as usize].push(word.to_vec());
                }
                no_names.reserve(1);
                no_names.insert(word.to_vec());
            }
        }
        for labels in &mut labels {
            labels.sort_by_key(|label| std::cmp::Reverse(label.len()));
        }
        Words { labels, no_names }
    }

    /// Where what follows a label at the beginning of a folded text begins.
    fn behind_label(&self, text: &[u8]) -> Option<usize> {
        let before = BEFORE_LABEL.iter().find(|before| text.starts_with(before.as_bytes())).map_or(0, |own| own.len());
        self.behind_word(text, before).or_else(|| if before > 0 { self.behind_word(text, 0) } else { None })
    }

    fn behind_word(&self, text: &[u8], start: usize) -> Option<usize> {
        let spaces = |place: usize| place + text[place..].iter().take_while(|&&byte| byte == b' ').count();
        let begins = |label: &&Vec<u8>| text[start..].starts_with(label);
        let labels = self.labels.get(*text.get(start)? as usize)?;
        labels.iter().filter(begins).find_map(|label| {
            let (end, next) = (start + label.len(), spaces(start + label.len()));
            let is_colon = text.get(next) == Some(&b':');
            if text.get(end) == Some(&b' ') { Some(next) } else { is_colon.then(|| spaces(next + 1)) }
        })
    }

    /// Whether a folded text is no name.
    fn is_none(&self, name: &[u8]) -> bool {
        if !name.iter().any(u8::is_ascii_alphabetic) || is_counter(name) || self.no_names.contains(name) {
            return true;
        }
        NO_NAMES.iter().any(|word| word.as_bytes() == name)
    }
}

/// Whether a text is a few words, a colon and perhaps a number.
fn is_counter(text: &[u8]) -> bool {
    let Some(colon) = text.iter().position(|&byte| byte == b':') else { return false };
    let is_key = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b' ');
    let number = text[colon + 1..].trim_ascii_start();
    let is_number = number.iter().all(|&byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.'));
    (1..=MAX_KEY_LENGTH).contains(&colon) && text[..colon].iter().all(is_key) && is_number
}

fn trimmed(mut text: &[u8], is_mark: impl Fn(u8) -> bool) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_mark(*first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && is_mark(*last)
    {
        text = rest;
    }
    text
}

/// What a short text can be, as flags; `room` is there to be used again.
pub fn kind(text: &[u8], room: &mut Vec<u8>) -> u8 {
    if !text.is_ascii() {
        return ASKS;
    }
    let (words, text) = (words(), trimmed(text, is_ascii_space));
    room.clear();
    room.reserve(text.len());
    room.extend(text.iter().map(|&byte| if is_ascii_space(byte) { b' ' } else { byte.to_ascii_lowercase() }));
    let mut kind = 0;
    if words.behind_label(room).is_some() {
        kind = LABELLED | if text.len() <= MAX_NAME_LENGTH { SHORT_LABEL } else { 0 };
    }
    room.dedup_by(|one, other| *one == b' ' && *other == b' ');
    let start = words.behind_label(room).unwrap_or(0);
    let name = trimmed(&room[start..], |byte| MARKS.contains(&byte));
    kind | if text.ends_with(b":") || words.is_none(name) { 0 } else { CAN_BE }
}

/// The name in a text with single spaces, without the label before it and the marks around it. None: Python's
/// patterns must find it, for the text is not all letters, digits and marks of ASCII.
pub fn clean<'text>(text: &'text str, room: &mut Vec<u8>) -> Option<&'text str> {
    if !text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return None;
    }
    room.clear();
    room.reserve(text.len());
    room.extend(text.bytes().map(|byte| byte.to_ascii_lowercase()));
    let start = words().behind_label(room).unwrap_or(0);
    Some(text[start..].trim_matches(|c: char| c.is_ascii() && MARKS.contains(&(c as u8))))
}

/// Which texts of a page can be names, which begin with a label, which say nothing; and the score of each as a name.
pub struct PageNames {
    pub can_be: Vec<bool>,
    pub labelled: Vec<bool>,
    pub says_nothing: Vec<bool>,
    pub marks: Vec<f64>,
}

impl PageNames {
    /// The names of a page; `ask` tells what texts can be that are not all ASCII.
    pub fn of(evidence: &Evidence, ask: impl FnOnce(&[&str]) -> Vec<u8>) -> Self {
        let page = &evidence.page;
        let is_short = |&row: &usize| page.is_text(row) && (1..=MAX_NAME_LENGTH as i32).contains(&page.chars[row]);
        let rows: Vec<usize> = (0..evidence.rows()).filter(is_short).collect();
        let mut room = Vec::new();
        let mut kinds: Vec<u8> = rows.iter().map(|&row| kind(page.bytes_of(row), &mut room)).collect();
        limits::tick(evidence.rows());
        let open: Vec<usize> = (0..rows.len()).filter(|&place| kinds[place] == ASKS).collect();
        if !open.is_empty() {
            let texts: Vec<&str> = open.iter().map(|&place| page.text_of(rows[place])).collect();
            open.into_iter().zip(ask(&texts)).for_each(|(place, kind)| kinds[place] = kind);
        }
        let blank = || vec![false; evidence.rows()];
        let (mut can_be, mut labelled, mut says_nothing) = (blank(), blank(), blank());
        for (row, kind) in rows.into_iter().zip(kinds) {
            let is_other = evidence.is_date[row] || evidence.is_title[row] || page.hidden[row] || page.raw[row];
            can_be[row] = !is_other && kind & CAN_BE > 0;
            labelled[row] = kind & LABELLED > 0;
            let text = page.text_of(row).trim_matches(is_space);
            let is_quiet = text.len() <= MAX_NAME_LENGTH && !text.contains(is_letter);
            says_nothing[row] = is_quiet || kind & SHORT_LABEL > 0;
        }
        let marks = labelled.iter().enumerate().map(|(row, &is_labelled)| mark(evidence, row, is_labelled)).collect();
        PageNames { can_be, labelled, says_nothing, marks }
    }
}

/// The score of a text as a name by what is around it; elements score nothing.
fn mark(evidence: &Evidence, row: usize, is_labelled: bool) -> f64 {
    limits::tick(1);
    if !evidence.page.is_text(row) || evidence.page.chars[row] == 0 {
        return 0.0;
    }
    let (mut score, mut all, mut near) = (0.0, 0, 0);
    for (distance, row) in evidence.page.above(row).take(REACH).enumerate() {
        let flags = evidence.flags[row];
        if flags & AUTHOR > 0 && all & AUTHOR == 0 {
            score = 2.0 - 0.2 * distance as f64;
        }
        all |= flags;
        near |= if distance < RANK_REACH { flags } else { 0 };
    }
    if let Some(link) = evidence.link_around(row, REACH as i32) {
        score += 0.3 + MARKED * f64::from(evidence.leads_to_person(link));
    }
    score += if is_labelled { MARKED } else { 0.0 };
    score -= if all & BUTTON > 0 { MARKED } else { 0.0 };
    score - if near & RANK > 0 { MARKED } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_labels_and_words() {
        let room = &mut Vec::new();
        for (text, wanted) in [
            ("Ann", CAN_BE),
            (" by  Ann,", CAN_BE | LABELLED | SHORT_LABEL),
            ("Posted by: Ann", CAN_BE | LABELLED | SHORT_LABEL),
            ("Byron", CAN_BE),
            ("by", 0),
            ("Posts: 1,234", 0),
            ("Reply", 0),
            ("12 / 7", 0),
            ("Ann:", 0),
            ("van Gogh", CAN_BE),
            ("Jörg", ASKS),
        ] {
            assert_eq!(kind(text.as_bytes(), room), wanted, "{text}");
        }
    }

    #[test]
    fn labels_and_marks_are_cut() {
        let room = &mut Vec::new();
        for (text, wanted) in [
            ("by Ann,", Some("Ann")),
            ("Posted by: Ann - ", Some("Ann")),
            ("Parker", Some("Parker")),
            ("", Some("")),
            ("Jörg", None),
        ] {
            assert_eq!(clean(text, room), wanted, "{text}");
        }
    }
}
