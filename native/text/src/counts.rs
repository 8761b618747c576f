//! Counting characters and words.

/// What a text holds: characters that are not white space, and words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub chars: u32,
    pub words: u32,
}

const SPACE: u8 = 0;
const WORD: u8 = 1;
const OTHER: u8 = 2;

/// The kind of each ASCII byte: a table is what makes the common case cheap.
const ASCII: [u8; 128] = {
    let mut kinds = [OTHER; 128];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_whitespace() {
            kinds[byte] = SPACE;
        } else if (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_' {
            kinds[byte] = WORD;
        }
        byte += 1;
    }
    kinds
};

/// Counts a text. A word is a run of letters, digits and underscores, but every CJK character is a word of its own,
/// since those scripts put no spaces between words.
pub fn count(text: &str) -> Counts {
    let mut counts = Counts::default();
    let mut in_word = false;
    let bytes = text.as_bytes();
    let mut position = 0;
    while position < bytes.len() {
        let byte = bytes[position];
        if byte < 128 {
            let kind = ASCII[byte as usize];
            counts.chars += u32::from(kind != SPACE);
            counts.words += u32::from(kind == WORD && !in_word);
            in_word = kind == WORD;
            position += 1;
        } else {
            let Some(c) = text[position..].chars().next() else { break };
            count_wide(c, &mut counts, &mut in_word);
            position += c.len_utf8();
        }
    }
    counts
}

fn count_wide(c: char, counts: &mut Counts, in_word: &mut bool) {
    if is_cjk(c) {
        counts.chars += 1;
        counts.words += 1;
        *in_word = false;
    } else if c.is_alphanumeric() {
        counts.chars += 1;
        counts.words += u32::from(!*in_word);
        *in_word = true;
    } else {
        counts.chars += u32::from(!is_blank(c));
        // A mark (an accent, an Indic vowel sign) goes on with the word it stands in.
        *in_word = *in_word && !is_blank(c) && !is_wide_punctuation(c);
    }
}

/// Han, kana and bopomofo: scripts without spaces between words. Hangul has them.
#[inline]
pub fn is_cjk(c: char) -> bool {
    matches!(c as u32, 0x3041..=0x30FF | 0x3105..=0x312F | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xF900..=0xFAFF | 0xFF66..=0xFF9D | 0x20000..=0x3FFFF)
}

/// White space, and the characters that look like it or like nothing.
#[inline]
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

fn is_wide_punctuation(c: char) -> bool {
    matches!(c as u32, 0x80..=0xBF | 0x2000..=0x2BFF | 0x3000..=0x303F | 0xFE30..=0xFE4F | 0xFF00..=0xFFEF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_characters() {
        for (text, chars, words) in [
            ("", 0, 0),
            (" \n\t", 0, 0),
            ("one two", 6, 2),
            ("don't", 5, 2),
            ("你好,world", 8, 3),
            ("naïve café", 9, 2),
            ("한국어 문장", 5, 2),
            ("हिन्दी", 6, 1),
            ("\u{a0}\u{200b}", 0, 0),
        ] {
            assert_eq!(count(text), Counts { chars, words }, "{text:?}");
        }
    }
}
