#!/usr/bin/env bash
# Runs the core's own tests compiled to wasip1, under wazero: those of the packages that the module is made of.
set -eu
cd "$(dirname "$0")/.."
mkdir -p bin
go build -o bin/wazero github.com/tetratelabs/wazero/cmd/wazero
export GOOS=wasip1 GOARCH=wasm CGO_ENABLED=0
core=$(go list -deps ./wasm | grep "^$(go list -m)/")
PATH="$(go env GOROOT)/lib/wasm:$PWD/bin:$PATH" GOWASIRUNTIME=wazero go test -short "$@" $core
