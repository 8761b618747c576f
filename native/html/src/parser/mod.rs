//! A fast HTML5 parser, written for the arena: decoded text in, tree out.
//!
//! It follows the HTML standard with scripting off; `tests/twin.rs` compares its trees with those of html5ever, the
//! parser of the Servo project, which is several times slower.

mod before_body;
mod body_end_tags;
mod body_start_tags;
mod doctype;
mod element_kinds;
mod foreign;
mod foreign_names;
mod frameset;
mod insertion;
mod late_attributes;
mod open_elements;
pub mod references;
mod table;
mod table_rows;
mod tags;
mod template;
mod tokenizer;
mod tree_builder;

pub use tree_builder::{build, build_by_the_standard};
