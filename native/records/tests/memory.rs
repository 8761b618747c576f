//! What a page takes of the machine's memory. The allocator of this program counts what each thread holds.

mod shapes;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use extractors::discussion_score;
use html::page::parse_bytes;
use html::table::{MAX_BYTES_PER_BYTE, MAX_PEAK_PER_BYTE, SMALLEST_PAGE, Table};
use limits::{Ended, GROWTH, LimitHit, Limits};
use records::regions::candidates;

struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    HELD.set(HELD.get() + bytes);
    PEAK.set(PEAK.get().max(HELD.get()));
}

// SAFETY: every request goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While the bytes move, both are held.
        count(size as isize);
        count(-(layout.size() as isize));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const LIMITS: Limits =
    Limits { bytes: 64 << 20, nodes: 1_000_000, depth: 2_000, growth: GROWTH, seconds: f64::INFINITY };

/// A page's table, or the limit that it goes over.
fn parsed(page: &[u8], limits: &Limits) -> Result<Table, Ended> {
    limits::within(limits.seconds, || parse_bytes(page, None, limits))
}

#[test]
fn the_memory_of_a_page_is_a_multiple_of_its_bytes() {
    let (mut most_held, mut most_peak) = ((0.0, ""), (0.0, ""));
    for (name, page) in shapes::shapes(400_000).into_iter().chain(shapes::shapes(20_000)) {
        let before = HELD.get();
        PEAK.set(before);
        let parsed = parsed(&page, &LIMITS);
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
            let fits = |blocks: usize| parsed(&page(blocks), &LIMITS).is_ok();
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
            let table = parsed(&page, &LIMITS);
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
    assert_eq!(parsed(&bomb, &LIMITS).err(), Some(Ended::Limit(LimitHit::Growth)));
    let table = parsed(&bomb, &Limits { growth: usize::MAX, ..LIMITS }).unwrap();
    assert!(table.bytes() < 200 * bomb.len(), "values are shared: {} bytes", table.bytes());
}

#[test]
fn work_behind_the_parse_ends_where_its_time_is_spent() {
    let page = "<div class=a1><p id=b2>3 days ago<table><tr><td>1<td>$2</table>".repeat(2_000);
    let table = parsed(page.as_bytes(), &Limits { depth: usize::MAX, ..LIMITS }).unwrap();
    let rows: Vec<i64> = (0..table.tag.len() as i64).collect();
    let branches = || candidates::branches(&table.view(), &rows, 9);
    assert_eq!(limits::within(0.0, branches).err(), Some(Ended::Limit(LimitHit::Seconds)));
    let score = || discussion_score::score(&table.view());
    assert_eq!(limits::within(0.0, score).err(), Some(Ended::Limit(LimitHit::Seconds)));
}
