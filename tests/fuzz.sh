#!/usr/bin/env bash
# Fuzzes every target for a while: fuzz.sh [2m].
set -eu
cd "$(dirname "$0")/.."
for package in $(go list ./... | grep -v /rootfs); do
	for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
		echo "== $package $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "${1:-2m}" -fuzzminimizetime 5x "$package"
	done
done
