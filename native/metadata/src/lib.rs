//! Fields of a page: `field_candidates` and `linked_data` read what it declares, `lines`, `bylines`, `printed_dates`
//! and `topics` what it prints near its title; `answers` and the files of single fields decide.

#![forbid(unsafe_code)]

pub mod answers;
pub mod author_names;
pub mod authors;
pub mod bylines;
pub mod candidates;
pub mod date_signs;
pub mod field_candidates;
pub mod lines;
pub mod linked_data;
pub mod near_title;
pub mod page_dates;
pub mod page_links;
pub mod printed_dates;
pub mod questions;
pub mod reading;
pub mod topics;
pub mod usual_address;
