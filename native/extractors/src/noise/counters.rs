//! Counters behind paragraphs: how many comments, likes or marks each has.
//!
//! In words: an element with a name, a link or a button that holds a number alone and stands behind the last sentence of a
//! paragraph, in it or beside it. Nearly all paragraphs around have one, and the numbers do not rise as those of notes and
//! verses do.

use html::names::name;
use html::page_view::PageView;
use text::chars::is_space;

/// Counters side by side; fewer may be numbers of the text.
const MIN_COUNTERS: usize = 3;
/// Paragraphs with a counter, of five that have enough words to be one.
const MIN_OF_FIVE: usize = 4;
const MIN_WORDS: usize = 5;
/// Signs of a counter.
const MAX_SIGNS: i32 = 6;
/// Levels from a counter to what raises or lowers it.
const MAX_CLIMB: usize = 4;
/// What ends a sentence, with the quotes behind it.
const ENDS: &str = ".!?…:;。！？：；؟।»”’\"')）」』";

/// A counter, its number, and the box that it has together with its paragraph.
struct Counter {
    row: usize,
    value: u32,
    around: usize,
}

/// The counters of paragraphs.
pub fn find(page: &PageView) -> Vec<usize> {
    let is_short = |&row: &usize| page.is_text(row) && (1..=MAX_SIGNS).contains(&page.chars[row]);
    let mut counters: Vec<Counter> =
        (0..page.tag.len()).filter(is_short).filter_map(|row| counter_of(page, row)).collect();
    let kind =
        |one: &Counter| (page.parent[one.around], page.tag[one.around], page.tag[one.row], page.class_tokens(one.row));
    counters.sort_by_key(|one| (kind(one), one.row));
    let alike = counters.chunk_by(|one, other| kind(one) == kind(other)).filter(|alike| are_counters(page, alike));
    alike.flatten().map(|one| one.row).collect()
}

/// The counter that a short text is, if it is one.
fn counter_of(page: &PageView, text: usize) -> Option<Counter> {
    let said = |row: usize| page.text_of(row).trim_matches(is_space);
    let value = said(text).trim_matches(['(', ')', '[', ']']).parse().ok()?;
    let row = page.above(text).take_while(|&above| page.tag[above] != name::P && said(above) == said(text)).last()?;
    let mut above = std::iter::once(row).chain(page.above(row)).take(MAX_CLIMB);
    let leads_to_note = |&row: &usize| page.attribute(row, name::HREF).ends_with(|sign: char| sign.is_ascii_digit());
    let is_control = page.under(row).any(|own| matches!(page.tag[own], name::A | name::BUTTON));
    if !is_control && page.tokens_at(row).next().is_none()
        || above.any(|above| matches!(page.tag[above], name::SUP | name::SUB))
        || page.under(row).any(|own| leads_to_note(&own))
    {
        return None;
    }
    let around = usize::try_from(page.parent[row]).ok()?;
    let before =
        page.text.get(page.text_start[around] as usize..page.text_start[row] as usize)?.trim_end_matches(is_space);
    let behind = page.text.get(page.text_end[row] as usize..page.text_end[around] as usize)?;
    let is_last = behind.chars().all(is_space) && before.ends_with(|sign| ENDS.contains(sign));
    let has_paragraph =
        page.tag[around] == name::P || page.children(around).take(2).any(|row| page.tag[row] == name::P);
    (is_last && has_paragraph && is_long(before)).then_some(Counter { row, value, around })
}

/// Whether a text has the words of a paragraph.
fn is_long(text: &str) -> bool {
    text.split(is_space).filter(|word| !word.is_empty()).nth(MIN_WORDS - 1).is_some()
        || !text.is_ascii() && text.chars().nth(4 * MIN_WORDS).is_some()
}

/// Whether numbers of one kind below one parent are counters.
fn are_counters(page: &PageView, alike: &[Counter]) -> bool {
    let Some(parent) = alike.first().and_then(|one| usize::try_from(page.parent[one.around]).ok()) else {
        return false;
    };
    let is_paragraph = |&row: &usize| page.tag[row] == page.tag[alike[0].around] && is_long(page.text_of(row));
    let paragraphs = page.children(parent).filter(is_paragraph).count();
    alike.len() >= MIN_COUNTERS
        && 5 * alike.len() >= MIN_OF_FIVE * paragraphs
        && !alike.is_sorted_by(|one, other| one.value < other.value)
}
