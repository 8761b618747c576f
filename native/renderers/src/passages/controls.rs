//! Characters that a reader never sees: soft hyphens, control characters, marks of byte order.

use std::borrow::Cow;

/// A text without soft hyphens, controls that are no white space and marks of byte order.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    let is_control = |sign: char| matches!(sign, '\0'..='\x08' | '\x0b' | '\x0e'..='\x1f' | '\x7f'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{ad}' | '\u{feff}');
    let may_have = |byte: &u8| *byte < 9 || matches!(byte, 11 | 14..=31 | 0x7f | 0xc2 | 0xef);
    if !text.bytes().any(|byte| may_have(&byte)) || !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::new();
    kept.reserve_exact(text.len());
    kept.extend(text.chars().filter(|&sign| !is_control(sign)));
    Cow::Owned(kept)
}
