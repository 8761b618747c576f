//! A region read: as posts, as rows of a board or as items.

pub mod bodies;
pub mod context;
pub mod cut_parts;
pub mod post_blocks;
pub mod read_region;
pub mod reading;
pub mod source;
pub mod stamps;
pub mod views;
