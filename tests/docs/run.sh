#!/usr/bin/env bash
# Runs what the documentation shows in JavaScript and Python, and of the official SDKs. Prints a line for each and
# "documents: N passed, M failed". What can't run is skipped, with the reason; STRICT=1 makes that a failure.
set -euo pipefail
cd "$(dirname "$0")/../.."

bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
export GOFLAGS=-buildvcs=false
with=() skipped=0
# attempt NAME FLAG PROGRAM COMMAND...: the flag with the program when the command succeeds.
attempt() {
	local name=$1 flag=$2 program=$3
	shift 3
	if "$@" >"$bin/log" 2>&1; then
		with+=("$flag" "$program")
	else
		tail -5 "$bin/log" >&2
		echo "skipped: $name: $* failed"
		skipped=1
	fi
}
python() { command -v python3 && make -s -C host/python "$1/ready" src/mcproots/roots.wasm; }
javascript() (
	command -v node && node host/js/build.mjs || exit
	cd tests/interop/typescript
	[[ node_modules/.package-lock.json -nt package-lock.json ]] || { npm ci --prefer-offline --no-audit --no-fund && touch node_modules/.package-lock.json; }
)
attempt python-1 -python1 host/python/.venv-sdk1/bin/python python .venv-sdk1
attempt python-2 -python2 host/python/.venv/bin/python python .venv
attempt javascript -node "$(command -v node || true)" javascript
rust() { command -v cargo && cargo build --quiet --release --locked --manifest-path host/rust/Cargo.toml; }
java() ( # the classes of the host, and the libraries that they need
	command -v java && command -v mvn && cd host/java && mvn -q -B -DskipTests package dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$bin/java"
)
attempt rust -cargo "$(command -v cargo || true)" rust
attempt java -java "$PWD/host/java/target/classes:$bin/java/*" java
attempt go -go "$bin/parser" go -C host/gosdk build -o "$bin/parser" ./internal/parser

go build -o "$bin/docs" ./tests/docs
"$bin/docs" "${with[@]}"
[[ $skipped = 0 || ${STRICT:-} != 1 ]]
