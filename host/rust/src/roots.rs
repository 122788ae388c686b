use std::fmt;
use std::thread;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::engine::{HARD_LIMIT, Program};
use crate::error::{Error, Result};
use crate::pool::Pool;
use crate::reply::{self, Reply};

pub(crate) static MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/roots.wasm"));

/// Options change how [`Roots`] runs the module.
///
/// ```
/// # fn main() -> mcproots::Result<()> {
/// let roots = mcproots::Options::new().max_input(1 << 20).pool(1).open()?;
/// # assert!(roots.valid_response(r#"{"roots":[]}"#)?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Options<'a> {
    module: &'a [u8],
    max_input: usize,
    max_memory: usize,
    pool: usize,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            module: MODULE,
            max_input: 16 << 20,
            max_memory: 256 << 20,
            pool: thread::available_parallelism().map_or(1, |n| n.get()),
        }
    }
}

impl<'a> Options<'a> {
    /// The defaults.
    pub fn new() -> Options<'a> {
        Options::default()
    }

    /// Runs another build of the module instead of the crate's own.
    pub fn module(mut self, wasm: &'a [u8]) -> Options<'a> {
        self.module = wasm;
        self
    }

    /// Limits the input of one call, in bytes; larger ones are [`Error::TooLarge`].
    /// Defaults to 16 MiB. The module's own limit is 256 MiB.
    pub fn max_input(mut self, bytes: usize) -> Options<'a> {
        self.max_input = bytes.min(HARD_LIMIT);
        self
    }

    /// Limits the memory of one instance, in bytes. A call that needs more is
    /// [`Error::Engine`]. Defaults to 256 MiB, enough for any input of 16 MiB.
    pub fn max_memory(mut self, bytes: usize) -> Options<'a> {
        self.max_memory = bytes;
        self
    }

    /// Limits how many calls are answered at the same time, each by an instance of
    /// its own; more callers wait. An idle instance holds about 4 MB. Defaults to the
    /// number of processors.
    pub fn pool(mut self, instances: usize) -> Options<'a> {
        self.pool = instances.max(1);
        self
    }

    /// Compiles the module and starts it once: one that can't serve is found here.
    pub fn open(self) -> Result<Roots> {
        let program = Program::compile(self.module, self.max_memory)?;
        let roots = Roots { pool: Pool::new(program, self.pool), max_input: self.max_input };
        roots.pool.lend()?.keep();
        Ok(roots)
    }
}

/// Roots answers operations on MCP roots, for any number of threads at the same time.
///
/// ```
/// # fn main() -> mcproots::Result<()> {
/// let roots = mcproots::Roots::new()?;
/// assert!(roots.valid_response(r#"{"roots":[{"uri":"file:///srv/app"}]}"#)?);
/// assert!(!roots.valid_response(r#"{"roots":[{"uri":"/srv/app"}]}"#)?);
/// # Ok(())
/// # }
/// ```
///
/// # Notes
///
/// Make one per program: opening it compiles the module. Every method takes `&self`;
/// share it with a `static`, an `Arc` or a scoped thread. A method blocks until it has
/// its answer, and runs on the stack of the calling thread, of which it may take 1 MiB.
pub struct Roots {
    pool: Pool,
    max_input: usize,
}

impl fmt::Debug for Roots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Roots").field("max_input", &self.max_input).finish_non_exhaustive()
    }
}

impl Roots {
    /// Opens the crate's own module with the default [`Options`].
    pub fn new() -> Result<Roots> {
        Options::new().open()
    }

    /// Carries out any operation on a JSON value and gives the value of the answer.
    ///
    /// ```
    /// # fn main() -> mcproots::Result<()> {
    /// # let roots = mcproots::Roots::new()?;
    /// let request = roots.call("list", &serde_json::json!({"revision": "2025-11-25", "id": 1}))?;
    /// assert_eq!(request["method"], "roots/list");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Notes
    ///
    /// Diagnostics and a refusal are left out: the typed methods and [`Roots::call_text`]
    /// give them. serde_json takes no value that nests deeper than 127 levels, and a
    /// request made from a `meta` may be that deep: it is then [`Error::Abi`], where
    /// [`Roots::list`] gives the request.
    pub fn call(&self, operation: &str, input: &Value) -> Result<Value> {
        Ok(self.ask(operation, input)?.value)
    }

    /// Carries out any operation on a document's text and gives the whole answer, as
    /// the module wrote it: one compact JSON document, also where `ok` is false.
    pub fn call_text(&self, operation: &str, document: &str) -> Result<String> {
        let answer = self.call_bytes(operation, document.as_bytes())?;
        String::from_utf8(answer).map_err(|_| reply::unreadable(operation))
    }

    /// Carries out any operation on a document's bytes, which may be anything. See
    /// [`Roots::call_text`].
    pub fn call_bytes(&self, operation: &str, document: &[u8]) -> Result<Vec<u8>> {
        self.with_answer(operation, document, <[u8]>::to_vec)
    }

    /// Lets `read` read an answer where the module wrote it.
    pub(crate) fn with_answer<T>(&self, operation: &str, document: &[u8], read: impl FnOnce(&[u8]) -> T) -> Result<T> {
        if document.len() > self.max_input {
            return Err(Error::TooLarge { size: document.len(), limit: self.max_input });
        }
        let mut lease = self.pool.lend()?;
        let answer = match lease.instance.answer(operation, document) {
            Ok(answer) => Ok(read(answer)),
            Err(Error::NoOperation) => Err(Error::NoOperation),
            Err(err) => return Err(err), // ends the instance
        };
        lease.keep();
        answer
    }

    /// Carries out an operation on an input of its own type.
    pub(crate) fn ask<T: DeserializeOwned>(&self, operation: &str, input: &impl Serialize) -> Result<Reply<T>> {
        // The cause isn't told: a type's Serialize may put its values into it.
        let document = serde_json::to_vec(input).map_err(|_| Error::NotJson)?;
        self.ask_document(operation, &document)
    }

    /// Carries out an operation on a document.
    pub(crate) fn ask_document<T: DeserializeOwned>(&self, operation: &str, document: &[u8]) -> Result<Reply<T>> {
        self.with_answer(operation, document, |answer| reply::parse(operation, answer))?
    }
}
