//! Bytes to text: byte order mark, HTTP charset, `<meta>`, and what the bytes themselves say.
//!
//! Crawled pages lie about their encoding, so a declaration counts only while the bytes do not speak against it: bytes
//! that are UTF-8 or UTF-16 are read as such, and for others the declared encoding is one reading of the bytes among all
//! (`likely_encoding`), which is only given up where another reads as far likelier text.

use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memchr;

use crate::meta_charset::{labelled, prescan};
use text::likely_encoding::{likeliest, to_utf8};

/// UTF-16 without a mark is told by so many bytes.
const WIDE_BYTES: usize = 4096;
/// A page in UTF-16 has a zero byte for every letter of its tags: fewer tell nothing.
const MIN_ZEROS: usize = 4;
/// Of the zero bytes of UTF-16, those of the other half are at most one in so many: Chinese has the frequent U+4E00.
const OTHER_HALF: usize = 2;
/// Of the characters of UTF-16, at most one in so many is a control or half of a pair; of random bytes it is one in ten.
const ODD_SHARE: usize = 25;
/// ISO-2022-JP switches alphabets by an escape.
const ESCAPE: u8 = 0x1B;

/// Who told the encoding of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The byte order mark.
    Mark,
    /// The charset of the HTTP header.
    Header,
    /// The page's own declaration.
    Meta,
    /// What the bytes say: nothing was declared, or it was not true.
    Bytes,
    /// The page was text already.
    Text,
}

impl Source {
    pub fn name(self) -> &'static str {
        match self {
            Source::Mark => "mark",
            Source::Header => "header",
            Source::Meta => "meta",
            Source::Bytes => "bytes",
            Source::Text => "text",
        }
    }
}

/// Text without byte order mark, lines ended by `\n`, the encoding it was read in, and who told it.
pub struct Decoded<'data> {
    pub text: Cow<'data, str>,
    pub encoding: &'static Encoding,
    pub source: Source,
}

/// What was said of a page's encoding, outside of it and in it.
struct Said {
    header: Option<&'static Encoding>,
    meta: Option<&'static Encoding>,
}

impl Said {
    /// The header comes first, as in browsers. UTF-16 is told by the bytes alone.
    fn first(&self) -> Option<&'static Encoding> {
        [self.header, self.meta].into_iter().flatten().find(|&said| said != UTF_16LE && said != UTF_16BE)
    }

    /// Who named this encoding.
    fn source(&self, encoding: &'static Encoding) -> Source {
        match Some(encoding) {
            named if named == self.header => Source::Header,
            named if named == self.meta => Source::Meta,
            _ => Source::Bytes,
        }
    }
}

/// Decodes a page. `charset` is what the HTTP header said.
pub fn decode<'data>(data: &'data [u8], charset: Option<&str>) -> Decoded<'data> {
    if let Some((encoding, mark)) = Encoding::for_bom(data) {
        return read(&data[mark..], encoding, Source::Mark);
    }
    let header = charset.and_then(|label| labelled(label.trim().as_bytes()));
    let said = Said { header, meta: prescan(data) };
    let encoding = find(data, &said);
    read(data, encoding, said.source(encoding))
}

fn find(data: &[u8], said: &Said) -> &'static Encoding {
    if let Some(encoding) = wide(data) {
        return encoding;
    }
    if data.is_ascii() {
        return if is_iso_2022_jp(data) { ISO_2022_JP } else { said.first().unwrap_or(UTF_8) };
    }
    if Encoding::utf8_valid_up_to(data) == data.len() {
        return UTF_8;
    }
    likeliest(data, said.first(), said.meta)
}

/// The UTF-16 that a page without a mark is in: the zero bytes of its tags are all first halves, or all second halves.
fn wide(data: &[u8]) -> Option<&'static Encoding> {
    let head = &data[..data.len().min(WIDE_BYTES) & !1];
    memchr(0, head)?;
    let zeros = |half: usize| head.iter().skip(half).step_by(2).filter(|&&byte| byte == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    if first + second < MIN_ZEROS || first.min(second) * OTHER_HALF > first.max(second) {
        return None;
    }
    let is_big = first > second;
    let units = head.chunks_exact(2).map(|unit| match is_big {
        true => u16::from_be_bytes([unit[0], unit[1]]),
        false => u16::from_le_bytes([unit[0], unit[1]]),
    });
    let (mut odd, mut between, mut tags, mut count) = (0, 0, 0, 0);
    for letter in char::decode_utf16(units) {
        count += 1;
        match letter {
            Ok('<') => (between, tags) = (between + 1, tags + 1),
            Ok('\t' | '\n' | '\r' | ' ' | '>') => between += 1,
            Ok(letter) => odd += usize::from(letter.is_control() || is_private(letter)),
            Err(_) => odd += 1,
        }
    }
    // A page has a tag or a space somewhere, and zero bytes that pad a page are controls.
    // Some zero bytes among tags in plain letters do not make them wide.
    let narrow = head.windows(2).filter(|pair| pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || pair[1] == b'/'));
    let is_text = between > 0 && odd * ODD_SHARE <= count && narrow.count() <= tags;
    is_text.then_some(if is_big { UTF_16BE } else { UTF_16LE })
}

fn is_private(letter: char) -> bool {
    matches!(letter, '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}')
}

/// Whether bytes in ASCII are Japanese with escapes: all of them known, and a letter between them.
fn is_iso_2022_jp(data: &[u8]) -> bool {
    let Some(start) = memchr(ESCAPE, data) else { return false };
    let (text, broken) = to_utf8(&data[start..], ISO_2022_JP);
    !broken && text.chars().any(|letter| matches!(letter, '\u{3040}'..='\u{9fff}'))
}

fn read<'data>(data: &'data [u8], encoding: &'static Encoding, source: Source) -> Decoded<'data> {
    let text = match borrowed(data, encoding) {
        Some(text) => normalise(text),
        None => {
            let (text, _) = to_utf8(data, encoding);
            let clean = match normalise(&text) {
                Cow::Owned(clean) => Some(clean),
                Cow::Borrowed(clean) if clean.len() < text.len() => Some(clean.to_owned()),
                Cow::Borrowed(_) => None,
            };
            Cow::Owned(clean.unwrap_or(text))
        }
    };
    Decoded { text, encoding, source }
}

/// The bytes as the text that they are, where decoding would change nothing.
fn borrowed<'data>(data: &'data [u8], encoding: &'static Encoding) -> Option<&'data str> {
    match encoding == UTF_8 || (encoding.is_ascii_compatible() && data.is_ascii()) {
        true => str::from_utf8(data).ok(),
        false => None,
    }
}

/// Text with `\r\n` and `\r` as `\n` and without a byte order mark, as the HTML standard wants it before tokenising.
pub fn normalise(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut clean = String::new();
    clean.reserve_exact(text.len()); // it becomes no longer
    let mut rest = text;
    while let Some(position) = memchr(b'\r', rest.as_bytes()) {
        clean.push_str(&rest[..position]);
        clean.push('\n');
        rest = &rest[position + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    clean.push_str(rest);
    Cow::Owned(clean)
}

#[cfg(test)]
#[path = "../tests/unit/decode.rs"]
mod tests;
