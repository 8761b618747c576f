//! In what order the times of one record stand (see `records/role_features.py`): which column of times is the earlier one.

use std::collections::HashMap;

use super::context::Page;
use crate::features::roles::{self, Part};

const MOST_ROWS: usize = 24; // of a column that are looked at

/// Writes for columns of times the shares of the records in which another time is later, and is earlier.
pub fn add_order(page: &Page, parts: &[Part], matrix: &mut [f32]) {
    let kept = |(rows, _): &Part| rows.len().min(MOST_ROWS);
    let entries = || parts.iter().flat_map(|part| &part.0[..kept(part)]);
    if parts.len() < 2 || !entries().all(|&(_, row)| page.slots.is_time[row]) {
        return;
    }
    let times = entries().map(|&(_, row)| page.time_in(row)).collect::<Vec<_>>();
    let stamps = page.stamps_of(&times);
    let mut by_record: HashMap<usize, Vec<(usize, &str)>> = HashMap::new(); // column and stamp
    let mut stamps = stamps.into_iter();
    for (index, part) in parts.iter().enumerate() {
        limits::tick(1);
        for (&(record, _), stamp) in part.0[..kept(part)].iter().zip(&mut stamps) {
            by_record.reserve(1);
            by_record.entry(record).or_default().push((index, stamp));
        }
    }
    let mut counts = vec![(0u32, 0u32); parts.len()];
    for own in by_record.values().filter(|own| own.len() > 1) {
        limits::tick(own.len());
        let mut ranked = own.iter().map(|&(_, stamp)| stamp).filter(|stamp| !stamp.is_empty()).collect::<Vec<_>>();
        ranked.sort_unstable();
        ranked.dedup();
        for &(index, stamp) in own {
            counts[index].0 += u32::from(is_before(stamp, &ranked));
            counts[index].1 += u32::from(is_behind(stamp, &ranked));
        }
    }
    for (index, part) in parts.iter().enumerate() {
        let size = kept(part) as f64;
        let row = &mut matrix[index * roles::WIDTH..][..roles::WIDTH];
        row[roles::EARLIER] = (f64::from(counts[index].0) / size) as f32;
        row[roles::LATER] = (f64::from(counts[index].1) / size) as f32;
    }
}

/// Whether another stamp is later, as far as both tell: a day has no clock, and says nothing of which is earlier.
fn is_before(stamp: &str, ranked: &[&str]) -> bool {
    ranked.last().is_some_and(|&last| stamp < last && !last.starts_with(stamp))
}

/// Whether another stamp is earlier.
fn is_behind(stamp: &str, ranked: &[&str]) -> bool {
    ranked.iter().take_while(|&&other| other < stamp).any(|other| !stamp.starts_with(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_neither_before_nor_behind_its_days() {
        let ranked = ["2022-09", "2022-09-04", "2022-09-05"];
        let told = |stamp| (is_before(stamp, &ranked), is_behind(stamp, &ranked));
        assert_eq!(told("2022-09"), (false, false));
        assert_eq!(told("2022-09-04"), (true, false));
        assert_eq!(told("2022-09-05"), (false, true));
        assert_eq!(told(""), (false, false));
    }
}
