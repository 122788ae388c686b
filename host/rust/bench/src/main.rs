//! The crate beside the serde types of rmcp, the official Rust SDK, on the same
//! documents in the same process, by turns. What counts is the median of the rounds'
//! ratios: it hardly moves where times do.
//!
//! rmcp's types ask for less: any string is a URI to them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use mcproots::{CheckOptions, Roots};
#[allow(deprecated)] // like roots in the protocol
use rmcp::model::ListRootsResult;

const ROUNDS: usize = 41;
const BATCH: Duration = Duration::from_millis(4); // that one contender runs in a round
const STARTS: usize = 5;

/// A list of roots of about 80 bytes each; the last one has the given member for a URI.
fn list(n: usize, last: &str) -> String {
    let root = |i| {
        let member = if i == n - 1 { last } else { "uri" };
        format!(r#"{{"{member}":"file:///home/ada/projects/workspace-{i:06}","name":"workspace {i:06}"}}"#)
    };
    format!(r#"{{"roots":[{}]}}"#, (0..n).map(root).collect::<Vec<_>>().join(","))
}

#[allow(deprecated)]
fn rmcp(text: &str) -> bool {
    serde_json::from_str::<ListRootsResult>(text).is_ok()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn seconds(f: impl FnOnce()) -> f64 {
    let start = Instant::now();
    f();
    start.elapsed().as_secs_f64()
}

fn main() -> mcproots::Result<()> {
    let starts: Vec<(f64, f64)> = (0..STARTS)
        .map(|_| {
            let text = list(1, "uri");
            let own =
                seconds(|| assert!(Roots::new().and_then(|roots| roots.valid_response(&text)).is_ok_and(|yes| yes)));
            (own, seconds(|| assert!(rmcp(&text))))
        })
        .collect();
    let (own, sdk) = starts[0]; // the first of the process; the others tell how much it moves
    println!("start to first verdict: {:.0} ms, rmcp {:.4} ms", own * 1e3, sdk * 1e3);
    println!(
        "  again: {:.0} ms, rmcp {:.4} ms",
        median(starts.iter().map(|s| s.0).collect()) * 1e3,
        median(starts.iter().map(|s| s.1).collect()) * 1e3
    );

    let roots = Roots::new()?;
    let quick = CheckOptions { without_roots: true, ..CheckOptions::default() };
    let contenders: [(&str, &dyn Fn(&str) -> bool); 3] = [
        ("rmcp", &rmcp),
        ("valid_response", &|text| roots.valid_response(text).is_ok_and(|yes| yes)),
        ("check", &|text| roots.check(text, &quick).is_ok_and(|reply| reply.value.valid)),
    ];
    println!("{:>6} {:>8}  {:<16} {:>12} {:>14}", "roots", "bytes", "contender", "verdicts/s", "time / rmcp's");
    for n in [1, 10, 1000] {
        let (text, broken) = (list(n, "uri"), list(n, "url"));
        let times = measure(&contenders, &text, &broken);
        for ((name, _), own) in contenders.iter().zip(&times) {
            let ratio = median(own.iter().zip(&times[0]).map(|(own, rmcp)| own / rmcp).collect());
            println!("{n:>6} {:>8}  {name:<16} {:>12.0} {ratio:>14.2}", text.len(), 1.0 / median(own.clone()));
        }
    }
    Ok(())
}

/// Seconds per verdict of each contender in each round.
fn measure(contenders: &[(&str, &dyn Fn(&str) -> bool)], text: &str, broken: &str) -> Vec<Vec<f64>> {
    let runs: Vec<u32> = contenders
        .iter()
        .map(|(name, f)| {
            assert!(f(text) && !f(broken), "{name} gives wrong verdicts");
            let (mut count, start) = (0, Instant::now()); // warms up, too
            while start.elapsed() < 20 * BATCH {
                black_box(f(text));
                count += 1;
            }
            (count / 20).max(1)
        })
        .collect();
    let mut times = vec![Vec::new(); contenders.len()];
    for _ in 0..ROUNDS {
        for ((times, &runs), (_, f)) in times.iter_mut().zip(&runs).zip(contenders) {
            let all = seconds(|| {
                (0..runs).for_each(|_| {
                    black_box(f(text));
                })
            });
            times.push(all / f64::from(runs));
        }
    }
    times
}
