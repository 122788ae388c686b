//! The ten functions of WASI preview 1 that a Go reactor imports, over nothing: no
//! arguments, no environment, no files. The clock and the random numbers are real.
//!
//! See <https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md>

use std::fmt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use wasmtime::{Caller, Extern, Linker, Result, StoreLimits, StoreLimitsBuilder};

const MODULE: &str = "wasi_snapshot_preview1";

const SUCCESS: u32 = 0;
const EBADF: u32 = 8;
const EFAULT: u32 = 21;
const EINVAL: u32 = 28;

/// Bytes kept of what an instance writes to standard error. Go's runtime writes up
/// to 13 KB when it dies; only the beginning tells why.
const STDERR_CAP: usize = 4 << 10;
/// Bytes of the first line that an error shows.
const STDERR_LINE: usize = 200;

/// What an instance has of the world.
pub(crate) struct World {
    pub(crate) limits: StoreLimits,
    started: Instant,
    stderr: Vec<u8>,
}

impl World {
    pub(crate) fn new(max_memory: usize) -> World {
        World {
            limits: StoreLimitsBuilder::new().memory_size(max_memory).build(),
            started: Instant::now(),
            stderr: Vec::new(),
        }
    }

    /// The monotonic time in nanoseconds. It starts at one second, because Go's
    /// runtime takes 0 for a broken clock; a clock that stands still would stall
    /// its garbage collector.
    fn monotonic(&self) -> u64 {
        let since = self.started.elapsed() + Duration::from_secs(1);
        u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
    }

    /// The first line that the instance wrote to standard error, fit for a log.
    pub(crate) fn first_line(&self) -> String {
        let text = String::from_utf8_lossy(&self.stderr);
        let line = text.trim_start_matches(['\r', '\n']).lines().next().unwrap_or("");
        let mut clean: String = line.chars().filter(|c| !c.is_control() && *c != char::REPLACEMENT_CHARACTER).collect();
        clean.truncate(clean.floor_char_boundary(STDERR_LINE));
        clean
    }
}

/// The module ended itself with `proc_exit`.
#[derive(Debug)]
pub(crate) struct Exit(u32);

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit code {}", self.0)
    }
}

impl std::error::Error for Exit {}

/// Defines the ten functions.
pub(crate) fn define(linker: &mut Linker<World>) -> Result<()> {
    linker.func_wrap(MODULE, "args_sizes_get", none)?;
    linker.func_wrap(MODULE, "args_get", |_: u32, _: u32| SUCCESS)?;
    linker.func_wrap(MODULE, "environ_sizes_get", none)?;
    linker.func_wrap(MODULE, "environ_get", |_: u32, _: u32| SUCCESS)?;
    linker.func_wrap(MODULE, "sched_yield", || SUCCESS)?;
    linker.func_wrap(MODULE, "proc_exit", |code: u32| -> Result<()> { Err(Exit(code).into()) })?;
    linker.func_wrap(MODULE, "clock_time_get", clock_time_get)?;
    linker.func_wrap(MODULE, "random_get", random_get)?;
    linker.func_wrap(MODULE, "fd_write", fd_write)?;
    // A sleep that is cut short: Go looks at the clock again.
    linker.func_wrap(MODULE, "poll_oneoff", |_: u32, _: u32, _: u32, _: u32| SUCCESS)?;
    Ok(())
}

/// The memory of the calling instance and its world.
fn view<'a>(caller: &'a mut Caller<'_, World>) -> Option<(&'a mut [u8], &'a mut World)> {
    let memory = caller.get_export("memory").and_then(Extern::into_memory)?;
    Some(memory.data_and_store_mut(caller))
}

fn part(memory: &mut [u8], at: u32, size: u32) -> Option<&mut [u8]> {
    let at = at as usize;
    memory.get_mut(at..at.checked_add(size as usize)?)
}

fn put<const N: usize>(memory: &mut [u8], at: u32, bytes: [u8; N]) -> Option<()> {
    part(memory, at, N as u32)?.copy_from_slice(&bytes);
    Some(())
}

fn get(memory: &mut [u8], at: u32) -> Option<u32> {
    let bytes: &[u8] = part(memory, at, 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

fn done(what: Option<()>) -> u32 {
    if what.is_some() { SUCCESS } else { EFAULT }
}

/// No arguments and no environment: zero of them, zero bytes.
fn none(mut caller: Caller<'_, World>, count: u32, size: u32) -> u32 {
    done(view(&mut caller).and_then(|(memory, _)| {
        put(memory, count, [0; 4])?;
        put(memory, size, [0; 4])
    }))
}

fn clock_time_get(mut caller: Caller<'_, World>, clock: u32, _precision: u64, result: u32) -> u32 {
    let Some((memory, world)) = view(&mut caller) else { return EFAULT };
    let now = match clock {
        0 => match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => u64::try_from(since.as_nanos()).unwrap_or(u64::MAX),
            Err(_) => 1, // before 1970
        },
        1 => world.monotonic(),
        _ => return EINVAL,
    };
    done(put(memory, result, now.to_le_bytes()))
}

fn random_get(mut caller: Caller<'_, World>, buffer: u32, size: u32) -> Result<u32> {
    let Some(buffer) = view(&mut caller).and_then(|(memory, _)| part(memory, buffer, size)) else {
        return Ok(EFAULT);
    };
    getrandom::fill(buffer)?;
    Ok(SUCCESS)
}

/// Takes all that is written to standard output and standard error, and keeps the
/// beginning of the latter.
fn fd_write(mut caller: Caller<'_, World>, fd: u32, vectors: u32, count: u32, written: u32) -> u32 {
    if fd != 1 && fd != 2 {
        return EBADF;
    }
    let Some((memory, world)) = view(&mut caller) else { return EFAULT };
    let mut total = 0u32;
    let all = (0..count).try_for_each(|i| {
        let at = vectors.checked_add(i.checked_mul(8)?)?;
        let (buffer, size) = (get(memory, at)?, get(memory, at.checked_add(4)?)?);
        let bytes = part(memory, buffer, size)?;
        if fd == 2 {
            let room = STDERR_CAP - world.stderr.len();
            world.stderr.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
        total = total.checked_add(size)?;
        Some(())
    });
    done(all.and_then(|()| put(memory, written, total.to_le_bytes())))
}

#[cfg(test)]
mod tests {
    use super::World;

    #[test]
    fn the_first_line_of_standard_error_is_safe_to_print() {
        let mut world = World::new(0);
        for (stderr, line) in [
            (b"\r\npanic:\x1b[2J\xff\x7f done\r\nmore".to_vec(), "panic:[2J done".to_owned()),
            ("\u{e9}".repeat(150).into_bytes(), "\u{e9}".repeat(100)),
            (vec![], String::new()),
        ] {
            world.stderr = stderr;
            assert_eq!(world.first_line(), line);
        }
    }

    #[test]
    fn the_clock_is_never_zero_and_goes_forward() {
        let world = World::new(0);
        let first = world.monotonic();
        assert!(first >= 1_000_000_000);
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert!(world.monotonic() > first);
    }
}
