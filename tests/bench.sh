#!/usr/bin/env bash
# Prints the ratios of every host that is here: each measured side by side in one run.
set -u
cd "$(dirname "$0")/.."
echo '== Go'
go run ./tests/bench "$@"
if [ -d host/js/node_modules ]; then
	echo '== JavaScript'
	(cd host/js/bench && npm ci --silent --no-audit --no-fund --prefer-offline) && (cd host/js && node bench.mjs)
else
	echo 'skipped: JavaScript: run make test first'
fi
if [ -d host/python/.venv ]; then
	echo '== Python'
	host/python/.venv/bin/python host/python/bench.py
else
	echo 'skipped: Python: run make test first'
fi
if command -v cargo >/dev/null && [ -d host/rust/target ]; then
	echo '== Rust'
	cargo run --quiet --release --locked --manifest-path host/rust/bench/Cargo.toml
else
	echo 'skipped: Rust: run make test first'
fi
if command -v mvn >/dev/null && [ -d host/java/target ]; then
	echo '== Java'
	(cd host/java && mvn -q -B -Pbench test-compile exec:exec@bench)
else
	echo 'skipped: Java: run make test first'
fi
