#!/usr/bin/env bash
# Runs the core's own tests compiled to wasip1, under wazero.
set -eu
cd "$(dirname "$0")/.."
mkdir -p bin
go build -o bin/wazero github.com/tetratelabs/wazero/cmd/wazero
PATH="$(go env GOROOT)/lib/wasm:$PWD/bin:$PATH" GOWASIRUNTIME=wazero GOOS=wasip1 GOARCH=wasm CGO_ENABLED=0 go test -short "$@" ./wasm/...
