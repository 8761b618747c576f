//! Names of bodies: newsrooms, agencies, companies. What a name is of, not whether it is the author's.

use extractors::titles::values::title_key;
use text::chars::is_word;
use text::folding::lower;

/// Words of newsrooms, agencies and companies; signs that count inside of a word; beginnings of such words.
const BODIES: &str = "redaktion redazione redacción redação rédaction redactie redakce redakcja newsdesk newsroom staff \
    team verlag presse pressestelle agentur agency agence agencia institut institute foundation stiftung verein \
    association society council committee department company gmbh inc ltd llc corp corporation group media magazin \
    magazine zeitung gazette times reuters afp dpa apa epd kna upi tass bloomberg xinhua press редакция";
const SIGNS: [&str; 8] = ["編集部", "编辑部", "新华社", "通讯社", "委员会", "株式会社", "有限公司", "편집부"];
const BEGINNINGS: [&str; 2] = ["universit", "ministr"];

/// Whether a name speaks of a newsroom, an agency or a company.
pub fn is_body(name: &str) -> bool {
    let small = lower(name);
    let has = |word: &str| {
        BODIES.split_ascii_whitespace().any(|own| own == word)
            || BEGINNINGS.iter().any(|start| word.len() > start.len() && word.starts_with(start))
    };
    small.split(|c| !is_word(c)).any(has) || SIGNS.iter().any(|sign| small.contains(sign))
}

/// Whether a name is one that the site has.
pub fn is_site(name: &str, sites: &[String]) -> bool {
    sites.contains(&title_key(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_told() {
        for body in ["Rain Team", "Universität Bonn", "Associated Press", "新华社记者", "Loom GmbH"] {
            assert!(is_body(body), "{body}");
        }
        for person in ["Ann Lee", "universit", "John E. Smith", "雨田"] {
            assert!(!is_body(person), "{person}");
        }
    }
}
