#!/usr/bin/env bash
# What a reviewer would otherwise have to look at: format, vet, lint, tidy, generated files, the module, a clean tree.
set -eu
cd "$(dirname "$0")/.."
made=$(mktemp -d) # not below this folder: Go would take what is made for a package
trap 'rm -rf "$made"' EXIT
say() { printf '%-24s' "$1"; }
say gofmt
files=$(gofmt -l wasm host cmd tests web)
[ -z "$files" ] || { echo "run gofmt -w on:"; echo "$files"; exit 1; }
echo ok
say vet
git ls-files '*go.mod' | while read -r mod; do (cd "$(dirname "$mod")" && go vet ./...) || exit 1; done
GOOS=wasip1 GOARCH=wasm go vet ./wasm
GOOS=windows go vet ./host/... ./cmd/...
GOOS=darwin go vet ./host/... ./cmd/...
echo ok
say staticcheck
go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
echo ok
say 'go mod tidy'
git ls-files '*go.mod' | while read -r mod; do
	(cd "$(dirname "$mod")" && go mod tidy -diff >/dev/null) || { echo "run go mod tidy in $(dirname "$mod")"; exit 1; }
done
echo ok
say 'generated files'
go run ./tests/vectorgen -o "$made/vectors.jsonl"
cmp "$made/vectors.jsonl" tests/vectors.jsonl || { echo "run go run ./tests/vectorgen"; exit 1; }
(cd tests/gen && go run ./unicode "$made/unicode_table.go")
(cd tests/gen && go run ./rules ../../wasm/rule/table.txt "$made/table.go")
cmp "$made/table.go" wasm/rule/table.go || { echo "run go generate ./wasm/rule"; exit 1; }
cmp "$made/unicode_table.go" wasm/fileuri/unicode_table.go || { echo "run go generate ./wasm/fileuri"; exit 1; }
web/current.sh
go test -count=1 ./tests/rulepages >/dev/null || { echo "run go run ./tests/rulepages"; exit 1; }
go test -count=1 ./tests/version >/dev/null || { echo "run make version"; exit 1; }
echo ok
say documents
go test -count=1 ./tests/docs >/dev/null || { echo "see go test ./tests/docs"; exit 1; }
echo ok
say 'the module'
go test -count=1 ./tests/module >/dev/null || { echo "run make wasm"; exit 1; }
echo ok
say 'clean tree'
[ -z "$(git status --porcelain)" ] || { git status --short; echo "commit or remove these"; exit 1; }
echo ok
