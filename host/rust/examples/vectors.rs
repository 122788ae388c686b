//! Answers every vector of a file and compares: `vectors [FILE]`.

use std::process::ExitCode;
use std::{env, fs};

use mcproots::Roots;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    name: String,
    op: String,
    input: Option<String>,
    base64: Option<String>, // for bytes that are not UTF-8
    output: String,
}

impl Vector {
    fn document(&self) -> Option<Vec<u8>> {
        match (&self.input, &self.base64) {
            (Some(text), None) => Some(text.clone().into_bytes()),
            (None, Some(text)) => decode(text),
            _ => None,
        }
    }
}

/// RFC 4648 section 4.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for c in text.trim_end_matches('=').bytes() {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (bits, held) = (bits << 6 | u32::from(six), held + 6);
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Some(bytes)
}

fn main() -> ExitCode {
    let file =
        env::args().nth(1).unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors.jsonl").into());
    match run(&file) {
        Ok((passed, failed)) => {
            println!("rust: {passed} passed, {failed} failed");
            // A run that compares nothing must not pass.
            if passed > 0 && failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(err) => {
            eprintln!("rust: {file}: {err}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str) -> Result<(usize, usize), Box<dyn std::error::Error>> {
    let roots = Roots::new()?;
    let (mut passed, mut failed) = (0, 0);
    for (i, line) in fs::read_to_string(file)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let vector: Vector = serde_json::from_str(line).map_err(|err| format!("line {}: {err}", i + 1))?;
        let document = vector.document().ok_or_else(|| format!("line {}: one of input and base64 is needed", i + 1))?;
        let problem = match roots.call_bytes(&vector.op, &document) {
            Ok(answer) if answer == vector.output.as_bytes() => {
                passed += 1;
                continue;
            }
            Ok(answer) => format!("got  {}\nwant {}", String::from_utf8_lossy(&answer), vector.output),
            Err(err) => err.to_string(),
        };
        failed += 1;
        println!("line {}: {} ({})\n{problem}", i + 1, vector.name, vector.op);
    }
    Ok((passed, failed))
}
