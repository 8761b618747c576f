//! The marks by which the elements of several pages may be told: `#id` and `.class`, in the forms that recur.
//!
//! A token is itself where it stands on at least half of the pages that have its masked form; else its digits are
//! masked: `col-8`, but `post-\d+`. An id of several words is no mark.

use std::collections::HashMap;

use crate::outline::mask;
use html::names::KNOWN_NAMES;
use html::page_view::PageView;

pub const NO_MARK: u32 = u32::MAX;
/// A token is itself where it is on at least this share of the pages that have its masked form.
const SAME: f64 = 0.5;

/// The marks and tags of some pages, as numbers that all of them share.
pub struct Marks {
    /// Each with its sign, `#` or `.`.
    pub texts: Vec<Box<str>>,
    /// The names of tags that pages add to the known ones.
    added: Vec<Box<str>>,
    pages: Vec<PageMarks>,
}

/// Of a page's tokens the numbers of their marks as ids and as classes, and of its tags beyond the known ones.
struct PageMarks {
    tokens: Vec<(u32, u32)>,
    added: Vec<u32>,
}

/// A token while forms are found: on how many pages it is, and the place of its masked form.
struct Token {
    pages: u32,
    masked: Option<u32>,
}

impl Marks {
    /// The marks of pages by their tokens and names.
    pub fn new(pages: &[PageView]) -> Self {
        let (tokens, forms) = count(pages);
        let mut marks = Marks { texts: Vec::new(), added: Vec::new(), pages: Vec::with_capacity(pages.len()) };
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut known: HashMap<&str, (u32, u32)> = HashMap::new();
        let mut tags: HashMap<&str, u32> = HashMap::new();
        for view in pages {
            let mut page = PageMarks { tokens: Vec::with_capacity(view.attributes.tokens.len()), added: Vec::new() };
            for text in view.attributes.tokens.iter() {
                let both = match known.get(text) {
                    Some(&both) => both,
                    None => {
                        let both = marks.number_both(form_of(text, &tokens, &forms), &mut numbers);
                        known.insert(text, both);
                        both
                    }
                };
                page.tokens.push(both);
            }
            for name in view.names.added() {
                let next = (KNOWN_NAMES.len() + marks.added.len()) as u32;
                let number = tags.get(&**name).copied().unwrap_or(next);
                if number == next {
                    tags.insert(name, next);
                    marks.added.push(name.clone());
                }
                page.added.push(number);
            }
            marks.pages.push(page);
        }
        marks
    }

    fn number_both(&mut self, form: &str, numbers: &mut HashMap<String, u32>) -> (u32, u32) {
        let is_space = |c: char| c.is_whitespace() || ('\x1c'..='\x1f').contains(&c);
        let is_word = form.split(is_space).filter(|word| !word.is_empty()).count() == 1;
        let id = if is_word { self.number("#", form, numbers) } else { NO_MARK };
        (id, self.number(".", form, numbers))
    }

    fn number(&mut self, sign: &str, form: &str, numbers: &mut HashMap<String, u32>) -> u32 {
        let mut text = sign.to_owned();
        text.push_str(form);
        if let Some(&number) = numbers.get(&text) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.to_owned().into_boxed_str());
        numbers.insert(text, number);
        number
    }

    /// The number that all pages share of a page's tag.
    pub fn tag(&self, page: usize, tag: u16) -> u32 {
        let overflow = self.tags() as u32 - 1;
        match (tag as usize).checked_sub(KNOWN_NAMES.len()) {
            None => u32::from(tag),
            Some(added) => self.pages[page].added.get(added).copied().unwrap_or(overflow),
        }
    }

    /// How many numbers of tags there are; the last one stands for names beyond the last number of a page.
    pub fn tags(&self) -> usize {
        KNOWN_NAMES.len() + self.added.len() + 1
    }

    pub fn tag_text(&self, tag: u32) -> &str {
        match KNOWN_NAMES.get(tag as usize) {
            Some(name) => name,
            None => self.added.get(tag as usize - KNOWN_NAMES.len()).map_or("#overflow", |name| name),
        }
    }

    /// Whether a step can be written with the name of a tag.
    pub fn is_written(&self, tag: u32) -> bool {
        !self.tag_text(tag).contains(['#', '.', '['])
    }

    pub fn html(&self) -> u32 {
        u32::from(html::names::name::HTML)
    }

    /// A mark with its sign.
    pub fn text(&self, mark: u32) -> &str {
        &self.texts[mark as usize]
    }

    pub fn is_id(&self, mark: u32) -> bool {
        self.text(mark).starts_with('#')
    }

    /// Adds the marks that an element may be known by: its id, then its classes.
    pub fn push_marks(&self, page: usize, row: usize, columns: &PageView, marks: &mut Vec<u32>) {
        let tokens = &self.pages[page].tokens;
        let id = usize::try_from(columns.id_token[row]).map_or(NO_MARK, |token| tokens[token].0);
        if id != NO_MARK {
            marks.push(id);
        }
        marks.extend(columns.class_tokens(row).iter().map(|&token| tokens[token as usize].1));
    }
}

/// A masked form: on how many pages it is, and the last of them, from 1.
struct Form {
    text: Box<str>,
    pages: u32,
    latest: u32,
}

/// Each token with the number of pages that have it, and the masked forms with theirs.
fn count<'a>(pages: &[PageView<'a>]) -> (HashMap<&'a str, Token>, Vec<Form>) {
    let mut tokens: HashMap<&str, Token> = HashMap::new();
    let mut forms: Vec<Form> = Vec::new();
    let mut places: HashMap<String, u32> = HashMap::new();
    for (page, own) in pages.iter().enumerate() {
        for text in own.attributes.tokens.iter() {
            if !tokens.contains_key(text) {
                let masked = match text.bytes().any(|byte| byte.is_ascii_digit()) {
                    true => Some(place_of(mask(text), &mut places, &mut forms)),
                    false => None,
                };
                tokens.insert(text, Token { pages: 0, masked });
            }
            let Some(token) = tokens.get_mut(text) else { continue };
            token.pages += 1;
            if let Some(form) = token.masked.map(|place| &mut forms[place as usize])
                && form.latest != page as u32 + 1
            {
                form.latest = page as u32 + 1;
                form.pages += 1;
            }
        }
    }
    (tokens, forms)
}

fn place_of(form: String, places: &mut HashMap<String, u32>, forms: &mut Vec<Form>) -> u32 {
    if let Some(&place) = places.get(&form) {
        return place;
    }
    let place = forms.len() as u32;
    forms.push(Form { text: form.to_owned().into_boxed_str(), pages: 0, latest: 0 });
    places.insert(form, place);
    place
}

/// The form in which a token is compared.
fn form_of<'a>(text: &'a str, tokens: &HashMap<&str, Token>, forms: &'a [Form]) -> &'a str {
    let Some(Token { pages, masked: Some(place) }) = tokens.get(text) else { return text };
    let form = &forms[*place as usize];
    if f64::from(*pages) < SAME * f64::from(form.pages) { &form.text } else { text }
}
