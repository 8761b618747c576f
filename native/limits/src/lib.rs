//! What a page may cost. Crawled pages are huge, nested without end or made to hurt; every limit has a name.
//!
//! Algorithms neither take nor return a limit. They call `tick` in loops that grow with the page; where the budget of the
//! thread is spent, `hit` unwinds to `within`, which the bindings call, and which makes an error of it.

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

pub use cpu_time::ThreadTime;

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
    /// Of the thread's own time, so that an answer does not depend on what else the machine does.
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

    /// The value of a limit that was hit.
    pub fn value(&self, hit: LimitHit) -> f64 {
        let limits = self.clamped();
        match hit {
            LimitHit::Bytes => limits.bytes as f64,
            LimitHit::Nodes => limits.nodes as f64,
            LimitHit::Depth => limits.depth as f64,
            LimitHit::Growth => limits.growth as f64,
            LimitHit::Seconds => limits.seconds,
        }
    }

    /// How many bytes the copies of formatting elements may take on a page of that length. The columns that they fill
    /// are indexed by 32 bits.
    pub fn copy_bytes(&self, bytes: usize) -> usize {
        self.growth.saturating_mul(bytes).saturating_add(FREE_COPY_BYTES).min(i32::MAX as usize / 2)
    }
}

/// The limit that a page went over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitHit {
    Bytes,
    Nodes,
    Depth,
    Growth,
    Seconds,
}

impl LimitHit {
    /// The name of the field in `Limits`.
    pub fn name(self) -> &'static str {
        match self {
            LimitHit::Bytes => "bytes",
            LimitHit::Nodes => "nodes",
            LimitHit::Depth => "depth",
            LimitHit::Growth => "growth",
            LimitHit::Seconds => "seconds",
        }
    }
}

/// Why work ended before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    Limit(LimitHit),
    /// A fault of the kernel, with its message.
    Fault(String),
}

/// Work between two looks at the clock: a look takes as long as some hundred ticks.
const PATIENCE: usize = 4096;

/// The budget of the work that a thread does now.
#[derive(Clone, Copy)]
struct Budget {
    begun: ThreadTime,
    span: Duration,
}

thread_local! {
    /// How much work is left until the next look at the clock.
    static WORK: Cell<usize> = const { Cell::new(usize::MAX) };
    static BUDGET: Cell<Option<Budget>> = const { Cell::new(None) };
}

/// Counts work. Where the thread has spent its budget, the work ends here.
#[inline]
pub fn tick(work: usize) {
    let left = WORK.get().saturating_sub(work);
    WORK.set(left);
    if left == 0 {
        look();
    }
}

#[cold]
fn look() {
    let budget = BUDGET.get();
    WORK.set(if budget.is_some() { PATIENCE } else { usize::MAX });
    if budget.is_some_and(|budget| budget.begun.elapsed() >= budget.span) {
        hit(LimitHit::Seconds);
    }
}

/// Ends the work of `within`. Nothing is printed, for this is no fault.
#[cold]
pub fn hit(limit: LimitHit) -> ! {
    resume_unwind(Box::new(limit))
}

/// Does work that may take so many seconds of the thread's time. Infinity means no end; where no time is left, the first
/// tick ends the work. A budget around this one is set aside meanwhile. This is the one place where unwinding ends.
pub fn within<T>(seconds: f64, work: impl FnOnce() -> T) -> Result<T, Ended> {
    let span = Duration::try_from_secs_f64(if seconds.is_nan() { 0.0 } else { seconds.max(0.0) });
    let budget = span.ok().map(|span| Budget { begun: ThreadTime::now(), span });
    let around = (BUDGET.replace(budget), WORK.replace(if budget.is_some() { 1 } else { usize::MAX }));
    let done = catch_unwind(AssertUnwindSafe(work));
    BUDGET.set(around.0);
    WORK.set(around.1);
    done.map_err(|panic| match panic.downcast::<LimitHit>() {
        Ok(limit) => Ended::Limit(*limit),
        Err(fault) => {
            let text = fault.downcast_ref::<&str>().map(|text| text.to_string());
            Ended::Fault(text.or_else(|| fault.downcast_ref::<String>().cloned()).unwrap_or_default())
        }
    })
}

/// The bytes that a list takes.
pub fn bytes<T>(items: &Vec<T>) -> usize {
    items.capacity() * size_of::<T>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_without_time_ends_at_its_first_tick() {
        assert_eq!(within(0.0, || tick(1)), Err(Ended::Limit(LimitHit::Seconds)));
        assert_eq!(within(f64::NAN, || tick(1)), Err(Ended::Limit(LimitHit::Seconds)));
    }

    #[test]
    fn endless_work_ends_when_its_time_is_spent() {
        let endless = || loop {
            tick(1);
        };
        assert_eq!(within::<()>(0.01, endless), Err(Ended::Limit(LimitHit::Seconds)));
    }

    #[test]
    fn work_inside_of_other_work_has_its_own_budget() {
        let nested = || (within(0.0, || tick(1)), tick(2 * PATIENCE));
        assert_eq!(within(f64::INFINITY, nested), Ok((Err(Ended::Limit(LimitHit::Seconds)), ())));
    }

    #[test]
    fn a_limit_that_is_hit_is_the_answer() {
        assert_eq!(within::<()>(f64::INFINITY, || hit(LimitHit::Depth)), Err(Ended::Limit(LimitHit::Depth)));
    }

    #[test]
    fn a_fault_is_told() {
        assert_eq!(within::<()>(f64::INFINITY, || panic!("no {}", "row")), Err(Ended::Fault("no row".to_owned())));
    }
}
