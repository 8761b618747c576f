//! The columns of a page that passages are made of.

use std::ops::Deref;

use extractors::captions::shown::More;
use html::names::NameId;
use html::signs;

/// The columns of a page that passages are made of.
pub struct Columns<'page> {
    pub signs: signs::Columns<'page>,
    pub more: More<'page>,
    pub nth: &'page [i32],
    pub chars: &'page [i32],
    pub raw: &'page [bool],
    pub block_text_end: &'page [i32],
}

impl<'page> Deref for Columns<'page> {
    type Target = signs::Columns<'page>;

    fn deref(&self) -> &Self::Target {
        &self.signs
    }
}

impl<'page> Columns<'page> {
    pub(super) fn text(&self, row: usize) -> &'page str {
        let bytes = &self.signs.text[self.text_start[row] as usize..self.text_end[row] as usize];
        str::from_utf8(bytes).unwrap_or_default()
    }

    pub(super) fn attribute(&self, row: usize, name: NameId) -> &'page str {
        self.signs.attributes.of(row).find(|&(own, _)| own == name).map_or("", |(_, value)| value)
    }
}
