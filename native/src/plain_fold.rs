//! Titles as they are compared: letters and digits only, in lower case.
//!
//! In words: what Python's `fold` of `src/weft/metadata/site_names.py` gives, for the characters of which Python and this
//! kernel surely say the same; of others `push` says no, and Python is asked.

use crate::limits::Tripped;
use crate::memory;

/// Whether Python and this kernel say the same of a character: what it is, and what it is in lower case.
fn is_sure(c: char) -> bool {
    matches!(c,
        '\0'..='\u{7f}' | '\u{a0}'..='\u{12f}' | '\u{132}'..='\u{17e}'
        | '\u{410}'..='\u{44f}' | '\u{451}'..='\u{45f}'
        | '\u{200b}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{20a0}'..='\u{20bf}' | '\u{2122}' | '\u{2190}'..='\u{21ff}'
        | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fc}'
        | '\u{4e00}'..='\u{9fa5}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{fe0f}' | '\u{feff}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{1f300}'..='\u{1f5ff}')
}

/// Adds a text as it is compared; no where that is not sure.
pub fn push(text: &str, folded: &mut String) -> Result<bool, Tripped> {
    for c in text.chars() {
        if !is_sure(c) {
            return Ok(false);
        }
        if c.is_alphanumeric() {
            for lower in c.to_lowercase() {
                memory::push_str(folded, lower.encode_utf8(&mut [0; 4]))?;
            }
        }
    }
    Ok(true)
}

/// A text as it is compared; none where that is not sure.
pub fn fold(text: &str) -> Result<Option<String>, Tripped> {
    let mut folded = String::new();
    folded.try_reserve(text.len())?;
    Ok(push(text, &mut folded)?.then_some(folded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_stay() {
        assert_eq!(fold("Rain in “May” – ½ Ünder_score").unwrap().as_deref(), Some("raininmay½ünderscore"));
        assert_eq!(fold("雨，五月").unwrap().as_deref(), Some("雨五月"));
        assert_eq!(fold("Σίσυφος").unwrap(), None);
    }
}
