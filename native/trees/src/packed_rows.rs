//! Rows of numbers that wait for a later stage, in as few bytes as hold them to the last bit.
//!
//! In words: of every `ROWS` rows look at each column. One that says the same in all of them is written once; whole
//! numbers below 256 take a byte each, below 65,536 two; all else is written as it is. Most columns of pages with very
//! many blocks say the same again and again.

/// Rows that are packed together.
pub const ROWS: usize = crate::batches::ROWS;

/// How a column of some rows is written, and where in the bytes.
#[derive(Clone, Copy)]
enum Written {
    Once(f32),
    Bytes(u32),
    Pairs(u32),
    Whole(u32),
}

/// The rows.
pub struct PackedRows {
    width: usize,
    columns: Vec<Written>,
    bytes: Vec<u8>,
}

impl PackedRows {
    /// None yet, of so many numbers each.
    pub fn of(width: usize) -> PackedRows {
        PackedRows { width, columns: Vec::new(), bytes: Vec::new() }
    }

    /// Adds rows, `ROWS` of them but for the last time; `column` gives the numbers of a column.
    pub fn add<'rows, Column: Iterator<Item = f32> + Clone + 'rows>(&mut self, column: impl Fn(usize) -> Column) {
        for number in 0..self.width {
            let written = self.pack(column(number));
            self.columns.push(written);
        }
    }

    fn pack(&mut self, column: impl Iterator<Item = f32> + Clone) -> Written {
        let first = column.clone().next().unwrap_or(0.0);
        if column.clone().all(|value| value.to_bits() == first.to_bits()) {
            return Written::Once(first);
        }
        let place = self.bytes.len() as u32;
        self.bytes.reserve(4 * ROWS);
        if column.clone().all(|value| is_same(f32::from(value as u8), value)) {
            self.bytes.extend(column.map(|value| value as u8));
            return Written::Bytes(place);
        }
        if column.clone().all(|value| is_same(f32::from(value as u16), value)) {
            column.for_each(|value| self.bytes.extend((value as u16).to_le_bytes()));
            return Written::Pairs(place);
        }
        column.for_each(|value| self.bytes.extend(value.to_le_bytes()));
        Written::Whole(place)
    }

    /// The number of a row in a column.
    pub fn get(&self, row: usize, column: usize) -> f32 {
        let at = row % ROWS;
        match self.columns[row / ROWS * self.width + column] {
            Written::Once(value) => value,
            Written::Bytes(place) => f32::from(self.bytes[place as usize + at]),
            Written::Pairs(place) => f32::from(u16::from_le_bytes(self.read(place, at))),
            Written::Whole(place) => f32::from_le_bytes(self.read(place, at)),
        }
    }

    fn read<const SIZE: usize>(&self, place: u32, at: usize) -> [u8; SIZE] {
        let start = place as usize + SIZE * at;
        std::array::from_fn(|byte| self.bytes[start + byte])
    }
}

fn is_same(one: f32, other: f32) -> bool {
    one.to_bits() == other.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_kept(rows: &[[f32; 3]]) {
        let mut packed = PackedRows::of(3);
        for some in rows.chunks(ROWS) {
            packed.add(|column| some.iter().map(move |row| row[column]));
        }
        for (number, row) in rows.iter().enumerate() {
            for (column, value) in row.iter().enumerate() {
                assert_eq!(packed.get(number, column).to_bits(), value.to_bits(), "row {number}, column {column}");
            }
        }
    }

    #[test]
    fn every_number_comes_back_to_the_last_bit() {
        let odd = [0.0, -0.0, 0.5, -1.0, 255.0, 256.0, 65_535.0, 65_536.0, 1e9, f32::NAN, f32::INFINITY, f32::MIN];
        for &one in &odd {
            for &other in &odd {
                let row =
                    |number: usize| [one, if number.is_multiple_of(3) { one } else { other }, (number % 200) as f32];
                assert_kept(&(0..2 * ROWS + 5).map(row).collect::<Vec<_>>());
            }
        }
        assert_kept(&[]);
    }

    #[test]
    fn whole_numbers_take_few_bytes() {
        let mut packed = PackedRows::of(3);
        packed.add(|column| (0..ROWS).map(move |row| [7.0, row as f32, 200.0 * row as f32][column]));
        assert_eq!(packed.bytes.len(), 3 * ROWS);
    }
}
