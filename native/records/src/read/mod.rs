//! A region read: as posts, as rows of a board or as items.

pub mod bodies;
pub mod context;
pub mod post_texts;
pub mod read_region;
pub mod reading;
pub mod views;
