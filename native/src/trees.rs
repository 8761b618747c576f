//! Gradient-boosted trees, evaluated.
//!
//! In words: of every row, start at each tree's root; at a node go to `child` where the row's feature is less than the
//! threshold, else to `child + 1`; add up the values of the leaves that are reached. A leaf is its own child and its
//! threshold is no number, which nothing reaches, so that every row takes the same number of steps and no step is a
//! branch that the processor can guess wrong. Sums run in the order of the trees, in single precision, as the training library's do:
//! the same row gives the same number on every machine.

use crate::limits::{Deadline, Tripped};
use crate::memory;

/// One node of one tree.
#[derive(Clone, Copy, Debug)]
pub struct TreeNode {
    pub feature: u16,
    pub threshold: f32,
    /// The left child; the right one is next to it. A leaf's is the leaf itself.
    pub child: u32,
}

/// Trees with one or more outputs: tree `t` adds to output `t % outputs`.
#[derive(Debug)]
pub struct Trees {
    nodes: Vec<TreeNode>,
    values: Vec<f32>,
    roots: Vec<u32>,
    base: Vec<f32>,
    depth: usize,
    width: usize,
}

/// Rows that walk down a tree together: their look-ups overlap.
const LANES: usize = 8;

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
        let count = nodes.len();
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
        }
        let depth = roots.iter().map(|&root| depths[root as usize]).max().unwrap_or(0);
        Ok(Trees { nodes, values, roots, base, depth, width })
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn outputs(&self) -> usize {
        self.base.len()
    }

    /// The sums for a matrix of rows, one behind the other, each `width` numbers long.
    pub fn predict(&self, matrix: &[f32], deadline: &mut Deadline) -> Result<Vec<f32>, Tripped> {
        let rows = matrix.len().checked_div(self.width).unwrap_or(0);
        let outputs = self.outputs();
        let mut sums: Vec<f32> = memory::collect(self.base.iter().copied().cycle().take(rows * outputs))?;
        let mut start = 0;
        while start < rows {
            // Thousands of steps down the trees are worth more than one question.
            deadline.spend(LANES)?;
            let lanes = LANES.min(rows - start);
            let together = &matrix[start * self.width..(start + lanes) * self.width];
            for (tree, &root) in self.roots.iter().enumerate() {
                let leaves = self.leaves(root, together, lanes);
                for (lane, &leaf) in leaves[..lanes].iter().enumerate() {
                    sums[(start + lane) * outputs + tree % outputs] += self.values[leaf as usize];
                }
            }
            start += lanes;
        }
        Ok(sums)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn predict(trees: &Trees, rows: &[f32]) -> Vec<f32> {
        trees.predict(rows, &mut Deadline::after(f64::INFINITY)).unwrap()
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
}
