//! The encoding that a page declares: `<meta charset>`, `<meta http-equiv content>` or an XML declaration.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

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
#[path = "../tests/unit/meta_charset.rs"]
mod tests;
