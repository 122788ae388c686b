#!/usr/bin/env bash
# Builds the module: build.sh OUT [more flags of go build]. The one place that says how:
# the same Go gives the same bytes on every machine.
#
# GOEXPERIMENT: Go 1.26's new collector is for many cores and large heaps; the one
# before it is 45 KB smaller. default.pgo beside this file is read by go build: it
# says which functions to put into their only caller (tests/gen/inlining). Go's build ID
# would be 400 bytes that nothing reads. Then ./jumps makes the jumps direct.
set -eu
out=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") # realpath on macOS wants the file to be there
shift
cd "$(dirname "$0")"
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
GOOS=wasip1 GOARCH=wasm CGO_ENABLED=0 GOFLAGS='' GOWASM='' GOEXPERIMENT=nogreenteagc \
	go build -buildmode=c-shared -trimpath -buildvcs=false -ldflags='-s -w -buildid=' -o "$built/roots.wasm" "$@" .
go run ./jumps "$built/roots.wasm" >"$built/direct.wasm"
cp "$built/direct.wasm" "$out"
