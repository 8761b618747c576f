//! What the words, times, numbers and links of a page say of its rows.

pub mod counts;
pub mod kind_signs;
pub mod links;
pub mod marks;
pub mod name_texts;
pub mod names;
pub mod rows;
pub mod sums;
pub mod tails;
pub mod time_words;
pub mod times;
