use super::*;

fn read<'text>(values: &mut Values<'text>, text: &'text str) -> Option<Vec<u32>> {
    Some(values.read(text)).filter(|found| !found.is_empty())
}

#[test]
fn values_are_read_one_after_another() {
    let mut values = Values::default();
    let text = r#" {"a": [1, "x\u00e9\n", {"b": null}], "c": "\ud83d\ude00", "a": -2.5e1} ;, [] {"d": true} oops]"#;
    let found = read(&mut values, text).unwrap();
    assert_eq!(found.len(), 3);
    let first = values.at(found[0]);
    assert_eq!(first.get("a").unwrap().kind(), &Kind::Float(-25.0)); // the last counts
    assert_eq!(first.get("c").unwrap().text(), Some("😀"));
    let list = first.inside().next().unwrap();
    assert!(list.is_list() && list.key() == "a");
    let kinds: Vec<_> = list.inside().map(|value| value.kind()).collect();
    assert_eq!(kinds, [&Kind::Int("1"), &Kind::Text("xé\n".into()), &Kind::Object]);
    assert!(list.inside().last().unwrap().get("b").is_some_and(|value| !value.is_true()));
    assert!(!values.at(found[1]).is_true());
    assert!(values.at(found[2]).told("d").is_some());
}

#[test]
fn what_is_broken_is_not_read() {
    for text in [
        "<!-- {} -->", "{\"a\": 1,}", "[1 2]", "{'a': 1}", "[01]", "{\"a\" 1}", "[\"\\x\"]", "[\"a]", "{\"a\": }",
        "[-]", "[tru]", "[1.]", "{,}", "[,]", "[}", "{]", "[\"\\u12g4\"]",
    ] {
        assert!(read(&mut Values::default(), text).is_none(), "{text}");
    }
    let (deep, long) = ("[".repeat(101) + &"]".repeat(101), format!("[{}]", "9".repeat(301)));
    let many = format!("{{{}}}", ["\"a\":1"; 2_001].join(","));
    for text in [deep, long, many] {
        assert!(read(&mut Values::default(), &text).is_none());
    }
    assert_eq!(read(&mut Values::default(), " \n"), None);
}

#[test]
fn half_a_surrogate_is_replaced() {
    for (text, said) in
        [(r#"["\ud83d"]"#, "\u{fffd}"), (r#"["\ud83d\u0041"]"#, "\u{fffd}A"), (r#"["\udc00x"]"#, "\u{fffd}x")]
    {
        let mut values = Values::default();
        let found = values.read(text);
        assert_eq!(values.at(found[0]).inside().next().unwrap().text(), Some(said), "{text}");
    }
}

#[test]
fn what_programs_leave_in_json_is_mended() {
    for (text, json) in [
        ("<!-- {} -->", "{}"),
        ("{\"a\": 1,}", "{\"a\": 1}"),
        ("/* note */ {\"a\": 1 /* one */}", "{\"a\": 1 }"),
        ("{\"a\": \"http://x//y, }\"}", "{\"a\": \"http://x//y, }\"}"),
        ("//<![CDATA[\n{}\n//]]>", "{}"),
        (r#"{"a": "it\'s"}"#, r#"{"a": "it's"}"#),
        ("{\"a\": 1, // one\n \"b\": 2}", "{\"a\": 1, \n \"b\": 2}"),
    ] {
        assert_eq!(mended(text), json, "{text}");
    }
}

#[test]
fn what_is_empty_or_zero_is_not_true() {
    let text = r#"[0, -0, 0.0, "", [], {}, false, null, 1, -0.1, NaN, " ", [0], {"a": 0}, true, -Infinity]"#;
    let mut values = Values::default();
    let found = read(&mut values, text).unwrap();
    let are_true: Vec<_> = values.at(found[0]).inside().map(Value::is_true).collect();
    assert_eq!(are_true, [vec![false; 8], vec![true; 8]].concat());
}
