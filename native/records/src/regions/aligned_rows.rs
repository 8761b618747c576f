//! The rows of a region: which record each is in, and which slot.

/// The rows of some records, record by record: which record a row is in, and which slot.
pub struct Region<'region> {
    pub ranges: &'region [(i64, i64)],
    pub slot: &'region [i64],
    pub rows: Vec<i64>,
    pub record: Vec<usize>,
    /// Of each record the position of its first row.
    pub first: Vec<usize>,
}

impl<'region> Region<'region> {
    /// The region of these ranges of a page of so many rows; None where ranges, slots and page do not fit.
    pub fn new(ranges: &'region [(i64, i64)], slot: &'region [i64], rows_of_page: usize) -> Option<Self> {
        let fits = |&(start, end): &(i64, i64)| 0 <= start && start <= end && end <= rows_of_page as i64;
        let count = slot.len();
        let known = slot.iter().all(|&slot| usize::try_from(slot).is_ok_and(|slot| slot < count));
        let lengths = ranges.iter().filter(|range| fits(range)).map(|&(start, end)| (end - start) as usize);
        if !known || !ranges.iter().all(fits) || lengths.sum::<usize>() != count {
            return None;
        }
        let mut region = Region {
            ranges,
            slot,
            rows: Vec::with_capacity(count),
            record: Vec::with_capacity(count),
            first: Vec::with_capacity(ranges.len()),
        };
        for (record, &(start, end)) in ranges.iter().enumerate() {
            region.first.push(region.rows.len());
            region.rows.extend(start..end);
            region.record.resize(region.rows.len(), record);
        }
        Some(region)
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        self.ranges.len()
    }

    /// The first row of a record.
    pub fn start(&self, record: usize) -> usize {
        self.ranges[record].0 as usize
    }

    /// How many rows they have.
    pub fn positions(&self) -> usize {
        self.rows.len()
    }

    /// The row, the record and the slot at a position.
    pub fn at(&self, position: usize) -> (usize, usize, usize) {
        (self.rows[position] as usize, self.record[position], self.slot[position] as usize)
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.slot.iter().max().map_or(0, |&slot| slot as usize + 1)
    }

    /// The position behind what a row covers: its subtree, as far as it belongs to the record.
    pub fn end(&self, ends: &[i32], position: usize) -> usize {
        let row = self.rows[position];
        let (_, stop) = self.ranges[self.record[position]];
        position + (i64::from(ends[row as usize]).min(stop) - row) as usize
    }
}
