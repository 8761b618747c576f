//! Encodings: what is declared, where, and what is believed.

use super::*;

fn name_of(data: &[u8], charset: Option<&str>) -> &'static str {
    decode(data, charset).unwrap().encoding.name()
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

#[test]
fn bytes_overrule_declarations() {
    assert_eq!(name_of("<meta charset=gbk>你好".as_bytes(), None), "UTF-8");
    assert_eq!(name_of(b"\xef\xbb\xbf<meta charset=gbk>", None), "UTF-8");
    assert_eq!(name_of(b"<p>plain", Some("gbk")), "GBK");
    assert_eq!(name_of(b"<p>plain", None), "UTF-8");
}

#[test]
fn line_ends_and_the_byte_order_mark() {
    assert_eq!(normalise("a\r\nb\rc\n").as_deref(), Ok("a\nb\nc\n"));
    assert_eq!(normalise("\u{feff}x").as_deref(), Ok("x"));
    assert!(matches!(normalise("a\nb"), Ok(Cow::Borrowed(_))));
    assert_eq!(normalise("\r").as_deref(), Ok("\n"));
}
