//! Which kinds of records a page may have beside posts, rows and cards (see `records/kinds/others.py`).
//!
//! In words: every kind has something that its pages cannot be without: an element, an attribute, a part of a name, three
//! question marks. A page without it is told here, in one look, and nobody searches it for that kind. The readers in Python
//! decide.

use memchr::memmem;

use html::attributes::AttributeColumns;
use html::names::{NameId, Names, name, places_of};
use html::signs::name_text;
use text::name_parts::has_word;

/// The kinds in the order of their bits.
pub const KINDS: [&str; 8] = ["declared", "faq", "answers", "reviews", "comments", "dated", "results", "tables"];

const LEAST_QUESTIONS: usize = 3; // as in records/kinds/questions.py
const MARKS: [&str; 3] = ["?", "？", "؟"];
const LAST_BYTE: u8 = 0x9F; // of the wide and of the Arabic question mark
const AROUND: [&str; 6] = [" ", "\"", "”", "'", "»", ")"];
const MOST_FIELDS: usize = 50; // as in records/kinds/results.py
const LEAST_HEADS: usize = 2; // as in records/kinds/tables.py

/// One is in every type that a reader wants.
const TYPES: [&str; 8] = ["review", "question", "answer", "comment", "jobposting", "event", "qapage", "faqpage"];
/// Parts of names that are in each of the words, and the words.
const REVIEWS: Called = (
    &["review", "testimonial", "rezension", "bewertung"],
    &["review", "reviews", "testimonial", "testimonials", "rezension", "bewertung"],
);
const LEAST_REVIEWS: usize = 2; // as in records/kinds/reviews.py
const RATINGS: [&str; 4] = ["star", "rating", "rated", "score"];
const COMMENTS: [&str; 2] = ["\0comment", "-comment-"];
const DATED: Called = (
    &["event", "veranstaltung", "job", "vacanc", "career", "timeline", "milestone", "changelog", "chronology"],
    &[
        "event",
        "events",
        "veranstaltung",
        "evento",
        "job",
        "jobs",
        "vacancy",
        "vacancies",
        "career",
        "careers",
        "timeline",
        "milestone",
        "milestones",
        "changelog",
        "chronology",
    ],
);

type Called = (&'static [&'static str], &'static [&'static str]);

/// The columns of a page that are read here. `text` is its content without what is raw.
pub struct Columns<'page> {
    pub text: &'page [u8],
    pub tag: &'page [NameId],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub hidden: &'page [bool],
    pub parent: &'page [i32],
    pub step: &'page [u64],
    pub id_token: &'page [i32],
    pub class_start: &'page [i32],
    pub class_token: &'page [i32],
    pub attributes: &'page AttributeColumns,
    pub names: &'page Names,
}

impl<'page> Columns<'page> {
    /// The text of a row, where it is content.
    fn text_of(&self, row: usize) -> &'page [u8] {
        self.text.get(self.text_start[row] as usize..self.text_end[row] as usize).unwrap_or_default()
    }
}

/// A bit for each of `KINDS` that the page may have.
pub fn find(columns: &Columns) -> u8 {
    let names = name_text(&columns.attributes.tokens);
    let has = |part: &&str| memmem::find(names.as_bytes(), part.as_bytes()).is_some();
    let signs = [
        declares(columns),
        asks(columns),
        has(&"answer") && has(&"question"),
        REVIEWS.0.iter().any(has) && RATINGS.iter().any(has) && are_alike(columns, REVIEWS.1, LEAST_REVIEWS),
        COMMENTS.iter().any(has),
        DATED.0.iter().any(has) && columns.attributes.tokens.iter().any(|token| has_word(token, DATED.1)),
        is_searched(columns),
        places_of(columns.tag, name::TH).take(LEAST_HEADS).count() == LEAST_HEADS,
    ];
    signs.iter().enumerate().fold(0, |bits, (place, &sign)| bits | u8::from(sign) << place)
}

/// Whether so many visible siblings of one build have a name with one of some words; what holds the page does not count.
fn are_alike(columns: &Columns, words: &[&str], least: usize) -> bool {
    let is_called = columns.attributes.tokens.iter().map(|token| has_word(token, words)).collect::<Vec<_>>();
    let called = |token: &i32| usize::try_from(*token).is_ok_and(|token| is_called.get(token) == Some(&true));
    let has_name = |&row: &usize| {
        let classes = columns.class_start[row] as usize..columns.class_start[row + 1] as usize;
        !columns.hidden[row] && (called(&columns.id_token[row]) || columns.class_token[classes].iter().any(called))
    };
    let build = |row: usize| (columns.parent[row], columns.step[row]);
    let mut builds = (3..columns.tag.len()).filter(has_name).map(build).collect::<Vec<_>>();
    builds.sort_unstable();
    builds.chunk_by(|one, other| one == other).any(|group| group.len() >= least)
}

/// Whether an element declares to be of a type that a reader wants.
fn declares(columns: &Columns) -> bool {
    let numbers = ["itemtype", "typeof"].map(|name| columns.names.number(name));
    let mut values = numbers.iter().flatten().flat_map(|&number| columns.attributes.values_of(number));
    values.any(|value| TYPES.iter().any(|kind| contains(value.as_bytes(), kind.as_bytes())))
}

/// Whether a word in small letters stands in a text, in whatever case.
fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word))
}

/// Whether there are some question marks, and some of them in what opens or in terms, or at the end of headings.
fn asks(columns: &Columns) -> bool {
    let are_some = |count: usize| count >= LEAST_QUESTIONS;
    if !are_some(memchr::memchr2_iter(b'?', LAST_BYTE, columns.text).take(LEAST_QUESTIONS).count()) {
        return false;
    }
    let has_mark = |&row: &usize| memchr::memchr2(b'?', LAST_BYTE, columns.text_of(row)).is_some();
    let of = |tag| places_of(columns.tag, tag).filter(has_mark).take(LEAST_QUESTIONS).count();
    are_some(of(name::SUMMARY)) || are_some(of(name::DT)) || are_some(asking(columns))
}

/// How many headings and buttons end as a question does, or enough of them.
fn asking(columns: &Columns) -> usize {
    let is_head = |tag: NameId| matches!(tag, name::H2 | name::H3 | name::H4 | name::H5 | name::H6 | name::BUTTON);
    let asks = |&row: &usize| !columns.hidden[row] && is_asked(columns.text_of(row));
    (0..columns.tag.len()).filter(|&row| is_head(columns.tag[row])).filter(asks).take(LEAST_QUESTIONS).count()
}

/// Whether a text ends as a question does, but for quotation marks behind it.
fn is_asked(mut text: &[u8]) -> bool {
    while let Some(rest) = AROUND.iter().find_map(|mark| text.strip_suffix(mark.as_bytes())) {
        text = rest;
    }
    MARKS.iter().any(|mark| text.ends_with(mark.as_bytes()))
}

/// Whether one of the first fields is for words, and has some.
fn is_searched(columns: &Columns) -> bool {
    places_of(columns.tag, name::INPUT).take(MOST_FIELDS).any(|row| {
        let of = |wanted: NameId| {
            let own = columns.attributes.of(row).find(|&(found, _)| found == wanted);
            own.map_or("", |(_, value)| value)
        };
        let kind = of(name::TYPE);
        let is_named = kind.is_empty() || kind.eq_ignore_ascii_case("text");
        !of(name::VALUE).is_empty() && (kind.eq_ignore_ascii_case("search") || (is_named && !of(name::NAME).is_empty()))
    })
}
