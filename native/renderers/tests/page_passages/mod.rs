//! The columns of a table as passages read them.

use std::sync::LazyLock;

use extractors::decision::Known;
use html::table::Table;
use renderers::passages;

use crate::page_columns::of_decision;

/// As passages read a page; the hints are those of its names.
pub fn of_passages<'page>(table: &'page Table, name_hints: &'page [u64]) -> passages::Columns<'page> {
    static KNOWN: LazyLock<Known> = LazyLock::new(Known::default); // passages do not ask
    let page = of_decision(table, name_hints, &KNOWN);
    passages::Columns {
        signs: page.signs,
        more: page.more,
        nth: &table.nth,
        chars: &table.chars,
        raw: &table.raw,
        block_text_end: &table.blocks.text_end,
    }
}
