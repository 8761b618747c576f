//! Links: where they lead, and those in headings that only lead to the heading itself.

use super::{Kind, Sweep, addresses};
use crate::names::name;
use crate::text_cuts::{leads_to_heading, words_of};

impl Sweep<'_> {
    /// Whether a link in a heading is only the sign that leads to it; the words of a heading are counted once.
    pub(super) fn is_anchor(&mut self, row: usize, heading: usize) -> bool {
        if self.heading_words.0 != heading {
            self.heading_words = (heading, words_of(self.page, heading));
        }
        leads_to_heading(self.page, &self.wanted.url, row, self.heading_words)
    }

    /// Where a link leads; empty where links are not wanted.
    pub(super) fn link_address(&self, row: usize) -> String {
        let address = self.page.attribute(row, name::HREF);
        if self.wanted.links { addresses::of_link(address, self.wanted) } else { String::new() }
    }

    /// Whether a mark of a kind is open.
    pub(super) fn is_marked(&self, kind: Kind) -> bool {
        std::iter::successors(Some(self.mark), |&mark| Some(self.marks[mark as usize].around))
            .take_while(|&mark| mark > 0)
            .any(|mark| self.marks[mark as usize].kind == kind)
    }
}
