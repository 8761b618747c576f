//! The page out of a line of JSON: the text under one name of an object, and the line without it.
//!
//! The slow version in words: read the line as JSON, and encode the text under the name. A page is most of its line, so
//! only this text is read here, at once as bytes, and Python reads the rest. That checks the line as well: where the rest
//! is JSON with an empty text in that place, so is the line. Whatever is odd is left to the slow version.

use memchr::{memchr, memchr2};

const WORD: usize = 8; // bytes that are looked at together

/// A line in two: without the text, in whose place an empty one stands, and the text.
pub type Cut = (Vec<u8>, Vec<u8>);

/// The text under a name, and the rest of the line; none where the line must be read as a whole.
pub fn cut_text(line: &[u8], name: &[u8]) -> Option<Cut> {
    let mut walk = Walk { line, at: 0, found: None };
    walk.find(name)?;
    let (start, end, text) = walk.found?;
    let mut rest = Vec::with_capacity(line.len() - (end - start));
    rest.extend_from_slice(&line[..start]);
    rest.extend_from_slice(&line[end..]);
    Some((rest, text))
}

/// A place in a line. It goes on by at least a byte with every step, so it ends.
struct Walk<'line> {
    line: &'line [u8],
    at: usize,
    found: Option<(usize, usize, Vec<u8>)>, // where the text begins and ends, between its quotes, and what it says
}

impl Walk<'_> {
    /// Finds the text under a name of the object; none where the line is odd, or the name comes twice.
    fn find(&mut self, name: &[u8]) -> Option<()> {
        let mut is_first = true;
        while let Some(is_wanted) = self.name(name, is_first) {
            is_first = false;
            let is_passed = match (self.next(), is_wanted) {
                (Some(b'"'), true) if self.found.is_none() => self.text(),
                (_, true) => None,
                (_, false) => self.pass_value(),
            };
            is_passed?;
            if self.next() == Some(b'}') {
                return Some(());
            }
        }
        None
    }

    /// Passes a name, up to its value; whether it is the wanted one.
    fn name(&mut self, wanted: &[u8], is_first: bool) -> Option<bool> {
        self.sign(if is_first { b'{' } else { b',' })?;
        let (start, end) = self.string()?;
        let name = &self.line[start..end];
        self.sign(b':')?;
        memchr(b'\\', name).is_none().then_some(name == wanted) // with an escape it may spell the wanted one
    }

    /// Reads a text, at its first quote, to its end; none where it is not plain.
    fn text(&mut self) -> Option<()> {
        let start = self.at + 1;
        let mut text = Vec::with_capacity(self.line.len() - start + WORD); // an escape is longer than what it stands for
        let end = unescape(self.line, start, &mut text)?;
        self.at = end + 1;
        self.found = std::str::from_utf8(&self.line[start..end]).is_ok().then_some((start, end, text));
        self.found.as_ref().map(|_| ())
    }

    /// The next byte that is no white space.
    fn next(&mut self) -> Option<u8> {
        while matches!(self.line.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        self.line.get(self.at).copied()
    }

    /// Passes a sign that must come next.
    fn sign(&mut self, wanted: u8) -> Option<()> {
        (self.next()? == wanted).then(|| self.at += 1)
    }

    /// Passes a string, and tells what lies between its quotes.
    fn string(&mut self) -> Option<(usize, usize)> {
        self.sign(b'"')?;
        let start = self.at;
        loop {
            self.at += memchr2(b'"', b'\\', self.line.get(self.at..)?)?;
            if self.line[self.at] == b'"' {
                self.at += 1;
                return Some((start, self.at - 1));
            }
            self.at += 2;
        }
    }

    /// Passes a value, whatever is in it.
    fn pass_value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.next()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b'}' | b']' | b',' if depth == 0 => return None, // a value is missing
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b':' => {
                    self.at += 1;
                    continue;
                }
                _ => self.pass_word(),
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// Passes a number or a word.
    fn pass_word(&mut self) {
        let is_end =
            |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' | b'{' | b'}' | b'[' | b']' | b'"');
        let rest = &self.line[self.at..];
        self.at += rest.iter().position(is_end).unwrap_or(rest.len());
    }
}

/// Adds the bytes of a text, which has room for all of them and a word more; where its last quote stands.
///
/// There is none of a text that is not plain: with control characters, or half of a surrogate pair.
fn unescape(line: &[u8], start: usize, text: &mut Vec<u8>) -> Option<usize> {
    let mut at = start;
    loop {
        at += plain_bytes(&line[at..], text);
        match *line.get(at)? {
            b'"' => return Some(at),
            b'\\' => {
                let (character, length) = escape(&line[at + 1..])?;
                match u8::try_from(character) {
                    Ok(byte) if byte.is_ascii() => text.push(byte),
                    _ => text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
                }
                at += 1 + length;
            }
            0..b' ' => return None,
            byte => {
                text.push(byte);
                at += 1;
            }
        }
    }
}

/// Adds the bytes before the first that ends a text or is odd in it, word by word; how many there are.
fn plain_bytes(line: &[u8], text: &mut Vec<u8>) -> usize {
    let mut count = 0;
    for word in line.as_chunks::<WORD>().0 {
        let odd = odd_bytes(u64::from_le_bytes(*word)).trailing_zeros() as usize / 8;
        text.extend_from_slice(word);
        text.truncate(text.len() - (WORD - odd));
        count += odd;
        if odd < WORD {
            break;
        }
    }
    count
}

/// The highest bit of the first byte in a word that is a quote, a backslash or a control character; bytes behind the
/// first may have theirs by mistake, for a difference borrows from what follows.
fn odd_bytes(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; WORD]);
    const HIGHEST: u64 = u64::from_le_bytes([0x80; WORD]);
    let below = |word: u64, least: u64| word.wrapping_sub(ONES * least) & !word;
    let (quote, backslash) = (word ^ (ONES * 0x22), word ^ (ONES * 0x5C));
    (below(quote, 1) | below(backslash, 1) | below(word, 0x20)) & HIGHEST
}

/// The character of an escape, behind its backslash, and the bytes that it is written in.
fn escape(written: &[u8]) -> Option<(char, usize)> {
    let character = match *written.first()? {
        byte @ (b'"' | b'\\' | b'/') => char::from(byte),
        b'b' => '\x08',
        b'f' => '\x0C',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return escaped_number(written),
        _ => return None,
    };
    Some((character, 1))
}

/// The same of one in hexadecimal digits, or of two that are a surrogate pair.
fn escaped_number(written: &[u8]) -> Option<(char, usize)> {
    let first = hexadecimal(written.get(1..5)?)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, 5));
    }
    let second = written.get(5..11).filter(|more| more.starts_with(b"\\u")).and_then(|more| hexadecimal(&more[2..]))?;
    if !(0xD800..0xDC00).contains(&first) || !(0xDC00..0xE000).contains(&second) {
        return None;
    }
    Some((char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))?, 11))
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |sum, &digit| Some(sum * 16 + char::from(digit).to_digit(16)?))
}

#[cfg(test)]
#[path = "../tests/unit/json_line.rs"]
mod tests;
