//! Work that comes piece by piece, done by all threads and handed over in its order.
//!
//! The thread that makes the pieces does some of the work itself: whenever enough pieces wait for the
//! others. So no thread only makes or only waits, and nobody waits for the end of a round.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many pieces may be made, by thread, from the first on that isn't handed over; a piece may count as
/// several.
pub(super) const AHEAD: u64 = 16;

/// A piece of work.
pub(super) trait Piece: Send + Default {
    /// As how many pieces it counts, because of the memory that what comes of it takes.
    fn counts_as(&self) -> u64 {
        1
    }
}

/// Takes a piece, and gives back one that is done with, to be used again; breaks when no more is wanted.
pub(super) type Take<'t, T> = &'t mut dyn FnMut(T) -> ControlFlow<(), T>;

/// Hands what `produce` makes to `work`, on all threads of the pool that this is called on, and what
/// comes of it to `consume`, in the order in which it was made. So many pieces wait for each of the other
/// threads as `waiting` says, so that they have work while this one does its own or makes the next.
/// Unless they are in want of work, a piece that is to wait is first given to `prepare`, on this thread: to
/// do what threads hinder each other at. Stops early when `consume` says so.
///
/// # Errors
///
/// What `consume` returns.
pub(super) fn in_order<T: Piece, D: Send, E: Send>(
    waiting: usize,
    produce: impl FnOnce(Take<T>),
    prepare: impl Fn(&mut T),
    work: impl Fn(&mut T) -> D + Sync,
    consume: impl FnMut(D) -> Result<(), E> + Send,
) -> Result<(), E> {
    let others = rayon::current_num_threads() - 1;
    let (ahead, most_waiting) = (AHEAD * (others as u64 + 1), waiting * others);
    let line = Line {
        work,
        done: Mutex::new(Pile { first: 0, pieces: VecDeque::new() }),
        used: Mutex::default(),
        end: Mutex::new(End { consume, result: Ok(()) }),
        handed_over: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
    };
    let waiting = AtomicUsize::new(0);
    rayon::in_place_scope_fifo(|scope| {
        let (line, waiting) = (&line, &waiting);
        let (mut made, mut counted) = (0, 0);
        produce(&mut |mut piece: T| {
            line.keep_up(counted, ahead);
            let number = made;
            made += 1;
            counted += piece.counts_as();
            if line.stopped.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            let now_waiting = waiting.load(Ordering::Relaxed);
            if now_waiting < most_waiting {
                if now_waiting >= others {
                    prepare(&mut piece);
                }
                waiting.fetch_add(1, Ordering::Relaxed);
                scope.spawn_fifo(move |_| {
                    waiting.fetch_sub(1, Ordering::Relaxed);
                    line.finish(number, piece);
                });
            } else {
                line.finish(number, piece);
            }
            ControlFlow::Continue(lock(&line.used).pop().unwrap_or_default())
        });
    });
    line.hand_over();
    let result = line.end.into_inner().unwrap_or_else(PoisonError::into_inner).result;
    // Whoever produces may have held it back, and what is missing mustn't be missing in silence.
    assert!(result.is_err() || !line.stopped.into_inner(), "a panic has ended the work");
    result
}

/// What the threads share.
struct Line<T, D, E, W, C> {
    work: W,
    /// What is done, until all before it is handed over.
    done: Mutex<Pile<D>>,
    /// Pieces to be used again.
    used: Mutex<Vec<T>>,
    end: Mutex<End<C, E>>,
    /// As how many pieces those count that are handed over.
    handed_over: AtomicU64,
    stopped: AtomicBool,
}

/// Where what is done goes.
struct End<C, E> {
    consume: C,
    result: Result<(), E>,
}

/// What is done of pieces by number, beginning with the first that isn't handed over.
struct Pile<D> {
    first: u64,
    /// As how many pieces each counts, and what came of it.
    pieces: VecDeque<Option<(u64, D)>>,
}

impl<D> Pile<D> {
    fn add(&mut self, number: u64, done: (u64, D)) {
        let place = (number - self.first) as usize;
        if self.pieces.len() <= place {
            self.pieces.resize_with(place + 1, || None);
        }
        self.pieces[place] = Some(done);
    }

    /// The first, if it is done.
    fn take_first(&mut self) -> Option<(u64, D)> {
        let done = self.pieces.front_mut()?.take()?;
        self.pieces.pop_front();
        self.first += 1;
        Some(done)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Nobody must wait for what a panic has ended; the scope passes it on.
struct StopAtPanic<'a>(&'a AtomicBool);

impl Drop for StopAtPanic<'_> {
    fn drop(&mut self) {
        self.0.fetch_or(std::thread::panicking(), Ordering::Relaxed);
    }
}

impl<T, D, E, W, C> Line<T, D, E, W, C>
where
    T: Piece,
    W: Fn(&mut T) -> D,
    C: FnMut(D) -> Result<(), E>,
{
    fn finish(&self, number: u64, mut piece: T) {
        let _stop = StopAtPanic(&self.stopped);
        let counts_as = piece.counts_as();
        let done = (self.work)(&mut piece);
        lock(&self.used).push(piece);
        lock(&self.done).add(number, (counts_as, done));
        self.hand_over();
    }

    /// Hands over what can be, unless another thread is at it. What that one has just missed is handed
    /// over with the next, or at the end.
    fn hand_over(&self) {
        let Ok(mut end) = self.end.try_lock() else { return };
        loop {
            let Some((counts_as, done)) = lock(&self.done).take_first() else { return };
            if end.result.is_ok() {
                end.result = (end.consume)(done);
                self.stopped.fetch_or(end.result.is_err(), Ordering::Relaxed);
            }
            self.handed_over.fetch_add(counts_as, Ordering::Relaxed);
        }
    }

    /// Waits until so few of those that were made aren't handed over that what is done and waits for one of
    /// them is bounded.
    fn keep_up(&self, made: u64, ahead: u64) {
        let too_far = || made >= self.handed_over.load(Ordering::Relaxed) + ahead;
        while too_far() && !self.stopped.load(Ordering::Relaxed) {
            // It may be one that no thread has begun with.
            work_or_rest();
            self.hand_over();
        }
    }
}

/// Does something else that the pool has to do, or waits a little if there is nothing.
pub(super) fn work_or_rest() {
    if rayon::yield_now() != Some(rayon::Yield::Executed) {
        std::thread::sleep(Duration::from_micros(100));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Piece for u32 {
        fn counts_as(&self) -> u64 {
            if self.is_multiple_of(10) { 40 } else { 1 }
        }
    }

    impl Piece for Vec<u8> {}

    /// What is handed over of so many pieces until one of them is refused.
    fn handed_over(threads: usize, pieces: u32, refused: u32) -> (Vec<u32>, Result<(), u32>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut handed_over = Vec::new();
        let produce = |take: Take<u32>| {
            for piece in 0..pieces {
                if take(piece).is_break() {
                    return;
                }
            }
        };
        // Some take much longer than others.
        let work = |piece: &mut u32| {
            let long = if piece.is_multiple_of(37) { 3000 } else { 10 * u64::from(*piece % 7) };
            std::thread::sleep(Duration::from_micros(long));
            *piece
        };
        let result = pool.install(|| {
            in_order(
                2,
                produce,
                |_| {},
                work,
                |piece| {
                    if piece == refused {
                        return Err(piece);
                    }
                    handed_over.push(piece);
                    Ok(())
                },
            )
        });
        (handed_over, result)
    }

    #[test]
    fn all_is_handed_over_in_order() {
        for threads in [1, 2, 5] {
            for pieces in [0, 1, 2, 300] {
                let (done, result) = handed_over(threads, pieces, u32::MAX);
                assert_eq!((done, result), ((0..pieces).collect(), Ok(())), "{threads}");
            }
        }
    }

    #[test]
    fn nothing_is_handed_over_behind_an_error() {
        for threads in [1, 3] {
            let (done, result) = handed_over(threads, u32::MAX, 100);
            assert_eq!((done, result), ((0..100).collect(), Err(100)), "{threads}");
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        for threads in [1, 3] {
            for (at_work, at_end) in [(100, u32::MAX), (u32::MAX, 100)] {
                let ran = std::panic::catch_unwind(|| {
                    let pool =
                        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    let produce = |take: Take<u32>| while take(1).is_continue() {};
                    let worked = AtomicU64::new(0);
                    let mut consumed = 0;
                    pool.install(|| -> Result<(), ()> {
                        let work = |_: &mut u32| {
                            let before = worked.fetch_add(1, Ordering::Relaxed);
                            assert!(before < at_work.into(), "a test's panic");
                        };
                        in_order(
                            2,
                            produce,
                            |_| {},
                            work,
                            |()| {
                                consumed += 1;
                                assert!(consumed < at_end, "a test's panic");
                                Ok(())
                            },
                        )
                    })
                });
                assert!(ran.is_err());
            }
        }
    }

    #[test]
    fn a_panic_that_is_held_back_is_none_the_less() {
        let ran = std::panic::catch_unwind(|| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            let produce = |take: Take<u32>| {
                let held_back = std::panic::AssertUnwindSafe(|| while take(1).is_continue() {});
                assert!(std::panic::catch_unwind(held_back).is_err());
            };
            let work = |_: &mut u32| panic!("a test's panic");
            pool.install(|| in_order(2, produce, |_| {}, work, |()| Ok::<(), ()>(())))
        });
        assert!(ran.is_err());
    }

    #[test]
    fn what_waits_is_prepared_unless_the_others_want_work() {
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (prepared, handed_over) = pool.install(|| {
                let (prepared, mut handed_over) = (std::cell::Cell::new(0), 0);
                let produce = |take: Take<Vec<u8>>| {
                    (0..300).for_each(|_| assert!(take(vec![0]).is_continue()));
                };
                let prepare = |piece: &mut Vec<u8>| {
                    piece[0] = 1;
                    prepared.set(prepared.get() + 1);
                };
                let work = |piece: &mut Vec<u8>| {
                    std::thread::sleep(Duration::from_micros(100));
                    i32::from(piece[0])
                };
                let consume = |piece| -> Result<(), ()> {
                    handed_over += piece;
                    Ok(())
                };
                in_order(2, produce, prepare, work, consume).unwrap();
                (prepared.get(), handed_over)
            });
            assert_eq!(prepared, handed_over);
            // At first they want work.
            assert_eq!((1..300).contains(&prepared), threads > 1, "{prepared}");
        }
    }

    #[test]
    fn pieces_are_used_again() {
        let mut fresh = 0;
        let produce = |take: Take<Vec<u8>>| {
            for _ in 0..1000 {
                match take(vec![1]) {
                    ControlFlow::Continue(used) => fresh += u32::from(used.is_empty()),
                    ControlFlow::Break(()) => unreachable!(),
                }
            }
        };
        let mut all = 0;
        let consume = |piece: usize| -> Result<(), ()> {
            all += piece;
            Ok(())
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        pool.install(|| in_order(2, produce, |_| {}, |piece| piece.len(), consume)).unwrap();
        assert_eq!(all, 1000);
        assert!(fresh < 10, "{fresh}");
    }
}
