//! Rows near the title of a page that are no side matter, by what their names and addresses say.
//!
//! In words: a row before the title counts as thrice as far as one behind it. Side matter is what stands in `nav`, `aside`
//! or an element whose name speaks of comments, teasers or menus, unless that holds the title or half of the page.

use std::ops::Range;

use html::names::name;
use html::page_view::PageView;
use text::name_patterns::NamePatterns;

/// How much farther a row before the title counts.
const BEFORE_TITLE: usize = 3;

/// A row and those around it, up to the root.
pub fn upwards(page: &PageView, row: usize) -> impl Iterator<Item = usize> {
    std::iter::once(row).chain(page.above(row))
}

/// What stands near the title.
pub struct Near {
    pub title_row: usize,
    /// The rows of each kind of names, and of each kind of addresses around the title.
    pub named: Vec<Vec<i64>>,
    pub leading: Vec<Vec<i64>>,
    /// The kind of names that speak of side matter.
    side: usize,
}

impl Near {
    /// Looks for names on the whole page, for addresses among some rows.
    pub fn find(
        page: &PageView,
        title_row: usize,
        (names, addresses): (&NamePatterns, &NamePatterns),
        (rows, side): (Range<usize>, usize),
    ) -> Near {
        let tokens = (page.class_start, page.class_token, page.id_token);
        let named = names.named(tokens, page.attributes.tokens.iter());
        let leading = addresses.valued(|| page.attributes.values_among(name::HREF, rows.clone()));
        Near { title_row, named, leading, side }
    }

    /// Rows from the title, those before it counted as farther.
    pub fn distance(&self, row: usize) -> usize {
        if row >= self.title_row { row - self.title_row } else { BEFORE_TITLE * (self.title_row - row) }
    }

    /// So many rows that are nearest to the title, the nearest first; of those as near the first.
    pub fn nearest(&self, rows: impl Iterator<Item = usize>, most: usize) -> Vec<usize> {
        let mut nearest: Vec<usize> = Vec::new();
        for row in rows {
            let away = self.distance(row);
            if nearest.len() < most || nearest.last().is_some_and(|&last| self.distance(last) > away) {
                let place = nearest.partition_point(|&other| self.distance(other) <= away);
                nearest.insert(place, row);
                nearest.truncate(most);
            }
        }
        nearest
    }

    /// The same without side matter.
    pub fn beside(&self, page: &PageView, rows: impl Iterator<Item = usize>, most: usize) -> Vec<usize> {
        let mut nearest = self.nearest(rows, most);
        nearest.retain(|&row| !self.in_side(page, row));
        nearest
    }

    /// The rows of a kind of names.
    pub fn kind(&self, kind: usize) -> impl Iterator<Item = usize> {
        self.named.get(kind).into_iter().flatten().map(|&row| row as usize)
    }

    /// Whether a row stands in side matter.
    pub fn in_side(&self, page: &PageView, row: usize) -> bool {
        upwards(page, row).any(|row| self.is_side(page, row))
    }

    fn is_side(&self, page: &PageView, row: usize) -> bool {
        let end = page.end[row] as usize;
        if (end - row) * 2 > page.tag.len() || (row..end).contains(&self.title_row) {
            return false; // a class of `body` speaks of the whole page; what holds the title is `layout-right-sidebar`
        }
        let is_called = || self.named.get(self.side).is_some_and(|rows| rows.binary_search(&(row as i64)).is_ok());
        matches!(page.tag[row], name::NAV | name::ASIDE) || is_called()
    }
}
