//! Where times repeat on a page: the nodes at which they branch, and chains of replies inside each other.
//!
//! In words: two times next to each other meet at their deepest common ancestor; the nodes at which many pairs meet
//! govern records. Replies that stand inside what they answer have no such node; they are the elements of one tag and
//! classes over the times, where some of them lie in others. See `records/regions.py`.

use std::collections::HashMap;

/// The deepest common ancestors of neighbouring times, those of most pairs first, then in document order.
pub fn branches(parent: &[i32], depth: &[i32], times: &[i64], most: usize) -> Vec<i64> {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for pair in times.windows(2) {
        limits::tick(1);
        counts.reserve(1);
        *counts.entry(common_ancestor(parent, depth, pair[0], pair[1])).or_default() += 1;
    }
    let mut found: Vec<(i64, usize)> = counts.into_iter().collect::<Vec<_>>();
    found.sort_unstable_by_key(|&(row, count)| (std::cmp::Reverse(count), row));
    found.into_iter().take(most).map(|(row, _)| row).collect::<Vec<_>>()
}

fn common_ancestor(parent: &[i32], depth: &[i32], mut left: i64, mut right: i64) -> i64 {
    while left != right {
        let deeper = depth[left as usize] - depth[right as usize];
        if deeper >= 0 {
            left = i64::from(parent[left as usize]);
        }
        if deeper <= 0 {
            right = i64::from(parent[right as usize]);
        }
    }
    left
}

/// The columns that chains are read from.
pub struct Columns<'page> {
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub step: &'page [u64],
    pub class_start: &'page [i32],
}

/// The rows of the longest chain among the `reach` ancestors of each time, empty where nothing lies in its like.
pub fn chain(columns: &Columns, times: &[i64], reach: usize) -> Vec<i64> {
    let mut places: Vec<(u64, i64)> = Vec::new();
    let mut own: Vec<u64> = Vec::new();
    for &time in times {
        limits::tick(1);
        own.clear();
        let mut row = columns.parent[time as usize];
        for _ in 0..reach {
            let Ok(place) = usize::try_from(row) else { break };
            let has_class = columns.class_start[place] < columns.class_start[place + 1];
            if has_class && !own.contains(&columns.step[place]) {
                own.push(columns.step[place]);
                places.push((columns.step[place], place as i64));
            }
            row = columns.parent[place];
        }
    }
    places.sort_unstable();
    places.dedup();
    let kinds = places.chunk_by(|one, other| one.0 == other.0);
    let is_nested =
        |rows: &&[(u64, i64)]| rows.windows(2).any(|pair| pair[1].1 < i64::from(columns.end[pair[0].1 as usize]));
    let longest = kinds.filter(is_nested).max_by_key(|rows| (rows.len(), std::cmp::Reverse(rows[0].1)));
    longest.map_or_else(Vec::new, |rows| rows.iter().map(|&(_, row)| row).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_meet_at_what_governs_them() {
        // 0 > 1 > (2, 3), 0 > 4
        let branches = |times: &[i64]| branches(&[-1, 0, 1, 1, 0], &[0, 1, 2, 2, 1], times, 9);
        assert_eq!(branches(&[2, 3, 4]), [0, 1]);
        assert_eq!(branches(&[2, 3]), [1]);
        assert!(branches(&[2]).is_empty());
    }

    #[test]
    fn replies_in_replies_are_a_chain() {
        // 0 > 1 (class) > (2 time, 3 (the same) > 4 time)
        let parent = [-1, 0, 1, 1, 3];
        let columns = |step| Columns { parent: &parent, end: &[5, 5, 3, 5, 5], step, class_start: &[0, 0, 1, 1, 2, 2] };
        let chain = |step| chain(&columns(step), &[2, 4], 8);
        assert_eq!(chain(&[1, 7, 0, 7, 0]), [1, 3]);
        assert!(chain(&[1, 7, 0, 8, 0]).is_empty());
    }
}
