//! Noise: what stands in the middle of content and is no part of it.

pub mod in_structures;
pub mod names;
pub mod number_columns;
