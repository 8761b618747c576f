//! The columns of a table as passages read them.

use std::sync::LazyLock;

use extractors::decision::Known;
use html::table::Table;
use renderers::passages;

use crate::page_columns::of_decision;

/// As passages read a page.
pub fn of_passages(table: &Table) -> passages::Columns<'_> {
    static KNOWN: LazyLock<Known> = LazyLock::new(Known::default); // passages do not ask
    let page = of_decision(table, &KNOWN);
    passages::Columns {
        signs: page.signs,
        more: page.more,
        nth: &table.nth,
        chars: &table.chars,
        raw: &table.raw,
        block_text_end: &table.blocks.text_end,
    }
}
