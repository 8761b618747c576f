//! Punctuation of all scripts, as Python's `unicodedata` has it: the categories P and S.

use std::sync::LazyLock;

use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind};

static PUNCTUATION: LazyLock<ClassUnicode> =
    LazyLock::new(|| match regex_syntax::parse(r"[\p{P}\p{S}]").map(Hir::into_kind) {
        Ok(HirKind::Class(Class::Unicode(class))) => class,
        _ => ClassUnicode::empty(), // a test excludes it
    });

/// Whether a character is punctuation or a symbol.
pub fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    let ranges = PUNCTUATION.ranges();
    let after = ranges.partition_point(|range| range.start() <= c);
    after > 0 && c <= ranges[after - 1].end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_told_from_letters() {
        assert!("!$+^_“…。，€©→".chars().all(is_punctuation));
        assert!(!"a1é中 \u{a0}\u{301}\u{200b}²".chars().any(is_punctuation));
    }
}
