//! What a page may cost. Crawled pages are huge, nested without end or made to hurt; every limit has a name.

use std::time::{Duration, Instant};

/// No page may have more bytes: decoding makes up to three bytes of one, references as many again on the side, and
/// spans of both are 32 bits wide.
pub const MAX_BYTES: usize = 1 << 29;
/// No page may have more nodes: rows are numbers of 32 bits.
pub const MAX_NODES: usize = 1 << 29;
/// What `Limits::growth` usually is.
pub const GROWTH: usize = 4;
/// What copies of formatting elements may take on the smallest page.
pub const FREE_COPY_BYTES: usize = 4 << 20;
/// What a copy of a formatting element counts, and each of its attributes besides its value: about what they take.
pub const COPY_BYTES: usize = 128;
pub const COPIED_ATTRIBUTE_BYTES: usize = 32;
/// What each byte of a class counts: its tokens are numbers of four bytes.
pub const COPIED_CLASS_BYTES: usize = 4;

/// The limits of one parse.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub bytes: usize,
    pub nodes: usize,
    pub depth: usize,
    /// How many bytes the copies of formatting elements may take a byte of the page, `FREE_COPY_BYTES` aside.
    pub growth: usize,
    pub seconds: f64,
}

impl Limits {
    /// None but those that the widths of the columns set.
    pub const NONE: Limits =
        Limits { bytes: usize::MAX, nodes: usize::MAX, depth: usize::MAX, growth: usize::MAX, seconds: f64::INFINITY };

    /// The limits with none beyond what the columns can hold.
    pub fn clamped(self) -> Limits {
        Limits { bytes: self.bytes.min(MAX_BYTES), nodes: self.nodes.min(MAX_NODES), ..self }
    }

    /// How many bytes the copies of formatting elements may take on a page of that length. The columns that they fill
    /// are indexed by 32 bits.
    pub fn copy_bytes(&self, bytes: usize) -> usize {
        self.growth.saturating_mul(bytes).saturating_add(FREE_COPY_BYTES).min(i32::MAX as usize / 2)
    }
}

/// The limit that a page went over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tripped {
    Bytes,
    Nodes,
    Depth,
    Growth,
    Seconds,
    /// What the machine could give; no field of `Limits`.
    Memory,
}

impl Tripped {
    /// The name of the field in `Limits`.
    pub fn name(self) -> &'static str {
        match self {
            Tripped::Bytes => "bytes",
            Tripped::Nodes => "nodes",
            Tripped::Depth => "depth",
            Tripped::Growth => "growth",
            Tripped::Seconds => "seconds",
            Tripped::Memory => "memory",
        }
    }
}

const PATIENCE: usize = 1024;

/// A clock that is cheap to ask: it looks at the time only once in 1,024 questions.
pub struct Deadline {
    end: Option<Instant>,
    /// How many questions are left until the next look.
    questions: usize,
}

impl Deadline {
    /// A deadline `seconds` from now; infinity means none, a time that has passed trips at the first question.
    pub fn after(seconds: f64) -> Self {
        let span = Duration::try_from_secs_f64(if seconds.is_nan() { 0.0 } else { seconds.max(0.0) });
        let end = span.ok().and_then(|span| Instant::now().checked_add(span));
        Deadline { end, questions: 0 }
    }

    /// An error if the time is up.
    #[inline]
    pub fn check(&mut self) -> Result<(), Tripped> {
        self.spend(1)
    }

    /// As `check`, behind work that is worth so many questions.
    #[inline]
    pub fn spend(&mut self, questions: usize) -> Result<(), Tripped> {
        self.questions = self.questions.saturating_sub(questions);
        if self.questions == 0 { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Tripped> {
        self.questions = PATIENCE;
        if self.end.is_some_and(|end| Instant::now() >= end) { Err(Tripped::Seconds) } else { Ok(()) }
    }
}
