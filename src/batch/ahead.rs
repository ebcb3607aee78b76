//! What another thread of the pool may make before it is wanted.

use std::sync::mpsc::{self, Receiver, TryRecvError};

use super::in_order::work_or_rest;

/// Something that is being made, or waits to be.
#[derive(Debug)]
pub(super) struct Ahead<T>(Receiver<T>);

impl<T: Send + 'static> Ahead<T> {
    /// Has something made by whichever thread of the pool comes to it first.
    pub fn begin(make: impl FnOnce() -> T + Send + 'static) -> Self {
        let (give, begun) = mpsc::sync_channel(1);
        rayon::spawn(move || _ = give.send(make()));
        Self(begun)
    }

    /// What was made: by this thread now, if no other has come to it. `None` if that ended in a panic.
    pub fn get(self) -> Option<T> {
        received(&self.0)
    }
}

/// What another thread gives; until it does, this one does something else that the pool has to do. `None` if nothing
/// will come any more.
pub(super) fn received<T>(from: &Receiver<T>) -> Option<T> {
    loop {
        match from.try_recv() {
            Ok(given) => return Some(given),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => work_or_rest(),
        }
    }
}
