//! What the words, times, numbers and links of a page say of its rows.

pub mod kind_signs;
pub mod links;
pub mod marks;
pub mod names;
pub mod rows;
pub mod time_words;
pub mod times;

use std::sync::{Arc, OnceLock};

use html::names::{NameId, name};
use html::page_view::{PageView, made_once};
use marks::Marks;
use names::PageNames;
use rows::{RowEvidence, SUMS, Sums};

/// What was gathered of the rows of a page.
pub struct PageEvidence {
    pub marks: Arc<Marks>,
    pub rows: RowEvidence,
    pub times: Vec<i64>,
    pub telling: Vec<bool>,
    pub link_kinds: Vec<u8>,
    pub sums: [Vec<f64>; SUMS],
    pub shown: Vec<f64>,
    names: OnceLock<PageNames>,
    counts: OnceLock<Vec<bool>>,
}

impl PageEvidence {
    /// The evidence of a page with these marks, times, dates of something else and sums.
    pub fn gather(
        page: &PageView,
        marks: Arc<Marks>,
        (times, others): (&[i64], &[i64]),
        sums: [Vec<f64>; SUMS],
    ) -> Self {
        PageEvidence {
            rows: rows::gather(page, &marks.flags, times, others),
            times: times.to_vec(),
            telling: marks.telling(),
            marks,
            link_kinds: links::row_kinds(page.attributes, page.tag.len()),
            sums,
            shown: rows::sum_shown(page),
            names: OnceLock::new(),
            counts: OnceLock::new(),
        }
    }

    /// The same, lent, with the columns of the page; the names are empty where nobody has asked for them.
    pub fn view<'page>(&'page self, page: PageView<'page>) -> Evidence<'page> {
        let names = self.names.get();
        Evidence {
            page,
            flags: &self.marks.flags,
            telling: &self.telling,
            is_time: &self.rows.is_time,
            is_date: &self.rows.is_date,
            is_title: &self.rows.is_title,
            framed: &self.rows.framed,
            appended: &self.rows.appended,
            weights: &self.rows.weights,
            link: &self.rows.link,
            text_rows: &self.rows.text_rows,
            times: &self.times,
            link_kinds: &self.link_kinds,
            sums: lend(&self.sums),
            can_be_name: names.map_or(&[], |names| &names.can_be),
            labelled: names.map_or(&[], |names| &names.labelled),
            says_nothing: names.map_or(&[], |names| &names.says_nothing),
            name_marks: names.map_or(&[], |names| &names.marks),
            shown: &self.shown,
        }
    }

    /// The same with its names; `ask` tells what texts can be that are not all ASCII.
    pub fn with_names<'page>(
        &'page self,
        page: PageView<'page>,
        ask: impl FnOnce(&[&str]) -> Vec<u8>,
    ) -> Evidence<'page> {
        made_once(&self.names, || PageNames::of(&self.view(page), ask));
        self.view(page)
    }

    /// Which texts are numbers that count something: no date and no price; `ask` tells which of some texts have a price.
    pub fn counts(&self, page: &PageView, ask: impl FnOnce(&[&str]) -> Vec<bool>) -> &[bool] {
        made_once(&self.counts, || marks::count_mask(page, &self.rows.is_date, ask)).as_slice()
    }
}

/// Sums as evidence lends them.
pub fn lend(sums: &[Vec<f64>; SUMS]) -> Sums<'_> {
    std::array::from_fn(|place| &sums[place][..])
}

/// Ancestors of a text in which its link is searched.
pub const LINK_REACH: i32 = 6;

/// A page with what was gathered of its rows, lent; a column that nobody has made yet is empty.
#[derive(Clone, Copy)]
pub struct Evidence<'page> {
    pub page: PageView<'page>,
    /// What the words of each row speak of.
    pub flags: &'page [u16],
    /// Which tokens part a signature or a quote from a body, however few records have one.
    pub telling: &'page [bool],
    /// See `RowEvidence`.
    pub is_time: &'page [bool],
    pub is_date: &'page [bool],
    pub is_title: &'page [bool],
    pub framed: &'page [bool],
    pub appended: &'page [bool],
    pub weights: &'page [f64],
    pub link: &'page [i32],
    pub text_rows: &'page [i64],
    /// The rows of the times in document order.
    pub times: &'page [i64],
    /// What the address of each row speaks of.
    pub link_kinds: &'page [u8],
    pub sums: Sums<'page>,
    /// See `names::PageNames`.
    pub can_be_name: &'page [bool],
    pub labelled: &'page [bool],
    pub says_nothing: &'page [bool],
    pub name_marks: &'page [f64],
    /// Running sum of the characters that are shown.
    pub shown: &'page [f64],
}

impl<'page> Evidence<'page> {
    /// A page of which nothing was gathered yet.
    pub fn of(page: PageView<'page>) -> Self {
        Evidence {
            page,
            flags: &[],
            telling: &[],
            is_time: &[],
            is_date: &[],
            is_title: &[],
            framed: &[],
            appended: &[],
            weights: &[],
            link: &[],
            text_rows: &[],
            times: &[],
            link_kinds: &[],
            sums: [&[]; SUMS],
            can_be_name: &[],
            labelled: &[],
            says_nothing: &[],
            name_marks: &[],
            shown: &[],
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.page.tag.len()
    }

    /// Whether a row is a text with characters.
    pub fn has_text(&self, row: usize) -> bool {
        self.page.is_text(row) && self.page.chars[row] > 0
    }

    /// The link around a row, at most so many levels above it.
    pub fn link_around(&self, row: usize, reach: i32) -> Option<usize> {
        let link = usize::try_from(self.link[row]).ok();
        link.filter(|&link| self.page.depth[row] - self.page.depth[link] <= reach)
    }

    /// Whether the address of a row speaks of a person.
    pub fn leads_to_person(&self, row: usize) -> bool {
        self.link_kinds[row] & (links::PERSON | links::NO_PERSON) == links::PERSON
    }

    /// The address of the link around a text, empty where there is none near.
    pub fn address_around(&self, row: usize) -> &'page str {
        self.link_around(row, LINK_REACH).map_or("", |link| self.address_of(link))
    }

    /// The address of a link.
    pub fn address_of(&self, link: usize) -> &'page str {
        self.page.attribute(link, name::HREF)
    }

    /// The time of a record stands in a row: its index.
    pub fn time_in(&self, row: usize) -> usize {
        self.times.partition_point(|&time| time < row as i64)
    }

    /// The times in some rows.
    pub fn times_within(&self, (start, end): (usize, usize)) -> &'page [i64] {
        &self.times[self.time_in(start)..self.time_in(end)]
    }

    /// The sum of one of the measures over a range of rows.
    pub fn sum(&self, measure: usize, (start, end): (usize, usize)) -> f64 {
        self.sums[measure][end] - self.sums[measure][start]
    }
}

/// Which of so many rows are these.
pub fn mask(count: usize, rows: &[i64]) -> Vec<bool> {
    let mut mask = vec![false; count];
    rows.iter().for_each(|&row| mask[row as usize] = true);
    mask
}

/// Whether an element is a heading.
pub fn is_heading(tag: NameId) -> bool {
    matches!(tag, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6)
}
