//! The day, or the month, in the path of an address: `/2022/09/04/looms`, `/looms-20220904.html`.
//!
//! In words: `_URL_DAY`, `_URL_NAMED` and `_URL_MONTH` of `src/weft/metadata/page_dates.py` are the twins, for paths of
//! ASCII.

const ENDS: [u8; 4] = [b'/', b'_', b'.', b'-'];

/// The day in a path, as dates are read: in ISO 8601, or with the name of its month; empty for none.
pub fn day_in(path: &str) -> String {
    let bytes = path.as_bytes();
    for place in 0..bytes.len() {
        let found = joined(bytes, place)
            .or_else(|| stepped(bytes, place))
            .or_else(|| run_together(bytes, place))
            .or_else(|| year_first(bytes, place))
            .or_else(|| day_first(bytes, place));
        if let Some([year, month, day]) = found {
            let mut iso = year.to_owned();
            for part in [month, day] {
                iso.push_str(if part.len() < 2 { "-0" } else { "-" });
                iso.push_str(part);
            }
            return iso;
        }
    }
    let mut named = String::new();
    if let Some([year, month, day]) = (0..bytes.len()).find_map(|place| named_month(bytes, place)) {
        [day, " ", month, " ", year].into_iter().for_each(|part| named.push_str(part));
    }
    named
}

/// The month in a path; empty for none.
pub fn month_in(path: &str) -> String {
    let bytes = path.as_bytes();
    let found = (0..bytes.len()).find_map(|place| {
        let mut rest = Rest { bytes, place };
        rest.sign(b"/")?;
        let year = rest.year()?;
        rest.maybe(b"/-");
        let month = rest.pair(b'1')?;
        rest.ends(true).then_some((year, month))
    });
    let mut month = String::new();
    if let Some((year, own)) = found {
        [year, "-", own].into_iter().for_each(|part| month.push_str(part));
    }
    month
}

type Parts<'path> = Option<[&'path str; 3]>;

/// `/2022-09-04`, with or without signs between the numbers.
fn joined(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    rest.sign(b"/")?;
    let year = rest.year()?;
    rest.maybe(b"/_-");
    let month = rest.pair(b'1')?;
    rest.maybe(b"/_-");
    let day = rest.pair(b'3')?;
    rest.ends(true).then_some([year, month, day])
}

/// `/2022/9/4`.
fn stepped(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    rest.sign(b"/")?;
    let year = rest.year()?;
    rest.sign(b"/")?;
    let month = rest.number()?;
    rest.sign(b"/")?;
    let day = rest.number()?;
    let is_day = matches!(month.as_bytes(), [b'1'..=b'9'] | [b'1', b'0'..=b'2'])
        && matches!(day.as_bytes(), [b'1'..=b'9'] | [b'1' | b'2', _] | [b'3', b'0' | b'1']);
    (is_day && rest.ends(true)).then_some([year, month, day])
}

/// `-20220904.html`, `/t20220904_1`.
fn run_together(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    rest.sign(b"/_-")?;
    rest.maybe(b"t");
    let (year, month, day) = (rest.year()?, rest.pair(b'1')?, rest.pair(b'3')?);
    rest.ends(false).then_some([year, month, day])
}

/// `2022-09-04`.
fn year_first(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    let year = rest.alone()?.year()?;
    rest.sign(b"-_")?;
    let month = rest.pair(b'1')?;
    rest.sign(b"-_")?;
    let day = rest.pair(b'3')?;
    (!rest.is_digit()).then_some([year, month, day])
}

/// `04-09-2022`.
fn day_first(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    let day = rest.alone()?.pair(b'3')?;
    rest.sign(b"-_.")?;
    let month = rest.pair(b'1')?;
    rest.sign(b"-_.")?;
    let year = rest.year()?;
    (!rest.is_digit()).then_some([year, month, day])
}

/// `/2022/september/04`.
fn named_month(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    rest.sign(b"/")?;
    let year = rest.year()?;
    rest.sign(b"/")?;
    let month = rest.run(u8::is_ascii_alphabetic)?;
    rest.sign(b"/")?;
    let day = rest.number()?;
    let is_day = (3..=10).contains(&month.len()) && matches!(day.as_bytes(), [_] | [b'0'..=b'3', _]);
    (is_day && rest.ends(true)).then_some([year, month, day])
}

/// The rest of a path from a place on.
struct Rest<'path> {
    bytes: &'path [u8],
    place: usize,
}

impl<'path> Rest<'path> {
    fn is_digit(&self) -> bool {
        self.bytes.get(self.place).is_some_and(u8::is_ascii_digit)
    }

    /// Itself where no digit stands before it.
    fn alone(&mut self) -> Option<&mut Self> {
        let before = self.place.checked_sub(1).and_then(|before| self.bytes.get(before));
        (!before.is_some_and(u8::is_ascii_digit)).then_some(self)
    }

    fn sign(&mut self, signs: &[u8]) -> Option<()> {
        let is_sign = self.bytes.get(self.place).is_some_and(|byte| signs.contains(byte));
        self.place += usize::from(is_sign);
        is_sign.then_some(())
    }

    fn maybe(&mut self, signs: &[u8]) {
        let _ = self.sign(signs);
    }

    fn take(&mut self, count: usize) -> Option<&'path str> {
        let taken = self.bytes.get(self.place..self.place + count)?;
        self.place += count;
        str::from_utf8(taken).ok()
    }

    fn run(&mut self, is_own: impl Fn(&u8) -> bool) -> Option<&'path str> {
        let count = self.bytes[self.place.min(self.bytes.len())..].iter().take_while(|byte| is_own(byte)).count();
        if count == 0 { None } else { self.take(count) }
    }

    /// Four digits that begin with 19 or 20.
    fn year(&mut self) -> Option<&'path str> {
        let year = self.take(4)?;
        let is_year =
            year.bytes().all(|byte| byte.is_ascii_digit()) && (year.starts_with("19") || year.starts_with("20"));
        is_year.then_some(year)
    }

    /// Two digits, of which the first is at most so much.
    fn pair(&mut self, most: u8) -> Option<&'path str> {
        let pair = self.take(2)?;
        matches!(pair.as_bytes(), [first, b'0'..=b'9'] if (b'0'..=most).contains(first)).then_some(pair)
    }

    /// All digits that follow.
    fn number(&mut self) -> Option<&'path str> {
        self.run(u8::is_ascii_digit)
    }

    /// Whether a sign that ends a step follows; or, where that will do, nothing.
    fn ends(&self, may_be_last: bool) -> bool {
        self.bytes.get(self.place).map_or(may_be_last, |byte| ENDS.contains(byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_found() {
        for (path, day) in [
            ("/2022/09/04/looms", "2022-09-04"),
            ("/20220904", "2022-09-04"),
            ("/2022_0904.html", "2022-09-04"),
            ("/2022/9/4", "2022-09-04"),
            ("/2022/13/4", ""),
            ("/a-t20220904_1", "2022-09-04"),
            ("/a-20220904", ""),
            ("/a/x2022-09-04x", "2022-09-04"),
            ("/12022-09-04", ""),
            ("/looms-04.09.2022", "2022-09-04"),
            ("/2022/september/04/", "04 september 2022"),
            ("/2022/se/04/", ""),
            ("/2022/09/041", ""),
            ("", ""),
        ] {
            assert_eq!(day_in(path), day, "{path}");
        }
        assert_eq!(month_in("/a/2022/09/looms"), "2022-09");
        assert_eq!(month_in("/a/202209"), "2022-09");
        assert_eq!(month_in("/a/2022/9/"), "");
    }
}
