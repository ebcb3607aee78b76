//! A parallel map whose results come in the order of its items, in bounded memory.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Takes an item; breaks when no more are wanted.
pub(crate) type Submit<'s, T> = &'s mut dyn FnMut(T) -> ControlFlow<()>;

/// Maximum weight of the items in flight, per thread.
const WINDOW: u64 = 16;

/// Runs `work` on every item that `produce` submits, on all threads of the current pool, and passes the results to
/// `consume` in the order of the items. `produce` and `consume` run on the calling thread, which helps with the work
/// whenever items of the weight of [`WINDOW`] per thread are in flight; every item weighs 1 at least. On a pool of one
/// thread each item is done as it is submitted. Returns the first error of `consume`; then nothing more is consumed.
pub(super) fn ordered_map<T: Send, R: Send, E>(
    produce: impl FnOnce(Submit<T>),
    weight: impl Fn(&T) -> u64,
    work: impl Fn(T) -> R + Sync,
    mut consume: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = rayon::current_num_threads();
    let mut outcome = Ok(());
    if threads == 1 {
        produce(&mut |item| {
            outcome = consume(work(item));
            while_ok(&outcome)
        });
        return outcome;
    }
    rayon::in_place_scope_fifo(|scope| {
        let work = &work;
        let mut pending = Pending { results: VecDeque::new(), weight: 0 };
        produce(&mut |item| {
            let weight = weight(&item).max(1);
            let (sender, result) = sync_channel(1);
            scope.spawn_fifo(move |_| _ = sender.send(work(item)));
            pending.results.push_back((weight, result));
            pending.weight += weight;
            pending.drain(WINDOW * threads as u64, &mut outcome, &mut consume)
        });
        if outcome.is_ok() {
            let _ = pending.drain(0, &mut outcome, &mut consume);
        }
    });
    outcome
}

fn while_ok<E>(outcome: &Result<(), E>) -> ControlFlow<()> {
    match outcome {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// Results that haven't been consumed yet, in order, each with the weight of its item.
struct Pending<R> {
    results: VecDeque<(u64, Receiver<R>)>,
    weight: u64,
}

impl<R> Pending<R> {
    /// Consumes the first results that are ready, then waits for more until at most `window` is in flight. Breaks after an
    /// error, or if `work` has panicked, which the scope passes on.
    fn drain<E>(
        &mut self,
        window: u64,
        outcome: &mut Result<(), E>,
        consume: &mut impl FnMut(R) -> Result<(), E>,
    ) -> ControlFlow<()> {
        while let Some((weight, result)) = self.results.front() {
            let received = match result.try_recv() {
                Err(TryRecvError::Empty) if self.weight <= window => break,
                Err(TryRecvError::Empty) => wait_helping(result),
                received => received.ok(),
            };
            let Some(result) = received else { return ControlFlow::Break(()) };
            self.weight -= weight;
            self.results.pop_front();
            *outcome = consume(result);
            while_ok(outcome)?;
        }
        ControlFlow::Continue(())
    }
}

/// Waits for a result, and works on other tasks of the pool meanwhile. `None` if none will come any more.
fn wait_helping<R>(result: &Receiver<R>) -> Option<R> {
    loop {
        let helped = rayon::yield_now() == Some(rayon::Yield::Executed);
        let patience = if helped { Duration::ZERO } else { Duration::from_millis(1) };
        match result.recv_timeout(patience) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

const BATCH: usize = 16;

/// A batch of this size is submitted.
const BATCH_BYTES: u64 = 1 << 20;

/// Bytes of items in flight, per thread.
const BYTES_IN_FLIGHT: u64 = 64 << 20;

/// Batches grow by one item per this many items per thread, so that few items are spread over all threads.
const GROWTH: usize = 32;

/// Like [`ordered_map`], for items that are too little work to be passed to another thread one by one: `work` gets up to
/// 16 items at a time, or `largest` if that is less. Each is submitted with an upper bound on the memory of the item and
/// its result, in bytes. Fails as [`ordered_map`] does.
pub(crate) fn ordered_batches<T: Send, R: Send, E>(
    largest: usize,
    produce: impl FnOnce(Submit<(T, u64)>),
    work: impl Fn(Vec<T>) -> R + Sync,
    consume: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let growth = GROWTH * rayon::current_num_threads();
    let largest = largest.min(BATCH);
    ordered_map(
        |submit| {
            let (mut batch, mut batch_bytes, mut submitted) = (Vec::new(), 0, 0);
            produce(&mut |(item, bytes)| {
                batch.push(item);
                batch_bytes += bytes;
                submitted += 1;
                if batch.len() >= largest.min(1 + submitted / growth) || batch_bytes >= BATCH_BYTES
                {
                    let full = (std::mem::take(&mut batch), std::mem::take(&mut batch_bytes));
                    return submit(full);
                }
                ControlFlow::Continue(())
            });
            if !batch.is_empty() {
                let _ = submit((batch, batch_bytes));
            }
        },
        |(_, bytes)| bytes / (BYTES_IN_FLIGHT / WINDOW),
        |(batch, _)| work(batch),
        consume,
    )
}

/// State that each thread keeps from item to item. There are at most as many as threads.
pub(crate) struct Workers<'a, W> {
    idle: Mutex<Vec<W>>,
    new: &'a (dyn Fn() -> W + Sync),
}

impl<'a, W> Workers<'a, W> {
    /// None yet; `new` makes them.
    pub fn new(new: &'a (dyn Fn() -> W + Sync)) -> Self {
        Self { idle: Mutex::default(), new }
    }

    pub fn with<T>(&self, work: impl FnOnce(&mut W) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let worker = idle().pop();
        let mut worker = worker.unwrap_or_else(self.new);
        let result = work(&mut worker);
        idle().push(worker);
        result
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn on_threads<T: Send>(threads: usize, test: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(test)
    }

    /// Maps the numbers below `items` to themselves until `refused` is consumed. Returns those consumed before, and how
    /// many items were submitted.
    fn map(threads: usize, items: u64, bytes: u64, refused: u64) -> (Vec<u64>, u64) {
        let (mut consumed, mut submitted) = (Vec::new(), 0);
        let work = |batch: Vec<u64>| {
            // Some batches take much longer than others.
            let long = if batch[0].is_multiple_of(37) { 3000 } else { 10 * (batch[0] % 7) };
            std::thread::sleep(Duration::from_micros(long));
            batch
        };
        let produce = |submit: Submit<(u64, u64)>| {
            while submitted < items && submit((submitted, bytes)).is_continue() {
                submitted += 1;
            }
        };
        let outcome = on_threads(threads, || {
            ordered_batches(99, produce, work, |batch| {
                batch.into_iter().try_for_each(|item| {
                    consumed.push(item);
                    if item == refused { Err(item) } else { Ok(()) }
                })
            })
        });
        if let Err(item) = outcome {
            assert_eq!(consumed.pop(), Some(item));
        }
        (consumed, submitted)
    }

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 5] {
            for (items, bytes) in
                [(0, 0), (1, 0), (17, 0), (1000, 0), (50, BATCH_BYTES), (50, 1 << 30)]
            {
                let expected = ((0..items).collect(), items);
                assert_eq!(map(threads, items, bytes, u64::MAX), expected, "{threads}");
            }
        }
    }

    #[test]
    fn nothing_is_consumed_after_an_error() {
        for threads in [1, 3] {
            let (consumed, submitted) = map(threads, u64::MAX, 0, 100);
            assert_eq!(consumed, (0..100).collect::<Vec<_>>(), "{threads}");
            assert!(submitted < 10_000, "{submitted}");
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        for threads in [1, 3] {
            for (at_work, at_end) in [(100, u64::MAX), (u64::MAX, 100)] {
                let outcome = std::panic::catch_unwind(|| {
                    let (worked, mut consumed) = (AtomicU64::new(0), 0);
                    let produce = |submit: Submit<u32>| {
                        // As the guard around a decompressor does.
                        let guarded =
                            std::panic::AssertUnwindSafe(|| while submit(1).is_continue() {});
                        if let Err(panic) = std::panic::catch_unwind(guarded) {
                            std::panic::resume_unwind(panic);
                        }
                    };
                    let work = |_| {
                        assert!(worked.fetch_add(1, Ordering::Relaxed) < at_work, "a test's panic")
                    };
                    on_threads(threads, || {
                        ordered_map(
                            produce,
                            |_| 1,
                            work,
                            |()| {
                                consumed += 1;
                                assert!(consumed < at_end, "a test's panic");
                                Ok::<(), ()>(())
                            },
                        )
                    })
                });
                assert!(outcome.is_err());
            }
        }
    }

    #[test]
    fn workers_are_used_again() {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let workers = Workers::new(&|| MADE.fetch_add(1, Ordering::Relaxed));
        let produce = |submit: Submit<(u64, u64)>| (0..5000).for_each(|item| _ = submit((item, 0)));
        let work = |batch: Vec<u64>| workers.with(|_| batch.len());
        on_threads(3, || ordered_batches(16, produce, work, |_| Ok::<(), ()>(()))).unwrap();
        assert!((1..=3).contains(&MADE.load(Ordering::Relaxed)));
    }

    #[test]
    fn what_takes_much_memory_is_waited_for() {
        // The most items that are submitted and not consumed.
        let most_in_flight = |bytes| {
            let (submitted, mut consumed, mut most) = (std::cell::Cell::new(0), 0, 0);
            let produce = |submit: Submit<(u64, u64)>| {
                for item in 0..400 {
                    submitted.set(item + 1);
                    let _ = submit((item, bytes));
                }
            };
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(2)
                .use_current_thread()
                .build()
                .unwrap();
            let consume = |items: usize| {
                most = most.max(submitted.get() - consumed);
                consumed += items as u64;
                Ok::<(), ()>(())
            };
            ordered_batches(16, produce, |batch| batch.len(), consume).unwrap();
            drop(pool);
            most
        };
        // Each on a thread of its own, which becomes one of the pool's.
        let most_in_flight = |bytes| {
            std::thread::scope(|scope| scope.spawn(|| most_in_flight(bytes)).join().unwrap())
        };
        assert!(most_in_flight(BYTES_IN_FLIGHT) <= 4);
        assert!(most_in_flight(0) <= 2 * WINDOW * BATCH as u64 + BATCH as u64);
    }
}
