//! What a page says of itself: what it declares, the lines around its title, and the fields that these answer.

pub mod answers;
pub mod declared;
pub mod lines;
pub mod near_title;
