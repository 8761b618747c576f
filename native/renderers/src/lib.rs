//! What is kept, as it is written: `passages` is Markdown and HTML, with chunks and records; `text` is plain text,
//! with the cuts of `text_cuts`.

#![forbid(unsafe_code)]

pub mod passages;
pub use html::safe_addresses;
pub mod text;
