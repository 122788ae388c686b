#!/usr/bin/env bash
# Fuzzes: fuzz.sh [TIME [PATTERN]], by default two minutes for every target of every module, with one worker each and as
# many at once as there are processors. A failing input is kept in testdata/fuzz/TARGET beside the target, where go test runs
# it from then on; what else is found interesting stays in Go's build cache and is where the next run begins.
set -eu
cd "$(dirname "$0")/.."
export time=${1:-2m}
pattern=${2:-.}
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export logs

run() {
	local file=${1%:*} target=${1#*:} log count
	log="$logs/$target.log"
	if ! (cd "$(dirname "$file")" && go test . -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 5x -parallel 1) >"$log" 2>&1; then
		echo "$target: FAILED"
		grep -v '^fuzz: elapsed' "$log" | tail -n 40 | cut -c 1-2000 | sed 's/^/    /'
		return 1
	fi
	count=$(sed -nE 's/.*execs: ([0-9]+) .*new interesting: ([0-9]+) .*/\1 executions, \2 new interesting/p' "$log" | tail -n 1)
	if [ -z "$count" ]; then
		echo "$target: FAILED: $time were over before its seeds had run"
		return 1
	fi
	echo "$target: ok, $count"
}
export -f run

# file:Target, of every module: go test finds the module of the folder it runs in.
targets=$(grep -rEoH --include='*_test.go' --exclude-dir=node_modules --exclude-dir=target '^func Fuzz[A-Za-z0-9]+' cmd host tests wasm | sed 's/:func /:/' | grep -E "$pattern" | sort)
printf '%s\n' "$targets" | xargs -P "$(nproc)" -I '{}' bash -c 'run "$1"' _ '{}'
