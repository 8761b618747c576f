//! Boosted trees and how they are asked: one row at a time (`boosted`) or 128 at once (`batches`).

#![forbid(unsafe_code)]

pub mod batches;
pub mod boosted;
pub mod packed_rows;
