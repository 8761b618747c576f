//! Gradient-boosted trees, evaluated.
//!
//! In words: of every row, start at each tree's root; at a node go to `child` where the row's feature is less than the
//! threshold, else to `child + 1`; add up the values of the leaves that are reached. A leaf is its own child and its
//! threshold is no number, which nothing reaches, so that every row takes the same number of steps and no step is a
//! branch that the processor can guess wrong. Sums run in the order of the trees, in single precision, as the training library's do:
//! the same row gives the same number on every machine.
//!
//! Margins as probabilities, the same to the last bit on every machine.
//!
//! In words: an exponential is a power of two times the exponential of a rest that is at most half of ln 2, and that is
//! a short series. Only sums and products are used, which every machine rounds alike; libraries' exponentials differ in
//! the last bit.

use crate::batches::{Answers, ROWS, TreeBatches, TreeNode};

/// Trees with one or more outputs: tree `t` adds to output `t % outputs`.
#[derive(Debug)]
pub struct Trees {
    nodes: Vec<TreeNode>,
    values: Vec<f32>,
    /// The largest value of the leaves below each node.
    most: Vec<f32>,
    roots: Vec<u32>,
    base: Vec<f32>,
    depth: usize,
    width: usize,
    /// The same for many rows at once, where it can be laid out so.
    batches: Option<TreeBatches>,
}

/// Rows that walk down a tree together: their look-ups overlap.
const LANES: usize = 8;
/// Rows from which on `batches` is faster, which takes nearly as long for 1 row as for all; fewer walk down.
const MIN_BATCH: usize = 40;

impl Trees {
    /// Checks what the evaluation relies on: every index points into its array and children come after their parents.
    pub fn new(
        mut nodes: Vec<TreeNode>,
        values: Vec<f32>,
        roots: Vec<u32>,
        base: Vec<f32>,
        width: usize,
    ) -> Result<Self, &'static str> {
        if values.len() != nodes.len() {
            return Err("as many values as nodes are needed");
        }
        if base.is_empty() || !roots.len().is_multiple_of(base.len()) {
            return Err("the number of trees must be a multiple of the number of outputs");
        }
        if roots.iter().any(|&root| root as usize >= nodes.len()) {
            return Err("a root lies outside of the nodes");
        }
        let mut depths = vec![0usize; nodes.len()];
        let (count, mut most) = (nodes.len(), values.clone());
        for (index, node) in nodes.iter_mut().enumerate().rev() {
            let child = node.child as usize;
            if child == index {
                (node.feature, node.threshold) = (0, f32::NAN);
                continue;
            }
            if child <= index || child + 1 >= count || node.feature as usize >= width {
                return Err("a node points outside of its tree or features");
            }
            depths[index] = 1 + depths[child].max(depths[child + 1]);
            most[index] = most[child].max(most[child + 1]);
        }
        let depth = roots.iter().map(|&root| depths[root as usize]).max().unwrap_or(0);
        let batches = TreeBatches::of(&nodes, &values, &roots, depth);
        Ok(Trees { nodes, values, most, roots, base, depth, width, batches })
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn outputs(&self) -> usize {
        self.base.len()
    }

    /// The sums for a matrix of rows, one behind the other, each `width` numbers long.
    pub fn predict(&self, matrix: &[f32]) -> Vec<f32> {
        let rows = matrix.len().checked_div(self.width).unwrap_or(0);
        let mut sums = Vec::with_capacity(rows * self.outputs());
        self.predict_more(matrix, &mut sums, &mut Answers::default());
        sums
    }

    /// Adds the sums for more rows to a list; best for as many as `ROWS` at once.
    pub fn predict_more(&self, matrix: &[f32], sums: &mut Vec<f32>, answers: &mut Answers) {
        let rows = matrix.len().checked_div(self.width).unwrap_or(0);
        let (outputs, start) = (self.outputs(), sums.len());
        sums.reserve(rows * outputs);
        sums.extend(self.base.iter().copied().cycle().take(rows * outputs));
        let batches = matrix.chunks(ROWS * self.width.max(1)).zip(sums[start..].chunks_mut(ROWS * outputs));
        for (rows, sums) in batches {
            match &self.batches {
                Some(batches) if sums.len() >= MIN_BATCH * outputs => {
                    limits::tick(ROWS);
                    batches.add(rows, self.width, sums, outputs, answers);
                }
                _ if sums.len() == outputs => self.walk_alone(rows, sums),
                _ => self.walk(rows, sums),
            }
        }
    }

    /// How likely trees with one output hold each row of a matrix.
    pub fn likely(&self, matrix: &[f32]) -> Vec<f64> {
        let sums = self.predict(matrix);
        sums.into_iter().map(|sum| 1.0 / (1.0 + (-f64::from(sum)).exp())).collect::<Vec<_>>()
    }

    /// How likely a row can be at most, of trees with one output, whatever the features are that are no numbers: of
    /// every tree the largest value that the others leave open. Sums grow with what is summed, so that no row which has
    /// the other features is likelier.
    pub fn most_likely(&self, row: &[f32]) -> f64 {
        let mut sum = self.base[0];
        let mut open: Vec<u32> = Vec::new();
        for &root in &self.roots {
            limits::tick(1);
            let mut most = f32::NEG_INFINITY;
            open.push(root);
            while let Some(at) = open.pop() {
                if self.most[at as usize] <= most {
                    continue; // nothing below is more
                }
                let node = self.nodes[at as usize];
                let value = row[node.feature as usize];
                if node.child == at {
                    most = self.values[at as usize];
                } else if value.is_nan() {
                    // The side that has more is looked at first.
                    let is_left = self.most[node.child as usize] > self.most[node.child as usize + 1];
                    open.extend_from_slice(&[node.child + u32::from(is_left), node.child + u32::from(!is_left)]);
                } else {
                    open.push(node.child + u32::from(value >= node.threshold));
                }
            }
            sum += most;
        }
        1.0 / (1.0 + (-f64::from(sum)).exp())
    }

    /// Adds what the trees say of a few rows to their sums.
    fn walk(&self, rows: &[f32], sums: &mut [f32]) {
        let outputs = self.outputs();
        for (rows, sums) in rows.chunks(LANES * self.width).zip(sums.chunks_mut(LANES * outputs)) {
            // Thousands of steps down the trees are worth more than one question.
            limits::tick(LANES);
            for (tree, &root) in self.roots.iter().enumerate() {
                let leaves = self.leaves(root, rows, sums.len() / outputs);
                for (sums, leaf) in sums.chunks_mut(outputs).zip(leaves) {
                    sums[tree % outputs] += self.values[leaf as usize];
                }
            }
        }
    }

    /// The same of one row, down several trees at once.
    fn walk_alone(&self, row: &[f32], sums: &mut [f32]) {
        limits::tick(LANES);
        for (group, roots) in self.roots.chunks(LANES).enumerate() {
            let mut at = [0; LANES];
            at[..roots.len()].copy_from_slice(roots);
            for _ in 0..self.depth {
                for at in &mut at {
                    let node = self.nodes[*at as usize];
                    *at = node.child + u32::from(row[node.feature as usize] >= node.threshold);
                }
            }
            for (tree, &leaf) in at[..roots.len()].iter().enumerate() {
                sums[(LANES * group + tree) % sums.len()] += self.values[leaf as usize];
            }
        }
    }

    /// How much each feature moved one row's sums, all outputs together: at every step of the walk the change of value
    /// from the node to its child is the doing of the node's feature. The values of nodes that are no leaves are the
    /// means below them.
    pub fn contributions(&self, row: &[f32]) -> Vec<f32> {
        let mut moved = vec![0.0; self.width];
        for &root in &self.roots {
            let mut at = root as usize;
            for _ in 0..self.depth {
                let node = self.nodes[at];
                let feature = node.feature as usize;
                let child = node.child as usize + usize::from(row[feature] >= node.threshold);
                moved[feature] += self.values[child] - self.values[at];
                at = child;
            }
        }
        moved
    }

    /// The leaves that up to `LANES` rows reach in the tree of a root.
    #[inline]
    fn leaves(&self, root: u32, rows: &[f32], lanes: usize) -> [u32; LANES] {
        let mut at = [root; LANES];
        for _ in 0..self.depth {
            for (lane, at) in at.iter_mut().enumerate().take(lanes) {
                let node = self.nodes[*at as usize];
                *at = node.child + u32::from(rows[lane * self.width + node.feature as usize] >= node.threshold);
            }
        }
        at
    }
}

/// ln 2 in two parts; a whole number of some hundreds times the first is exact.
const LN_2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN_2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
/// Beyond it a probability is 0 or 1 for all purposes, and powers of two are still ordinary numbers.
const LIMIT: f64 = 700.0;
/// The last term of the series: the next is less than the last bit of the sum.
const LAST_TERM: u32 = 14;

/// The exponential of a number, cut off at ±700.
#[inline]
pub fn exponential(number: f64) -> f64 {
    let number = number.clamp(-LIMIT, LIMIT);
    let power = (number * std::f64::consts::LOG2_E + 0.5).floor();
    let (high, low) = (number - power * LN_2_HIGH, power * LN_2_LOW);
    let rest = high - low;
    let lost = (high - rest) - low; // in the rounding of the rest
    let mut series = 1.0;
    for term in (3..=LAST_TERM).rev() {
        series = 1.0 + rest * series / f64::from(term);
    }
    let sum = 1.0 + (rest + (lost + rest * rest * series / 2.0)); // the small first: only the last sum is rounded much
    sum * f64::from_bits(((1023 + power as i64) as u64) << 52)
}

/// How probable each of two things is whose odds have these logarithms.
pub fn logistic(margins: &[f32]) -> Vec<f64> {
    margins.iter().map(|&margin| 1.0 / (1.0 + exponential(-f64::from(margin)))).collect::<Vec<_>>()
}

/// How probable each of several things is, of which one is true.
pub fn shares(margins: &[f32]) -> Vec<f64> {
    let most = margins.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares = margins.iter().map(|&margin| exponential(f64::from(margin) - f64::from(most))).collect::<Vec<_>>();
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn predict(trees: &Trees, rows: &[f32]) -> Vec<f32> {
        trees.predict(rows)
    }

    fn node(feature: u16, threshold: f32, child: u32) -> TreeNode {
        TreeNode { feature, threshold, child }
    }

    /// x0 < 1 ? (x1 < 2 ? 10 : 20) : 30, then one leaf alone.
    fn example() -> Trees {
        let nodes =
            vec![node(0, 1.0, 1), node(1, 2.0, 3), node(0, 0.0, 2), node(0, 0.0, 3), node(0, 0.0, 4), node(0, 0.0, 5)];
        Trees::new(nodes, vec![0.0, 0.0, 30.0, 10.0, 20.0, 0.5], vec![0, 5], vec![100.0], 2).unwrap()
    }

    #[test]
    fn walks_down() {
        let rows = [0.0, 0.0, 0.0, 2.0, f32::INFINITY, 0.0, f32::NAN, 0.0];
        assert_eq!(predict(&example(), &rows), [110.5, 120.5, 130.5, 110.5]);
        assert_eq!(predict(&example(), &[]), [0.0; 0]);
    }

    #[test]
    fn many_rows_are_as_one() {
        let trees = example();
        let rows: Vec<f32> = (0..70).map(|n| (n * 7 % 5) as f32 * 0.6).collect();
        let together = predict(&trees, &rows);
        let apart: Vec<f32> = rows.chunks(2).flat_map(|row| predict(&trees, row)).collect();
        assert_eq!(together, apart);
    }

    /// Trees of random shapes, as deep as that.
    fn random_trees(random: &mut impl FnMut(u32) -> u32, depth: usize, outputs: usize) -> Trees {
        let (mut nodes, mut roots) = (Vec::new(), Vec::new());
        for _ in 0..4 * outputs {
            let root = nodes.len() as u32;
            roots.push(root);
            nodes.push(node(0, 0.0, root));
            let mut level = vec![root];
            for _ in 0..depth {
                let parents: Vec<u32> = level.drain(..).filter(|_| random(4) > 0).collect();
                for parent in parents {
                    let child = nodes.len() as u32;
                    nodes[parent as usize] = node(random(5) as u16, random(8) as f32 - 2.5, child);
                    nodes.extend([node(0, 0.0, child), node(0, 0.0, child + 1)]);
                    level.extend([child, child + 1]);
                }
            }
        }
        let values = nodes.iter().map(|_| random(1000) as f32 / 7.0).collect();
        Trees::new(nodes, values, roots, vec![0.5; outputs], 5).unwrap()
    }

    #[test]
    fn batches_say_what_walks_say() {
        let mut state = 17u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for (depth, outputs) in [(0, 1), (1, 3), (3, 1), (5, 2), (6, 1), (6, 3), (7, 1)] {
            let trees = random_trees(&mut random, depth, outputs);
            let strange = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
            for share in [10_000, 9] {
                let value = |_| {
                    if random(share) == 0 { strange[random(3) as usize] } else { random(12) as f32 - 5.0 }
                };
                let rows: Vec<f32> = (0..5 * 175).map(value).collect();
                let mut walked = vec![0.5; 175 * outputs];
                trees.walk(&rows, &mut walked);
                assert_eq!(predict(&trees, &rows), walked);
            }
        }
    }

    #[test]
    fn nothing_is_likelier_than_what_is_open() {
        let trees = example();
        let rows = [[0.0, 0.0], [0.0, 2.0], [1.0, 0.0]];
        let sum = |row: &[f32]| trees.most_likely(row);
        let likely = trees.likely(&rows.concat());
        assert_eq!(rows.map(|row| sum(&row)), likely[..]);
        assert_eq!(sum(&[0.0, f32::NAN]), likely[1]);
        assert_eq!(sum(&[f32::NAN, 0.0]), likely[2]);
        assert_eq!(sum(&[f32::NAN, f32::NAN]), likely[2]);
    }

    #[test]
    fn contributions_are_the_changes_on_the_way() {
        let mut trees = example();
        (trees.values[0], trees.values[1]) = (20.0, 15.0);
        assert_eq!(trees.contributions(&[0.0, 2.0]), [-5.0, 5.0]);
        assert_eq!(trees.contributions(&[1.0, 0.0]), [10.0, 0.0]);
    }

    #[test]
    fn outputs_take_turns() {
        let leaf = |n| node(0, 0.0, n);
        let trees = Trees::new(vec![leaf(0), leaf(1)], vec![1.0, 2.0], vec![0, 1], vec![0.0, 10.0], 1).unwrap();
        assert_eq!(predict(&trees, &[5.0]), [1.0, 12.0]);
    }

    #[test]
    fn broken_models_are_refused() {
        for (nodes, roots, base) in [
            (vec![node(0, 0.0, 1)], vec![0], vec![0.0]),
            (vec![node(9, 0.0, 1), node(0, 0.0, 1), node(0, 0.0, 2)], vec![0], vec![0.0]),
            (vec![node(0, 0.0, 0)], vec![1], vec![0.0]),
            (vec![node(0, 0.0, 0)], vec![0], vec![]),
            (vec![node(0, 0.0, 0), node(0, 0.0, 0)], vec![0], vec![0.0]),
        ] {
            let values = vec![0.0; nodes.len()];
            assert!(Trees::new(nodes, values, roots, base, 1).is_err());
        }
    }

    #[test]
    fn exponentials_are_near_the_library_s() {
        for step in -4000..=4000 {
            let number = f64::from(step) * 0.0173;
            let ratio = exponential(number) / number.exp();
            assert!((ratio - 1.0).abs() < 1e-15, "{number}: {ratio}");
        }
        assert_eq!(exponential(0.0), 1.0);
        assert!(exponential(-1e9) > 0.0 && exponential(f64::INFINITY).is_finite());
    }

    #[test]
    fn shares_are_one_in_all() {
        assert_eq!(logistic(&[0.0, f32::INFINITY])[0], 0.5);
        assert_eq!(shares(&[1.0, 1.0]), [0.5, 0.5]);
        assert!(shares(&[]).is_empty());
    }
}
