//! Bytes to text: byte order mark, HTTP charset, `<meta>`, and what the bytes themselves say.
//!
//! Crawled pages lie about their encoding, so a declaration counts only while the bytes do not speak against it: bytes
//! that are UTF-8 or UTF-16 are read as such, and for others the declared encoding is one reading of the bytes among all
//! (`likely_encoding`), which is only given up where another reads as far likelier text.
//!
//! The encoding that a page declares: `<meta charset>`, `<meta http-equiv content>` or an XML declaration.

use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};
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

/// The `<meta>` that declares the encoding stands near the top; browsers look at 1,024 bytes, real pages need more.
const PRESCAN_BYTES: usize = 16 * 1024;

/// The encoding that the page declares in its first bytes. Follows the standard's prescan: comments are skipped, and
/// attributes of all tags are read as the tokeniser would, so that what stands inside one declares nothing.
pub fn prescan(data: &[u8]) -> Option<&'static Encoding> {
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
            position += tag_length(rest);
        }
    }
    None
}

/// The bytes of what begins with `<` and is neither a comment nor a `<meta>`: a tag with its attributes, a declaration, or
/// the `<` alone.
fn tag_length(rest: &[u8]) -> usize {
    let name = 1 + usize::from(rest.get(1) == Some(&b'/'));
    match rest.get(name) {
        Some(byte) if byte.is_ascii_alphabetic() => {
            let end = rest.iter().position(|&byte| byte.is_ascii_whitespace() || byte == b'>').unwrap_or(rest.len());
            let mut attributes = Attributes { data: &rest[end..], position: 0 };
            while attributes.next().is_some() {}
            end + attributes.position
        }
        Some(b'!' | b'?') if name == 1 => memchr(b'>', rest).unwrap_or(rest.len()),
        _ => name,
    }
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

/// What a label means: `None` for those that the standard forbids to read.
pub fn labelled(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label).filter(|&encoding| encoding != REPLACEMENT)
}

/// What a declared label means: a page that can be read byte by byte is not UTF-16, whatever it says.
fn declared(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = labelled(label)?;
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
