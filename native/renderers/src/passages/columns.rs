//! The columns of a page that passages are made of.

use std::ops::Deref;

use extractors::captions::shown::More;
use html::names::NameId;
use html::page_view::PageView;

/// The columns of a page that passages are made of.
pub struct Columns<'page> {
    pub signs: PageView<'page>,
    pub more: More<'page>,
    pub nth: &'page [i32],
    pub chars: &'page [i32],
    pub raw: &'page [bool],
    pub block_text_end: &'page [i32],
}

impl<'page> Deref for Columns<'page> {
    type Target = PageView<'page>;

    fn deref(&self) -> &Self::Target {
        &self.signs
    }
}

impl<'page> Columns<'page> {
    pub(super) fn text(&self, row: usize) -> &'page str {
        self.signs.text_of(row)
    }

    pub(super) fn attribute(&self, row: usize, name: NameId) -> &'page str {
        self.signs.attributes.of(row).find(|&(own, _)| own == name).map_or("", |(_, value)| value)
    }
}
