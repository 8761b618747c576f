//! Bytes to text as browsers do it: byte order mark, HTTP charset, `<meta>`, then detection.
//!
//! Crawled pages lie about their encoding, so a declaration counts only while the bytes do not speak against it: bytes
//! that are UTF-8 are read as UTF-8, and a declared encoding under which many characters are broken is given up for
//! the detected one.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{CoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

use crate::limits::Tripped;
use crate::memory;

/// The `<meta>` that declares the encoding stands near the top; browsers look at 1,024 bytes, real pages need more.
const PRESCAN_BYTES: usize = 16 * 1024;
/// The detector sees this much from the first byte that is not ASCII.
const DETECT_BYTES: usize = 256 * 1024;
/// A declared encoding is given up when more than one in so many non-ASCII bytes is broken.
const BROKEN_SHARE: usize = 50;

/// Text without byte order mark, lines ended by `\n`, and the encoding it was read in.
pub struct Decoded<'data> {
    pub text: Cow<'data, str>,
    pub encoding: &'static Encoding,
}

/// Decodes a page. `charset` is what the HTTP header said.
pub fn decode<'data>(data: &'data [u8], charset: Option<&str>) -> Result<Decoded<'data>, Tripped> {
    if let Some((encoding, mark)) = Encoding::for_bom(data) {
        return read(&data[mark..], encoding);
    }
    let utf8 = Encoding::utf8_valid_up_to(data) == data.len();
    let declared = charset.and_then(|label| Encoding::for_label(label.trim().as_bytes())).or_else(|| prescan(data));
    let encoding = match declared {
        _ if utf8 && !data.is_ascii() => UTF_8,
        Some(encoding) if utf8 || fits(data, encoding)? => encoding,
        _ => detect(data),
    };
    read(data, encoding)
}

fn read<'data>(data: &'data [u8], encoding: &'static Encoding) -> Result<Decoded<'data>, Tripped> {
    let text = match borrowed(data, encoding) {
        Some(text) => normalise(text)?,
        None => {
            let (text, _) = to_utf8(data, encoding)?;
            let clean = match normalise(&text)? {
                Cow::Owned(clean) => Some(clean),
                Cow::Borrowed(clean) if clean.len() < text.len() => Some(memory::copy(clean)?),
                Cow::Borrowed(_) => None,
            };
            Cow::Owned(clean.unwrap_or(text))
        }
    };
    Ok(Decoded { text, encoding })
}

/// The bytes as the text that they are, where decoding would change nothing.
fn borrowed<'data>(data: &'data [u8], encoding: &'static Encoding) -> Option<&'data str> {
    match encoding == UTF_8 || (encoding.is_ascii_compatible() && data.is_ascii()) {
        true => str::from_utf8(data).ok(),
        false => None,
    }
}

/// Decodes bytes into a buffer that grows as they ask for it; says whether any were broken.
fn to_utf8(data: &[u8], encoding: &'static Encoding) -> Result<(String, bool), Tripped> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    text.try_reserve(data.len())?;
    let (mut rest, mut broken) = (data, false);
    loop {
        let (result, read, had_errors) = decoder.decode_to_string(rest, &mut text, true);
        broken |= had_errors;
        rest = &rest[read..];
        match result {
            CoderResult::InputEmpty => return Ok((text, broken)),
            // More than any one character and its replacement need.
            CoderResult::OutputFull => text.try_reserve(rest.len() + 64)?,
        }
    }
}

/// Text with `\r\n` and `\r` as `\n` and without a byte order mark, as the HTML standard wants it before tokenising.
pub fn normalise(text: &str) -> Result<Cow<'_, str>, Tripped> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if memchr(b'\r', text.as_bytes()).is_none() {
        return Ok(Cow::Borrowed(text));
    }
    let mut clean = String::new();
    clean.try_reserve_exact(text.len())?; // it becomes no longer
    let mut rest = text;
    while let Some(position) = memchr(b'\r', rest.as_bytes()) {
        clean.push_str(&rest[..position]);
        clean.push('\n');
        rest = &rest[position + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    clean.push_str(rest);
    Ok(Cow::Owned(clean))
}

/// Whether few characters are broken when `data` is read in `encoding`.
fn fits(data: &[u8], encoding: &'static Encoding) -> Result<bool, Tripped> {
    if encoding == UTF_16LE || encoding == UTF_16BE {
        return Ok(memchr(0, &data[..data.len().min(PRESCAN_BYTES)]).is_some());
    }
    let sample = &data[..data.len().min(DETECT_BYTES)];
    let (text, broken) = to_utf8(sample, encoding)?;
    if !broken {
        return Ok(true);
    }
    let bytes = sample.iter().filter(|byte| !byte.is_ascii()).count();
    Ok(text.chars().filter(|&c| c == '\u{fffd}').count() * BROKEN_SHARE <= bytes)
}

fn detect(data: &[u8]) -> &'static Encoding {
    let start = Encoding::ascii_valid_up_to(data);
    let sample = &data[start..(start + DETECT_BYTES).min(data.len())];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(sample, true);
    detector.guess(None, Utf8Detection::Allow)
}

/// The encoding that the page declares in its first bytes: `<meta charset>`, `<meta http-equiv content>` or an XML
/// declaration. Follows the standard's prescan: comments are skipped, attributes are read as the tokeniser would.
fn prescan(data: &[u8]) -> Option<&'static Encoding> {
    let data = &data[..data.len().min(PRESCAN_BYTES)];
    if let Some(label) = xml_declaration(data) {
        return declared(label);
    }
    let mut position = 0;
    while let Some(offset) = memchr(b'<', &data[position..]) {
        position += offset;
        let rest = &data[position..];
        if rest.starts_with(b"<!--") {
            // The two hyphens of the opening may be those of the closing: `<!-->` is a whole comment.
            position += 2 + memmem::find(&rest[2..], b"-->").map_or(rest.len() - 2, |end| end + 3);
        } else if rest.len() > 6 && rest[1..5].eq_ignore_ascii_case(b"meta") && is_space_or_slash(rest[5]) {
            let (encoding, length) = meta_encoding(&rest[6..]);
            if encoding.is_some() {
                return encoding;
            }
            position += 6 + length;
        } else {
            position += 1;
        }
    }
    None
}

fn xml_declaration(data: &[u8]) -> Option<&[u8]> {
    let declaration = data.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr(b'>', declaration)?];
    let value = &declaration[memmem::find(declaration, b"encoding")? + 8..];
    let value = value.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (quote, value) = value.split_first()?;
    Some(&value[..memchr(*quote, value)?])
}

/// The encoding that one `<meta>` declares, and how many bytes its attributes take.
fn meta_encoding(tag: &[u8]) -> (Option<&'static Encoding>, usize) {
    let mut attributes = Attributes { data: tag, position: 0 };
    let (mut charset, mut content, mut is_pragma) = (None, None, false);
    while let Some((name, value)) = attributes.next() {
        if name.eq_ignore_ascii_case(b"charset") {
            charset = charset.or(Some(value));
        } else if name.eq_ignore_ascii_case(b"content") {
            content = content.or_else(|| charset_in(value));
        } else if name.eq_ignore_ascii_case(b"http-equiv") {
            is_pragma = value.eq_ignore_ascii_case(b"content-type");
        }
    }
    let label = charset.or(if is_pragma { content } else { None });
    (label.and_then(declared), attributes.position)
}

/// The label behind `charset=` in the content of a `<meta http-equiv>`.
fn charset_in(content: &[u8]) -> Option<&[u8]> {
    let lower = content.to_ascii_lowercase();
    let mut start = 0;
    loop {
        start += memmem::find(&lower[start..], b"charset")? + 7;
        let rest = content[start..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            let value = value.trim_ascii_start();
            return match value.first()? {
                quote @ (b'"' | b'\'') => Some(&value[1..1 + memchr(*quote, &value[1..])?]),
                _ => value.split(|&byte| byte == b';' || byte.is_ascii_whitespace()).next(),
            };
        }
    }
}

/// What a declared label means: a page that can be read byte by byte is not UTF-16, whatever it says.
fn declared(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label)?;
    Some(match encoding {
        _ if encoding == UTF_16LE || encoding == UTF_16BE => UTF_8,
        _ if encoding == X_USER_DEFINED => WINDOWS_1252,
        _ => encoding,
    })
}

fn is_space_or_slash(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'/'
}

/// The attributes of a tag, from behind its name to its `>`.
struct Attributes<'data> {
    data: &'data [u8],
    position: usize,
}

impl<'data> Attributes<'data> {
    fn next(&mut self) -> Option<(&'data [u8], &'data [u8])> {
        self.skip(is_space_or_slash);
        if matches!(self.data.get(self.position), None | Some(b'>')) {
            return None;
        }
        // A leading `=` belongs to the name, as in the tokeniser.
        let start = self.position;
        self.position += 1;
        self.skip(|byte| !is_space_or_slash(byte) && byte != b'>' && byte != b'=');
        let name = &self.data[start..self.position];
        self.skip(|byte| byte.is_ascii_whitespace());
        if self.data.get(self.position) != Some(&b'=') {
            return Some((name, b""));
        }
        self.position += 1;
        self.skip(|byte| byte.is_ascii_whitespace());
        Some((name, self.value()))
    }

    fn value(&mut self) -> &'data [u8] {
        let Some(&first) = self.data.get(self.position) else { return b"" };
        let is_quoted = first == b'"' || first == b'\'';
        self.position += usize::from(is_quoted);
        let start = self.position;
        match is_quoted {
            true => self.skip(|byte| byte != first),
            false => self.skip(|byte| !byte.is_ascii_whitespace() && byte != b'>'),
        }
        let value = &self.data[start..self.position];
        self.position = (self.position + usize::from(is_quoted)).min(self.data.len());
        value
    }

    fn skip(&mut self, accept: impl Fn(u8) -> bool) {
        while self.data.get(self.position).is_some_and(|&byte| accept(byte)) {
            self.position += 1;
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/decode.rs"]
mod tests;
