//! Pages of one site: their outline and alignment, templates with the rules of their fields, and by what a page is
//! told to fit one.

#![forbid(unsafe_code)]

pub mod alignment;
pub mod field_rules;
pub mod outline;
pub mod stable_paths;
pub mod templates;
pub mod traits;
