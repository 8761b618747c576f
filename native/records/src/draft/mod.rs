//! The draft of a page: every region read, the leading reading, and the posts that it makes.

pub mod lone_post_candidates;
pub mod page;
pub mod regions;
pub mod thread;
