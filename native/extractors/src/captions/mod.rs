//! Pictures, the figures that hold them and the captions that are shown.

pub mod figures;
pub mod pictures;
pub mod shown;
