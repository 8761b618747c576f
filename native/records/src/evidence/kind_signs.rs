//! Which kinds of records a page may have beside posts, rows and cards (see `records/kinds/others.py`).
//!
//! In words: every kind has something that its pages cannot be without: an element, an attribute, a part of a name, three
//! question marks. A page without it is told here, in one look, and nobody searches it for that kind. The readers in Python
//! decide.

use memchr::memmem;

use html::names::{NameId, name, places_of};
use html::page_view::PageView;
use html::signs::name_text;
use text::name_patterns::has_word;

/// The kinds in the order of their bits.
pub const KINDS: [&str; 7] = ["declared", "faq", "answers", "reviews", "comments", "dated", "tables"];

const MIN_QUESTIONS: usize = 3; // as in records/kinds/questions.py
const MARKS: [&str; 3] = ["?", "？", "؟"];
const LAST_BYTE: u8 = 0x9F; // of the wide and of the Arabic question mark
const AROUND: [&str; 6] = [" ", "\"", "”", "'", "»", ")"];
const MIN_HEADS: usize = 2; // as in records/kinds/tables.py

/// One is in every type that a reader wants.
const TYPES: [&str; 8] = ["review", "question", "answer", "comment", "jobposting", "event", "qapage", "faqpage"];
/// Parts of names that are in each of the words, and the words.
const REVIEWS: Called = (
    &["review", "testimonial", "rezension", "bewertung"],
    &["review", "reviews", "testimonial", "testimonials", "rezension", "bewertung"],
);
const MIN_REVIEWS: usize = 2; // as in records/kinds/reviews.py
const RATINGS: [&str; 4] = ["star", "rating", "rated", "score"];
const COMMENTS: [&str; 2] = ["\0comment", "-comment-"];
const DATED: Called = (
    &["event", "veranstaltung", "job", "vacanc", "career"],
    &["event", "events", "veranstaltung", "evento", "job", "jobs", "vacancy", "vacancies", "career", "careers"],
);

type Called = (&'static [&'static str], &'static [&'static str]);

/// A bit for each of `KINDS` that the page may have.
pub fn find(page: &PageView) -> u8 {
    let names = name_text(&page.attributes.tokens);
    let has = |part: &&str| memmem::find(names.as_bytes(), part.as_bytes()).is_some();
    let signs = [
        declares(page),
        asks(page),
        has(&"answer") && has(&"question"),
        REVIEWS.0.iter().any(has) && RATINGS.iter().any(has) && are_alike(page, REVIEWS.1, MIN_REVIEWS),
        COMMENTS.iter().any(has),
        DATED.0.iter().any(has) && page.attributes.tokens.iter().any(|token| has_word(token, DATED.1)),
        places_of(page.tag, name::TH).take(MIN_HEADS).count() == MIN_HEADS,
    ];
    signs.iter().enumerate().fold(0, |bits, (place, &sign)| bits | u8::from(sign) << place)
}

/// Whether so many visible siblings of one build have a name with one of some words; what holds the page does not count.
fn are_alike(page: &PageView, words: &[&str], least: usize) -> bool {
    let is_called: Vec<bool> = page.attributes.tokens.iter().map(|token| has_word(token, words)).collect();
    let has_name = |&row: &usize| !page.hidden[row] && page.tokens_at(row).any(|token| is_called[token]);
    let build = |row: usize| (page.parent[row], page.step[row]);
    let mut builds: Vec<_> = (3..page.tag.len()).filter(has_name).map(build).collect();
    builds.sort_unstable();
    builds.chunk_by(|one, other| one == other).any(|group| group.len() >= least)
}

/// Whether an element declares to be of a type that a reader wants.
fn declares(page: &PageView) -> bool {
    let numbers = ["itemtype", "typeof"].map(|name| page.names.number(name));
    let mut values = numbers.iter().flatten().flat_map(|&number| page.attributes.values_of(number));
    values.any(|value| TYPES.iter().any(|kind| contains(value.as_bytes(), kind.as_bytes())))
}

/// Whether a word in small letters stands in a text, in whatever case.
fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word))
}

/// The text of the page without what is raw.
fn content<'page>(page: &PageView<'page>) -> &'page [u8] {
    page.text_end.first().map_or(&[], |&end| &page.text.as_bytes()[..end as usize])
}

/// The text of a row, where it is content.
fn text_of<'page>(page: &PageView<'page>, row: usize) -> &'page [u8] {
    content(page).get(page.text_start[row] as usize..page.text_end[row] as usize).unwrap_or_default()
}

/// Whether there are some question marks, and some of them in what opens or in terms, or at the end of headings.
fn asks(page: &PageView) -> bool {
    let are_some = |count: usize| count >= MIN_QUESTIONS;
    if !are_some(memchr::memchr2_iter(b'?', LAST_BYTE, content(page)).take(MIN_QUESTIONS).count()) {
        return false;
    }
    let has_mark = |&row: &usize| memchr::memchr2(b'?', LAST_BYTE, text_of(page, row)).is_some();
    let of = |tag| places_of(page.tag, tag).filter(has_mark).take(MIN_QUESTIONS).count();
    are_some(of(name::SUMMARY)) || are_some(of(name::DT)) || are_some(asking(page))
}

/// How many headings and buttons end as a question does, or enough of them.
fn asking(page: &PageView) -> usize {
    let is_head = |tag: NameId| matches!(tag, name::H2 | name::H3 | name::H4 | name::H5 | name::H6 | name::BUTTON);
    let asks = |&row: &usize| !page.hidden[row] && is_asked(text_of(page, row));
    (0..page.tag.len()).filter(|&row| is_head(page.tag[row])).filter(asks).take(MIN_QUESTIONS).count()
}

/// Whether a text ends as a question does, but for quotation marks behind it.
fn is_asked(mut text: &[u8]) -> bool {
    while let Some(rest) = AROUND.iter().find_map(|mark| text.strip_suffix(mark.as_bytes())) {
        text = rest;
    }
    MARKS.iter().any(|mark| text.ends_with(mark.as_bytes()))
}
