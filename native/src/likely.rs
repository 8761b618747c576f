//! Which units of a page to keep for the best expected F1; `src/weft/extractors/choice.py` tells why, and has the
//! expected F1 in numpy.

use crate::limits::{Deadline, Tripped};
use crate::memory;

/// Equally probable degrees of strictness: content is every unit that is more probable than the degree.
const SCENARIOS: usize = 24;

/// What the choice is made from, one value a block.
pub struct Blocks<'page> {
    pub probability: &'page [f64],
    pub words: &'page [i32],
    /// The number of the structure that a block belongs to, negative where it is a unit alone.
    pub structure: &'page [i32],
}

/// The choice: of every block whether it is kept and how probable its unit is; what F1 is expected, and how probable
/// the last unit is that is kept (infinite where none is).
pub struct Likely {
    pub is_kept: Vec<bool>,
    pub probability: Vec<f64>,
    pub expected: f64,
    pub cut: f64,
}

/// A structure or a lone block.
#[derive(Clone, Copy, Default)]
struct Unit {
    probability: f64,
    words: f64,
    weight: f64,
}

/// The units with the highest expected F-beta.
pub fn find(blocks: &Blocks, beta: f64, deadline: &mut Deadline) -> Result<Likely, Tripped> {
    let (units, unit_of) = join(blocks)?;
    deadline.spend(SCENARIOS * units.len())?;
    let mut order: Vec<usize> = memory::collect(0..units.len())?;
    // As a stable sort has them, which would ask for memory.
    let is_before = |&one: &usize, &other: &usize| units[other].probability.total_cmp(&units[one].probability);
    order.sort_unstable_by(|one, other| is_before(one, other).then(one.cmp(other)));
    let sorted = memory::collect(order.iter().map(|&unit| units[unit]))?;
    let expected = expected_f1(&sorted, 1.0)?;
    let promise = if beta == 1.0 { None } else { Some(expected_f1(&sorted, beta * beta)?) };
    let count = first_largest(promise.as_ref().unwrap_or(&expected));
    let mut is_unit_kept = memory::filled(false, units.len())?;
    for &unit in &order[..count] {
        is_unit_kept[unit] = true;
    }
    Ok(Likely {
        is_kept: memory::collect(unit_of.iter().map(|&unit| is_unit_kept[unit]))?,
        probability: memory::collect(unit_of.iter().map(|&unit| units[unit].probability))?,
        expected: expected[count],
        cut: if count == 0 { f64::INFINITY } else { sorted[count - 1].probability },
    })
}

/// The units of a page, each as probable as its words are in the mean, and the unit of every block.
fn join(blocks: &Blocks) -> Result<(Vec<Unit>, Vec<usize>), Tripped> {
    let (mut units, mut unit_of) = (Vec::new(), memory::with_room(blocks.structure.len())?);
    let mut before = -1;
    for ((&structure, &words), &probability) in blocks.structure.iter().zip(blocks.words).zip(blocks.probability) {
        if structure < 0 || structure != before || units.is_empty() {
            memory::push(&mut units, Unit::default())?;
        }
        before = structure;
        let last = units.len() - 1;
        let (unit, weight) = (&mut units[last], f64::from(words.max(1)));
        unit.probability += weight * probability;
        unit.weight += weight;
        unit.words += f64::from(words);
        unit_of.push(last);
    }
    for unit in &mut units {
        unit.probability /= unit.weight;
    }
    Ok((units, unit_of))
}

/// The expected F1 of keeping the first 0, 1, 2 … of some units, given by falling probability; `weight` is beta squared.
fn expected_f1(units: &[Unit], weight: f64) -> Result<Vec<f64>, Tripped> {
    let mut kept = memory::with_room(units.len() + 1)?;
    let mut right = memory::with_room(units.len() + 1)?;
    let (mut words, mut sure) = (0.0, 0.0);
    kept.push(words);
    right.push(sure);
    for unit in units {
        words += unit.words;
        sure += unit.probability * unit.words;
        kept.push(words);
        right.push(sure);
    }
    let sizes = scenario_sizes(units, &kept)?;
    let nothing = sizes.iter().filter(|&&(size, _)| size * weight == 0.0).map(|&(_, share)| share).sum::<f64>();
    let expected = kept.iter().zip(&right).map(|(&kept, &right)| {
        let independent = (1.0 + weight) * right / (kept + weight * sure).max(1e-9);
        let of_scenario =
            |&(size, share): &(f64, f64)| (1.0 + weight) * share * (kept.min(size) / (kept.max(1e-9) + weight * size));
        let nested = if kept == 0.0 { nothing } else { sizes.iter().map(of_scenario).sum() };
        (independent + nested) / 2.0
    });
    memory::collect(expected)
}

/// How many words are wanted in each scenario, and the share of the scenarios that want so many.
fn scenario_sizes(units: &[Unit], kept: &[f64]) -> Result<Vec<(f64, f64)>, Tripped> {
    let mut sizes: Vec<(f64, f64)> = memory::with_room(SCENARIOS)?;
    for scenario in 0..SCENARIOS {
        let strictness = (scenario as f64 + 0.5) / SCENARIOS as f64;
        let size = kept[units.partition_point(|unit| unit.probability > strictness)];
        match sizes.last_mut() {
            Some((last, share)) if *last == size => *share += 1.0 / SCENARIOS as f64,
            _ => sizes.push((size, 1.0 / SCENARIOS as f64)),
        }
    }
    Ok(sizes)
}

/// The first of the largest values.
fn first_largest(values: &[f64]) -> usize {
    (1..values.len()).fold(0, |best, index| if values[index] > values[best] { index } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_likely(probability: &[f64], words: &[i32], structure: &[i32]) -> Likely {
        let blocks = Blocks { probability, words, structure };
        find(&blocks, 1.0, &mut Deadline::after(f64::INFINITY)).unwrap()
    }

    #[test]
    fn sure_blocks_are_kept() {
        let likely = find_likely(&[1.0, 0.0], &[10, 10], &[-1, -1]);
        assert_eq!(likely.is_kept, [true, false]);
        assert!((likely.expected - 1.0).abs() < 1e-12);
        assert_eq!(likely.cut, 1.0);
    }

    #[test]
    fn a_structure_is_one_unit() {
        let likely = find_likely(&[0.9, 0.5, 0.1], &[10, 10, 10], &[0, 0, -1]);
        assert_eq!(likely.is_kept, [true, true, false]);
        assert_eq!(likely.probability, [0.7, 0.7, 0.1]);
    }

    #[test]
    fn a_page_without_blocks_keeps_none() {
        let likely = find_likely(&[], &[], &[]);
        assert!(likely.is_kept.is_empty());
        assert_eq!(likely.cut, f64::INFINITY);
    }
}
