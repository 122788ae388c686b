#!/usr/bin/env bash
# Runs every test. Each part that needs a toolchain which isn't there is skipped, with the reason; under STRICT=1 that is a
# failure. At the end: the engines with the vectors that each answered, and the counts.
set -u
cd "$(dirname "$0")/.."
root=$PWD
vectors=$root/tests/vectors.jsonl
logs=$root/bin/test
rm -rf "$logs"
mkdir -p "$logs"
passed=0 failed=0 skipped=0
table=()

# faults LOG: what the runners of Go, Rust, Java, Python, Node and the shell say where something failed, then the log's end.
faults() {
	grep -E -B 25 -- '--- FAIL|^FAIL|^panic: |DATA RACE|<<< (FAILURE|ERROR)|^E  |panicked at|^ *not ok |^ *✖ |[Ee]rror:' "$1" | grep -vE -- '--- PASS|=== (RUN|CONT|PAUSE|NAME)|^ *✔ ' | head -n 120
	echo '[…]'
	tail -n 20 "$1"
}

# part NAME COMMAND...: one part, its output kept; shown when it fails.
part() {
	local name=$1 log="$logs/$1.log" start=$SECONDS
	shift
	if "$@" >"$log" 2>&1; then
		passed=$((passed + 1))
		printf 'ok       %-28s %4ds\n' "$name" $((SECONDS - start))
	else
		failed=$((failed + 1))
		printf 'FAILED   %-28s %4ds  %s\n' "$name" $((SECONDS - start)) "$log"
		faults "$log" | sed 's/^/    /'
	fi
	grep -hE '^skipped: ' "$log" | sed 's/^/    /'
	local n
	# What the runners of Go, Node and Python skipped by themselves, with the reason.
	grep -hE -B1 '^ *--- SKIP' "$log" | sed 's/^/    skipped: go: /'
	grep -hE '# SKIP|^ *﹣ ' "$log" | sed 's/^/    skipped: node: /'
	grep -hE '[0-9]+ skipped' "$log" | grep passed | sed 's/^/    skipped: python: /'
	n=$(grep -cE '^skipped: |^ *--- SKIP|# SKIP|^ *﹣ |passed.* [1-9][0-9]* skipped' "$log")
	skipped=$((skipped + n))
	while IFS= read -r line; do table+=("$line"); done < <(grep -hE '^ *[a-z0-9-]+: [0-9]+ passed, [0-9]+ failed' "$log" | sed 's/^ *//')
}

# skip NAME REASON: a part that can't run here.
skip() {
	skipped=$((skipped + 1))
	printf 'skipped: %s: %s\n' "$1" "$2"
}

have() { command -v "$1" >/dev/null 2>&1; }
in_dir() { (cd "$1" && shift && "$@"); }

have npm && part sarif-schema npm ci --prefix cmd/mcproots/testdata/sarif --no-audit --no-fund --prefer-offline
part go go test -timeout 40m -v ./...
part go-race go test -timeout 30m -race -v ./host
part wasip1 tests/wasip1.sh
part gosdk in_dir host/gosdk go test -v ./...
part schema in_dir tests/schema go test -v ./...
part unicode in_dir tests/unicode go test -v ./...
part ci-files in_dir tests/ci go test -v ./...
part engines-go go test -count=1 -v -run TestEveryEngine ./tests

if have node && have npm; then
	part js-setup in_dir host/js bash -c 'npm ci --no-audit --no-fund --prefer-offline && node build.mjs && cd runtimes && npm ci --no-audit --no-fund --prefer-offline'
	part js in_dir host/js npm test
	part node node host/js/test/vectors.mjs "$vectors"
	part node-current host/js/runtimes/node_modules/.bin/node host/js/test/vectors.mjs "$vectors"
	part deno host/js/runtimes/node_modules/.bin/deno run -A host/js/test/vectors.mjs "$vectors"
	part bun host/js/runtimes/node_modules/.bin/bun host/js/test/vectors.mjs "$vectors"
	part workerd node host/js/runtimes/vectors-workerd.mjs "$vectors"
	if have chromium; then
		part chromium node host/js/runtimes/vectors-chromium.mjs "$vectors"
		part js-runtimes in_dir host/js npm run test:runtimes
	else
		skip chromium "chromium is not installed"
	fi
else
	for e in js node node-current deno bun workerd chromium; do skip $e "node and npm are not installed"; done
fi

if have python3; then
	part python make -C host/python test "VECTORS=$vectors"
else
	skip python "python3 is not installed"
fi

if have cargo; then
	part rust in_dir host/rust cargo test --release --locked
	part rust-vectors in_dir host/rust cargo run --release --locked --example vectors -- "$vectors"
else
	skip rust "cargo is not installed"
fi

if have mvn && have java; then
	part java in_dir host/java mvn -q -B package
	part java-vectors in_dir host/java mvn -q -B test-compile exec:exec@vectors "-Dvectors=$vectors"
else
	skip java "mvn or java is not installed"
fi

part interop tests/interop/run.sh
part documents tests/docs/run.sh
part conformance tests/conformance/run.sh
part page web/test.sh "$vectors"

echo
echo 'engine               vectors'
printf '%s\n' "${table[@]}" | sort -u | awk -F': ' '{ printf "%-20s %s\n", $1, $2 }'
echo
[ "${STRICT:-}" = 1 ] && [ "$skipped" -gt 0 ] && failed=$((failed + skipped))
echo "parts: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
