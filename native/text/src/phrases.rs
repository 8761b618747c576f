//! What buttons, counters and labels say in many languages: the kernel's side of `records/language_words.py`.
//!
//! In words: a text says something where one of a few written words stands in it, whatever their case, or where a word
//! or phrase of the table of languages does. Those count as whole words, and in scripts without spaces wherever they are.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::chars::{is_decimal, is_word};
use crate::languages::{fold, in_word, is_joined, rows};

/// What a text can say, as flags; in the order of the features of roles.
pub const LAST: u8 = 1;
pub const REPLIES: u8 = 1 << 1;
pub const VIEWS: u8 = 1 << 2;
pub const BUTTON: u8 = 1 << 3;
pub const WROTE: u8 = 1 << 4;
/// The time of a person, of a change or of the page, not of a record.
pub const OTHER_TIME: u8 = 1 << 5;
pub const ALL: [u8; 6] = [LAST, REPLIES, VIEWS, BUTTON, WROTE, OTHER_TIME];

/// What may stand between a number and a word without a space.
const ORDINALS: [&str; 7] = ["st", "nd", "rd", "th", "er", "of", "de"];

/// The written words of each flag. `^` and `$` are the ends of the text, `~` is an end of a word.
const WRITTEN: [(u8, &str); 5] = [
    (WROTE, "wrote|写道|发表于|originally posted"),
    (
        OTHER_TIME,
        "join|regist|since|birth|last visit|last active|last activity|last login|last seen|last edit|last modif|edited|\
         online|signed up|dabei seit|inscri|регистр|注册|加入|最后登录|最后访问|最后活动|最后编辑|编辑|上次|在线|生日|\
         gmt|current~|currently~|time now|processed in|copyright|©|all times|forum time|board time|服务器时间|当前时间|\
         现在时间",
    ),
    (LAST, "last|latest|recent|最后|最新|letzte|dernier|últim|ultim|последн"),
    (REPLIES, "repl|回复|回帖|^回|answer|comment|post$|posts$|评论|réponse|antwort|respuesta|ответ|chat|message"),
    (VIEWS, "view|查看|浏览|^看|阅读|hits|~read|eye|aufruf|lecture|visita|просмотр|点击"),
];

/// What the words of a kind of the table say.
fn flag_of(kind: &str) -> u8 {
    match kind {
        "reply" | "quote" | "report" | "edit" | "share" | "like" | "login" | "posts" | "votes" => BUTTON,
        "wrote" => WROTE,
        "joined" | "edited" | "seen" => OTHER_TIME,
        "last" => LAST,
        "replies" => REPLIES,
        "views" => VIEWS,
        _ => 0,
    }
}

/// A written word: where it must stand, and what it says.
struct Written {
    word: &'static str,
    flag: u8,
    at_start: bool,
    at_end: bool,
    begins_word: bool,
    ends_word: bool,
}

/// A word or phrase of the table, folded, and what it says.
type Phrase = (Vec<u8>, u8);

struct Phrases {
    written: Vec<Written>,
    /// By first byte, which of the written words begin with it.
    firsts: Vec<Vec<u8>>,
    /// By the first word of each, or the first letter in scripts without spaces.
    heads: HashMap<Vec<u8>, Vec<Phrase>>,
}

static PHRASES: OnceLock<Phrases> = OnceLock::new();

fn phrases() -> &'static Phrases {
    PHRASES.get_or_init(Phrases::read)
}

impl Phrases {
    fn read() -> Phrases {
        let mut phrases = Phrases { written: Vec::new(), firsts: vec![Vec::new(); 256], heads: HashMap::new() };
        for (flag, words) in WRITTEN {
            for word in words.split('|') {
                let bare = word.trim_matches(['^', '$', '~']);
                phrases.firsts[bare.as_bytes()[0] as usize].push(phrases.written.len() as u8);
                let (at_start, at_end) = (word.starts_with('^'), word.ends_with('$'));
                let (begins_word, ends_word) = (word.starts_with('~'), word.ends_with('~'));
                let written = Written { word: bare, flag, at_start, at_end, begins_word, ends_word };
                phrases.written.push(written);
            }
        }
        let mut buffer = Vec::new();
        for (_, kind, row) in rows() {
            let flag = flag_of(kind);
            for word in row.filter(|_| flag > 0) {
                phrases.add(fold(word.trim_end_matches('.').as_bytes(), &mut buffer), flag);
            }
        }
        phrases
    }

    fn add(&mut self, word: &[u8], flag: u8) {
        let text = str::from_utf8(word).unwrap_or_default();
        let Some(head) = tokens(text).next().map(|(start, end, is_joined)| {
            let first = text.chars().next().map_or(0, char::len_utf8);
            if is_joined && start == 0 { &word[..first] } else { &word[start..end] }
        }) else {
            return;
        };
        let entry = (word.to_vec(), flag);
        if let Some(others) = self.heads.get_mut(head) {
            return others.push(entry);
        }
        self.heads.insert(head.to_vec(), vec![entry]);
    }

    /// What the written words in a text in lower case say.
    fn written_in(&self, text: &str, wanted: u8) -> u8 {
        let (bytes, mut found) = (text.as_bytes(), 0);
        for (place, &byte) in bytes.iter().enumerate() {
            for &number in &self.firsts[byte as usize] {
                let written = &self.written[number as usize];
                if wanted & !found & written.flag > 0 && bytes[place..].starts_with(written.word.as_bytes()) {
                    found |= if written.is_there(text, place) { written.flag } else { 0 };
                }
            }
        }
        found
    }

    /// Which of the wanted things the words and phrases of the table in a folded text say.
    fn phrases_in(&self, text: &str, wanted: u8) -> u8 {
        let mut found = 0;
        for (start, end, is_joined) in tokens(text) {
            let open = wanted & !found;
            if open == 0 {
                break;
            }
            if is_joined {
                for (place, c) in text[start..end].char_indices() {
                    let place = start + place;
                    found |= self.begin_at(text, place, &text[place..place + c.len_utf8()], open, false).1;
                }
                continue;
            }
            let (known, said) = self.begin_at(text, start, &text[start..end], open, true);
            found |= said;
            // Of what has no phrase that begins with this word, one may begin behind the ending of an ordinal.
            if let Some(start) = behind_ordinal(text, start, end) {
                found |= self.begin_at(text, start, &text[start..end], open & !known, true).1;
            }
        }
        found
    }

    /// For which of the wanted things there are phrases with this head, and which of these begin at a place.
    fn begin_at(&self, text: &str, place: usize, head: &str, wanted: u8, is_whole: bool) -> (u8, u8) {
        let (mut known, mut said) = (0, 0);
        for (word, flag) in self.heads.get(head.as_bytes()).into_iter().flatten().filter(|entry| entry.1 & wanted > 0) {
            known |= flag;
            let begins = text.as_bytes()[place..].starts_with(word);
            said |= if begins && !(is_whole && goes_on(text, place + word.len())) { *flag } else { 0 };
        }
        (known, said)
    }
}

impl Written {
    /// Whether the word may stand at this place, where its letters do.
    fn is_there(&self, text: &str, place: usize) -> bool {
        let (before, behind) = (&text[..place], &text[place + self.word.len()..]);
        let is_part = |c: char| is_word(c) || c == '_';
        let begins = !self.begins_word || !before.ends_with(is_part);
        let ends = !self.ends_word || !behind.starts_with(is_part);
        begins && ends && (!self.at_start || before.is_empty()) && (!self.at_end || matches!(behind, "" | "\n"))
    }
}

/// The runs of letters of a folded text: where each begins and ends, and whether its script has no spaces.
fn tokens(text: &str) -> impl Iterator<Item = (usize, usize, bool)> {
    let kind = |c: char| if in_word(c) { 1 } else { 2 * u8::from(is_joined(c)) };
    let mut place = 0;
    std::iter::from_fn(move || {
        place += text[place..].find(|c| kind(c) > 0)?;
        let own = kind(text[place..].chars().next()?);
        let start = place;
        place += text[start..].find(|c| kind(c) != own).unwrap_or(text.len() - start);
        Some((start, place, own == 2))
    })
}

/// Whether a word does not end there: a letter or the next digit of a number follows.
fn goes_on(text: &str, end: usize) -> bool {
    let (before, behind) = (&text[..end], &text[end..]);
    behind.starts_with(in_word) || (before.ends_with(is_decimal) && behind.starts_with(is_decimal))
}

/// Where a word begins that is joined with the ending of an ordinal: `4thSep`.
fn behind_ordinal(text: &str, start: usize, end: usize) -> Option<usize> {
    let ordinal = ORDINALS.iter().find(|ordinal| text[start..end].starts_with(*ordinal))?;
    let is_joined = start + ordinal.len() < end && text[..start].ends_with(is_decimal);
    is_joined.then_some(start + ordinal.len())
}

/// A character in lower case, as patterns that ignore case compare them.
fn without_case(c: char) -> char {
    match c {
        _ if c.is_ascii() => c.to_ascii_lowercase(),
        'ı' => 'i',
        'ſ' => 's',
        '\u{1c80}' => 'в',
        '\u{1c81}' => 'д',
        '\u{1c82}' => 'о',
        '\u{1c83}' => 'с',
        '\u{1c84}' | '\u{1c85}' => 'т',
        '\u{1c86}' => 'ъ',
        '\u{1c87}' => 'ѣ',
        _ => c.to_lowercase().next().unwrap_or(c),
    }
}

/// Texts that were made for a search, to be made anew.
#[derive(Default)]
pub struct Room {
    lowered: String,
    folded: Vec<u8>,
}

/// Which of the wanted things a text says.
pub fn says(text: &str, wanted: u8, room: &mut Room) -> u8 {
    let phrases = phrases();
    room.lowered.clear();
    room.lowered.extend(text.chars().map(without_case));
    let mut found = phrases.written_in(&room.lowered, wanted);
    if found == wanted {
        return found;
    }
    // The last sigma of a word has its own letter, which only the whole word tells.
    let whole = if text.contains('Σ') { text.to_lowercase() } else { String::new() };
    let is_same = !whole.is_empty() && whole.chars().count() == text.chars().count();
    let folded = fold(if is_same { whole.as_bytes() } else { text.as_bytes() }, &mut room.folded);
    let folded = str::from_utf8(folded).unwrap_or_default();
    found |= phrases.phrases_in(folded, wanted & !found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_say_what_their_words_do() {
        let room = &mut Room::default();
        for (text, wanted) in [
            ("Reply", BUTTON),
            ("Antworten", BUTTON | REPLIES),
            ("Ann WROTE:", WROTE),
            ("Letzter Beitrag", LAST),
            ("glass", 0),
            ("Joined: 2019", OTHER_TIME),
            ("currently", OTHER_TIME),
            ("currents", 0),
            ("posts", BUTTON | REPLIES),
            ("回答 看", REPLIES),
            ("Thread read", VIEWS),
            ("bread", 0),
            ("浏览", VIEWS),
        ] {
            assert_eq!(says(text, 0xFF, room) & wanted, wanted, "{text}");
        }
        assert_eq!(says("glass bread currents", 0x3F, room), 0);
    }
}
