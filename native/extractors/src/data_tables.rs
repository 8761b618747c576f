//! What a cell of a table that holds data is like, as opposed to one of a table that lays a page out.

use html::names::{NameId, name::*};

/// Paragraphs or list items of a cell, the longest lists in honest cells we saw have ten; characters, for a cell of more is
/// a column of the page; cells of a row, and of a table, which few spans would make very long.
pub const CELL_BLOCKS: usize = 12;
pub const CELL_CHARS: i32 = 2_000;
pub const WIDTH: usize = 200;
pub const CELLS: usize = 1_000_000;

/// Structure that a cell of data does not have.
pub fn is_structure(tag: NameId) -> bool {
    matches!(tag, H1 | H2 | H3 | H4 | H5 | H6 | TABLE | PRE | BLOCKQUOTE | HR | ARTICLE | SECTION | FORM)
}
