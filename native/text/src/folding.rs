//! Texts as they are compared: in lower case, with plain digits, spaces and apostrophes, one letter for letters that
//! people exchange (`dates/phrases.py` does the same).

/// Where scripts have their zero.
const ZEROS: [u32; 6] = [0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0xFF10];

/// A character as texts are compared; most become themselves in lower case.
pub fn folded(c: char) -> char {
    match c {
        '\t'..='\r' | '\u{1c}'..='\u{1f}' | '\u{85}' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{3000}' => ' ',
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}' | '\u{2066}'..='\u{2069}' => ' ',
        '’' => '\'',
        '،' => ',',
        '॰' => '.',
        'İ' => 'i',
        'Ș' | 'ș' => 'ş',
        'Ț' | 'ț' => 'ţ',
        'أ' | 'إ' | 'آ' => 'ا',
        'ي' | 'ى' => 'ی',
        'ك' => 'ک',
        '٠'..='９' if !c.is_alphabetic() => ZEROS
            .iter()
            .find(|&&zero| (zero..zero + 10).contains(&(c as u32)))
            .map_or(c, |zero| (b'0' + (c as u32 - zero) as u8) as char),
        _ => {
            let mut lower = c.to_lowercase();
            if lower.len() == 1 { lower.next().unwrap_or(c) } else { c }
        }
    }
}

/// Writes the folded text into `buffer`, in place of what was there.
pub fn fold<'buffer>(text: &[u8], buffer: &'buffer mut Vec<u8>) -> &'buffer [u8] {
    buffer.clear();
    let mut rest = text;
    while !rest.is_empty() {
        // Most texts are ASCII as a whole, and to ask that is fast.
        let ascii = if rest.is_ascii() { rest.len() } else { rest.iter().take_while(|byte| byte.is_ascii()).count() };
        buffer.extend(rest[..ascii].iter().map(|&byte| match byte {
            b'\t'..=b'\r' | 0x1c..=0x1f => b' ',
            _ => byte.to_ascii_lowercase(),
        }));
        rest = &rest[ascii..];
        if !rest.is_empty() {
            let c = character_at(rest);
            buffer.extend_from_slice(folded(c).encode_utf8(&mut [0; 4]).as_bytes());
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    buffer
}

/// The character beyond ASCII with which a text begins.
pub(crate) fn character_at(text: &[u8]) -> char {
    let length = match text[0] {
        ..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    text.get(..length).and_then(|bytes| str::from_utf8(bytes).ok()).and_then(|c| c.chars().next()).unwrap_or('\0')
}

/// A text in lower case, as Python writes it.
pub fn lower(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.to_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_folded() {
        let mut buffer = Vec::new();
        assert_eq!(fold("۴ Δεκεμβρίου\u{a0}２０".as_bytes(), &mut buffer), "4 δεκεμβρίου 20".as_bytes());
        assert_eq!(fold(b"4\tDEC", &mut buffer), &b"4 dec"[..]);
    }
}
