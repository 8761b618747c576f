//! Whether a page may have noise inside of structures: one look at its rows.
//!
//! In words: an element can only be noise where its tag or its names say so, where a kept block begins in it, and where
//! its structure is near; `src/weft/page/structure_noise.py` has the rules, and looks where this says that there may be
//! some. It may say yes where there is none, and never no where there is.

use crate::limits::Tripped;
use crate::memory;
use crate::names::{NameId, name};
use crate::signs::{ADS, CODE, COPY, Columns, EDIT, GUTTER, SORT};

/// Words of a control.
const MAX_CONTROL_WORDS: i32 = 6;
/// Levels from a control to what holds it.
const MAX_CLIMB: usize = 3;

/// Whether the kept blocks, given in document order, may hold one that is noise inside of a structure.
pub fn may_have_noise(page: &Columns, keep: &[i64]) -> Result<bool, Tripped> {
    let look = Look::of(page)?;
    let may_be_noise = |row: usize| match page.tag[row] {
        name::TEXT => false,
        name::BUTTON | name::SELECT if look.may_be_control(row) => page.is_asked(keep, row),
        name::TH if page.hints & SORT != 0 && page.is_parted(keep, row) => true,
        name::H1..=name::H6 if look.has_own_link(row) && page.is_parted(keep, row) => true,
        name::PRE if look.has_columns && page.may_be_numbers(row) => page.is_asked(keep, row),
        tag => look.may_be_called_noise(row, if is_row(tag) { ADS | EDIT } else { EDIT }) && page.is_asked(keep, row),
    };
    Ok((0..page.tag.len()).any(may_be_noise) || has_labelled_row(page, keep))
}

/// Whether an element may be noise in the middle of a text that is kept: as the same search has it on any page. Some links,
/// in rising order, are cut anyhow.
pub fn may_cut_noise(page: &Columns, keep: &[i64], cut: &[usize]) -> Result<bool, Tripped> {
    let (look, mut heading_end) = (Look::of(page)?, 0);
    let mut may_be_noise = |row: usize| match page.tag[row] {
        name::TEXT => false,
        name::BUTTON | name::SELECT => look.may_be_control(row),
        name::A if row < heading_end && page.may_lead_to_heading(row) && cut.binary_search(&row).is_err() => true,
        tag => {
            if let name::H1..=name::H6 = tag {
                heading_end = heading_end.max(page.end[row] as usize);
            }
            look.may_be_called_noise(row, SORT | EDIT)
        }
    };
    Ok((0..page.tag.len()).any(|row| may_be_noise(row) && is_in_text(page, row) && page.is_shown(keep, row)))
}

/// Whether a row lies in the middle of a block, or a block goes on behind it.
fn is_in_text(page: &Columns, row: usize) -> bool {
    let (first, last, end) = (page.block_first, page.block_last, page.end[row]);
    let after = first.partition_point(|&first| first < row as i32);
    let goes_on = first.get(after).is_some_and(|&first| first < end && end < last[after]);
    goes_on || after > 0 && (row as i32) < last[after - 1]
}

/// Whether an element is a row of a table, a cell or an item.
fn is_row(tag: NameId) -> bool {
    matches!(tag, name::TR | name::LI | name::TD | name::DT | name::DD)
}

/// Whether a row, a cell or an item has a label for readers.
fn has_labelled_row(page: &Columns, keep: &[i64]) -> bool {
    let Some(label) = page.names.number("aria-label") else { return false };
    let mut rows = page.attributes.rows_with(label).map(|row| row as usize);
    rows.any(|row| is_row(page.tag[row]) && page.is_asked(keep, row))
}

/// A page with its code.
struct Look<'page> {
    page: &'page Columns<'page>,
    code: Vec<usize>,
    /// Whether code may stand beside code in the row of a table.
    has_columns: bool,
}

impl<'page> Look<'page> {
    fn of(page: &'page Columns) -> Result<Self, Tripped> {
        let code = memory::collect((0..page.tag.len()).filter(|&row| page.tag[row] == name::PRE))?;
        let has_columns = code.len() > 1 && page.tag.contains(&name::TR);
        Ok(Look { page, code, has_columns })
    }

    /// Whether a button or a list of options stands near below what it is no part of, or beside code.
    fn may_be_control(&self, row: usize) -> bool {
        let page = self.page;
        let is_holder = |above: usize| {
            matches!(page.tag[above], name::H1..=name::H6 | name::TH | name::TD | name::CAPTION | name::FIGURE)
                || matches!(page.tag[above], name::FIGCAPTION | name::PRE | name::DT)
        };
        let is_held = page.above(row).take(MAX_CLIMB).any(is_holder);
        let is_short = || page.tag[row] == name::SELECT || self.is_short(row);
        is_held && is_short() || self.is_near_code(row) && self.is_short(row)
    }

    /// Whether a row has few words.
    fn is_short(&self, row: usize) -> bool {
        let mut words = 0;
        self.page.under(row).all(|row| {
            words += self.page.words[row];
            words <= MAX_CONTROL_WORDS
        })
    }

    /// Whether an element near above a row holds code.
    fn is_near_code(&self, row: usize) -> bool {
        let holds_code = |above: usize| {
            let next = self.code.partition_point(|&code| code < above);
            self.code.get(next).is_some_and(|code| self.page.under(above).contains(code))
        };
        !self.code.is_empty() && (row == 0 || self.page.above(row).take(MAX_CLIMB).any(holds_code))
    }

    /// Whether a heading has a link that may lead to it.
    fn has_own_link(&self, row: usize) -> bool {
        self.page.under(row).any(|link| self.page.may_lead_to_heading(link))
    }

    /// Whether the names of an element say that it is noise: one of these hints, a button that copies code, or the
    /// numbers of lines.
    fn may_be_called_noise(&self, row: usize, hints: u64) -> bool {
        let page = self.page;
        if page.hints & (hints | COPY | GUTTER) == 0 {
            return false;
        }
        let own = page.hints_at(row);
        let has_code = !self.code.is_empty() || page.hints & CODE != 0;
        own & hints != 0
            || own & COPY != 0 && self.is_near_code(row) && self.is_short(row)
            || own & GUTTER != 0 && has_code && page.may_be_numbers(row)
    }
}
