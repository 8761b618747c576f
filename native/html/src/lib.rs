//! A page as a table: bytes are decoded, parsed into an arena and laid out as columns, one row a node. `page` does
//! it all: `decode`, `parser`, `table`. What a page declares and the signs of what few pages
//! have are read from the columns.

#![forbid(unsafe_code)]

pub mod arena;
pub mod attributes;
pub mod blocks;
pub mod declares;
pub mod decode;
pub mod names;
pub mod page;
pub mod page_view;
pub mod parser;
pub mod safe_addresses;
pub mod signs;
pub mod table;
