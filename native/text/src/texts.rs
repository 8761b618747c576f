//! Many short texts, one behind the other: four bytes each besides what they say.

use std::ops::Index;

#[derive(Default)]
pub struct Texts {
    text: String,
    ends: Vec<u32>,
}

impl Texts {
    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32)
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn get(&self, number: usize) -> Option<&str> {
        let end = *self.ends.get(number)? as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        Some(&self.text[start..end])
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len()).map(|number| &self[number])
    }

    /// The bytes that all of it takes.
    pub fn bytes(&self) -> usize {
        self.text.capacity() + limits::bytes(&self.ends)
    }
}

impl Index<usize> for Texts {
    type Output = str;

    #[inline]
    fn index(&self, number: usize) -> &str {
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.text[start..self.ends[number] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_as_they_were() {
        let said = ["loom", "", "织机", "x"];
        let mut texts = Texts::default();
        assert!(texts.is_empty() && texts.get(0).is_none());
        said.iter().for_each(|text| texts.push(text));
        assert_eq!(texts.iter().collect::<Vec<_>>(), said);
        assert_eq!((texts.len(), texts.get(2), &texts[3], texts.get(4)), (4, Some("织机"), "x", None));
    }
}
