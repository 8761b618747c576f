//! The days of publication and of change of a page, where they are declared as most are and nothing else has to be read.
//!
//! In words: a date of ISO 8601 is itself, and so is "May 4, 2022" alone in a line beside the title. Where another line, a
//! marked element or an address may print a date, Python reads the page: `PageDates` of `src/weft/metadata/page_dates.py` is the twin.

use crate::candidates::{Candidate, SOURCES, Said, first_chars};
use crate::date_signs;
use crate::declares::lower;
use crate::limits::{Deadline, Tripped};
use crate::lines::{has_digit, may_have_date, may_print_date, published};
use crate::memory;
use crate::metadata_answers::{Answer, MAX_BESIDE, One, Page};
use crate::metadata_bylines::title_blocks;
use crate::names::{name, places_of};
use crate::near_title::Near;
use crate::plain_dates::{day_number, only_date, read_iso};
use crate::title_text::cleaned;

/// Blocks right behind the title and before it, and behind it, that may print a date, and the characters of one.
const CLOSE_BLOCKS: usize = 3;
const MAX_BLOCKS: usize = 12;
const LINE_CHARS: (i32, i32) = (4, 120);
const TEXTS: (usize, usize) = (12, 80);
/// Characters besides a date in a block that is there to tell it, and those of a label before one.
const MAX_AROUND: usize = 60;
const MAX_LABEL: i32 = 24;
/// What a label before the day of a change has, in ASCII.
const UPDATED: &str = "\
    updat modif edited revis amended aktualisiert aktualisierung actualiza atualiza aggiornat bijgewerkt \
    gewijzigd uppdatera oppdatert opdateret aktualiz zaktualiz diperbarui";
/// Blocks behind the title that may begin with a place and a date, and the characters in which they do.
const DATELINE_BLOCKS: usize = 5;
const MAX_DATELINE: usize = 90;
/// Blocks in which a line that says "published" is looked for, and its characters; scripts, and the bytes of one.
const MAX_LABELLED: usize = 400;
const LABELLED_CHARS: (i32, i32) = (8, 300);
const MAX_SCRIPTS: usize = 60;
const MAX_SCRIPT_BYTES: usize = 500_000;

/// The days of publication, where it is asked for, and of change, each where Python has not to look.
pub fn find(page: &Page, is_asked: bool, deadline: &mut Deadline) -> Result<[Option<Answer>; 2], Tripped> {
    let changed = first_date(page.ranked("modified"))?;
    let Some(near) = page.near else { return Ok([declared_only(page)?, changed.into_answer()]) };
    let Some(close) = close_dates(page, near)? else {
        return Ok([None, if matches!(changed, First::None) { None } else { changed.into_answer() }]);
    };
    let modified = match (changed, close.iter().find(|printed| printed.is_update)) {
        (First::None, Some(update)) => Some(Answer::One(update.field()?)),
        (First::None, None) if page.ranked("date").is_empty() && has_marked(page, near)? => None,
        (first, _) => first.into_answer(),
    };
    if !is_asked {
        return Ok([None, modified]);
    }
    let published = match first_date(page.ranked("date"))? {
        First::Date(declared) => as_printed(page, declared, &close)?,
        First::Unsure => None,
        First::None => match close.iter().find(|printed| !printed.is_update) {
            Some(printed) => Some(Answer::One(printed.field()?)),
            None if close.is_empty() => find_published(page, near, deadline)?,
            None => None,
        },
    };
    Ok([published, modified])
}

/// The declared day, or the one that is printed beside the title, unless that is the day of a change; none where Python has
/// to say.
fn as_printed(page: &Page, declared: One, close: &[Printed]) -> Result<Option<Answer>, Tripped> {
    let Some(printed) = close.iter().find(|printed| !printed.is_update) else {
        return Ok(Some(Answer::One(declared)));
    };
    let days = day_number(&printed.iso).zip(day_number(&declared.value));
    let Some(later) = days.map(|(printed, declared)| printed - declared) else { return Ok(None) };
    if later > 1 && !page.ranked("modified").is_empty() {
        return Ok(None); // whether it is the day of a change
    }
    Ok(Some(Answer::One(if later == 0 { declared } else { printed.field()? })))
}

/// A date that is printed beside the title.
struct Printed {
    iso: String,
    row: i64,
    is_update: bool,
}

impl Printed {
    fn field(&self) -> Result<One, Tripped> {
        One::new(&self.iso, self.row, "byline")
    }
}

/// The dates in the blocks right behind the title, then in those right before it; none where Python has to read one.
fn close_dates(page: &Page, near: &Near) -> Result<Option<Vec<Printed>>, Tripped> {
    let (first, behind) = title_blocks(page, near);
    let after = (behind..page.lines.block_row.len()).take(CLOSE_BLOCKS);
    let (mut found, lines, mut buffer) = (Vec::new(), &page.lines, Vec::new());
    for block in after.chain((0..first).rev().take(CLOSE_BLOCKS)) {
        let fits = (LINE_CHARS.0..=LINE_CHARS.1).contains(&lines.block_chars[block]);
        if !fits || !may_print_date(lines, block, TEXTS, &mut buffer)? {
            continue;
        }
        let Some(text) = cleaned(lines.block_text(block))? else { return Ok(None) };
        if !has_digit(&text) {
            continue;
        }
        let Some(date) = only_date(&text, &mut buffer)? else { return Ok(None) };
        if text.len() - date.place.len() > MAX_AROUND {
            continue;
        }
        let before = match &text[..date.place.start] {
            "" if block > 0 && lines.block_chars[block - 1] <= MAX_LABEL => lines.block_text(block - 1),
            before => before,
        };
        if !before.is_ascii() {
            return Ok(None);
        }
        let label = lower(&before[before.len().saturating_sub(2 * MAX_LABEL as usize)..])?;
        let is_update = UPDATED.split_ascii_whitespace().any(|word| label.contains(word));
        let row = i64::from(lines.block_row[block]);
        memory::push(&mut found, Printed { iso: date.iso, row, is_update })?;
    }
    Ok(Some(found))
}

/// The day of publication where only what is declared counts.
fn declared_only(page: &Page) -> Result<Option<Answer>, Tripped> {
    Ok(match first_date(page.ranked("date"))? {
        First::None => first_date(page.ranked("unsure_date"))?.into_answer(),
        first => first.into_answer(),
    })
}

/// The day of publication where none is declared for sure, and none is printed beside the title.
fn find_published(page: &Page, near: &Near, deadline: &mut Deadline) -> Result<Option<Answer>, Tripped> {
    if has_marked(page, near)? {
        return Ok(None);
    }
    match first_date(page.ranked("unsure_date"))? {
        First::None => {}
        first => return Ok(first.into_answer()),
    }
    if may_be_printed(page, near, deadline)? || may_be_in_address(page) {
        return Ok(None);
    }
    let linked = page.ranked("modified").iter().filter(|candidate| SOURCES[candidate.source] == "json-ld");
    Ok(match first_of(linked)? {
        First::Date(one) => Some(Answer::One(One { source: "modified", ..one })),
        first => first.into_answer(),
    })
}

/// Whether one of some blocks may print a date.
fn may_print(page: &Page, mut blocks: impl Iterator<Item = usize>) -> Result<bool, Tripped> {
    let (mut buffer, lines) = (Vec::new(), &page.lines);
    blocks.try_fold(false, |found, block| {
        let fits = !found && (LINE_CHARS.0..=LINE_CHARS.1).contains(&lines.block_chars[block]);
        Ok(found || fits && may_print_date(lines, block, TEXTS, &mut buffer)?)
    })
}

fn has_marked(page: &Page, near: &Near) -> Result<bool, Tripped> {
    Ok(!near.marked(&page.columns, page.kinds.names.number("date"), MAX_BESIDE)?.is_empty())
}

/// Whether a line farther from the title, a script or the title itself may tell a date.
fn may_be_printed(page: &Page, near: &Near, deadline: &mut Deadline) -> Result<bool, Tripped> {
    let (_, behind) = title_blocks(page, near);
    let (lines, mut buffer) = (&page.lines, Vec::new());
    let later = (behind + CLOSE_BLOCKS..lines.block_row.len()).take(MAX_BLOCKS - CLOSE_BLOCKS);
    if may_have_date(page.title, &mut buffer)? || may_print(page, later)? {
        return Ok(true);
    }
    for block in (behind..lines.block_row.len()).take(DATELINE_BLOCKS) {
        if lines.block_chars[block] <= MAX_DATELINE as i32 || lines.block_hidden[block] {
            continue;
        }
        let Some(text) = cleaned(first_chars(lines.block_text(block), 2 * MAX_DATELINE))? else { return Ok(true) };
        let text = first_chars(&text, MAX_DATELINE);
        if has_digit(text) && may_have_date(text, &mut buffer)? {
            return Ok(true);
        }
    }
    if !published(lines, behind, MAX_LABELLED, LABELLED_CHARS, deadline)?.is_empty() {
        return Ok(true);
    }
    for row in places_of(page.columns.tag, name::SCRIPT).take(MAX_SCRIPTS) {
        let text = page.columns.content(row);
        if text.len() <= MAX_SCRIPT_BYTES && !date_signs::publication_days(text)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether an address of the page may have a year.
fn may_be_in_address(page: &Page) -> bool {
    let may_have =
        |text: &str| text.contains("19") || text.contains("20") || !text.bytes().all(|b| matches!(b, b' '..=b'~'));
    let is_address = |candidate: &&Candidate| SOURCES[candidate.source] != "json-ld";
    may_have(page.url)
        || page.ranked("url").iter().filter(is_address).any(|candidate| match &candidate.said {
            Said::Clean(text) => may_have(text),
            _ => true,
        })
}

enum First {
    Date(One),
    None,
    Unsure,
}

impl First {
    fn into_answer(self) -> Option<Answer> {
        match self {
            First::Date(one) => Some(Answer::One(one)),
            First::None => Some(Answer::Nothing),
            First::Unsure => None,
        }
    }
}

fn first_date(candidates: &[Candidate]) -> Result<First, Tripped> {
    first_of(candidates.iter())
}

/// The first candidate, where it is a date as most are written.
fn first_of<'page>(mut candidates: impl Iterator<Item = &'page Candidate>) -> Result<First, Tripped> {
    let Some(candidate) = candidates.next() else { return Ok(First::None) };
    let Said::Clean(text) = &candidate.said else { return Ok(First::Unsure) };
    let Some((date, zone)) = read_iso(text).filter(|(date, _)| !date.starts_with("1970-01-01")) else {
        return Ok(First::Unsure);
    };
    let mut one = One::new(date, candidate.row, SOURCES[candidate.source])?;
    memory::push_str(&mut one.value, zone)?;
    Ok(First::Date(one))
}
