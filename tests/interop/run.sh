#!/usr/bin/env bash
# Conversations between the official SDKs for MCP. Prints a line for each and "interop: N passed, M failed".
# What can't run is skipped, with the reason; STRICT=1 makes that a failure. -update writes the captured sessions anew.
# Works without a network after the first time.
set -euo pipefail
cd "$(dirname "$0")/../.."

bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
export GOFLAGS=-buildvcs=false
without=()
# attempt NAMES WHAT COMMAND...: the SDKs that are left out when the command fails.
attempt() {
	local names=$1 what=$2
	shift 2
	if ! "$@" >"$bin/log" 2>&1; then
		tail -5 "$bin/log" >&2
		for name in $names; do without+=(-without "$name:$what failed"); done
	fi
}

python() { # FOLDER
	command -v python3 && make -s -C host/python "$1/ready" src/mcproots/roots.wasm
}
typescript() ( # in a shell of its own, for its cd
	node -e 'if (+process.versions.node.split(".")[0] < 20) throw "Node.js 20 or later, this is " + process.version' || exit
	node host/js/build.mjs || exit
	cd tests/interop/typescript
	[[ node_modules/.package-lock.json -nt package-lock.json ]] || { npm ci --prefer-offline --no-audit --no-fund && touch node_modules/.package-lock.json; }
)
go_sdk() {
	(cd host/gosdk && go build -o "$bin/" ./example/client ./example/server ./internal/parser)
}
attempt python-1 'make -C host/python .venv-sdk1/ready' python .venv-sdk1
attempt python-2 'make -C host/python .venv/ready' python .venv
attempt 'typescript-1 typescript-2' 'npm ci in tests/interop/typescript, with Node.js 20 or later,' typescript
attempt go 'go build in host/gosdk' go_sdk

go build -o "$bin/interop" ./tests/interop
"$bin/interop" -folder tests/interop -sessions tests/testdata -go "$bin" -node "$(command -v node || true)" \
	-python1 "$PWD/host/python/.venv-sdk1/bin/python" -python2 "$PWD/host/python/.venv/bin/python" "${without[@]}" "$@"
