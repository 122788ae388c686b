#!/usr/bin/env bash
# The official conformance runner against the fixtures in server/ and client/. Prints a line for each scenario and
# "conformance: N passed, M failed". Where the runner can't be installed it is skipped, with the reason; STRICT=1 makes
# that a failure. Works without a network after the first time.
set -euo pipefail
cd "$(dirname "$0")"

revision=2026-07-28
server_scenarios=(
	input-required-result-basic-list-roots
	input-required-result-multiple-input-requests
	input-required-result-missing-input-response
	input-required-result-ignore-extra-params
	input-required-result-validate-input
	input-required-result-result-type
	input-required-result-unsupported-methods
	input-required-result-capability-check
	input-required-result-tampered-state
	input-required-result-request-state
	input-required-result-multi-round
	input-required-result-non-tool-request
	input-required-result-basic-elicitation
	input-required-result-basic-sampling
	server-stateless
	dns-rebinding-protection
)
client_scenarios=(request-metadata)

skip() {
	echo "skipped: conformance: $1"
	[[ ${STRICT:-} != 1 ]]
	exit
}
work=$(mktemp -d)
server=
finish() {
	exec 3>&- # the server ends with its input
	[[ -z $server ]] || wait "$server" || true
	rm -rf "$work"
}
trap finish EXIT

command -v npm >/dev/null || skip 'there is no npm'
if [[ ! node_modules/.package-lock.json -nt package-lock.json ]]; then
	npm ci --prefer-offline --no-audit --no-fund >"$work/log" 2>&1 || { tail -5 "$work/log" >&2; skip 'npm ci failed'; }
	touch node_modules/.package-lock.json
fi
# The runner needs Node.js 22: the machine's own, or the one that the lock file brings for most machines.
node=
for candidate in "$(command -v node)" node_modules/node-*/bin/node; do
	major=$("$candidate" -p 'process.versions.node.split(".")[0]' 2>/dev/null) || continue
	((major < 22)) || { node=$candidate && break; }
done
[[ -n $node ]] || skip 'there is no Node.js 22 or later'
runner=("$node" node_modules/@modelcontextprotocol/conformance/dist/index.js)

export GOFLAGS=-buildvcs=false
go build -o "$work/" ./server ./client
mkfifo "$work/stdin" "$work/stdout"
"$work/server" <"$work/stdin" >"$work/stdout" &
server=$!
exec 3>"$work/stdin"
read -r url <"$work/stdout"

passed=0 failed=0
# A scenario passes when the runner is content and has no warning, which a check that it could not make would be.
scenario() { # NAME COMMAND...
	local name=$1
	shift
	if "$@" >"$work/log" 2>&1 3>&- && grep -q ' 0 failed, 0 warnings' "$work/log"; then
		passed=$((passed + 1))
		echo "passed: $name: $(sed -n 's/^Passed: \([0-9/]*\).*/\1 checks/p' "$work/log")"
	else
		failed=$((failed + 1))
		echo "FAILED: $name"
		cat "$work/log"
	fi
}
for name in "${server_scenarios[@]}"; do
	scenario "$name" "${runner[@]}" server --url "$url" --scenario "$name" --spec-version $revision
done
for name in "${client_scenarios[@]}"; do
	scenario "$name" "${runner[@]}" client --command "$work/client" --scenario "$name" --spec-version $revision
done

# The runner never asks a client for its roots: here the server does.
name='the client fixture reveals its roots to the server fixture'
want='Client roots, ok: file:///home/user/my%20project, file:///home/user/%E9%A1%B9%E7%9B%AE'
if got=$("$work/client" -tool test_input_required_result_list_roots -root '/home/user/my project' -root /home/user/项目 "$url") && [[ $got == "$want" ]]; then
	passed=$((passed + 1))
	echo "passed: $name"
else
	failed=$((failed + 1))
	echo "FAILED: $name: it said $got, not $want"
fi
echo "conformance: $passed passed, $failed failed"
((failed == 0))
