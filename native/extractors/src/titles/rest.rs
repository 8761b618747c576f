//! The title of a page where no heading is it: what the head declares.
//!
//! In words: of each declared title, less the site's name, the last part goes where the page prints that part first, as a
//! banner, and the rest in a line of its own below: old pages name the site so, and have no headings. What is left is the
//! title's main part; a rest that no declared title begins with is a motto ("The heart of the internet").

use super::head_titles::Title;
use super::values::{Value, fold};
use html::names::name;
use html::page_view::PageView;

/// Texts of about the length of a title that are compared with it.
const MAX_LINES: usize = 2_000;

/// The first title that names the page, and the first that is a motto.
#[derive(Default)]
pub struct Rest {
    pub named: Option<Title>,
    pub motto: Option<Title>,
}

/// What is left of titles; `wholes` are the same as they were declared.
pub fn find(page: &PageView, titles: Vec<Title>, wholes: &[Title]) -> Rest {
    let mut rest = Rest::default();
    for mut title in titles {
        title.value = without_banner(page, title.value);
        if wholes.iter().any(|whole| whole.value.text.starts_with(&title.value.text)) {
            title.value = main_part(&title.value);
            rest.named = rest.named.or(Some(title));
        } else {
            rest.motto = rest.motto.or(Some(title));
        }
    }
    rest
}

/// The title less its last part, where that part is a banner.
fn without_banner(page: &PageView, value: Value) -> Value {
    let Some(cut) = value.cuts().pop() else { return value };
    let (rest, last) = (&value.text[..cut.start], &value.text[cut.end..]);
    if last.is_empty() {
        return value;
    }
    let name = fold(last);
    let texts = (0..page.tag.len()).filter(|&row| page.tag[row] == name::TEXT && fits(page.chars[row], &name, last));
    let banner = texts.take(MAX_LINES).find(|&row| fold(page.text_of(row)) == name).unwrap_or(page.tag.len());
    if find_line(page, rest, banner as i32).is_some() { Value::clean(rest) } else { value }
}

/// The first block behind a row that prints a text and nothing else.
pub fn find_line(page: &PageView, text: &str, behind: i32) -> Option<usize> {
    let wanted = fold(text);
    let first = page.block_first.partition_point(|&first| first <= behind);
    let lines = (first..page.block_chars.len()).filter(|&block| fits(page.block_chars[block], &wanted, text));
    lines.take(MAX_LINES).find(|&block| !wanted.is_empty() && fold(page.text_of_block(block)) == wanted)
}

/// Whether so many characters are about those of a text.
fn fits(chars: i32, folded: &str, text: &str) -> bool {
    let chars = usize::try_from(chars).unwrap_or(0);
    folded.chars().count() <= chars && chars <= 2 * text.chars().count()
}

/// The part of a title of three or more parts, or of parts with bars, that names the page.
fn main_part(value: &Value) -> Value {
    let (parts, cuts) = (value.parts(), value.cuts());
    if parts.len() < 3 && !has_bar(&value.text) {
        return value.clone();
    }
    let leads_down = |sign: &str| matches!(sign.trim_matches(' '), ":" | "::" | "»" | ">" | "›");
    let is_last = cuts.into_iter().all(|cut| leads_down(&value.text[cut]));
    let part = if is_last { parts.last() } else { parts.first() };
    Value::clean(part.copied().unwrap_or_default())
}

/// Whether a title has a sign behind whose first no title stands.
fn has_bar(text: &str) -> bool {
    let is_wide = |c: &char| matches!(c, '\u{3040}'..='\u{9fff}');
    let threes = text.chars().zip(text.chars().skip(1)).zip(text.chars().skip(2));
    let mut dashes = threes.filter(|((_, sign), _)| matches!(sign, '-' | '–' | '—'));
    text.contains(['|', '｜', '_']) || dashes.any(|((before, _), behind)| is_wide(&before) && is_wide(&behind))
}
