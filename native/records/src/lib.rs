//! The records of a page: `evidence` of every row, `regions` in which records repeat, `features` of what these hold,
//! a region `read` in several ways, and the `draft` of the page.

#![forbid(unsafe_code)]

pub mod draft;
pub mod evidence;
pub mod features;
pub mod read;
pub mod regions;
