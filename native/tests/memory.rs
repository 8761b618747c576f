//! What a page takes of the machine's memory, and what happens where the machine has none left.
//!
//! The allocator of this program counts what each thread holds, and fails where a test asks for it: the first request,
//! then the second, and so on until the work is done without one that fails. A request that nothing catches ends the
//! program and with it the test.

#[path = "../fuzz/targets/columns.rs"]
#[allow(dead_code)] // the checks of columns are for the fuzz targets
mod columns;
mod page_columns;
mod page_passages;
mod shapes;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use page_passages::{Nobody, of_passages};
use weft_native::decision::{self, Found, Known, Types};
use weft_native::judge::Judged;
use weft_native::limits::{Deadline, GROWTH, Limits, Tripped};
use weft_native::memory::list;
use weft_native::passages::{self, Stop, Wanted};
use weft_native::path_hashes::{hash_names, path_nth};
use weft_native::table::{MAX_BYTES_PER_BYTE, MAX_PEAK_PER_BYTE, SMALLEST_PAGE, Table};
use weft_native::trees::{TreeNode, Trees};
use weft_native::{
    alignment, alignment_marks, discussion, measures, outline, parse_bytes, plain, record_regions, record_slots,
    record_words, regions, shown_captions, signs, stable_paths, text_signs, title_places,
};

struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    /// Requests until one fails.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

fn count(bytes: isize) {
    HELD.set(HELD.get() + bytes);
    PEAK.set(PEAK.get().max(HELD.get()));
}

/// Whether this request is the one that fails.
fn fails() -> bool {
    let left = LEFT.get();
    if left != usize::MAX {
        LEFT.set(left.saturating_sub(1));
    }
    left == 0
}

// SAFETY: every request goes to the system's allocator as it is, or is refused.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if fails() {
            return std::ptr::null_mut();
        }
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if fails() {
            return std::ptr::null_mut();
        }
        // While the bytes move, both are held.
        count(size as isize);
        count(-(layout.size() as isize));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` returns where its request number `number` fails; none where it makes fewer.
fn with_failure<T>(number: usize, work: impl FnOnce() -> T) -> (T, bool) {
    LEFT.set(number);
    let result = work();
    let failed = LEFT.replace(usize::MAX) == 0;
    (result, failed)
}

/// Lets every request of `work` fail, one after the other.
fn assert_no_abort<T>(what: &str, work: impl Fn() -> Result<T, Tripped>) {
    for number in 0.. {
        let (result, failed) = with_failure(number, &work);
        match result {
            Ok(_) if !failed => return,
            Ok(_) | Err(Tripped::Memory) => {}
            Err(tripped) => panic!("{what}: {} instead of memory at request {number}", tripped.name()),
        }
    }
}

const LIMITS: Limits =
    Limits { bytes: 64 << 20, nodes: 1_000_000, depth: 2_000, growth: GROWTH, seconds: f64::INFINITY };

fn no_deadline() -> Deadline {
    Deadline::after(f64::INFINITY)
}

#[test]
fn a_request_that_fails_while_parsing_is_an_error_of_the_page() {
    for (name, page) in shapes::shapes(2_000) {
        assert_no_abort(name, || parse_bytes(&page, None, &LIMITS));
    }
}

fn measure(table: &Table) -> Result<(), Tripped> {
    measures::measure(&columns::of_measures(table), &mut no_deadline()).map(drop)
}

fn describe(table: &Table, features: &[f32], probability: &[f64]) -> Result<(), Tripped> {
    let (columns, first) = (columns::of_regions(table), columns::first_of(features, probability));
    regions::find_structures(&columns, &mut no_deadline())?;
    regions::describe(&columns, &first, &mut no_deadline()).map(drop)
}

/// Decides on a page whose blocks are all likely, and which is an article.
fn decide(table: &Table, keep: &[i64]) -> Result<(), Tripped> {
    let name_hints = signs::hints_of_names(&table.attributes.tokens)?;
    let known = Known::default();
    let page = page_columns::of_decision(table, &name_hints, &known);
    text_signs::find_cuts(&page.signs, keep, &mut no_deadline())?;
    let count = keep.len();
    let column = |value: f64| weft_native::memory::filled(value, count);
    let numbers = |value: f32| weft_native::memory::filled(value, count);
    let judged = Judged {
        first: Vec::new(),
        probability: column(0.9)?,
        shares: weft_native::memory::filled(1.0, 1)?,
        structures: regions::find_structures(&columns::of_regions(table), &mut no_deadline())?,
        link_words: numbers(0.0)?,
        is_heading: weft_native::memory::filled(false, count)?,
        is_said_before: weft_native::memory::filled(false, count)?,
    };
    let types = Types { article: Some(0), forum: None, like_boards: Vec::new() };
    decision::decide(&page, &judged, &types, &Found::default(), &mut no_deadline())?;
    shown_captions::find(&page.signs, &page.more, &keep[..count / 2], &mut no_deadline())?;
    title_places::find(&page.signs, &page.blocks, "rain", keep).map(drop)
}

const ARTICLE: &str = "<title>Rain in May - Loom</title><meta property=og:title content='Rain in May | Loom'>\
    <h1>Rain <b>in</b> May</h1><h2>More</h2><p>Words of rain.<figure><img src=/a.jpg width=600 srcset='/b.jpg 2x'>\
    <figcaption class=caption>Rain</figcaption></figure><pre>x</pre><div id=comments><p>So <a href=#a>it</a> is.</div>";

#[test]
fn a_request_that_fails_in_a_decision_is_an_error_of_the_page() {
    let pages = shapes::shapes(1_500).into_iter().chain([("article", ARTICLE.as_bytes().to_vec())]);
    for (name, page) in pages {
        let Ok(table) = parse_bytes(&page, None, &LIMITS) else { continue };
        let keep: Vec<i64> = (0..table.blocks.row.len() as i64).collect();
        decide(&table, &keep).unwrap(); // what is made once for all pages
        assert_no_abort(name, || decide(&table, &keep));
    }
}

fn write(table: &Table, keep: &[i64]) -> Result<(), Tripped> {
    plain::render(&columns::of_plain(table), keep, &mut no_deadline()).map(drop)
}

/// Writes a page as Markdown and as HTML.
fn compose(table: &Table, keep: &[i64]) -> Result<(), Tripped> {
    let hints = signs::hints_of_names(&table.attributes.tokens)?;
    let page = of_passages(table, &hints);
    let (origin, base) = ("https://weft.example", "https://weft.example/a/b");
    let written = [true, false].into_iter().try_for_each(|lines| {
        let wanted = Wanted { links: true, images: true, notes: false, readings: false, lines, url: "", base, origin };
        let (mut nobody, mut deadline) = (Nobody, no_deadline());
        let shown = passages::shown::find(&page, keep, &wanted, &mut nobody, &mut deadline)?;
        let composed = passages::compose(&page, &shown, &wanted, &mut nobody, &mut deadline)?;
        if lines {
            return passages::markdown::write(&page, &composed, &mut nobody, &mut deadline).map(drop);
        }
        passages::html::write(&page, &composed, &wanted, &mut nobody, &mut deadline).map(drop)
    });
    match written {
        Err(Stop::Tripped(tripped)) => Err(tripped),
        _ => Ok(()),
    }
}

const INLINE: &str = "<p><b>So: <i><a href=/x>a*b*</a></i></b>c <code>d|e</code> _h_ <s>i.</s>j<br>1. k<p>“<b>”l</b>";

#[test]
fn a_request_that_fails_while_a_line_is_written_is_an_error_of_the_page() {
    let table = parse_bytes(INLINE.as_bytes(), None, &LIMITS).unwrap();
    let keep: Vec<i64> = (0..table.blocks.row.len() as i64).collect();
    compose(&table, &keep).unwrap(); // what is made once for all pages
    assert_no_abort("inline", || compose(&table, &keep));
}

const STRUCTURES: &str = "<h2>End #</h2><p>See [^1]: it.<pre><code class=language-x>a\r\n````\n  b</code></pre>\
    <ol start=3><li>x<li>y<li>z<ol><li>1. a<li>b</ol></ol><ul><li><input type=checkbox> t<li>u</ul><dl><dt>k<dd>v</dl>\
    <blockquote cite=/q><p>Said<p>- so</blockquote><table><tr><th>a<th>b<tr><td colspan=2>c|d<tr><td><ul><li>e</ul>\
    </table><figure><img src=/a.jpg alt='a\u{ad} b' width=600><figcaption>Rain</figcaption></figure><hr>\
    <p><img src=/b.jpg alt='plain words' width=600 height=400> behind <ruby>字<rt>zi</ruby>.";

#[test]
fn a_request_that_fails_while_an_article_is_composed_is_an_error_of_the_page() {
    for page in [ARTICLE, STRUCTURES] {
        let table = parse_bytes(page.as_bytes(), None, &LIMITS).unwrap();
        for step in [1, 2] {
            let keep: Vec<i64> = (0..table.blocks.row.len() as i64).step_by(step).collect();
            compose(&table, &keep).unwrap(); // what is made once for all pages
            assert_no_abort("article", || compose(&table, &keep));
        }
    }
}

fn mark(table: &Table) -> Result<(), Tripped> {
    columns::mark(table, 2030, &mut no_deadline()).map(drop)
}

fn find_regions(table: &Table, rows: &[i64]) -> Result<(), Tripped> {
    record_regions::branches(&table.parent, &table.depth, rows, 9, &mut no_deadline())?;
    record_regions::chain(&columns::of_record_regions(table), rows, 8, &mut no_deadline()).map(drop)
}

fn align(table: &Table, telling: &[bool]) -> Result<(), Tripped> {
    let rows = table.tag.len() as i64;
    record_slots::align(&columns::of_slots(table), &[(0, rows / 2), (rows / 2, rows)], telling, &mut no_deadline())
        .map(drop)
}

fn repeat(table: &Table, said: &[record_slots::Said]) -> Result<(), Tripped> {
    record_slots::repeated_texts(said, 2.0, &mut no_deadline())?;
    let text = table.text.as_bytes();
    discussion::score(&discussion::Said { attributes: &table.attributes, text, raw: text }, &mut no_deadline())
        .map(drop)
}

fn walk(table: &Table, outline: &outline::Outline) -> Result<(), Tripped> {
    let slots = outline.walk(&columns::of_outline(table), &mut no_deadline())?;
    outline.read(&columns::of_outline(table), &[1; 3], &mut no_deadline())?;
    outline::keep(&slots, &table.tag, &table.parent, &[1; 3], &mut no_deadline()).map(drop)
}

/// Aligns a page with itself, and finds the paths and texts of its rows.
fn learn(table: &Table, tokens: &[String]) -> Result<(), Tripped> {
    let (page, texts) = (columns::of_alignment(table), (&table.attributes.tokens, &table.names));
    let bounds = alignment::Bounds { slots: 99, depth: 99, rows: 9_999, marks: 2 };
    let marks = alignment_marks::Marks::new(&[texts, texts, texts])?;
    alignment::align(&[page, page, page], &marks, bounds, &mut no_deadline())?;
    let (known, columns) = (stable_paths::StablePaths::new(tokens)?, columns::of_stable_paths(table));
    let paths = known.paths(&columns, &mut no_deadline())?;
    let wanted = stable_paths::Wanted::new(list(&paths)?)?;
    stable_paths::rows_at(&paths, &wanted)?;
    stable_paths::texts_at(&columns, &paths, &wanted, 99, &mut no_deadline())?;
    path_nth(&table.tag, &table.parent, &table.nth, &table.names)?;
    table.attributes.sets(&table.tag, &hash_names(&table.names)?).map(drop)
}

#[test]
fn a_request_that_fails_behind_the_parser_is_an_error_of_the_page() {
    record_words::token_flags("what is made once").unwrap();
    let texts = |texts: [&str; 3]| texts.map(str::to_owned).to_vec();
    let outline =
        outline::Outline::new(&[-1, 0, 1], &texts(["html", "body", "p"]), &texts(["", "", ".c\\d+"])).unwrap();
    let leaf = TreeNode { feature: 0, threshold: 0.0, child: 0 };
    let trees = Trees::new(vec![leaf], vec![1.0], vec![0], vec![0.0], 1).unwrap();
    for (name, page) in shapes::shapes(1_500) {
        let Ok(table) = parse_bytes(&page, None, &LIMITS) else { continue };
        measure(&table).unwrap(); // what is made once for all pages
        let keep: Vec<i64> = (0..table.blocks.row.len() as i64).collect();
        let rows: Vec<i64> = (0..table.tag.len() as i64).collect();
        let telling = vec![false; table.attributes.tokens.len()];
        let said = |&row: &i64| record_slots::Said { row, record: row % 3, slot: 0, text: b"text" };
        let said: Vec<_> = rows.iter().map(said).collect();
        assert_no_abort(name, || measure(&table));
        let (features, probability) = (vec![1.0; 3 * keep.len()], vec![0.5; keep.len()]);
        assert_no_abort(name, || describe(&table, &features, &probability));
        assert_no_abort(name, || write(&table, &keep));
        let keep: Vec<i64> = (0..table.blocks.row.len() as i64).collect();
        compose(&table, &keep).unwrap(); // what is made once for all pages
        assert_no_abort(name, || compose(&table, &keep));
        assert_no_abort(name, || mark(&table));
        assert_no_abort(name, || find_regions(&table, &rows));
        assert_no_abort(name, || align(&table, &telling));
        assert_no_abort(name, || repeat(&table, &said));
        assert_no_abort(name, || walk(&table, &outline));
        let matrix = vec![0.0; rows.len()];
        assert_no_abort(name, || trees.predict(&matrix, &mut no_deadline()).map(drop));
    }
}

#[test]
fn a_request_that_fails_while_pages_are_aligned_is_an_error_of_the_page() {
    let tokens = ["c1", "a", "b"].map(str::to_owned);
    for (name, page) in shapes::shapes(400) {
        let Ok(table) = parse_bytes(&page, None, &LIMITS) else { continue };
        assert_no_abort(name, || learn(&table, &tokens));
    }
}

#[test]
fn the_memory_of_a_page_is_a_multiple_of_its_bytes() {
    let (mut most_held, mut most_peak) = ((0.0, ""), (0.0, ""));
    for (name, page) in shapes::shapes(400_000).into_iter().chain(shapes::shapes(20_000)) {
        let before = HELD.get();
        PEAK.set(before);
        let parsed = parse_bytes(&page, None, &LIMITS);
        let peak = (PEAK.get() - before) as usize;
        let held = (HELD.get() - before) as usize;
        let size = page.len() + SMALLEST_PAGE;
        let share = |bytes: usize| bytes as f64 / size as f64;
        most_peak = if share(peak) > most_peak.0 { (share(peak), name) } else { most_peak };
        most_held = if share(held) > most_held.0 { (share(held), name) } else { most_held };
        assert!(peak <= MAX_PEAK_PER_BYTE * size, "{name}: {peak} bytes at most of {} bytes", page.len());
        if let Ok(table) = parsed {
            assert!(held <= MAX_BYTES_PER_BYTE * size, "{name}: {held} bytes of {} bytes", page.len());
            let told = table.bytes();
            assert!(told <= held + 4096 && told * 2 + 65_536 >= held, "{name}: {told} bytes told of {held}");
        }
    }
    println!("most held {most_held:?}, most at a time {most_peak:?}");
}

/// Formatting elements that are open over as many blocks as their limit allows.
#[test]
fn the_memory_of_copies_keeps_to_the_multiple() {
    for tag in
        ["<b>", "<b><i><u>", "<b class='a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a'>", "<b a b c d e>"]
    {
        for words in [0, 300_000] {
            let page = |blocks: usize| {
                [format!("<p>{tag}</p>").into_bytes(), b"<p>x".repeat(blocks), b"word ".repeat(words)].concat()
            };
            let fits = |blocks: usize| parse_bytes(&page(blocks), None, &LIMITS).is_ok();
            let mut step = 1 << 16;
            let mut blocks = 0;
            while step > 256 {
                blocks += if fits(blocks + step) { step } else { 0 };
                step /= 2;
            }
            let before = HELD.get();
            let page = page(blocks);
            let size = page.len() + SMALLEST_PAGE;
            PEAK.set(HELD.get());
            let start = HELD.get();
            let table = parse_bytes(&page, None, &LIMITS);
            let (held, peak) = ((HELD.get() - start) as usize, (PEAK.get() - start) as usize);
            assert!(table.is_ok() && blocks > 0, "{tag}: no blocks fit");
            assert!(held <= MAX_BYTES_PER_BYTE * size, "{tag}: {held} bytes of {}", page.len());
            assert!(peak <= MAX_PEAK_PER_BYTE * size, "{tag}: {peak} bytes of {} at a time", page.len());
            drop((table, page));
            assert_eq!(HELD.get(), before);
        }
    }
}

#[test]
fn copies_of_formatting_elements_trip_their_limit() {
    let bomb = [b"<p><b title='", &[b'x'; 50_000][..], b"'></p>", &b"<p>x".repeat(20_000)].concat();
    assert_eq!(parse_bytes(&bomb, None, &LIMITS).err(), Some(Tripped::Growth));
    let table = parse_bytes(&bomb, None, &Limits { growth: usize::MAX, ..LIMITS }).unwrap();
    assert!(table.bytes() < 200 * bomb.len(), "values are shared: {} bytes", table.bytes());
}

#[test]
fn no_deadline_is_passed_over() {
    let page = "<div class=a1><p id=b2>3 days ago<table><tr><td>1<td>$2</table>".repeat(2_000);
    let table = parse_bytes(page.as_bytes(), None, &Limits { depth: usize::MAX, ..LIMITS }).unwrap();
    let late = || Deadline::after(0.0);
    let rows: Vec<i64> = (0..table.tag.len() as i64).collect();
    let tripped = record_regions::branches(&table.parent, &table.depth, &rows, 9, &mut late());
    assert_eq!(tripped.err(), Some(Tripped::Seconds));
    let said: Vec<_> = rows.iter().map(|&row| record_slots::Said { row, record: 0, slot: 0, text: b"" }).collect();
    assert_eq!(record_slots::repeated_texts(&said, 2.0, &mut late()).err(), Some(Tripped::Seconds));
    let text = table.text.as_bytes();
    assert_eq!(
        discussion::score(&discussion::Said { attributes: &table.attributes, text, raw: text }, &mut late()).err(),
        Some(Tripped::Seconds)
    );
}
