//! What fuzzing calls: each function takes any bytes, runs a part of the kernel and panics where it answers nonsense.
//!
//! `fuzz_targets` gives them to cargo-fuzz; `tests/fuzz_targets.rs` runs them on a fixed corpus, without it.

mod columns;

use extractors::{discussion_score, measures, regions};
use html::page::{parse_bytes, parse_text};
use html::table::Table;
use limits::{Ended, Limits};
use records::evidence::{Evidence, marks};
use records::features::slot_sums;
use records::regions::region::Region;
use records::regions::{candidates, slots};
use renderers::passages::Wanted;
use sites::alignment::marks::Marks;
use sites::alignment::{self, Bounds};
use sites::outline::Outline;
use sites::stable_paths::StablePaths;
use text::patterns::{Pattern, Steps};
use text::{class_words, language};

/// A page that goes over one of them has given its answer.
const LIMITS: Limits = Limits { bytes: 1 << 20, nodes: 1 << 18, depth: 512, seconds: 10.0, ..Limits::NONE };
const CHARSETS: [Option<&str>; 10] = [
    None,
    Some("utf-8"),
    Some("gbk"),
    Some("utf-16le"),
    Some("utf-16be"),
    Some("iso-2022-jp"),
    Some("shift_jis"),
    Some("x-user-defined"),
    Some("replacement"),
    Some("nonsense"),
];
const MAX_LENGTH: usize = 200; // of a pattern's match, as ontologies have it
const MAX_STEPS: u64 = 1 << 20;

/// The choices that the first bytes of the data make for a target; the rest is the page.
struct Choices(u64);

impl Choices {
    fn split(data: &[u8]) -> (Self, &[u8]) {
        let (first, rest) = data.split_at(data.len().min(4));
        let seed = first.iter().fold(1u64, |sum, &byte| sum << 8 | u64::from(byte));
        (Choices(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1), rest)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

fn table_of(page: &[u8]) -> Option<Table> {
    limits::within(LIMITS.seconds, || parse_text(&String::from_utf8_lossy(page), &LIMITS)).ok()
}

/// Runs a target; one that takes longer than its time has given its answer.
pub fn run(target: impl FnOnce(&[u8]), data: &[u8]) {
    if let Err(Ended::Fault(message)) = limits::within(LIMITS.seconds, || target(data)) {
        panic!("{message}");
    }
}

/// Bytes in any charset become a table whose columns fit each other.
pub fn parse(data: &[u8]) {
    let (mut choices, page) = Choices::split(data);
    let charset = CHARSETS[choices.below(CHARSETS.len())];
    if let Ok(table) = limits::within(LIMITS.seconds, || parse_bytes(page, charset, &LIMITS)) {
        columns::check(&table);
    }
}

/// The plain text of any choice of blocks is text.
pub fn plain_text(data: &[u8]) {
    let (mut choices, page) = Choices::split(data);
    let Some(table) = table_of(page) else { return };
    let keep: Vec<i64> = (0..table.blocks.row.len() as i64).filter(|_| choices.next() % 4 > 0).collect();
    let [readings, captions] = [(); 2].map(|()| choices.next() % 2 > 0);
    let wanted = Wanted { url: "https://weft.example/".to_owned(), readings, captions, ..Wanted::default() };
    let text = renderers::text::render(&table.view(), &keep, &wanted);
    assert!(String::from_utf8(text).is_ok(), "the plain text is no UTF-8");
}

/// Every measure of every block is a number.
pub fn measure(data: &[u8]) {
    let Some(table) = table_of(data) else { return };
    let (values, width) = measures::measure(&table.view());
    assert_eq!(values.len(), width * table.blocks.row.len());
    assert_eq!(width, measures::names().len());
    assert!(values.iter().all(|value| value.is_finite()), "a measure is no number");
}

/// Structures follow each other and are of the page; whatever the first trees said, regions are described by numbers.
pub fn describe(data: &[u8]) {
    let (mut choices, page) = Choices::split(data);
    let Some(table) = table_of(page) else { return };
    let (blocks, columns) = (table.blocks.row.len(), table.view());
    let structures = regions::find_structures(&columns);
    assert!(structures.first.iter().zip(&structures.last).all(|(first, last)| first < last));
    assert!(structures.last.iter().zip(structures.first.iter().skip(1)).all(|(last, next)| last <= next));
    assert!(structures.last.last().is_none_or(|&last| last as usize <= blocks));
    assert_eq!(structures.of_block.len(), blocks);
    let features: Vec<f32> = (0..3 * blocks).map(|_| [0.0, 1.0, 7.0, 999.0][choices.below(4)]).collect();
    let probability: Vec<f64> = (0..blocks).map(|_| choices.below(101) as f64 / 100.0).collect();
    let first = columns::first_of(&features, &probability);
    let described = regions::describe(&columns, &first);
    assert!(blocks == 0 || described.values.len().is_multiple_of(blocks), "the rows are not equally long");
    assert!(described.core < table.tag.len() && described.region.len() == blocks);
    assert!(described.values.iter().all(|value| value.is_finite()), "a region is described by no number");
}

/// The steps of finding records answer with rows of the page, whatever the times and ranges are.
pub fn records(data: &[u8]) {
    let (mut choices, page) = Choices::split(data);
    let Some(table) = table_of(page) else { return };
    let rows = table.tag.len();
    let is_row = |row: &i64| usize::try_from(*row).is_ok_and(|row| row < rows);
    let marks = marks::mark(&table.view(), 2026);
    assert_eq!(marks.flags.len(), rows);
    let stamped = marks.times.iter().map(|stamp| stamp.row);
    assert!(stamped.chain(marks.silent).chain(marks.prices).chain(marks.counts).all(|row| is_row(&row)));
    let times: Vec<i64> = (0..rows as i64).filter(|_| choices.next() % 5 == 0).collect();
    let regions = candidates::branches(&table.view(), &times, 8);
    assert!(regions.iter().all(is_row));
    let chain = candidates::chain(&table.view(), &times, 8);
    assert!(chain.iter().all(is_row));
    align(&table, &mut choices);
    discussion_score::score(&table.view());
    let (_, confidence) = language::guess(&table.text);
    assert!((0.0..=1.0).contains(&confidence));
    for token in table.attributes.tokens.iter() {
        class_words::token_flags(token);
    }
}

/// Ranges of rows become slots, one for each row in them.
fn align(table: &Table, choices: &mut Choices) {
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    let mut row = choices.below(table.tag.len().min(16));
    while row < table.tag.len() && ranges.len() < 64 {
        ranges.push((row as i64, i64::from(table.end[row])));
        row = table.end[row] as usize;
    }
    let telling: Vec<bool> = table.attributes.tokens.iter().map(|_| choices.next().is_multiple_of(2)).collect();
    // Any rows will do as times.
    let evidence = Evidence { is_time: &table.raw, telling: &telling, ..Evidence::of(table.view()) };
    let slots = slots::align(&evidence, &ranges);
    assert_eq!(slots.rows.len() as i64, ranges.iter().map(|(start, end)| end - start).sum::<i64>());
    assert_eq!((slots.rows.len(), slots.rows.len()), (slots.record.len(), slots.slot.len()));
    let region = Region::new(&ranges, &slots.slot, table.tag.len()).expect("the slots are not those of the ranges");
    assert_eq!(slot_sums::repeated(&evidence, &region).len(), slots.rows.len());
}

/// An outline made of some rows of a page gives each row a slot that it has, on that page and on another.
pub fn outline(data: &[u8]) {
    let (mut choices, page) = Choices::split(data);
    let (first, second) = page.split_at(choices.below(page.len() + 1));
    let (Some(table), Some(other)) = (table_of(page), table_of(if second.is_empty() { first } else { second })) else {
        return;
    };
    check_alignment(&[&table, &other, &table]);
    let Ok(outline) = make_outline(&table, &mut choices) else { return };
    for table in [&table, &other] {
        let slots = outline.0.walk(&table.view());
        assert!(slots.len() == table.tag.len() && slots.iter().all(|&slot| slot < outline.1 as i32));
        let flags: Vec<u8> = (0..outline.1).map(|_| choices.below(64) as u8).collect();
        assert!(outline.0.check_flags(&flags).is_ok());
        let reading = outline.0.read(&table.view(), &flags);
        let fit = reading.fit;
        assert!(fit.found <= outline.1 && fit.known + fit.unknown <= table.tag.len());
        assert!(reading.slots == slots && reading.kept.len() == slots.len());
    }
}

/// Aligned pages: slots come behind their parents, and no element is in two of them. Every row has a path.
fn check_alignment(tables: &[&Table]) {
    let pages: Vec<_> = tables.iter().map(|table| table.view()).collect();
    let marks = Marks::new(&pages);
    let bounds = Bounds { slots: 1 << 10, depth: 100, rows: 1 << 12, marks: 8 };
    let found = alignment::align(&pages, &marks, bounds);
    assert!(found.slots.iter().enumerate().all(|(number, slot)| slot.parent < number as i32));
    let mut elements: Vec<_> = found.pages.iter().zip(&found.rows).collect();
    elements.sort_unstable();
    elements.dedup();
    assert_eq!(
        (elements.len(), found.slots.last().map(|slot| slot.last as usize)),
        (found.rows.len(), Some(found.rows.len()))
    );
    for table in tables {
        let known =
            StablePaths::new(&table.attributes.tokens.iter().map(|token| token.to_string()).collect::<Vec<_>>());
        assert_eq!(known.paths(&table.view()).len(), table.tag.len());
    }
}

/// An outline of up to sixty rows, and how many slots it has.
fn make_outline(table: &Table, choices: &mut Choices) -> Result<(Outline, usize), String> {
    let (mut parents, mut tags, mut marks) = (vec![-1], vec!["html".to_owned()], vec![String::new()]);
    for row in 1..table.tag.len().min(60) {
        let token = table.attributes.id_token[row];
        let token = if token < 0 { choices.below(table.attributes.tokens.len()) } else { token as usize };
        let token = table.attributes.tokens.get(token).map_or("", |token| token);
        let above = choices.below(parents.len()) as i32;
        parents.push(above);
        tags.push(table.names.text(table.tag[row]).to_owned());
        marks.push(match choices.below(6) {
            0 => format!("#{token}"),
            1 => format!(".{token}"),
            2 => format!("[{}]", table.nth[row]),
            3 => format!(".{}\\d+", token.trim_end_matches(|c: char| c.is_ascii_digit())),
            _ => String::new(),
        });
    }
    Outline::new(&parents, &tags, &marks).map(|outline| (outline, parents.len()))
}

/// A pattern (the first line) is refused or found in the rest: in order, in the text, none too long.
pub fn pattern(data: &[u8]) {
    let data = String::from_utf8_lossy(data);
    let (text, searched) = data.split_once('\n').unwrap_or((&data, "2022-09-04 $ 5.00 ann@weft.example"));
    let Ok(pattern) = Pattern::new(text, MAX_LENGTH) else { return };
    let characters = searched.chars().count();
    let mut end = 0;
    for (start, stop) in pattern.find(searched, &mut Steps { count: 0, max: MAX_STEPS }).unwrap_or_default() {
        assert!(end <= start && start < stop && stop <= characters && stop - start <= MAX_LENGTH);
        end = stop;
    }
    for start in [0, characters / 2, characters, characters + 1] {
        let stop = pattern.match_at(searched, start, &mut Steps { count: 0, max: MAX_STEPS });
        assert!(stop.is_err() || stop.is_ok_and(|stop| stop.is_none_or(|stop| start < stop && stop <= characters)));
    }
}
