//! The title of a page: what its head declares, its headings, and which of them it is.

pub mod head_titles;
pub mod headings;
pub mod page_title;
pub mod places;
pub mod rest;
pub mod values;
