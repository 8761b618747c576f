//! A table's columns as the parts of the kernel read them. None of it needs Python, so that a page can go from bytes to
//! text in one crossing.

use crate::table::Table;
use metadata::near_title;

impl Table {
    /// What rows near the title are told by.
    pub fn near(&self) -> near_title::Columns<'_> {
        near_title::Columns {
            text: self.text.as_str(),
            tag: self.tag.values(),
            parent: self.parent.values(),
            end: self.end.values(),
            text_start: self.text_start.values(),
            text_end: self.text_end.values(),
            class_start: self.class_start.values(),
            class_token: self.class_token.values(),
            id_token: self.id_token.values(),
            attributes: &self.rest.attributes,
        }
    }

    /// What lines about authors and dates are read from.
    pub fn short_lines(&self) -> metadata::lines::Columns<'_> {
        metadata::lines::Columns {
            text: self.text.as_str(),
            tag: self.tag.values(),
            end: self.end.values(),
            text_start: self.text_start.values(),
            text_end: self.text_end.values(),
            block_row: self.block_row.values(),
            block_first: self.block_first.values(),
            block_start: self.block_text_start.values(),
            block_end: self.block_text_end.values(),
            block_chars: self.block_chars.values(),
            block_hidden: self.block_hidden.values(),
        }
    }
}
