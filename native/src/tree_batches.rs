//! Boosted trees, evaluated for 64 rows at once.
//!
//! In words: as `trees` says, of every row start at each tree's root and go down. Here every question that any tree asks
//! (is this feature at least so much?) is answered once for 64 rows, one bit a row. The trees are padded to one depth, so
//! that the answers on a level, chosen by the answers above them, are the bits of the number of the leaf that a row
//! reaches. Sums run in the order of the trees, as in `trees`, so that the numbers are the same to the last bit.

use crate::limits::Tripped;
use crate::memory;
use crate::trees::TreeNode;

/// Rows that are evaluated together: the bits of a word.
pub const ROWS: usize = LANES * GROUPS;
/// A column of them is compared four at once.
const LANES: usize = 4;
const GROUPS: usize = 16;
/// The deepest trees that are evaluated so: a level more takes twice the work. Trees are padded to one of two depths.
const MAX_DEPTH: usize = 6;
const SHORT_DEPTH: usize = 5;
const MAX_LEAVES: usize = 1 << MAX_DEPTH;
/// The number of a question whose answer is always no: a leaf above the last level goes on to its left.
const NEVER: u16 = 0;
/// Byte `n` of the entry of a byte is its bit `n`.
const SPREAD: [u64; 256] = spread();
/// The questions about one feature, by rising threshold.
#[derive(Debug)]
struct Asked {
    feature: usize,
    thresholds: Vec<f32>,
}

/// Trees, laid out for rows that are evaluated together.
#[derive(Debug)]
pub struct TreeBatches {
    asked: Vec<Asked>,
    questions: usize,
    depth: usize,
    /// The questions of each tree, level by level: `2^depth - 1` of them.
    nodes: Vec<u16>,
    /// The values of the leaves of each tree.
    leaves: Vec<[f32; MAX_LEAVES]>,
}

impl TreeBatches {
    /// The trees of these roots; none where they are too deep or ask too much.
    pub fn of(nodes: &[TreeNode], values: &[f32], roots: &[u32], depth: usize) -> Option<Self> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut all: Vec<(u16, f32)> = inner_nodes(nodes).map(|(_, node)| (node.feature, node.threshold)).collect();
        let before = |one: &(u16, f32), other: &(u16, f32)| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1));
        all.sort_by(before);
        all.dedup_by(|one, other| before(one, other).is_eq());
        let mut questions = vec![NEVER; nodes.len()];
        for (index, node) in inner_nodes(nodes) {
            let number = all.partition_point(|question| before(question, &(node.feature, node.threshold)).is_lt());
            questions[index] = u16::try_from(number + 1).ok()?;
        }
        let depth = if depth > SHORT_DEPTH { MAX_DEPTH } else { SHORT_DEPTH };
        let mut batches =
            TreeBatches { asked: group(&all), questions: all.len() + 1, depth, nodes: Vec::new(), leaves: Vec::new() };
        for &root in roots {
            batches.add_tree(root, nodes, values, &questions);
        }
        Some(batches)
    }

    /// Adds a tree, padded to the depth of all.
    fn add_tree(&mut self, root: u32, nodes: &[TreeNode], values: &[f32], questions: &[u16]) {
        let mut level = vec![root];
        for _ in 0..self.depth {
            self.nodes.extend(level.iter().map(|&at| questions[at as usize]));
            let children = |&at: &u32| {
                let child = nodes[at as usize].child;
                if child == at { [at, at] } else { [child, child + 1] }
            };
            level = level.iter().flat_map(children).collect();
        }
        let mut leaves = [0.0; MAX_LEAVES];
        for (leaf, &at) in leaves.iter_mut().zip(&level) {
            *leaf = values[at as usize];
        }
        self.leaves.push(leaves);
    }

    /// Adds the sums of up to 64 rows, each `width` numbers long, to `sums`, which has so many outputs a row.
    pub fn add(
        &self,
        rows: &[f32],
        width: usize,
        sums: &mut [f32],
        outputs: usize,
        answers: &mut Answers,
    ) -> Result<(), Tripped> {
        answers.find(self, rows, width)?;
        match self.depth {
            SHORT_DEPTH => self.add_leaves::<SHORT_DEPTH>(&answers.bits, sums, outputs),
            _ => self.add_leaves::<MAX_DEPTH>(&answers.bits, sums, outputs),
        }
        Ok(())
    }

    fn add_leaves<const DEPTH: usize>(&self, answers: &[u64], sums: &mut [f32], outputs: usize) {
        let nodes = self.nodes.chunks_exact((1 << DEPTH) - 1);
        for (tree, (nodes, values)) in nodes.zip(&self.leaves).enumerate() {
            let planes = planes::<DEPTH>(nodes, answers);
            let rows = sums.chunks_mut(8 * outputs).enumerate();
            for (eight, sums) in rows {
                let leaves = leaves_of(&planes, eight).to_le_bytes();
                for (sums, leaf) in sums.chunks_mut(outputs).zip(leaves) {
                    sums[tree % outputs] += values[leaf as usize % MAX_LEAVES];
                }
            }
        }
    }
}

/// The answers to all questions, one bit a row; made once for many batches.
#[derive(Default)]
pub struct Answers {
    bits: Vec<u64>,
    /// The rows of a batch that is not full, and others that nobody asks for.
    padded: Vec<f32>,
}

impl Answers {
    fn find(&mut self, trees: &TreeBatches, rows: &[f32], width: usize) -> Result<(), Tripped> {
        self.bits.clear();
        memory::reserve(&mut self.bits, trees.questions)?; // for all that is added below
        self.bits.push(0);
        let is_full = rows.len() == ROWS * width;
        if !is_full {
            self.padded.clear();
            memory::reserve(&mut self.padded, ROWS * width)?;
            self.padded.extend_from_slice(rows);
            self.padded.resize(ROWS * width, 0.0);
        }
        let rows = if is_full { rows } else { &self.padded };
        let has_gaps = rows.iter().fold(false, |has_gaps, value| has_gaps | value.is_nan());
        for asked in &trees.asked {
            let (column, thresholds) = (column(rows, width, asked.feature), &asked.thresholds[..]);
            let (least, most) = bounds(&column);
            // Most features are the same on most rows.
            let (yes, no) = if has_gaps {
                (0, thresholds.len())
            } else {
                let yes = thresholds.iter().take_while(|&&threshold| threshold <= least).count();
                (yes, yes + thresholds[yes..].iter().take_while(|&&threshold| threshold <= most).count())
            };
            let start = self.bits.len();
            self.bits.resize(start + yes, u64::MAX);
            self.bits.extend(thresholds[yes..no].iter().map(|&threshold| at_least(&column, threshold)));
            self.bits.resize(start + thresholds.len(), 0);
        }
        Ok(())
    }
}

/// The nodes that are no leaves.
fn inner_nodes(nodes: &[TreeNode]) -> impl Iterator<Item = (usize, &TreeNode)> {
    nodes.iter().enumerate().filter(|&(index, node)| node.child as usize != index)
}

/// Sorted questions by feature.
fn group(questions: &[(u16, f32)]) -> Vec<Asked> {
    let same = questions.chunk_by(|one, other| one.0 == other.0);
    let asked = same.map(|own| Asked {
        feature: usize::from(own[0].0),
        thresholds: own.iter().map(|&(_, threshold)| threshold).collect(),
    });
    asked.collect()
}

/// A feature of 64 rows, in the order in which `at_least` asks for it.
#[inline]
fn column(rows: &[f32], width: usize, feature: usize) -> [[f32; LANES]; GROUPS] {
    let mut column = [[0.0; LANES]; GROUPS];
    for (lane, rows) in rows.chunks_exact(GROUPS * width).take(LANES).enumerate() {
        for (group, row) in column.iter_mut().rev().zip(rows.chunks_exact(width)) {
            group[lane] = row[feature];
        }
    }
    column
}

/// The least and the largest of the values, where all are numbers.
#[inline]
fn bounds(column: &[[f32; LANES]; GROUPS]) -> (f32, f32) {
    let (mut least, mut most) = (column[0], column[0]);
    for group in &column[1..] {
        for lane in 0..LANES {
            least[lane] = lesser(least[lane], group[lane]);
            most[lane] = larger(most[lane], group[lane]);
        }
    }
    let [a, b, c, d] = least;
    let [e, f, g, h] = most;
    (lesser(lesser(a, b), lesser(c, d)), larger(larger(e, f), larger(g, h)))
}

/// One instruction; `f32::min` knows what is no number, and takes several.
#[inline]
fn lesser(one: f32, other: f32) -> f32 {
    if other < one { other } else { one }
}

#[inline]
fn larger(one: f32, other: f32) -> f32 {
    if other > one { other } else { one }
}

/// Which of the rows have a value that is at least so much, one bit each.
///
/// The column is a slice, for the compiler does not see that four are compared at once in a loop that it can unroll.
#[inline(never)]
fn at_least(column: &[[f32; LANES]], threshold: f32) -> u64 {
    let mut lanes = [0u32; LANES];
    for group in column {
        for lane in 0..LANES {
            lanes[lane] = 2 * lanes[lane] + u32::from(group[lane] >= threshold);
        }
    }
    let [a, b, c, d] = lanes.map(u64::from);
    a | b << 16 | c << 32 | d << 48
}

/// The bits of the numbers of the leaves that rows reach in a tree, the highest bit first.
#[inline]
fn planes<const DEPTH: usize>(nodes: &[u16], answers: &[u64]) -> [u64; DEPTH] {
    let mut planes = [0; DEPTH];
    for level in 0..DEPTH {
        let width = 1 << level;
        let mut chosen = [0; MAX_LEAVES / 2];
        for (chosen, &question) in chosen.iter_mut().zip(&nodes[width - 1..2 * width - 1]) {
            *chosen = answers[usize::from(question)];
        }
        for (above, &answers) in planes[..level].iter().enumerate() {
            let half = width >> (above + 1);
            for left in 0..half {
                chosen[left] ^= (chosen[left] ^ chosen[left + half]) & answers;
            }
        }
        planes[level] = chosen[0];
    }
    planes
}

/// The numbers of the leaves of eight rows, one byte each.
#[inline]
fn leaves_of<const DEPTH: usize>(planes: &[u64; DEPTH], eight: usize) -> u64 {
    let bits = planes.iter().map(|plane| SPREAD[(plane >> (8 * eight)) as usize & 255]);
    bits.fold(0, |leaves, bits| leaves << 1 | bits)
}

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
}
