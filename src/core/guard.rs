//! Keeps a panic while one record is worked on from ending the whole run.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A panic that was caught, with its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panicked(String);

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Panicked {}

impl From<Box<dyn Any + Send>> for Panicked {
    fn from(payload: Box<dyn Any + Send>) -> Self {
        let message = payload
            .downcast_ref::<&str>()
            .map(ToString::to_string)
            .or_else(|| payload.downcast_ref::<String>().cloned());
        Self(message.unwrap_or_else(|| "a fault of the program".to_owned()))
    }
}

/// Runs `work` on `state`. After a panic `state` may be half changed, so it is replaced by `fresh`. Fails if `work`
/// panics.
pub fn guarded<S, T>(
    state: &mut S,
    fresh: impl FnOnce() -> S,
    work: impl FnOnce(&mut S) -> T,
) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(|| work(state))).map_err(|payload| {
        *state = fresh();
        payload.into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message_and_leaves_a_fresh_state() {
        let mut state = 1;
        let add = |state: &mut i32| {
            *state += 1;
            *state
        };
        assert_eq!(guarded(&mut state, || 0, add), Ok(2));
        let panics = |state: &mut i32| {
            *state = 99;
            panic!("number {state}")
        };
        let caught: Result<(), _> = guarded(&mut state, || 7, panics);
        assert_eq!(caught.unwrap_err().to_string(), "number 99");
        assert_eq!(state, 7);
    }
}
