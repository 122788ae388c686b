#!/usr/bin/env bash
# Builds tarball, wheel, source distribution, crate and jar into dist/, and installs each into an empty project that
# prints a verdict. The same commit gives the same bytes.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
dist=$root/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$dist"
mkdir -p "$dist"
# https://reproducible-builds.org/specs/source-date-epoch/
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
list='{"roots":[{"uri":"file:///srv/app"}]}'
say() { printf '%-8s %s\n' "$1" "$2"; }

npm pack ./host/js --pack-destination "$dist" --silent >/dev/null
mkdir "$work/js"
(cd "$work/js" && npm init -y >/dev/null && npm install --silent --no-audit --no-fund "$dist"/mcproots-*.tgz)
cat >"$work/js/verdict.mjs" <<'JS'
import { open } from 'mcproots';
console.log((await open()).validResponse(process.argv[2]));
JS
say npm "$(cd "$work/js" && node verdict.mjs "$list")"

make --silent -C host/python wheel >"$work/wheel.log" 2>&1 || { tail "$work/wheel.log"; exit 1; }
cp host/python/dist/* "$dist"
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet "$dist"/mcproots-*.whl
say wheel "$("$work/python/bin/python" -c 'import sys, mcproots; print(mcproots.Roots().valid_response(sys.argv[1]))' "$list")"

cp host/roots.wasm host/rust/roots.wasm
(cd host/rust && cargo package --quiet --allow-dirty --no-verify)
cp host/rust/target/package/mcproots-*.crate "$dist"
tar xf "$dist"/mcproots-*.crate -C "$work"
mkdir -p "$work/rust/src"
cat >"$work/rust/Cargo.toml" <<TOML
[package]
name = "verdict"
version = "0.0.0"
edition = "2021"

[dependencies]
mcproots = { path = "$(echo "$work"/mcproots-*/)" }
TOML
cat >"$work/rust/src/main.rs" <<'RS'
fn main() {
    let list = std::env::args().nth(1).unwrap();
    let roots = mcproots::Roots::new().unwrap();
    println!("{}", roots.valid_response(list.as_bytes()).unwrap());
}
RS
cp host/rust/Cargo.lock "$work/rust/Cargo.lock"
say crate "$(cd "$work/rust" && CARGO_TARGET_DIR="$root/host/rust/target" cargo run --quiet --release -- "$list")"

(cd host/java && mvn -q -B -DskipTests "-Dproject.build.outputTimestamp=$SOURCE_DATE_EPOCH" package dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$work/java")
cp host/java/target/mcproots-*.jar "$dist"
cat >"$work/java/Verdict.java" <<'JAVA'
import io.github.mcproots.Roots;
public class Verdict {
    public static void main(String[] args) throws Exception {
        try (var roots = Roots.open()) {
            System.out.println(roots.validResponse(args[0]));
        }
    }
}
JAVA
say jar "$(java -cp "$dist/*:$work/java/*" "$work/java/Verdict.java" "$list")"
