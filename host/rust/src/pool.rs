use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::engine::{Instance, Program};
use crate::error::Result;

/// Lends instances, at most `size` at a time, and makes them when they are first
/// needed. The last one given back is the first one lent, so that a program with
/// one caller keeps one instance.
pub(crate) struct Pool {
    program: Program,
    size: usize,
    state: Mutex<State>,
    freed: Condvar,
}

struct State {
    idle: Vec<Instance>,
    live: usize, // instances that exist or are being made
}

impl Pool {
    pub(crate) fn new(program: Program, size: usize) -> Pool {
        Pool { program, size, state: Mutex::new(State { idle: Vec::new(), live: 0 }), freed: Condvar::new() }
    }

    /// Lends an instance, and waits for one when all are lent.
    pub(crate) fn lend(&self) -> Result<Lease<'_>> {
        let mut state = self.lock();
        loop {
            if let Some(instance) = state.idle.pop() {
                return Ok(Lease { instance, place: Place(self) });
            }
            if state.live < self.size {
                break;
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.live += 1;
        drop(state);
        let place = Place(self); // given up if there's no instance for it
        Ok(Lease { instance: self.program.start()?, place })
    }

    /// Nothing that holds the lock panics halfway, so a poisoned lock is sound.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A lent instance. Dropping it ends the instance, as is right after any error;
/// [`Lease::keep`] gives it back for the next caller.
pub(crate) struct Lease<'a> {
    pub(crate) instance: Instance,
    place: Place<'a>, // dropped after the instance
}

impl Lease<'_> {
    /// Gives the instance back, unless it holds too much memory to be kept.
    pub(crate) fn keep(self) {
        if self.instance.is_bloated() {
            return;
        }
        let Lease { instance, place } = self;
        place.0.lock().idle.push(instance);
        place.0.freed.notify_one();
        mem::forget(place);
    }
}

/// A place in the pool, counted in [`State::live`].
struct Place<'a>(&'a Pool);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.lock().live -= 1;
        self.0.freed.notify_one();
    }
}
