//! Boosted trees, evaluated for 128 rows at once.
//!
//! In words: as `trees` says, of every row start at each tree's root and go down. Here every question that any tree asks
//! (is this feature at least so much?) is answered once for 128 rows, one bit a row. The trees are padded to one depth, so
//! that the answers on a level, chosen by the answers above them, are the bits of the number of the leaf that a row
//! reaches. Sums run in the order of the trees, as in `trees`, so that the numbers are the same to the last bit.

/// One node of one tree.
#[derive(Clone, Copy, Debug)]
pub struct TreeNode {
    pub feature: u16,
    pub threshold: f32,
    /// The left child; the right one is next to it. A leaf's is the leaf itself.
    pub child: u32,
}

/// Rows that are evaluated together: the bits of `Bits`.
pub const ROWS: usize = 128;
/// Rows whose answers are found together: the bits of a word. Their values are compared four at once.
const HALF: usize = LANES * GROUPS;
const LANES: usize = 4;
const GROUPS: usize = 16;
/// One bit a row; as wide as what processors compute with at once.
type Bits = [u64; 2];
/// Rows whose sums are added up together: one byte of the bits.
const EIGHT: usize = 8;
/// A feature of half of the rows, in the order in which `at_least` asks for it.
type Column = [[f32; LANES]; GROUPS];
/// Features that are read together: those that share a cache line.
const TILE: usize = 16;
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

    /// Adds the sums of up to `ROWS` rows, each `width` numbers long, to `sums`, which has so many outputs a row.
    pub fn add(&self, rows: &[f32], width: usize, sums: &mut [f32], outputs: usize, answers: &mut Answers) {
        answers.find(self, rows, width);
        match self.depth {
            SHORT_DEPTH => self.add_leaves::<SHORT_DEPTH>(&answers.bits, sums, outputs),
            _ => self.add_leaves::<MAX_DEPTH>(&answers.bits, sums, outputs),
        }
    }

    fn add_leaves<const DEPTH: usize>(&self, answers: &[Bits], sums: &mut [f32], outputs: usize) {
        let trees = self.nodes.chunks_exact((1 << DEPTH) - 1).zip(&self.leaves);
        for (tree, (nodes, values)) in trees.enumerate() {
            let planes = find_planes::<DEPTH>(nodes, answers);
            match outputs {
                1 => add_tree::<DEPTH>(&planes, values, sums),
                _ => add_output::<DEPTH>(&planes, values, sums, outputs, tree % outputs),
            }
        }
    }
}

/// Adds the leaves of one tree to the sums of the rows.
#[inline]
fn add_tree<const DEPTH: usize>(planes: &Planes, values: &[f32; MAX_LEAVES], sums: &mut [f32]) {
    let (eights, rest) = sums.as_chunks_mut::<EIGHT>();
    for (eight, sums) in eights.iter_mut().enumerate() {
        let leaves = leaves_of::<DEPTH>(planes, eight).to_le_bytes();
        let own: [f32; EIGHT] = std::array::from_fn(|row| values[leaves[row] as usize % MAX_LEAVES]);
        for (sum, value) in sums.iter_mut().zip(own) {
            *sum += value;
        }
    }
    if !rest.is_empty() {
        let leaves = leaves_of::<DEPTH>(planes, eights.len()).to_le_bytes();
        for (sum, leaf) in rest.iter_mut().zip(leaves) {
            *sum += values[leaf as usize % MAX_LEAVES];
        }
    }
}

/// The same of a tree with one of several outputs.
fn add_output<const DEPTH: usize>(
    planes: &Planes,
    values: &[f32; MAX_LEAVES],
    sums: &mut [f32],
    outputs: usize,
    output: usize,
) {
    for (eight, sums) in sums.chunks_mut(EIGHT * outputs).enumerate() {
        let leaves = leaves_of::<DEPTH>(planes, eight).to_le_bytes();
        for (sums, leaf) in sums.chunks_mut(outputs).zip(leaves) {
            sums[output] += values[leaf as usize % MAX_LEAVES];
        }
    }
}

/// The bits of the numbers of the leaves that the rows reach in one tree, the highest bit first; as bytes of eight rows.
type Planes = [[u8; ROWS / EIGHT]; MAX_DEPTH];

/// The answers to all questions; made once for many batches.
#[derive(Default)]
pub struct Answers {
    bits: Vec<Bits>,
}

impl Answers {
    fn find(&mut self, trees: &TreeBatches, rows: &[f32], width: usize) {
        self.bits.clear();
        self.bits.reserve(trees.questions); // for all that is added below
        self.bits.resize(trees.questions, [0; 2]);
        let mut tile = [[[0.0; LANES]; GROUPS]; TILE];
        for (half, rows) in rows.chunks(HALF * width).enumerate() {
            let (mut read, mut start) = (usize::MAX, 1);
            for asked in &trees.asked {
                if asked.feature / TILE != read {
                    read = asked.feature / TILE;
                    read_tile(rows, width, read * TILE, &mut tile);
                }
                let end = start + asked.thresholds.len();
                ask(&tile[asked.feature % TILE], &asked.thresholds, half, &mut self.bits[start..end]);
                start = end;
            }
        }
    }
}

/// Answers the questions about one feature of half of the rows.
#[inline]
fn ask(column: &Column, thresholds: &[f32], half: usize, bits: &mut [Bits]) {
    // Most features are the same on most rows.
    let count = |value: f32| thresholds.partition_point(|&threshold| threshold <= value);
    let (yes, no) = match bounds(column) {
        Some((least, most)) if least == most => (count(least), count(least)),
        Some((least, most)) => (count(least), count(most)),
        None => (0, thresholds.len()),
    };
    bits[..yes].iter_mut().for_each(|bits| bits[half] = u64::MAX);
    for (bits, &threshold) in bits[yes..no].iter_mut().zip(&thresholds[yes..no]) {
        bits[half] = at_least(column, threshold);
    }
}

/// Reads some features of the rows, from the first of these on. Where rows are missing, the last one stands for them.
fn read_tile(rows: &[f32], width: usize, first: usize, tile: &mut [Column; TILE]) {
    let features = TILE.min(width - first);
    let last = rows.len() / width - 1;
    let read = |place: usize| &rows[place.min(last) * width + first..][..features];
    for group in 0..GROUPS {
        let [a, b, c, d] = std::array::from_fn(|lane| read(lane * GROUPS + GROUPS - 1 - group));
        for ((((column, &a), &b), &c), &d) in tile.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            column[group] = [a, b, c, d];
        }
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

/// The least and the largest of the values; none where one is no number, or infinite.
///
/// As `at_least` it takes a slice, and times zero is what is no number there and then.
#[inline(never)]
fn bounds(column: &[[f32; LANES]]) -> Option<(f32, f32)> {
    let (mut least, mut most, mut odd) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES], [0.0; LANES]);
    for group in column {
        for lane in 0..LANES {
            least[lane] = lesser(least[lane], group[lane]);
            most[lane] = larger(most[lane], group[lane]);
            odd[lane] += group[lane] * 0.0;
        }
    }
    let [a, b, c, d] = least;
    let [e, f, g, h] = most;
    let is_odd = odd.iter().any(|odd: &f32| odd.is_nan());
    (!is_odd).then(|| (lesser(lesser(a, b), lesser(c, d)), larger(larger(e, f), larger(g, h))))
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

/// The bits of the numbers of the leaves that rows reach in a tree.
#[inline]
fn find_planes<const DEPTH: usize>(nodes: &[u16], answers: &[Bits]) -> Planes {
    let mut planes = [[0; 2]; DEPTH];
    planes[0] = answers[usize::from(nodes[0])];
    for level in 1..DEPTH {
        let width = 1 << level;
        let (left, right) = nodes[width - 1..2 * width - 1].split_at(width / 2);
        let mut chosen = [[0; 2]; MAX_LEAVES / 4];
        for ((chosen, &no), &yes) in chosen.iter_mut().zip(left).zip(right) {
            *chosen = choose(answers[usize::from(no)], answers[usize::from(yes)], planes[0]);
        }
        for (above, &answers) in planes[..level].iter().enumerate().skip(1) {
            let half = width >> (above + 1);
            for left in 0..half {
                chosen[left] = choose(chosen[left], chosen[left + half], answers);
            }
        }
        planes[level] = chosen[0];
    }
    let mut bytes = [[0; ROWS / EIGHT]; MAX_DEPTH];
    for (bytes, [low, high]) in bytes.iter_mut().zip(planes) {
        let (first, last) = bytes.split_at_mut(EIGHT);
        first.copy_from_slice(&low.to_le_bytes());
        last.copy_from_slice(&high.to_le_bytes());
    }
    bytes
}

/// Of each bit the first one where the answer is no, the second one where it is yes.
#[inline]
fn choose(no: Bits, yes: Bits, answers: Bits) -> Bits {
    std::array::from_fn(|word| no[word] ^ (no[word] ^ yes[word]) & answers[word])
}

/// The numbers of the leaves of eight rows, one byte each.
#[inline]
fn leaves_of<const DEPTH: usize>(planes: &Planes, eight: usize) -> u64 {
    let bits = planes[..DEPTH].iter().map(|plane| SPREAD[usize::from(plane[eight])]);
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
