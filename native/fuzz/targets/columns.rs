//! The columns of a table as the parts of the kernel want them, and what holds for the columns of every table.

use extractors::regions;
use html::table::Table;

/// Panics where the columns do not fit each other.
pub fn check(table: &Table) {
    let rows = table.tag.len();
    let columns = [&table.parent, &table.end, &table.depth, &table.nth, &table.text_start, &table.text_end];
    assert!(columns.iter().all(|column| column.len() == rows), "columns differ in length");
    assert_eq!((table.hidden.len(), table.raw.len(), table.in_link.len()), (rows, rows, rows));
    assert_eq!((table.attributes.id_token.len(), table.attributes.class_start.len()), (rows, rows + 1));
    for row in 0..rows {
        let (parent, end) = (table.parent[row], table.end[row] as usize);
        assert!(parent < row as i32 && (parent >= 0 || row == 0), "row {row} has parent {parent}");
        assert!(row < end && end <= rows, "row {row} ends at {end}");
        if let Ok(parent) = usize::try_from(parent) {
            assert!(end <= table.end[parent] as usize, "row {row} ends behind its parent");
            assert_eq!(table.depth[row], table.depth[parent] + 1);
        }
        let (start, stop) = (table.text_start[row] as usize, table.text_end[row] as usize);
        assert!(start <= stop && table.text.get(start..stop).is_some(), "row {row} has no text at {start}..{stop}");
        assert!(table.attributes.id_token[row] < table.attributes.tokens.len() as i32);
    }
    let tokens = table.attributes.tokens.len() as i32;
    assert!(table.attributes.class_start.is_sorted());
    assert!(table.attributes.class_token.iter().all(|&token| 0 <= token && token < tokens));
    check_blocks(table);
}

fn check_blocks(table: &Table) {
    let (rows, blocks) = (table.tag.len() as i32, &table.blocks);
    for block in 0..blocks.row.len() {
        let (first, last) = (blocks.first[block], blocks.last[block]);
        assert!(0 <= blocks.row[block] && blocks.row[block] < rows, "block {block} stands on no row");
        assert!(0 <= first && first < last && last <= rows, "block {block} has the rows {first}..{last}");
        let (start, stop) = (blocks.text_start[block] as usize, blocks.text_end[block] as usize);
        assert!(start <= stop && table.text.get(start..stop).is_some(), "block {block} has no text");
    }
    assert!(blocks.first.is_sorted(), "blocks are not in document order");
}

/// What first trees could say: a probability for each block, and three features.
pub fn first_of<'page>(features: &'page [f32], probability: &'page [f64]) -> regions::First<'page> {
    regions::First {
        features: regions::Rows::Plain { values: features, width: 3 },
        probability,
        link_words: 0,
        heading_distance: 1,
        heading_next: 2,
        taken: &[2, 0],
        tags: &[],
        tail: &[],
    }
}
