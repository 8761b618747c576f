//! Names of authors as most are written, and whether one is that of an organisation or of the site.
//!
//! In words: a plain name is words of letters with single spaces between them, of which none says "by", "and" or
//! "updated"; nothing has to be taken away from it, and it names one author. Of any other text Python is asked:
//! `join_authors` of `src/weft/metadata/values.py` and `is_organisation`, `SiteNames` of `authors.py` are the twins.

use crate::lines::is_among;
use extractors::titles::values::title_key;
use text::chars::without_case;
use text::folding::lower;

const MAX_LENGTH: usize = 80;
const MAX_AUTHORS: usize = 10;
/// Words of a text that is more than one name, or of which something is cut off.
const PARTING: [&str; 10] = ["and", "And", "und", "et", "y", "e", "og", "och", "i", "&"];
const CUTTING: [&str; 4] = ["updated", "published", "posted", "on"];
/// What is no part of a name at its ends, and agencies that may stand behind one.
const ENDS: [char; 10] = [' ', ',', ':', '-', '–', '—', '|', '·', '•', '/'];
const AGENCIES: &str = "dpa afp apa epd kna ap sid reuters agencies";
/// First words of a text that may say "by".
const LEADING: &str = "\
    by author authors autor autorin auteur autore автор von par por door przez written posted published \
    reviewed reported created submitted compiled edited words story text article";
/// What systems write where nobody signed.
const NOBODY: &str = "\
    admin administrator author authors root user guest unknown anonymous none null undefined editor \
    staff webmaster wordpress default bluesky mastodon facebook twitter instagram linkedin youtube \
    pinterest whatsapp telegram tiktok threads reddit xing rss email e-mail guide news 匿名 佚名 管理员 本站 未知 \
    網路 网络";
/// Words of newsrooms, agencies and companies; signs that count inside of a word; beginnings of such words; and words that
/// may be part of one.
const BODIES: &str = "\
    redaktion redazione redacción redação rédaction redactie redakce redakcja newsdesk newsroom staff \
    team verlag presse pressestelle agentur agency agence agencia institut institute foundation stiftung \
    verein association society council committee department company gmbh inc ltd llc corp corporation \
    group media magazin magazine zeitung gazette times reuters afp dpa apa epd kna upi tass bloomberg \
    xinhua press";
const WIDE_BODIES: [&str; 9] =
    ["編集部", "编辑部", "新华社", "通讯社", "委员会", "株式会社", "有限公司", "редакция", "편집부"];
const BEGINNINGS: [&str; 2] = ["universit", "ministr"];
const PARTS: [&str; 4] = ["editorial", "news", "associated", "e"];

/// Whether Python's patterns and this kernel say the same of a letter or a digit, whatever its case.
fn is_sure(c: char) -> bool {
    matches!(c, '0'..='9' | 'A'..='Z' | 'a'..='z' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='\u{12f}' | '\u{132}'..='\u{17e}'
        | '\u{410}'..='\u{44f}' | '\u{4e00}'..='\u{9fa5}' | '\u{ac00}'..='\u{d7a3}')
}

fn in_word(c: char) -> bool {
    c == '_' || is_sure(c)
}

/// The names in a text, each once. None: Python must read it.
pub fn names_in(text: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    for part in text.split(';') {
        if !add_names(part.trim_matches(' '), &mut names) {
            return None;
        }
    }
    let mut known: Vec<String> = Vec::with_capacity(names.len());
    let mut unique = Vec::with_capacity(names.len());
    for name in names {
        let small = lower(name);
        if !known.contains(&small) {
            known.push(small); // there is room
            unique.push(name);
        }
    }
    unique.truncate(MAX_AUTHORS);
    Some(unique)
}

/// Names as one value.
pub fn listed(names: &[impl AsRef<str>]) -> String {
    let mut value = String::new();
    for name in names {
        let between = if value.is_empty() { "" } else { "; " };
        value.push_str(between);
        value.push_str(name.as_ref());
    }
    value
}

/// Adds the names of a part of a list; no where Python has to read it.
fn add_names<'text>(part: &'text str, names: &mut Vec<&'text str>) -> bool {
    let text = part.trim_matches(ENDS);
    let is_parted = text.contains(',') || text.split(' ').any(|word| PARTING.contains(&word));
    if is_parted && text.len() < part.len() {
        return false;
    }
    let Some(pieces) = (if is_parted { pieces(text) } else { Some(Vec::new()) }) else { return false };
    let is_full = |piece: &&str| (2..=4).contains(&piece.split(' ').count());
    if is_parted && pieces.iter().all(is_full) {
        for piece in pieces {
            match read(piece) {
                NameReading::Unsure => return false,
                NameReading::Nobody => {}
                NameReading::Name => names.push(piece),
            }
        }
        return true;
    }
    match if text.is_empty() { NameReading::Nobody } else { read(text) } {
        NameReading::Unsure => return false,
        NameReading::Nobody => {}
        NameReading::Name => names.push(text),
    }
    true
}

/// The pieces of a text between commas and words for "and"; none where these stand at its ends or side by side.
fn pieces(text: &str) -> Option<Vec<&str>> {
    let (mut pieces, mut start, mut place) = (Vec::new(), 0, 0);
    let mut before = ""; // the last word
    for word in text.split(' ') {
        let end = place + word.len();
        if PARTING.contains(&word) {
            if place == 0 || end == text.len() || PARTING.contains(&before) {
                return None;
            }
            if !before.ends_with(',') {
                pieces.push(&text[start..place - 1]);
            }
            start = end + 1;
        } else if word.ends_with(',') {
            pieces.push(&text[start..end - 1]);
            start = end + 1;
        }
        (before, place) = (word, end + 1);
    }
    pieces.push(&text[start..]);
    Some(pieces)
}

/// What a text says of an author.
#[derive(Debug, PartialEq, Eq)]
enum NameReading {
    /// The text is the name.
    Name,
    Nobody,
    /// Python has to read it.
    Unsure,
}

/// Reads a text that names one author.
fn read(text: &str) -> NameReading {
    if !text.split(' ').all(is_plain_word) || text.ends_with('-') {
        return NameReading::Unsure;
    }
    let small = lower(text);
    let is_agency =
        || small.split_once(' ').is_some() && runs(&small).last().is_some_and(|run| is_among(AGENCIES, run));
    if runs(&small).any(|run| CUTTING.contains(&run))
        || runs(&small).next().is_some_and(|run| is_among(LEADING, run))
        || ["www.", "im gespräch mit", "in conversation with"].iter().any(|odd| small.contains(odd))
        || is_agency()
    {
        return NameReading::Unsure;
    }
    let is_name = (2..=MAX_LENGTH).contains(&text.chars().count()) && text.contains(char::is_alphabetic);
    if !is_name || is_among(NOBODY, &small) { NameReading::Nobody } else { NameReading::Name }
}

/// Whether a word of a name has only letters and what may stand inside; a comma may stand behind it.
fn is_plain_word(word: &str) -> bool {
    let word = word.strip_suffix(',').unwrap_or(word);
    let is_own = |c| in_word(c) || matches!(c, '.' | '\'' | '’' | '-');
    word == "&" || word.starts_with(is_sure) && word.chars().all(is_own)
}

/// The runs of letters and digits of a plain name.
fn runs(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|c| !in_word(c)).filter(|run| !run.is_empty())
}

/// Whether a name speaks of a newsroom, an agency or a company. None: Python must say.
pub fn is_organisation(name: &str) -> Option<bool> {
    if name.contains(|c: char| c.is_alphanumeric() && !is_sure(c)) {
        return None;
    }
    let small = lower(name);
    let has = |run: &str| {
        is_among(BODIES, run) || BEGINNINGS.iter().any(|start| run.len() > start.len() && run.starts_with(start))
    };
    if runs(&small).any(has) || WIDE_BODIES.iter().any(|sign| small.contains(sign)) {
        return Some(true);
    }
    let is_part = |(one, other): (&str, &str)| PARTS.contains(&one) && (one != "e" || other == "v");
    let is_unsure = runs(&small).zip(runs(&small).skip(1)).any(is_part);
    (!is_unsure).then_some(false)
}

/// What a site is called: as it declares it, and as names are compared.
pub struct Site<'page> {
    pub name: &'page str,
    pub folded: &'page [String],
}

const ARTICLES: [&str; 12] = ["the", "die", "der", "das", "la", "le", "el", "les", "il", "lo", "de", "het"];
const MIN_SITE: usize = 4;
const MAX_ENDING: usize = 3;

impl Site<'_> {
    /// Whether a plain name is the site's.
    pub fn has(&self, name: &str) -> bool {
        if self.folded.is_empty() {
            return false;
        }
        let rest = match name.split_once(' ') {
            Some((first, rest))
                if ARTICLES.iter().any(|article| first.chars().map(without_case).eq(article.chars())) =>
            {
                rest
            }
            _ => name,
        };
        let word = title_key(rest);
        if !self.name.is_empty() && title_key(name) == title_key(self.name) {
            return true;
        }
        if rest.contains(' ') {
            return false;
        }
        let count = |text: &str| text.chars().count();
        let is_inside = |site: &String| {
            count(site) >= MIN_SITE && word.contains(site.as_str()) && count(&word) - count(site) <= MAX_ENDING
        };
        self.folded.contains(&word) || self.folded.iter().any(is_inside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_told() {
        let read = |text: &'static str| names_in(text);
        for name in
            ["Ann Lee", "J. R. O'Neill-Smith", "Zoë Müller", "雨田", "user_12", "Ann I Lee", "Food and Drug Office"]
        {
            assert_eq!(read(name), Some(vec![name]), "{name}");
        }
        assert_eq!(read("Ann Lee, Bo Chu, and Cy Day"), Some(vec!["Ann Lee", "Bo Chu", "Cy Day"]));
        assert_eq!(read("Ann Lee & Bo Chu; ann lee"), Some(vec!["Ann Lee", "Bo Chu"]));
        assert_eq!(read("Ann Lee, Editor"), Some(vec!["Ann Lee, Editor"]));
        assert_eq!(read("Ann, by Bo Chu"), Some(vec!["Ann, by Bo Chu"]));
        assert_eq!(read("Ann Lee |"), Some(vec!["Ann Lee"]));
        for nobody in ["Admin", "x", "12", "", " - "] {
            assert_eq!(read(nobody), Some(vec![]), "{nobody}");
        }
        for odd in [
            "By Ann", "Ann (Bonn)", "www.ann", "Ann  Lee", "Lee' -x-", "Ann on", "Ann Lee, Bo Chu,", "Ann Lee, dpa",
            "Ann Lee and", "Ann；Bo",
        ] {
            assert_eq!(read(odd), None, "{odd}");
        }
    }

    #[test]
    fn organisations_and_sites_are_told() {
        for (name, is_body) in [
            ("Ann Lee", Some(false)),
            ("Rain Team", Some(true)),
            ("Universität Bonn", Some(true)),
            ("universit", Some(false)),
            ("Associated Press", Some(true)),
            ("John E. Smith", Some(false)),
            ("Loom e. V.", None),
            ("Loom News Desk", None),
            ("新华社记者", Some(true)),
        ] {
            assert_eq!(is_organisation(name), is_body, "{name}");
        }
        let folded = ["furche".to_string(), "annlee".to_string()];
        let site = Site { name: "", folded: &folded };
        assert!(site.has("Die Furche") && site.has("furche.at") && !site.has("Ann Lee"));
    }
}
