//! The JSON-LD of a page, read once for all who ask: each script with its values.

use html::declares;
use html::page_view::PageView;
use text::json_text::{Values, mended};

/// Bytes of a script.
const MAX_BYTES: usize = 1 << 20;

/// A script: its row, its values, and where those begin.
pub struct Script<'text> {
    pub row: usize,
    pub values: Values<'text>,
    pub roots: Vec<u32>,
}

/// Does something with the scripts of a page; one that cannot be read is mended.
pub fn with_scripts<T>(page: &PageView, read: impl FnOnce(&[Script]) -> T) -> T {
    let texts: Vec<_> =
        declares::linked_scripts(page, MAX_BYTES).into_iter().map(|row| (row, page.text_of(row))).collect();
    let mut scripts: Vec<Script> = texts.iter().map(|&(row, text)| Script::of(row, text)).collect();
    let mended: Vec<String> = scripts
        .iter()
        .zip(&texts)
        .map(|(script, (_, text))| if script.roots.is_empty() { mended(text) } else { String::new() })
        .collect();
    for (script, text) in scripts.iter_mut().zip(&mended).filter(|(_, text)| !text.is_empty()) {
        *script = Script::of(script.row, text);
    }
    read(&scripts)
}

impl<'text> Script<'text> {
    fn of(row: usize, text: &'text str) -> Self {
        let mut values = Values::default();
        let roots = values.read(text);
        Script { row, values, roots }
    }
}
