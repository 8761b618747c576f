//! The columns of a table as passages read them, and one who answers what passages ask.

use weft_native::passages::{Ask, Columns};
use weft_native::table::Table;

/// Answers as a page without images, code or anchors does.
pub struct Nobody;

impl Ask for Nobody {
    type Error = ();

    fn link(&mut self, _: usize) -> Result<String, ()> {
        Ok(String::new())
    }

    fn is_anchor(&mut self, _: usize, _: usize) -> Result<bool, ()> {
        Ok(false)
    }

    fn is_code(&mut self, _: usize) -> Result<bool, ()> {
        Ok(false)
    }

    fn image(&mut self, _: usize) -> Result<(String, String, String), ()> {
        Ok(Default::default())
    }
}

pub fn columns_of(table: &Table) -> Columns<'_> {
    Columns {
        text: table.text.as_bytes(),
        tag: &table.tag,
        parent: &table.parent,
        end: &table.end,
        nth: &table.nth,
        text_start: &table.text_start,
        text_end: &table.text_end,
        chars: &table.chars,
        block_first: &table.blocks.first,
        attributes: &table.attributes,
    }
}
