//! What a page may cost. Crawled pages are huge, nested without end or made to hurt; every limit has a name.

use std::time::{Duration, Instant};

/// The limits of one parse.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub bytes: usize,
    pub nodes: usize,
    pub depth: usize,
    pub seconds: f64,
}

/// The limit that a page went over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tripped {
    Bytes,
    Nodes,
    Depth,
    Seconds,
}

impl Tripped {
    /// The name of the field in `Limits`.
    pub fn name(self) -> &'static str {
        match self {
            Tripped::Bytes => "bytes",
            Tripped::Nodes => "nodes",
            Tripped::Depth => "depth",
            Tripped::Seconds => "seconds",
        }
    }
}

/// A clock that is cheap to ask: it looks at the time only once in 1,024 questions.
pub struct Deadline {
    end: Option<Instant>,
    questions: u32,
}

impl Deadline {
    /// A deadline `seconds` from now; infinity means none.
    pub fn after(seconds: f64) -> Self {
        let end = Duration::try_from_secs_f64(seconds).ok().and_then(|span| Instant::now().checked_add(span));
        Deadline { end, questions: 0 }
    }

    /// Whether the time is up.
    #[inline]
    pub fn passed(&mut self) -> bool {
        self.questions = self.questions.wrapping_add(1);
        self.questions % 1024 == 1 && self.end.is_some_and(|end| Instant::now() >= end)
    }
}
