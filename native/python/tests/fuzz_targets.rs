//! The functions that cargo-fuzz calls (`fuzz/targets`), on a fixed corpus and on random pages: fuzzing on stable Rust.

#[path = "../../html/tests/html5ever_sink/mod.rs"]
mod html5ever_sink;
#[path = "../../html/tests/snippets/mod.rs"]
mod snippets;
#[path = "../../html/tests/soup/mod.rs"]
mod soup;
#[path = "../../fuzz/targets/mod.rs"]
mod targets;
#[path = "../../html/tests/tree_dump/mod.rs"]
mod tree_dump;
#[path = "../../fuzz/targets/twin.rs"]
mod twin;

use soup::Random;

const PAGES: u64 = 1_500;
const PATTERNS: &[&str] = &[
    r"\d{1,3}", r"[A-Z][a-z]+ \d+", r"(?<=\$ )\d+\.\d\d", r"(?:ab|a)+(?!c)", r"\p{Han}+", r"(?i)reply|re",
    r"a{0,40}b{1,40}", r".{1,200}", r"(?<!x)\w+@\w+", r"[^\d\s]+",
];

/// Four bytes that choose, and a page: those of the parser's tests, random ones, and both with bytes changed.
fn corpus() -> impl Iterator<Item = Vec<u8>> {
    let snippets = snippets::SNIPPETS.iter().map(|snippet| snippet.to_string());
    let pages = (0..PAGES).map(soup::page);
    let damaged = (0..PAGES).map(|seed| soup::mutate(&soup::page(seed), seed));
    snippets.chain(pages).chain(damaged).enumerate().map(|(number, page)| {
        let mut data = (number as u32).wrapping_mul(0x9E37_79B9).to_be_bytes().to_vec();
        data.extend_from_slice(page.as_bytes());
        if number % 3 == 0 { damage(&data, number as u64) } else { data }
    })
}

/// The data with a few bytes that are no text any more.
fn damage(data: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut damaged = data.to_vec();
    for _ in 0..=random.below(6) {
        let place = random.below(damaged.len());
        match random.below(4) {
            0 => damaged[place] = random.below(256) as u8,
            1 => drop(damaged.remove(place)),
            2 => damaged.truncate(place.max(8).min(damaged.len())),
            _ => damaged.insert(place, [0, 0xFF, 0xED, 0x80, b'<', b'&'][random.below(6)]),
        }
    }
    damaged
}

#[test]
fn any_bytes_parse() {
    corpus().for_each(|data| targets::run(targets::parse, &data));
    (0..PAGES).for_each(|seed| {
        targets::run(targets::parse, &damage(&seed.to_le_bytes().repeat(1 + seed as usize % 50), seed))
    });
}

#[test]
fn any_bytes_give_the_trees_of_html5ever() {
    corpus().for_each(|data| twin::twin(&data[4.min(data.len())..]));
}

#[test]
fn any_blocks_give_plain_text() {
    corpus().for_each(|data| targets::run(targets::plain_text, &data));
}

#[test]
fn any_page_can_be_measured() {
    corpus().for_each(|data| targets::run(targets::measure, &data));
}

#[test]
fn the_regions_of_any_page_can_be_described() {
    corpus().for_each(|data| targets::run(targets::describe, &data));
}

#[test]
fn any_page_can_be_searched_for_records() {
    corpus().for_each(|data| targets::run(targets::records, &data));
}

#[test]
fn any_page_fits_an_outline_somehow() {
    corpus().for_each(|data| targets::run(targets::outline, &data));
}

#[test]
fn any_text_is_a_pattern_or_refused() {
    for (number, page) in corpus().enumerate() {
        targets::run(targets::pattern, &page);
        let pattern = damage(PATTERNS[number % PATTERNS.len()].as_bytes(), number as u64);
        targets::run(targets::pattern, &[&pattern, &b"\n"[..], &page].concat());
    }
}
