use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::reply::{self, Reply};
use crate::roots::Roots;

/// Whose rules a path follows.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// POSIX's.
    Posix,
    /// Windows's.
    Windows,
    /// A root with a drive is Windows's, any other POSIX's.
    Auto,
}

impl Platform {
    /// The platform that this program runs on.
    pub const LOCAL: Platform = if cfg!(windows) { Platform::Windows } else { Platform::Posix };
}

/// Whose rules one path follows.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum OnePlatform {
    /// POSIX's.
    Posix,
    /// Windows's.
    Windows,
}

/// A root as a client lists it, or a place on this machine.
///
/// ```
/// use mcproots::Root;
/// let roots = [Root::uri("file:///srv/app"), Root::path("/srv/docs").named("Docs")];
/// # let _ = roots;
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct Root<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Place<'a> {
    Uri(&'a str),
    Path(&'a str),
}

impl<'a> Root<'a> {
    /// A root by its `file://` URI.
    pub fn uri(uri: &'a str) -> Root<'a> {
        Root { place: Place::Uri(uri), name: None }
    }

    /// A root by its absolute path.
    pub fn path(path: &'a str) -> Root<'a> {
        Root { place: Place::Path(path), name: None }
    }

    /// The same root with a name, for people.
    #[must_use]
    pub fn named(self, name: &'a str) -> Root<'a> {
        Root { name: Some(name), ..self }
    }
}

/// A URI as a path.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FilePath {
    /// For the platform's functions.
    pub path: String,
    /// The canonical URI.
    pub canonical: String,
    /// Whose rules the path follows.
    pub platform: OnePlatform,
}

/// A URI that is no path, or a path that has no URI.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Refused {
    /// The rule that refuses it; [`Roots::rules`] explains it.
    pub code: String,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mcproots: refused by {}", self.code)
    }
}

impl std::error::Error for Refused {}

/// Options of [`Roots::contains`].
#[derive(Clone, Debug, Default)]
pub struct ContainsOptions {
    /// Whose rules paths follow. Defaults to [`Platform::LOCAL`].
    pub platform: Option<Platform>,
    /// Lets `\\host\share` be a root, on Windows.
    pub unc: bool,
}

/// Where a path lies. Only [`Verdict::Inside`] is a yes.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Inside a root, or a root itself. This is lexical: the module has no disk and
    /// sees no links.
    Inside,
    /// In no root.
    Outside,
    /// Two file systems would say different things.
    Ambiguous,
    /// The path's own fault.
    Invalid,
}

/// The verdict on one path.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Containment {
    /// Where it lies.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
    /// The index of the most specific root.
    pub root: Option<usize>,
    /// The components below that root.
    pub relative: Option<Vec<String>>,
}

impl Containment {
    /// Whether the path lies inside a root, or is one.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        self.verdict == Verdict::Inside
    }
}

/// The roots that a server may really use.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Scope {
    /// None of them: nothing may be used.
    pub roots: Vec<ScopedRoot>,
}

/// A root that a client reveals and the application allows: the more specific of both.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct ScopedRoot {
    /// Canonical.
    pub uri: String,
    /// The path.
    pub path: String,
    /// Index of what the client reveals.
    pub revealed: usize,
    /// Index of what the application allows.
    pub allowed: usize,
}

impl Roots {
    /// Turns `file://` URIs into paths, one result for each.
    ///
    /// ```
    /// # fn main() -> mcproots::Result<()> {
    /// # let roots = mcproots::Roots::new()?;
    /// use mcproots::Platform;
    /// let reply = roots.to_path(&["file:///c%3A/My%20files"], Platform::Windows)?;
    /// assert_eq!(reply.value[0].as_ref().unwrap().path, r"C:\My files");
    /// # Ok(())
    /// # }
    /// ```
    pub fn to_path(
        &self,
        uris: &[impl AsRef<str>],
        platform: Platform,
    ) -> Result<Reply<Vec<std::result::Result<FilePath, Refused>>>> {
        #[derive(Serialize)]
        struct Input<'a> {
            uris: Vec<&'a str>,
            platform: Platform,
        }
        let input = Input { uris: uris.iter().map(AsRef::as_ref).collect(), platform };
        self.ask_each("to_path", uris.len(), &input, |outcome| match outcome {
            Outcome { ok: true, path: Some(path), canonical: Some(canonical), platform: Some(platform), .. } => {
                Some(Ok(FilePath { path, canonical, platform }))
            }
            other => other.refused().map(Err),
        })
    }

    /// Turns absolute paths into canonical `file://` URIs, one result for each. A
    /// [`std::path::Path`] that isn't UTF-8 has no URI: see [`std::path::Path::to_str`].
    ///
    /// ```
    /// # fn main() -> mcproots::Result<()> {
    /// # let roots = mcproots::Roots::new()?;
    /// use mcproots::Platform;
    /// let reply = roots.to_uri(&["/srv/my app/", "src"], Platform::Posix)?;
    /// assert_eq!(reply.value[0].as_deref(), Ok("file:///srv/my%20app"));
    /// assert!(reply.value[1].is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn to_uri(
        &self,
        paths: &[impl AsRef<str>],
        platform: Platform,
    ) -> Result<Reply<Vec<std::result::Result<String, Refused>>>> {
        #[derive(Serialize)]
        struct Input<'a> {
            paths: Vec<&'a str>,
            platform: Platform,
        }
        let input = Input { paths: paths.iter().map(AsRef::as_ref).collect(), platform };
        self.ask_each("to_uri", paths.len(), &input, |outcome| match outcome {
            Outcome { ok: true, uri: Some(uri), .. } => Some(Ok(uri)),
            other => other.refused().map(Err),
        })
    }

    /// Tells where paths, or `file://` URIs, lie, one verdict for each. Without roots
    /// everything is outside.
    ///
    /// ```
    /// # fn main() -> mcproots::Result<()> {
    /// # let roots = mcproots::Roots::new()?;
    /// use mcproots::{ContainsOptions, Platform, Root, Verdict};
    /// let options = ContainsOptions { platform: Some(Platform::Posix), ..Default::default() };
    /// let reply = roots.contains(&[Root::path("/srv/app")], &["/srv/app/a/b", "/srv/app/b/../c"], &options)?;
    /// assert_eq!(reply.value[0].relative.as_ref().unwrap(), &["a", "b"]);
    /// assert_eq!(reply.value[1].verdict, Verdict::Ambiguous);
    /// # Ok(())
    /// # }
    /// ```
    pub fn contains(
        &self,
        roots: &[Root<'_>],
        paths: &[impl AsRef<str>],
        options: &ContainsOptions,
    ) -> Result<Reply<Vec<Containment>>> {
        #[derive(Serialize)]
        struct Input<'a> {
            roots: &'a [Root<'a>],
            paths: Vec<&'a str>,
            platform: Platform,
            unc: bool,
        }
        let input = Input {
            roots,
            paths: paths.iter().map(AsRef::as_ref).collect(),
            platform: options.platform.unwrap_or(Platform::LOCAL),
            unc: options.unc,
        };
        self.ask_each("contains", paths.len(), &input, Some)
    }

    /// Cuts what a client reveals to what the application itself allows: the roots that
    /// a server may really use.
    ///
    /// ```
    /// # fn main() -> mcproots::Result<()> {
    /// # let roots = mcproots::Roots::new()?;
    /// use mcproots::{Platform, Root};
    /// let reply = roots.scope(&[Root::uri("file:///")], &[Root::path("/srv/app")], Platform::Posix)?;
    /// assert_eq!(reply.value.roots[0].path, "/srv/app");
    /// # Ok(())
    /// # }
    /// ```
    pub fn scope(&self, revealed: &[Root<'_>], allowed: &[Root<'_>], platform: Platform) -> Result<Reply<Scope>> {
        #[derive(Serialize)]
        struct Input<'a> {
            revealed: &'a [Root<'a>],
            allowed: &'a [Root<'a>],
            platform: Platform,
        }
        self.ask("scope", &Input { revealed, allowed, platform })
    }

    /// Asks several questions at once. The list of answers must have one for each, or
    /// they would be taken for the answers to other questions.
    fn ask_each<A: DeserializeOwned, T>(
        &self,
        operation: &str,
        questions: usize,
        input: &impl Serialize,
        read: impl FnMut(A) -> Option<T>,
    ) -> Result<Reply<Vec<T>>> {
        let Reply { value, refusal, diagnostics } = self.ask::<Vec<A>>(operation, input)?;
        let value: Vec<T> = value.into_iter().map_while(read).collect();
        if value.len() != questions {
            return Err(reply::unreadable(operation));
        }
        Ok(Reply { value, refusal, diagnostics })
    }
}

/// What `to_path` and `to_uri` answer to one question.
#[derive(Deserialize)]
struct Outcome {
    ok: bool,
    path: Option<String>,
    canonical: Option<String>,
    platform: Option<OnePlatform>,
    uri: Option<String>,
    code: Option<String>,
}

impl Outcome {
    fn refused(self) -> Option<Refused> {
        if self.ok { None } else { self.code.map(|code| Refused { code }) }
    }
}
