//! The likeliest encoding of bytes.

use super::*;

#[test]
fn the_table_is_sorted_and_whole() {
    let table = Table::read();
    for rows in [table.pairs, table.letters] {
        assert!(rows.keys.len() == rows.costs.len() && !rows.keys.is_empty());
        assert!(rows.keys.windows(2).all(|pair| u32::from_le_bytes(pair[0]) <= u32::from_le_bytes(pair[1])));
        assert!(rows.languages.iter().all(|&language| usize::from(language) < MAX_LANGUAGES));
    }
}

#[test]
fn the_sample_is_what_is_not_ascii_and_its_neighbours() {
    assert_eq!(sample(b"plain"), b"");
    assert_eq!(sample(b"<p>caf\xe9 noir, the\xe9<"), b"f\xe9 n e\xe9< ");
    assert!(sample(&[0xe9; 5000]).len() <= SAMPLE * (BEHIND + 3));
}

#[test]
fn a_bound_ends_the_reading_early_and_changes_no_answer() {
    let text = "Съешь же ещё этих мягких французских булок".repeat(20);
    let cost = cost_of(&text, false, i64::MAX);
    assert_eq!(cost_of(&text, false, cost), cost);
    assert!(cost_of(&text, false, cost / 4) > cost / 4);
}
