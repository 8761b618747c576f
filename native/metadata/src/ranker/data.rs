//! Candidates that data tell: each text and number of JSON-LD with its path, and dates under a key in scripts.

use super::days::Said;
use super::listing::Kind;
use super::walk::Walk;
use super::words::{Words, first_bytes, parts_of};
use crate::linked_scripts::Script;
use html::names::name;
use html::page_view::PageView;
use memchr::memmem;
use text::hash::mix;
use text::json_text::{Kind as JsonKind, Value};

/// Bytes of a script; values of all; scripts that are looked through; dates of them; letters of a key.
const MAX_BYTES: usize = 1 << 20;
const MAX_VALUES: usize = 1_500;
const MAX_DEPTH: usize = 20;
const MAX_SCRIPTS: usize = 60;
const MAX_DATES: usize = 40;
const MAX_KEY: usize = 40;
const MAX_TEXT: usize = 600;

/// The way to a value: keys and types of the objects that hold it.
#[derive(Clone, Default)]
struct Way {
    keys: [String; 3],
    types: [String; 2],
    link: String,
    depth: usize,
}

/// Reads JSON-LD.
pub fn read_linked(scripts: &[Script], walk: &mut Walk) {
    let mut left = MAX_VALUES;
    for script in scripts {
        for &place in &script.roots {
            read_value(script.values.at(place), &Way::default(), script.row, (&mut left, walk));
        }
    }
}

fn read_value(value: Value, way: &Way, row: usize, (left, walk): (&mut usize, &mut Walk)) {
    limits::tick(1);
    if *left == 0 || way.depth > MAX_DEPTH {
        return;
    }
    match value.kind() {
        JsonKind::List => {
            for inner in value.inside() {
                read_value(inner, &Way { depth: way.depth + 1, ..way.clone() }, row, (left, walk));
            }
        }
        JsonKind::Object => {
            let own = own_type(value);
            let link = value.first_told(&["url", "@id"]).and_then(Value::text).unwrap_or_default();
            for inner in value.inside() {
                let [first, second, _] = way.keys.clone();
                let types = if own.is_empty() { way.types.clone() } else { [own.clone(), way.types[0].clone()] };
                let keys = [inner.key().to_owned(), first, second];
                let link = if own.is_empty() { way.link.clone() } else { link.to_owned() };
                read_value(inner, &Way { keys, types, link, depth: way.depth + 1 }, row, (left, walk));
            }
        }
        JsonKind::Text(text) if (2..=MAX_TEXT).contains(&text.len()) && !way.keys[0].starts_with('@') => {
            *left -= 1;
            offer(text, way, row, walk);
        }
        JsonKind::Int(digits) if digits.len() >= 8 => {
            *left -= 1;
            offer(digits, way, row, walk);
        }
        _ => {}
    }
}

fn own_type(value: Value) -> String {
    let Some(own) = value.get("@type") else { return String::new() };
    let first = if own.is_list() { own.inside().next() } else { Some(own) };
    let name = first.and_then(Value::text).unwrap_or_default();
    name.rsplit('/').next().unwrap_or(name).to_lowercase()
}

fn offer(text: &str, way: &Way, row: usize, walk: &mut Walk) {
    // Authors of one object stand in one list, each in an object of its own.
    let group = way.keys.iter().fold(row as u64, |hash, key| mix(hash, text::hash::hash_text(key)));
    let said = Said { text, kind: Kind::Linked, row: row as i64, source: "json-ld", group };
    let link = if way.keys[0] == "name" { way.link.as_str() } else { "" };
    let mut words = Words::new(walk.asked.is_shown);
    let [key, above, far] = way.keys.each_ref().map(|key| key.to_lowercase());
    words.add("json", &key);
    let parts = parts_of(&way.keys[0], words.is_shown());
    words.add_all("key", &parts);
    words.add("json above", &above);
    words.add("json far above", &far);
    words.add("json way", &format!("{above}.{key}"));
    words.add("type", &way.types[0]);
    words.add("type above", &way.types[1]);
    words.add("typed", &format!("{}.{key}", way.types[0]));
    words.add("typed way", &format!("{}.{above}.{key}", way.types[1]));
    words.add_steps("depth", way.depth as i64);
    walk.offer(said, link, &words);
}

/// Reads dates of ISO 8601 that stand under a key in scripts.
pub fn read_scripts(page: &PageView, walk: &mut Walk) {
    let (mut bytes, mut dates) = (MAX_BYTES, 0);
    for row in page.rows_of(name::SCRIPT, MAX_SCRIPTS) {
        if page.value(row, name::TYPE).is_some_and(|kind| kind.contains("ld+json")) {
            continue;
        }
        let text = page.text_of(row);
        let text = first_bytes(text, bytes);
        bytes -= text.len();
        limits::tick(text.len() / 256);
        for century in [&b"20"[..], b"19"] {
            for place in memmem::find_iter(text.as_bytes(), century) {
                let Some((key, value)) = keyed_date(text, place) else { continue };
                dates += 1;
                if dates > MAX_DATES {
                    return;
                }
                let said = Said { text: value, kind: Kind::Script, row: row as i64, source: "script", group: 0 };
                let mut words = Words::new(walk.asked.is_shown);
                words.add("script", &key.to_lowercase());
                let parts = parts_of(key, words.is_shown());
                words.add_all("key", &parts);
                walk.offer_day(said, &words);
            }
        }
    }
}

/// The key and the text of a quoted date that begins at a place of a script: `"published": "2022-09-04T06:38"`.
fn keyed_date(text: &str, place: usize) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let form = bytes.get(place..place + 10)?;
    let is_date = form.iter().enumerate().all(|(at, byte)| match at {
        4 | 7 => matches!(byte, b'-' | b'/'),
        _ => byte.is_ascii_digit(),
    });
    if !is_date || !text[..place].ends_with(['"', '\'']) {
        return None;
    }
    let before = text[..place].trim_end_matches(['"', '\'', '\\', ' ', ':', '=', '\n', '\t', ',', '(']);
    let start = before
        .bytes()
        .rev()
        .take(MAX_KEY)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
    let key = &before[before.len() - start.count()..];
    let length = bytes[place..].iter().take(40).take_while(|byte| !matches!(byte, b'"' | b'\'' | b'\\' | b'<')).count();
    let value = text.get(place..place + length)?;
    (!key.is_empty()).then_some((key, value))
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates_of_scripts_have_a_key() {
        let text = r#"var a = {"publishDate": "2022-09-04T06:38", b: '2022-09-05'};"#;
        let at = |date: &str| super::keyed_date(text, text.find(date).unwrap());
        assert_eq!(at("2022-09-04"), Some(("publishDate", "2022-09-04T06:38")));
        assert_eq!(at("2022-09-05"), Some(("b", "2022-09-05")));
    }
}
