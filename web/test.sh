#!/usr/bin/env bash
# Tries the page in real browsers: web/test.sh [VECTORS]. Does its own set-up. Exits with 1 when anything failed.
set -u
cd "$(dirname "$0")"
vectors=$(realpath "${1:-../tests/vectors.jsonl}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

have() { command -v "$1" >/dev/null 2>&1; }
skip() { printf 'skipped: %s: %s\n' "$1" "$2"; }

if ! have node || ! have npm; then
	for part in page chromium-page firefox-page; do skip $part "node and npm are not installed"; done
	exit 0
fi
./current.sh || exit 1
(cd .. && go build -trimpath -o "$work/" ./cmd/mcproots ./cmd/mcproots-serve) || exit 1
export MCPROOTS=$work/mcproots VECTORS=$vectors

passed=0 failed=0
# tests FILE...: one browser's tests; counted, and shown as they run. A run that counts nothing has failed.
tests() {
	local log=$work/tap p f
	node --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination="$log" "$@"
	p=$(sed -n 's/^# pass //p' "$log") f=$(sed -n 's/^# fail //p' "$log")
	passed=$((passed + ${p:-0})) failed=$((failed + ${f:-1}))
}

vectors_failed=0
if have chromium || have chromium-browser || have google-chrome; then
	tests test/page.test.mjs test/static.test.mjs
	node test/vectors.mjs "$vectors" || vectors_failed=1
else
	for part in page chromium-page; do skip $part "chromium is not installed"; done
fi
if have firefox-esr || have firefox; then
	tests test/firefox.test.mjs
else
	skip firefox-page "firefox-esr is not installed"
fi
echo "page: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$vectors_failed" -eq 0 ]
