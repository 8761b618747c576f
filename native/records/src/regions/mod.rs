//! Where records repeat: nodes, lists, and the rows of records aligned into slots.

pub mod aligned_rows;
pub mod candidates;
pub mod governing_nodes;
pub mod lists;
pub mod lone_posts;
pub mod parts;
pub mod profiles;
pub mod shapes;
pub mod slot_groups;
pub mod slots;
pub mod stretches;
