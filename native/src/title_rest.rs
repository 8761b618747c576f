//! The title of a page where no heading is it: what the head declares.
//!
//! In words: of each declared title, less the site's name, the last part goes where the page prints that part first, as a
//! banner, and the rest in a line of its own below. What is left is the title's main part; a rest that no declared title
//! begins with is a motto. The end of `choose_title` in `src/weft/metadata/titles.py` is the twin, with `main_part` of
//! `site_names.py`.

use crate::head_titles::Title;
use crate::limits::Tripped;
use crate::names::name;
use crate::page_title::Found;
use crate::plain_fold::fold;
use crate::signs::Columns;
use crate::title_places::Blocks;
use crate::title_text::Value;

/// Texts of about the length of a title that are compared with it.
const MAX_LINES: usize = 2_000;

/// The first title that names the page, and the first that is a motto.
#[derive(Default)]
pub struct Rest {
    pub named: Option<Found>,
    pub motto: Option<Found>,
}

/// What is left of titles; `wholes` are the same as they were declared. None where Python has to look.
pub fn find(page: &Columns, blocks: &Blocks, titles: Vec<Title>, wholes: &[Title]) -> Result<Option<Rest>, Tripped> {
    let mut rest = Rest::default();
    for mut title in titles {
        let Some(value) = without_banner(page, blocks, title.value)? else { return Ok(None) };
        if wholes.iter().any(|whole| whole.value.text.starts_with(&value.text)) {
            let Some(value) = main_part(&value)? else { return Ok(None) };
            title.value = value;
            rest.named = rest.named.or_else(|| Some(title.into()));
        } else {
            title.value = value;
            rest.motto = rest.motto.or_else(|| Some(title.into()));
        }
    }
    Ok(Some(rest))
}

/// The title less its last part, where that part is a banner; none where Python has to look.
fn without_banner(page: &Columns, blocks: &Blocks, value: Value) -> Result<Option<Value>, Tripped> {
    let Some(cut) = value.cuts()?.pop() else { return Ok(Some(value)) };
    let (rest, last) = (&value.text[..cut.start], &value.text[cut.end..]);
    if last.is_empty() {
        return Ok(Some(value));
    }
    let (Some(name), Some(wanted)) = (fold(last)?, fold(rest)?) else { return Ok(None) };
    if name.is_empty() {
        return Ok(None);
    }
    let texts = (0..page.tag.len()).filter(|&row| page.tag[row] == name::TEXT && fits(page.chars[row], &name, last));
    let texts = texts.take(MAX_LINES).map(|row| (row, text_of(page, row)));
    let banner = match first_that_says(texts, &name)? {
        Line::At(row) => row as i32,
        Line::Nowhere => return Ok(Some(value)),
        Line::Unsure => return Ok(None),
    };
    let lines = fitting_lines(page, blocks, banner, (&wanted, rest));
    match first_that_says(lines, &wanted)? {
        Line::At(_) => Value::clean(rest),
        Line::Nowhere => Ok(Some(value)),
        Line::Unsure => Ok(None),
    }
}

/// The first block behind a row that prints a text and nothing else, -1 where there is none; none where Python has to look.
pub fn find_line(page: &Columns, blocks: &Blocks, text: &str, behind: i32) -> Result<Option<i64>, Tripped> {
    let Some(wanted) = fold(text)? else { return Ok(None) };
    Ok(match first_that_says(fitting_lines(page, blocks, behind, (&wanted, text)), &wanted)? {
        Line::At(block) => Some(block as i64),
        Line::Nowhere => Some(-1),
        Line::Unsure => None,
    })
}

/// The blocks behind a row that have about as many characters as a text, which is also given as it is compared.
fn fitting_lines<'page>(
    page: &Columns<'page>,
    blocks: &Blocks<'page>,
    behind: i32,
    (folded, text): (&str, &str),
) -> impl Iterator<Item = (usize, &'page str)> {
    let first = page.block_first.partition_point(|&first| first <= behind);
    let lines = (first..blocks.chars.len()).filter(move |&block| fits(blocks.chars[block], folded, text));
    lines.take(MAX_LINES).map(|block| (block, blocks.of(block)))
}

/// Whether so many characters are about those of a text.
fn fits(chars: i32, folded: &str, text: &str) -> bool {
    let chars = usize::try_from(chars).unwrap_or(0);
    folded.chars().count() <= chars && chars <= 2 * text.chars().count()
}

fn text_of<'page>(page: &Columns<'page>, row: usize) -> &'page str {
    str::from_utf8(&page.text[page.text_start[row] as usize..page.text_end[row] as usize]).unwrap_or_default()
}

enum Line {
    At(usize),
    Nowhere,
    Unsure,
}

/// The first of some texts that says what is wanted, given as it is compared.
fn first_that_says<'page>(texts: impl Iterator<Item = (usize, &'page str)>, wanted: &str) -> Result<Line, Tripped> {
    for (place, text) in texts {
        match fold(text)? {
            Some(folded) if folded == wanted && !wanted.is_empty() => return Ok(Line::At(place)),
            Some(_) => {}
            None => return Ok(Line::Unsure),
        }
    }
    Ok(Line::Nowhere)
}

/// The part of a title of three or more parts, or of parts with bars, that names the page.
fn main_part(value: &Value) -> Result<Option<Value>, Tripped> {
    let (parts, cuts) = (value.parts()?, value.cuts()?);
    if parts.len() < 3 && !has_bar(&value.text) {
        return value.copy().map(Some);
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
