//! The language of a text: by its alphabet, and where languages share one, by a linear model of hashed n-grams.
//!
//! In words: letters of the text's main alphabet, in lower case, a space for whatever is between them. Every run of one
//! to four of them has a row of weights, one a language (`language_model.bin`, made by `python -m bench.languages.train`);
//! rows are shared by hashing. The language with the highest mean wins; how sure that is, is its share of a softmax.

static MODEL: &[u8] = include_bytes!("language_model.bin");

/// Characters that tell the main alphabet, and letters of it that tell the language: more say nothing new.
const MAX_CHARS: usize = 4_000;
const MAX_LETTERS: usize = 1_000;
const ORDERS: usize = 4;
/// FNV-1a over code points, and the last steps of a hash that spreads it over the buckets.
const SEED: u32 = 2_166_136_261;
const PRIME: u32 = 16_777_619;
const SPREAD: u32 = 0x2C1B_3C6D;
/// One kana among so many ideographs and kana is Japanese: Chinese has none, Japanese one in three.
const KANA_SHARE: usize = 10;
const MAX_LANGUAGES: usize = 128;
/// Sums that are added at once.
const LANES: usize = 16;
/// Rows whose sum fits into 16 bits, whatever their weights are.
const MAX_WAITING: usize = 250;

/// The code of the language (ISO 639-1, or 639-3 where there is none) and how sure the guess is; an empty code for none.
pub fn guess(text: &str) -> (&'static str, f64) {
    let Some(script) = main_script(text) else { return ("", 0.0) };
    if let Some((_, language)) = ALONE.iter().find(|(name, _)| *name == script) {
        return (language, 1.0);
    }
    let Some(model) = Model::of(script) else { return ("", 0.0) };
    model.best(&letters_of(text, script))
}

/// The longest blocks that tell the language of a page, and the characters of all of them and of one.
const MAX_BLOCKS: usize = 12;
const SAMPLE: usize = MAX_CHARS;

/// The language that the longest visible blocks are in, how sure that is, and the characters of them that were read: less
/// than `least` tell none. Of blocks of the same length the later ones count first.
pub fn of_longest<'page>(
    chars: &[i32],
    hidden: &[bool],
    text_of: impl Fn(usize) -> &'page str,
    least: usize,
) -> (&'static str, f64, usize) {
    let shown = |block: usize| if hidden[block] { 0 } else { chars[block] };
    let mut longest: Vec<usize> = Vec::with_capacity(MAX_BLOCKS + 1);
    for block in 0..chars.len() {
        if longest.len() < MAX_BLOCKS || longest.last().is_some_and(|&last| shown(last) <= shown(block)) {
            let place = longest.partition_point(|&other| shown(other) > shown(block));
            longest.insert(place, block); // there is room
            longest.truncate(MAX_BLOCKS);
        }
    }
    let (mut sample, mut count) = (String::new(), 0);
    for (number, &block) in longest.iter().enumerate() {
        if number > 0 && count < SAMPLE {
            sample.push(' ');
            count += 1;
        }
        let room = (SAMPLE / 4).min(SAMPLE - count);
        let text = text_of(block);
        let end = text.char_indices().nth(room).map_or(text.len(), |(end, _)| end);
        sample.push_str(&text[..end]);
        count += if end == text.len() { text.chars().count() } else { room };
    }
    let (code, share) = if count >= least { guess(&sample) } else { ("", 0.0) };
    (code, share, count)
}

/// The alphabet of most letters; ideographs say as much as two letters, and with kana among them they are Japanese. Of
/// alphabets with as many, the first counts.
fn main_script(text: &str) -> Option<&'static str> {
    let mut counts = [0_usize; RANGES.len()];
    let end = end_of(text, MAX_CHARS);
    counts[0] = text[..end].bytes().filter(u8::is_ascii_alphabetic).count();
    let mut rest = &text[..end];
    while let Some(place) = rest.bytes().position(|byte| !byte.is_ascii()) {
        rest = &rest[place..];
        let beyond = rest.find(|character: char| character.is_ascii()).unwrap_or(rest.len());
        let places = rest[..beyond].chars().filter_map(|character| range_of(small_letter(character)));
        places.for_each(|place| counts[place] += 1);
        rest = &rest[beyond..];
    }
    let weight = |name: &str| 1 + usize::from(matches!(name, "Hani" | "Kana" | "Hang"));
    let sum = |name: &str| -> usize {
        let own = RANGES.iter().zip(counts).filter(|&(range, count)| count > 0 && range.2 == name);
        own.map(|(_, count)| count * weight(name)).sum()
    };
    let mut best: (&str, usize) = ("", 0);
    for (place, &(_, _, name)) in RANGES.iter().enumerate() {
        let is_first = RANGES[..place].last().is_none_or(|before| before.2 != name);
        let count = if is_first { sum(name) } else { 0 };
        if count > best.1 {
            best = (name, count);
        }
    }
    let (ideographs, kana) = (sum("Hani"), sum("Kana"));
    match best.0 {
        "" => None,
        "Hani" | "Kana" if kana * KANA_SHARE >= ideographs + kana => Some("Kana"),
        "Hani" | "Kana" => Some("Hani"),
        name => Some(name),
    }
}

/// The byte at which so many characters of a text end.
fn end_of(text: &str, most: usize) -> usize {
    if text.len() <= most { text.len() } else { text.char_indices().nth(most).map_or(text.len(), |(end, _)| end) }
}

/// The letters of an alphabet as code points, between single spaces.
fn letters_of(text: &str, script: &str) -> Vec<u32> {
    let (is_latin, mut letters) = (script == "Latn", Vec::with_capacity(MAX_LETTERS.min(text.len()) + 2));
    letters.push(u32::from(b' '));
    for character in text.chars().take(MAX_CHARS) {
        let letter = small_letter(character);
        let is_own = match character.is_ascii() {
            true => is_latin && character.is_ascii_alphabetic(),
            false => range_of(letter).is_some_and(|place| RANGES[place].2 == script),
        };
        let letter = if is_own { letter } else { u32::from(b' ') };
        if is_own || letters.last() != Some(&letter) {
            letters.push(letter);
        }
        if letters.len() > MAX_LETTERS {
            break;
        }
    }
    if letters.last() != Some(&u32::from(b' ')) {
        letters.push(u32::from(b' '));
    }
    letters
}

fn small_letter(character: char) -> u32 {
    if character.is_ascii() {
        return character.to_ascii_lowercase().into();
    }
    character.to_lowercase().next().unwrap_or(character).into()
}

fn range_of(letter: u32) -> Option<usize> {
    if letter < 0x80 {
        let is_small = (0x61..=0x7A).contains(&letter);
        return if is_small || (0x41..=0x5A).contains(&letter) { Some(usize::from(is_small)) } else { None };
    }
    let place = RANGES.partition_point(|&(_, last, _)| last < letter);
    RANGES.get(place).filter(|&&(first, _, _)| first <= letter).map(|_| place)
}

/// The weights of an alphabet: a row a bucket, a byte a language.
struct Model {
    names: &'static str,
    offsets: &'static [[u8; 4]],
    scale: f64,
    weights: &'static [u8],
}

impl Model {
    /// The model of an alphabet: behind the credit of the data each has its name, sizes, scale, languages and weights.
    fn of(script: &str) -> Option<Self> {
        let mut data = &MODEL[memchr::memchr(0, MODEL)? + 2..];
        while data.len() >= 16 {
            let (head, rest) = data.split_at(16);
            let names = usize::from(u16::from_le_bytes([head[4], head[5]]));
            let rows = u32::from_le_bytes([head[6], head[7], head[8], head[9]]) as usize;
            let count = usize::from(u16::from_le_bytes([head[10], head[11]]));
            let scale = f64::from(f32::from_le_bytes([head[12], head[13], head[14], head[15]]));
            let (names, rest) = rest.split_at(names);
            let (offsets, rest) = rest.split_at(4 * count);
            let (weights, rest) = rest.split_at(rows * count);
            if &head[..4] == script.as_bytes() {
                let names = str::from_utf8(names).ok()?;
                return Some(Model { names, offsets: offsets.as_chunks().0, scale, weights });
            }
            data = rest;
        }
        None
    }

    /// The rows of the letters' runs, each once, with how many runs have it; and how many runs there are.
    fn rows_of(&self, letters: &[u32]) -> (Vec<u32>, Vec<u16>, i32) {
        let count = self.offsets.len();
        let mask = (self.weights.len() / count - 1) as u32;
        let mut times = vec![0_u16; self.weights.len() / count];
        let (mut rows, mut total, mut touched) = (Vec::with_capacity(ORDERS * letters.len()), 0, 0);
        for start in 0..letters.len() {
            let mut hash = SEED;
            for (order, &letter) in letters[start..].iter().take(ORDERS).enumerate() {
                hash = (hash ^ letter).wrapping_mul(PRIME);
                if order == 0 && letter == u32::from(b' ') {
                    continue; // a space alone says nothing
                }
                let mixed = (hash ^ (hash >> 15)).wrapping_mul(SPREAD);
                let row = (mixed ^ (mixed >> 13)) & mask;
                total += 1;
                let times = &mut times[row as usize];
                *times += 1; // at most as many as there are letters
                if *times == 1 {
                    rows.push(row); // there is room
                    // Both ends are asked for here, so that they are there when they are added: memory is slow, and
                    // here nothing waits for it.
                    let (first, last) = (row as usize * count, (row as usize + 1) * count - 1);
                    touched ^= self.weights[first] ^ self.weights[last];
                }
            }
        }
        std::hint::black_box(touched);
        (rows, times, total)
    }

    /// The sum of all rows, each as many times as it stands there.
    fn sums_of(&self, rows: &[u32], times: &[u16]) -> [i32; MAX_LANGUAGES] {
        let count = self.offsets.len();
        let mut sums = [0_i32; MAX_LANGUAGES];
        // Sums of few rows fit into half the width, of which the machine adds twice as many at once. A row is added with
        // the bytes behind it, up to a whole number of lanes: these sums are not read.
        let (mut some, mut waiting) = ([[0_i16; LANES]; MAX_LANGUAGES / LANES], 0);
        let padded = count.next_multiple_of(LANES);
        let mut last = [0; MAX_LANGUAGES];
        for &row in rows {
            let start = row as usize * count;
            let weights = match self.weights.get(start..start + padded) {
                Some(weights) => weights,
                None => {
                    last[..count].copy_from_slice(&self.weights[start..start + count]);
                    &last[..padded]
                }
            };
            let weights = weights.as_chunks::<LANES>().0;
            let mut left = usize::from(times[row as usize]);
            while left > 0 {
                let now = left.min(MAX_WAITING - waiting);
                match now {
                    1 => add_row(&mut some, weights, |weight| weight),
                    _ => add_row(&mut some, weights, |weight| weight * now as i16),
                }
                (left, waiting) = (left - now, waiting + now);
                if waiting == MAX_WAITING {
                    spill(&mut sums, &mut some);
                    waiting = 0;
                }
            }
        }
        spill(&mut sums, &mut some);
        sums
    }

    fn best(&self, letters: &[u32]) -> (&'static str, f64) {
        let count = self.offsets.len();
        let (rows, times, total) = self.rows_of(letters);
        let sums = self.sums_of(&rows, &times);
        let score = |number: usize| {
            let offset = f64::from(f32::from_le_bytes(self.offsets[number]));
            offset + self.scale * f64::from(sums[number]) / f64::from(total.max(1))
        };
        let best = (0..count).max_by(|&one, &other| score(one).total_cmp(&score(other)).then(other.cmp(&one)));
        let best = best.unwrap_or(0);
        let sum: f64 = (0..count).map(|number| (score(number) - score(best)).exp()).sum();
        let name = self.names.split(' ').nth(best).unwrap_or("");
        (name.split('-').next().unwrap_or(name), 1.0 / sum)
    }
}

#[inline]
fn add_row(some: &mut [[i16; LANES]], weights: &[[u8; LANES]], times: impl Fn(i16) -> i16) {
    for (sums, weights) in some.iter_mut().zip(weights) {
        let wide = weights.map(|weight| times(i16::from(weight as i8)));
        *sums = std::array::from_fn(|lane| sums[lane] + wide[lane]);
    }
}

/// Adds sums of few rows to those of all, and begins them anew.
fn spill(sums: &mut [i32; MAX_LANGUAGES], some: &mut [[i16; LANES]; MAX_LANGUAGES / LANES]) {
    sums.iter_mut().zip(some.as_flattened_mut()).for_each(|(sum, own)| *sum += i32::from(std::mem::take(own)));
}

/// Alphabets of one language, or of one that is far ahead of the others.
const ALONE: &[(&str, &str)] = &[
    ("Grek", "el"),
    ("Armn", "hy"),
    ("Thaa", "dv"),
    ("Guru", "pa"),
    ("Gujr", "gu"),
    ("Orya", "or"),
    ("Taml", "ta"),
    ("Telu", "te"),
    ("Knda", "kn"),
    ("Mlym", "ml"),
    ("Sinh", "si"),
    ("Thai", "th"),
    ("Laoo", "lo"),
    ("Tibt", "bo"),
    ("Mymr", "my"),
    ("Geor", "ka"),
    ("Hang", "ko"),
    ("Cher", "chr"),
    ("Khmr", "km"),
    ("Hani", "zh"),
    ("Kana", "ja"),
];

/// The letters of alphabets: first, last, name by ISO 15924. Digits and signs are left out.
const RANGES: &[(u32, u32, &str)] = &[
    (0x41, 0x5A, "Latn"),
    (0x61, 0x7A, "Latn"),
    (0xC0, 0xD6, "Latn"),
    (0xD8, 0xF6, "Latn"),
    (0xF8, 0x36F, "Latn"),
    (0x370, 0x3FF, "Grek"),
    (0x400, 0x52F, "Cyrl"),
    (0x530, 0x58F, "Armn"),
    (0x591, 0x5FF, "Hebr"),
    (0x610, 0x65F, "Arab"),
    (0x66E, 0x6EF, "Arab"),
    (0x6FA, 0x6FF, "Arab"),
    (0x750, 0x77F, "Arab"),
    (0x780, 0x7BF, "Thaa"),
    (0x8A0, 0x8FF, "Arab"),
    (0x900, 0x963, "Deva"),
    (0x970, 0x97F, "Deva"),
    (0x980, 0x9E5, "Beng"),
    (0x9F0, 0x9FF, "Beng"),
    (0xA00, 0xA7F, "Guru"),
    (0xA80, 0xAFF, "Gujr"),
    (0xB00, 0xB7F, "Orya"),
    (0xB80, 0xBFF, "Taml"),
    (0xC00, 0xC7F, "Telu"),
    (0xC80, 0xCFF, "Knda"),
    (0xD00, 0xD7F, "Mlym"),
    (0xD80, 0xDFF, "Sinh"),
    (0xE00, 0xE7F, "Thai"),
    (0xE80, 0xEFF, "Laoo"),
    (0xF00, 0xFFF, "Tibt"),
    (0x1000, 0x109F, "Mymr"),
    (0x10A0, 0x10FF, "Geor"),
    (0x1100, 0x11FF, "Hang"),
    (0x1200, 0x139F, "Ethi"),
    (0x13A0, 0x13FF, "Cher"),
    (0x1780, 0x17FF, "Khmr"),
    (0x1C90, 0x1CBF, "Geor"),
    (0x1E00, 0x1EFF, "Latn"),
    (0x1F00, 0x1FFF, "Grek"),
    (0x3041, 0x30FF, "Kana"),
    (0x3131, 0x318F, "Hang"),
    (0x3400, 0x9FFF, "Hani"),
    (0xAC00, 0xD7AF, "Hang"),
    (0xF900, 0xFAFF, "Hani"),
    (0xFB50, 0xFDFF, "Arab"),
    (0xFE70, 0xFEFC, "Arab"),
    (0x20000, 0x323AF, "Hani"),
];

#[cfg(test)]
#[path = "../tests/unit/language.rs"]
mod tests;
