//! Does something with each of many things, on all threads, in order.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::in_order::{AHEAD, Piece, in_order};

/// Takes a thing, and how many bytes it has; breaks when no more are wanted.
pub type Give<'g, T> = &'g mut dyn FnMut(T, u64) -> ControlFlow<()>;

/// Things that one thread works on.
struct Share<T> {
    things: Vec<T>,
    bytes: u64,
}

/// A share has so many things, and no more of them once it has so many bytes. The first ones have fewer, so
/// that few things are shared out too.
const THINGS: usize = 16;
const BYTES: u64 = 1 << 20;

/// Of so many bytes by thread, what came of them may wait to be handed over.
const WAITING_BYTES: u64 = 1 << 26;

/// Shares that wait for each of the other threads.
const WAITING: usize = 4;

impl<T> Default for Share<T> {
    fn default() -> Self {
        Self { things: Vec::new(), bytes: 0 }
    }
}

impl<T: Send> Piece for Share<T> {
    fn counts_as(&self) -> u64 {
        1 + self.bytes / (WAITING_BYTES / AHEAD)
    }
}

/// Hands what `produce` gives to `work`, on all threads of the pool that this is called on, with what a
/// thread keeps from one to the next, and what comes of it to `consume`, in the order in which it was
/// given. Stops early when `consume` says so.
///
/// # Errors
///
/// What `consume` returns.
pub fn each_in_order<T: Send, K: Default + Send, D: Send, E: Send>(
    produce: impl FnOnce(Give<T>),
    work: impl Fn(&mut K, T) -> D + Sync,
    mut consume: impl FnMut(D) -> Result<(), E> + Send,
) -> Result<(), E> {
    let kept = Mutex::new(Vec::new());
    let kept = || kept.lock().unwrap_or_else(PoisonError::into_inner);
    in_order(
        WAITING,
        |take| {
            let (mut share, mut most) = (Share::default(), 1);
            produce(&mut |thing, bytes| {
                share.things.push(thing);
                share.bytes += bytes;
                if share.things.len() >= most || share.bytes >= BYTES {
                    most = THINGS.min(most + 1);
                    share = take(std::mem::take(&mut share))?;
                    share.bytes = 0;
                }
                ControlFlow::Continue(())
            });
            if !share.things.is_empty() {
                let _ = take(share);
            }
        },
        |_| {},
        |share| {
            let mut keeps = kept().pop().unwrap_or_default();
            let done: Vec<D> =
                share.things.drain(..).map(|thing| work(&mut keeps, thing)).collect();
            kept().push(keeps);
            done
        },
        |done| done.into_iter().try_for_each(&mut consume),
    )
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// What is handed over of numbers until one is refused, and how many were given.
    fn handed_over(threads: usize, numbers: u64, bytes: u64, refused: u64) -> (Vec<u64>, u64) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (mut done, mut given) = (Vec::new(), 0);
        let _ = pool.install(|| {
            each_in_order(
                |give| {
                    while given < numbers && give(given, bytes).is_continue() {
                        given += 1;
                    }
                },
                |(): &mut (), number| number,
                |number| {
                    if number == refused {
                        return Err(());
                    }
                    done.push(number);
                    Ok(())
                },
            )
        });
        (done, given)
    }

    #[test]
    fn all_is_handed_over_in_order() {
        for threads in [1, 2, 5] {
            for (numbers, bytes) in [(0, 0), (1, 0), (17, 0), (1000, 0), (50, BYTES), (50, 1 << 30)]
            {
                let all: Vec<u64> = (0..numbers).collect();
                assert_eq!(handed_over(threads, numbers, bytes, u64::MAX), (all, numbers));
            }
        }
    }

    #[test]
    fn nothing_is_handed_over_behind_what_is_refused() {
        for threads in [1, 3] {
            let (done, given) = handed_over(threads, u64::MAX, 0, 100);
            assert_eq!(done, (0..100).collect::<Vec<_>>());
            assert!(given < 100_000, "{given}");
        }
    }

    #[test]
    fn what_is_kept_is_used_again() {
        static MADE: AtomicU64 = AtomicU64::new(0);
        struct Kept;
        impl Default for Kept {
            fn default() -> Self {
                MADE.fetch_add(1, Ordering::Relaxed);
                Self
            }
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let ran: Result<(), ()> = pool.install(|| {
            each_in_order(
                |give| (0..5000).for_each(|number| _ = give(number, 0)),
                |_: &mut Kept, number: u64| number,
                |_| Ok(()),
            )
        });
        ran.unwrap();
        assert!((1..=3).contains(&MADE.load(Ordering::Relaxed)));
    }

    #[test]
    fn what_takes_much_memory_is_waited_for() {
        // The most that are done and not handed over.
        let most_waiting = |bytes| {
            let (made, waiting) = (AtomicU64::new(0), AtomicU64::new(0));
            let mut handed_over = 0;
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
            let ran: Result<(), ()> = pool.install(|| {
                each_in_order(
                    |give| (0..400).for_each(|number| _ = give(number, bytes)),
                    |(): &mut (), _: u64| _ = made.fetch_add(1, Ordering::Relaxed),
                    |()| {
                        std::thread::sleep(std::time::Duration::from_micros(100));
                        handed_over += 1;
                        waiting.fetch_max(
                            made.load(Ordering::Relaxed) - handed_over,
                            Ordering::Relaxed,
                        );
                        Ok(())
                    },
                )
            });
            ran.unwrap();
            waiting.into_inner()
        };
        assert!(most_waiting(WAITING_BYTES) <= 4);
        assert!(most_waiting(0) <= 2 * AHEAD * THINGS as u64);
    }
}
