#!/usr/bin/env bash
# Soak: a million calls and a hundred inputs of 16 MiB through the Go host and through Node: soak.sh [CALLS [LARGE]].
# Exits non-zero when an answer is wrong or memory isn't flat.
set -eu
cd "$(dirname "$0")/.."
calls=${1:-1000000} large=${2:-100}
go test -count=1 -v -timeout 2h -run '^TestSoak' ./host -args -soak.calls "$calls" -soak.large "$large"
[ -f host/js/src/roots.wasm ] || (cd host/js && node build.mjs)
node --expose-gc host/js/soak.mjs "$calls" "$large"
