//! What is asked of a page's fields.

use crate::table::Table;
use metadata::Given;
use text::dates::Reference;

/// What is asked of a page.
pub struct Asked<'own> {
    pub url: &'own str,
    pub is_printed: bool,
    pub language: &'own str,
    pub reference: Option<Reference>,
    pub is_shown: bool,
}

impl Asked<'_> {
    /// Does something with the page; its title is found once.
    pub fn of<T>(&self, table: &Table, ask: impl FnOnce(&Given) -> T) -> T {
        let view = table.view();
        table.rest.known.title.read(&view, self.url, |title| {
            let hreflang = table.rest.names.number("hreflang");
            let Asked { url, is_printed, language, is_shown, .. } = *self;
            let reference = self.reference.as_ref();
            ask(&Given { view, hreflang, url, title, language, reference, is_printed, is_shown })
        })
    }
}
