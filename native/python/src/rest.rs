//! What a table has besides its columns.

use extractors::decision;
use html::attributes::AttributeColumns;
use html::names::Names;
use html::page_view::Derived;

/// What stays in Rust and is looked up when asked for.
pub struct Rest {
    pub attributes: AttributeColumns,
    pub names: Names,
    pub derived: Derived,
    pub known: decision::Known,
}

impl Rest {
    pub fn of(attributes: AttributeColumns, names: Names, derived: Derived) -> Self {
        Rest { attributes, names, derived, known: decision::Known::default() }
    }
}
