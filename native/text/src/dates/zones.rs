//! Zones of time: their names, and how ISO 8601 writes them.

use crate::chars::{decimal_value, is_decimal, is_space};

const MAX_ZONE_DIGITS: usize = 4; // 0800

/// CST is left out: it is Chicago's and Shanghai's.
pub const ZONES: [(&str, &str); 18] = [
    ("z", "Z"),
    ("utc", "Z"),
    ("gmt", "Z"),
    ("bst", "+01:00"),
    ("cet", "+01:00"),
    ("cest", "+02:00"),
    ("msk", "+03:00"),
    ("ist", "+05:30"),
    ("jst", "+09:00"),
    ("kst", "+09:00"),
    ("aest", "+10:00"),
    ("est", "-05:00"),
    ("edt", "-04:00"),
    ("cdt", "-05:00"),
    ("mst", "-07:00"),
    ("mdt", "-06:00"),
    ("pst", "-08:00"),
    ("pdt", "-07:00"),
];

/// The zone of a name.
pub fn zone_named(name: &[char]) -> Option<&'static str> {
    ZONES.iter().find(|(known, _)| known.chars().eq(name.iter().copied())).map(|&(_, zone)| zone)
}

/// A zone as ISO 8601 writes it: `+0800` and `gmt+8` are `+08:00`; empty where weft does not know it.
pub fn read_zone(text: &[char]) -> String {
    let start = text.iter().take_while(|&&c| is_space(c)).count();
    let text = &text[start..];
    let text = &text[..text.len() - text.iter().rev().take_while(|&&c| is_space(c)).count()];
    if let Some(zone) = zone_named(text) {
        return zone.into();
    }
    let first = |sign: char| text.iter().position(|&c| c == sign);
    let Some(sign) = first('+').max(first('-')) else { return String::new() };
    let digits: Vec<char> = text[sign + 1..].iter().copied().filter(|&c| c != ':').take(MAX_ZONE_DIGITS + 1).collect();
    if digits.is_empty() || digits.len() > MAX_ZONE_DIGITS || !digits.iter().all(|&c| is_decimal(c)) {
        return String::new();
    }
    let (hours, minutes) = if digits.len() <= 2 { (&digits[..], &[][..]) } else { digits.split_at(digits.len() - 2) };
    let number = |digits: &[char]| digits.iter().fold(0, |number, &digit| 10 * number + decimal_value(digit));
    let (hours, minutes) = (number(hours), number(minutes));
    if hours > 14 || minutes > 59 { String::new() } else { format!("{}{hours:02}:{minutes:02}", text[sign]) }
}
