//! What a page says of itself: all its fields, and how those that are ranked were chosen.

pub mod answers;
pub mod asked;
pub mod declared;
pub mod ranker;
