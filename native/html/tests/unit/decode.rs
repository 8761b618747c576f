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

#[test]
fn prescan_reads_declarations_as_browsers_do() {
    for (data, encoding) in [
        (&b"<meta charset=gbk>"[..], Some("GBK")),
        (b"<META CHARSET='big5' >", Some("Big5")),
        (b"<meta http-equiv=content-type content='text/html; charset=shift_jis'>", Some("Shift_JIS")),
        (b"<meta content='charset=koi8-r' http-equiv='Content-Type'>", Some("KOI8-R")),
        (b"<meta content='text/html; charset=koi8-r'>", None),
        (b"<meta name=x charset = \"euc-kr\" />", Some("EUC-KR")),
        (b"<!-- <meta charset=gbk> --><meta charset=big5>", Some("Big5")),
        (b"<!--><meta charset=big5>", Some("Big5")),
        (b"<!-- <meta charset=gbk>", None),
        (b"<meta charset=utf-16>", Some("UTF-8")),
        (b"<meta charset=x-user-defined>", Some("windows-1252")),
        (b"<meta charset=nonsense><meta charset=gbk>", Some("GBK")),
        (b"<metadata charset=gbk>", None),
        (b"<?xml version='1.0' encoding='gb2312'?>", Some("GBK")),
        (b"<p title='x><meta charset=gbk>'><meta charset=big5>", Some("Big5")),
        (b"<p title=\"x><meta charset=gbk>", None),
        (b"</p title='<meta charset=gbk>'><meta charset=big5>", Some("Big5")),
        (b"<!DOCTYPE html><meta charset=gbk>", Some("GBK")),
        (b"<![endif]--><meta charset=gbk>", Some("GBK")),
        (b"<><meta charset=gbk>", Some("GBK")),
        (b"<meta charset=iso-2022-kr>", None),
        (b"<meta charset=", None),
        (b"<meta", None),
    ] {
        assert_eq!(prescan(data).map(Encoding::name), encoding, "{}", String::from_utf8_lossy(data));
    }
}

#[test]
fn the_charset_in_a_content_attribute_may_be_quoted_or_spaced() {
    assert_eq!(charset_in(b"text/html; charset = \"gbk\""), Some(&b"gbk"[..]));
    assert_eq!(charset_in(b"charset charset=gbk;x"), Some(&b"gbk"[..]));
    assert_eq!(charset_in(b"charset='gbk"), None);
    assert_eq!(charset_in(b"text/html"), None);
}
