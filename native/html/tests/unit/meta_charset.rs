//! Declarations of encodings: where they stand, and what they mean.

use super::*;

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
