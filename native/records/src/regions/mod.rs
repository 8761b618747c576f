//! Where records repeat: nodes, lists, and the rows of records aligned into slots.

pub mod candidates;
pub mod lists;
pub mod region;
pub mod shapes;
pub mod slots;
pub mod stretches;
