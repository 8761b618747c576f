//! The numbers by which trees judge regions, slots, columns, roles and posts.

pub mod authors;
pub mod lone_posts;
pub mod region_features;
pub mod roles;
pub mod slot_features;
pub mod slot_sums;
pub mod title_column;
pub mod title_features;

/// The places of values, the greatest first.
pub fn by_likelihood(likely: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..likely.len()).collect();
    order.sort_by(|&one, &other| likely[other].total_cmp(&likely[one]));
    order
}

/// How many different items there are.
pub fn distinct<T: Ord>(mut items: Vec<T>) -> usize {
    items.sort_unstable();
    items.dedup();
    items.len()
}
