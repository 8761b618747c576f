//! What to keep of a page. `measures` and `regions` say what is known of every block, `judge` how likely each is
//! content, `decision` what is kept: a choice of units, less title and comments, or what posts say. Titles, captions
//! and noise are found on the way.

#![forbid(unsafe_code)]

pub mod captions;
pub mod comment_places;
pub mod decision;
pub mod declared_features;
pub mod discussion_score;
pub mod expected_f1;
pub mod judge;
pub mod measures;
pub mod noise;
pub mod regions;
pub mod titles;
