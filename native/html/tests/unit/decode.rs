//! Encodings: what is declared, where, and what is believed.

use super::*;

fn name_of(data: &[u8], charset: Option<&str>) -> &'static str {
    decode(data, charset).encoding.name()
}

#[test]
fn bytes_overrule_declarations() {
    assert_eq!(name_of("<meta charset=gbk>你好".as_bytes(), None), "UTF-8");
    assert_eq!(name_of(b"\xef\xbb\xbf<meta charset=gbk>", None), "UTF-8");
    assert_eq!(name_of(b"<p>plain", Some("gbk")), "GBK");
    assert_eq!(name_of(b"<p>plain", None), "UTF-8");
}

fn source_of(data: &[u8], charset: Option<&str>) -> &'static str {
    decode(data, charset).source.name()
}

#[test]
fn who_told_the_encoding() {
    assert_eq!(source_of(b"\xef\xbb\xbf<meta charset=gbk>", Some("gbk")), "mark");
    assert_eq!(source_of("<meta charset=utf-8>你好".as_bytes(), Some("utf-8")), "header");
    assert_eq!(source_of("<meta charset=utf-8>你好".as_bytes(), Some("gbk")), "meta");
    assert_eq!(source_of("<meta charset=gbk>你好".as_bytes(), Some("big5")), "bytes");
    assert_eq!(source_of(b"<p>plain", None), "bytes");
    assert_eq!(source_of(b"<meta charset=big5><p>plain", None), "meta");
}

#[test]
fn utf_16_and_iso_2022_jp_are_told_by_their_bytes() {
    let wide: Vec<u8> = "<p>一二三 四</p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(name_of(&wide, None), "UTF-16LE");
    assert_eq!(name_of(&wide, Some("windows-1252")), "UTF-16LE");
    let wide: Vec<u8> = "<p>織機</p>".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(name_of(&wide, None), "UTF-16BE");
    let zeros = "<p>A \u{9b} loom.</p>\0".repeat(8); // plain letters, with some zero bytes among them
    assert_eq!(name_of(zeros.as_bytes(), None), "UTF-8");
    assert_eq!(name_of(b"<p>\x1b$B?%5!\x1b(B</p>", None), "ISO-2022-JP");
    assert_eq!(name_of(b"<p>\x1b[31mred", None), "UTF-8");
    assert_eq!(name_of(b"<p>plain", Some("utf-16")), "UTF-8");
}

#[test]
fn line_ends_and_the_byte_order_mark() {
    assert_eq!(normalise("a\r\nb\rc\n"), "a\nb\nc\n");
    assert_eq!(normalise("\u{feff}x"), "x");
    assert!(matches!(normalise("a\nb"), Cow::Borrowed(_)));
    assert_eq!(normalise("\r"), "\n");
}
