//! Dollar signs of a passage: whether prices would be read as the ends of a formula; `renderers/markdown_escapes.py` is
//! the twin (`_pairs_dollars`).

use super::lines::is_code;
use super::settle::{Part, Settled, are_same};
use super::{Mark, Setting};

/// Letters that alone between two signs are a formula.
const MAX_LETTERS: usize = 2;

/// What stands behind a dollar sign.
#[derive(Default)]
struct Behind {
    count: usize,
    letters: usize,
    last: Option<char>,
    may_be_latex: bool,
}

/// The signs of a passage, one after the other.
#[derive(Default)]
struct Look {
    behind: Option<Behind>,
    pairs: bool,
    may_be_formula: bool,
}

impl Look {
    fn add(&mut self, sign: char) {
        if sign == '$' {
            if let Some(part) = self.behind.replace(Behind::default()) {
                let is_name = part.count <= MAX_LETTERS && part.letters == part.count;
                self.may_be_formula |= part.may_be_latex || is_name;
                self.pairs |= part.last.is_some_and(|last| !last.is_whitespace());
            }
        } else if let Some(part) = &mut self.behind {
            part.count += 1;
            part.letters += usize::from(sign.is_ascii_alphabetic());
            part.last = Some(sign);
            part.may_be_latex |= matches!(sign, '\\' | '^' | '_' | '{');
        }
    }
}

/// Whether the dollar signs of a passage are escaped; None where some may be a formula of the page's own.
pub fn are_escaped(parts: &[Part], marks: &[Mark], setting: Setting) -> Option<bool> {
    let is_priced = |part: &Part| matches!(&part.content, Settled::Text(text) if text.contains('$'));
    if !parts.iter().any(is_priced) {
        return Some(false);
    }
    let (mut look, mut open) = (Look::default(), 0);
    for part in parts {
        if !are_same(marks, open, part.mark) {
            look.add('.'); // a marker is a sign like any other to what stands beside it
        }
        open = part.mark;
        match &part.content {
            _ if is_code(marks, open) => look.add('.'),
            Settled::Text(text) => text.chars().for_each(|sign| look.add(sign)),
            Settled::Space => look.add(' '),
            Settled::Break if setting != Setting::Cell => look.add(' '),
            _ => look.add('.'),
        }
    }
    (!look.may_be_formula).then_some(look.pairs)
}
