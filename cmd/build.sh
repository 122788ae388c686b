#!/usr/bin/env bash
# Builds a program: build.sh OUT, by whose name, mcproots or mcproots-serve, it knows
# which. The one place that says how, for make, the releases and the Action; GOOS and
# GOARCH say for which platform.
#
# Without cgo the binary is static. GOEXPERIMENT: Go 1.26's new collector is for many
# cores and large heaps; the one before it has less to do until main begins.
set -eu
out=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") # realpath on macOS wants the file to be there
cd "$(dirname "$0")"
CGO_ENABLED=0 GOFLAGS='' GOEXPERIMENT=nogreenteagc exec go build -trimpath -ldflags='-s -w' -o "$out" "./$(basename "$1" .exe)"
