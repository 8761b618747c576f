//! Dollar signs of a passage: whether prices would be read as the ends of a formula; `renderers/markdown_escapes.py` is
//! the twin (`_pairs_dollars`).

use crate::record_values::is_space;

/// Letters that alone between two signs are a formula.
const MAX_LETTERS: usize = 2;

/// Whether the dollar signs of a text pair; None where what is between two may be a formula of the page's own.
pub fn pair(text: &str) -> Option<bool> {
    let mut pairs = false;
    let mut parts = text.split('$').skip(1).peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            break; // what stands behind the last sign
        }
        let is_name = part.len() <= MAX_LETTERS && part.bytes().all(|byte| byte.is_ascii_alphabetic());
        if is_name || part.contains(['\\', '^', '_', '{']) {
            return None;
        }
        pairs |= !part.ends_with(is_space);
    }
    Some(pairs)
}
