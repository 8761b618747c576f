//! Links: where they lead, and those in headings that only lead to the heading itself.

use super::{Kind, Sweep, addresses};
use crate::safe_addresses::unquote;
use extractors::titles::values::is_space;
use html::names::name;
use html::page_view::PageView;

/// Signs that lead to a heading.
const ANCHORS: [&str; 5] = ["¶", "#", "§", "🔗", "⚓"];

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

/// Whether a link in a heading of so many words, on a page at an address, is only what leads to it: a sign, or words
/// beside those of the heading.
pub fn leads_to_heading(page: &PageView, url: &str, link: usize, (heading, words): (usize, i64)) -> bool {
    let Some(target) = page.value(link, name::HREF).and_then(|address| addresses::fragment(address, url)) else {
        return false;
    };
    if ANCHORS.contains(&page.text_of(link).trim_matches(is_space)) {
        return true;
    }
    let target = unquote(target);
    let own = [page.id(heading), page.id(page.parent[heading].max(0) as usize), page.id(link)];
    own.contains(&target.as_str()) && words_of(page, link) < words
}

/// The words of a subtree.
pub fn words_of(page: &PageView, row: usize) -> i64 {
    page.words[page.under(row)].iter().map(|&words| i64::from(words)).sum()
}
