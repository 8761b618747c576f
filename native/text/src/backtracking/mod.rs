//! Patterns as Python's `re` writes them, matched by backtracking: groups, back references, looks ahead and possessive
//! quantifiers, which no automaton has.
//!
//! In words: a pattern is read as a tree (`syntax`), the tree is written as steps (`program`), and a machine goes through
//! the steps; where one does not fit, it goes back to the last choice (`machine`). The patterns are weft's own. A loop over
//! more than one character is possessive in all of them, so that no choice is left open for each turn, and what is open at
//! once is as many choices as the pattern has, however long the text is.

mod machine;
mod program;
mod sets;
mod syntax;

pub use machine::Machine;
pub use program::Program;
pub use sets::{Set, is_in_word};

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(pattern: &str, text: &str) -> Option<Vec<Option<String>>> {
        let text: Vec<char> = text.chars().collect();
        let (program, mut machine) = (Program::new(pattern), Machine::default());
        let end = machine.run(&program, &text, 0)?;
        let shown = |span: (usize, usize)| text[span.0..span.1].iter().collect::<String>();
        let own = (0..program.groups()).map(|group| machine.group(group).map(shown));
        Some(std::iter::once(Some(shown((0, end)))).chain(own).collect())
    }

    #[test]
    fn patterns_match_as_pythons() {
        let some = |texts: &[&str]| Some(texts.iter().map(|&text| Some(text.to_string())).collect::<Vec<_>>());
        assert_eq!(groups(r"(\d\d?)(?P<sep>[-/])(\d\d?)(?P=sep)(\d{4}|\d\d)(?!\d)", "4-5-2022 "), {
            some(&["4-5-2022", "4", "-", "5", "2022"])
        });
        assert_eq!(groups(r"(\d\d?)(?P<sep>[-/])(\d\d?)(?P=sep)(\d{4}|\d\d)(?!\d)", "4-5/2022"), None);
        assert_eq!(groups(r"a\s*+ b", "a  b"), None);
        assert_eq!(groups(r"a\s* b", "a  b"), some(&["a  b"]));
        assert_eq!(groups(r"(?:ab|a)(?:bc)?\Z", "abc"), some(&["abc"]));
        assert_eq!(groups(r"(?:h(?:ours|our|)|m(?:in))(?![^\W\d_])", "hour9"), some(&["hour"]));
        assert_eq!(groups(r"(?:h(?:ours|our|)|m(?:in))(?![^\W\d_])", "houry"), None);
        assert_eq!(groups(r"x(?P<at>@)?1(?(at)2|(?=3))", "x@12"), some(&["x@12", "@"]));
        assert_eq!(groups(r"x(?P<at>@)?1(?(at)2|(?=3))", "x13"), Some(vec![Some("x1".into()), None]));
        assert_eq!(groups(r"x(?P<at>@)?1(?(at)2|(?=3))", "x12"), None);
        assert_eq!(groups(r"(?:[\s,]|de\s)*+(\d+)", ", de  7"), some(&[", de  7", "7"]));
        assert_eq!(groups(r"(?:a(?=(b))|ab)\Z", "ab"), Some(vec![Some("ab".into()), None]));
        assert_eq!(groups(r"[ap]\.?m\b\.?", "p.m."), some(&["p.m."]));
        assert_eq!(groups(r"[ap]\.?m\b\.?", "pmx"), None);
        assert_eq!(groups(r"a{1,2}(a)", "aaa"), some(&["aaa", "a"]));
    }

    #[test]
    fn patterns_tell_what_they_begin_with() {
        for (pattern, fits, others) in [(r"(?:sep)?(\d|月)", "s5月", "x "), (r"(?=\d)(?:半|[a-c]?)x", "半acx", "5")]
        {
            let program = Program::new(pattern);
            assert!(fits.chars().all(|c| program.begins_with(c)), "{pattern}");
            assert!(!others.chars().any(|c| program.begins_with(c)), "{pattern}");
        }
        assert!(Program::new(r"\s?").begins_with('x'));
    }
}
