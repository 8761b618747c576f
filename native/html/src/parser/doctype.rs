//! Whether a doctype puts the page into quirks mode, in which a table does not end the paragraph before it.

/// Public identifiers that begin like this (behind `-//`) are older than the standards.
const OLD_BEGINNINGS: &[&str] = &[
    "advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "as//dtd html 3.0 aswedit + extensions//",
    "ietf//dtd html 2.0 level 1//",
    "ietf//dtd html 2.0 level 2//",
    "ietf//dtd html 2.0 strict level 1//",
    "ietf//dtd html 2.0 strict level 2//",
    "ietf//dtd html 2.0 strict//",
    "ietf//dtd html 2.0//",
    "ietf//dtd html 2.1e//",
    "ietf//dtd html 3.0//",
    "ietf//dtd html 3.2 final//",
    "ietf//dtd html 3.2//",
    "ietf//dtd html 3//",
    "ietf//dtd html level 0//",
    "ietf//dtd html level 1//",
    "ietf//dtd html level 2//",
    "ietf//dtd html level 3//",
    "ietf//dtd html strict level 0//",
    "ietf//dtd html strict level 1//",
    "ietf//dtd html strict level 2//",
    "ietf//dtd html strict level 3//",
    "ietf//dtd html strict//",
    "ietf//dtd html//",
    "metrius//dtd metrius presentational//",
    "microsoft//dtd internet explorer 2.0 html strict//",
    "microsoft//dtd internet explorer 2.0 html//",
    "microsoft//dtd internet explorer 2.0 tables//",
    "microsoft//dtd internet explorer 3.0 html strict//",
    "microsoft//dtd internet explorer 3.0 html//",
    "microsoft//dtd internet explorer 3.0 tables//",
    "netscape comm. corp.//dtd html//",
    "netscape comm. corp.//dtd strict html//",
    "o'reilly and associates//dtd html 2.0//",
    "o'reilly and associates//dtd html extended 1.0//",
    "o'reilly and associates//dtd html extended relaxed 1.0//",
    "softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "spyglass//dtd html 2.0 extended//",
    "sq//dtd html 2.0 hotmetal + extensions//",
    "sun microsystems corp.//dtd hotjava html//",
    "sun microsystems corp.//dtd hotjava strict html//",
    "w3c//dtd html 3 1995-03-24//",
    "w3c//dtd html 3.2 draft//",
    "w3c//dtd html 3.2 final//",
    "w3c//dtd html 3.2//",
    "w3c//dtd html 3.2s draft//",
    "w3c//dtd html 4.0 frameset//",
    "w3c//dtd html 4.0 transitional//",
    "w3c//dtd html experimental 19960712//",
    "w3c//dtd html experimental 970421//",
    "w3c//dtd w3 html//",
    "w3o//dtd w3 html 3.0//",
    "webtechs//dtd mozilla html 2.0//",
    "webtechs//dtd mozilla html//",
];
/// These mean quirks mode only where no system identifier follows.
const OLD_WITHOUT_SYSTEM: &[&str] = &["w3c//dtd html 4.01 frameset//", "w3c//dtd html 4.01 transitional//"];
const OLD_PUBLIC: &[&str] = &["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];
const OLD_SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/// Whether `content`, what stands between `<!doctype` and `>`, asks for quirks mode. `closed`: the `>` was there.
pub fn is_quirky(content: &str, closed: bool) -> bool {
    let rest = skip_space(content);
    let (name, rest) = rest.split_at(rest.find(is_space).unwrap_or(rest.len()));
    if !name.eq_ignore_ascii_case("html") {
        return true;
    }
    let rest = skip_space(rest);
    if rest.is_empty() {
        return !closed;
    }
    if let Some(rest) = skip_keyword(rest, "public") {
        return public_is_quirky(skip_space(rest), closed);
    }
    match skip_keyword(rest, "system").and_then(|rest| identifier(skip_space(rest))) {
        Some((system, rest)) => (skip_space(rest).is_empty() && !closed) || system.eq_ignore_ascii_case(OLD_SYSTEM),
        None => true,
    }
}

fn public_is_quirky(rest: &str, closed: bool) -> bool {
    let Some((public, rest)) = identifier(rest) else {
        return true;
    };
    let rest = skip_space(rest);
    if rest.is_empty() {
        return !closed || identifiers_are_quirky(public, None);
    }
    match identifier(rest) {
        Some((system, rest)) => {
            (skip_space(rest).is_empty() && !closed) || identifiers_are_quirky(public, Some(system))
        }
        None => true,
    }
}

fn identifiers_are_quirky(public: &str, system: Option<&str>) -> bool {
    let begins_with = |list: &[&str]| {
        skip_keyword(public, "-//").is_some_and(|public| list.iter().any(|old| skip_keyword(public, old).is_some()))
    };
    OLD_PUBLIC.iter().any(|old| public.eq_ignore_ascii_case(old))
        || system.is_some_and(|system| system.eq_ignore_ascii_case(OLD_SYSTEM))
        || begins_with(OLD_BEGINNINGS)
        || (system.is_none() && begins_with(OLD_WITHOUT_SYSTEM))
}

/// A quoted identifier and what follows it; none where the quotes are missing or not closed.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    text[1..].split_once(quote)
}

fn skip_keyword<'text>(text: &'text str, keyword: &str) -> Option<&'text str> {
    let start = text.get(..keyword.len())?;
    start.eq_ignore_ascii_case(keyword).then(|| &text[keyword.len()..])
}

fn is_space(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\u{c}' | ' ')
}

fn skip_space(text: &str) -> &str {
    text.trim_start_matches(is_space)
}

#[cfg(test)]
mod tests {
    use super::is_quirky;

    #[test]
    fn modern_doctypes_are_not_quirky() {
        assert!(!is_quirky(" html", true));
        assert!(!is_quirky("HTML ", true));
        assert!(!is_quirky(" html system 'about:legacy-compat'", true));
        assert!(!is_quirky(" html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\"\"x\"", true));
        assert!(!is_quirky(" html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'x' junk", false));
    }

    #[test]
    fn old_and_broken_doctypes_are_quirky() {
        for content in ["", " ", " htm", " html x", " html public", " html public x", " html public 'x", " html system"]
        {
            assert!(is_quirky(content, true), "{content}");
        }
        assert!(is_quirky(" html", false));
        assert!(is_quirky(" html public '-//W3C//DTD HTML 4.01 Transitional//EN'", true));
        assert!(is_quirky(" html public '-//w3c//dtd html 3.2//en' 'x'", true));
        assert!(is_quirky(" html public 'html'", true));
    }
}
