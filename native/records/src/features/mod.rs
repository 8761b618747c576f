//! The numbers by which trees judge regions, slots, columns, roles and posts.

pub mod authors;
pub mod list_features;
pub mod lone_features;
pub mod region_features;
pub mod roles;
pub mod slot_features;
pub mod title_column;
pub mod title_features;
pub mod title_shapes;
