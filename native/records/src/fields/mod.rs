//! Fields of records, read for all records of a region at once.

pub mod amounts;
pub mod items;
