//! A fast HTML5 parser, written for the arena: decoded text in, tree out.
//!
//! It follows the HTML standard with scripting off; `tests/twin.rs` compares its trees with those of html5ever, the
//! parser of the Servo project, which is several times slower.

mod body_tags;
mod doctype;
mod foreign;
mod insertion;
mod open_elements;
mod outside_body;
pub mod references;
mod table;
mod tags;
mod tokenizer;
mod tree_builder;

pub use tree_builder::{build, build_by_the_standard};
