#!/usr/bin/env bash
# Audits of dependencies and code. Each prints ok or FAILED, or skipped and why: most ask a database of known faults, and
# not every machine reaches one. Exits non-zero when one fails.
set -u
cd "$(dirname "$0")/.."
tools=$PWD/bin/audit
mkdir -p "$tools"
failed=0

# verdict NAME STATUS LOG UNREACHABLE: the result of a tool. Its log matches UNREACHABLE when its database wasn't there.
verdict() {
	if grep -qE "$4" "$3" && ! grep -qE 'Found [0-9]+ known vulnerabilit' "$3"; then # pip-audit tells of both
		printf 'skipped: %s: %s\n' "$1" "$(grep -m1 -E "$4" "$3" | cut -c1-160)"
	elif [ "$2" -eq 0 ]; then
		printf 'ok       %s\n' "$1"
	else
		printf 'FAILED   %s\n' "$1"
		tail -n 40 "$3" | sed 's/^/    /'
		failed=1
	fi
}

# run NAME UNREACHABLE COMMAND...
run() {
	local name=$1 unreachable=$2 log
	shift 2
	log=$tools/${name//[^a-z0-9-]/-}.log
	"$@" >"$log" 2>&1
	verdict "$name" $? "$log" "$unreachable"
}

in_dir() { (cd "$1" && shift && "$@"); }
none='^$a' # matches nothing

# Every dependency has one exact version, and a lock for what it brings along.
pinned() {
	local f bad=0
	for f in $(git ls-files '*package.json'); do
		[ -f "${f%.json}-lock.json" ] || { echo "$f has no lock"; bad=1; }
		node -e 'const p = require(process.argv[1]); for (const [n, v] of Object.entries({ ...p.dependencies, ...p.devDependencies }))
			if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(v)) { console.log(process.argv[1], n, v); process.exitCode = 1; }' "./$f" || bad=1
	done
	for f in $(git ls-files '*Cargo.toml'); do
		[ -f "${f%.toml}.lock" ] || { echo "$f has no lock"; bad=1; }
	done
	for f in host/python/requirements/*.txt; do
		grep -HnEv '^ *(#|-c |-r |--hash=sha256:[0-9a-f]{64}|$)|^[A-Za-z0-9._-]+(\[[a-z,]+\])?==[^ ]+( *;.*)?( \\)?$' "$f" && bad=1
	done
	for f in $(git ls-files '*go.mod'); do
		[ "$(in_dir "$(dirname "$f")" go list -m all | wc -l)" -le 1 ] || [ -f "${f%.mod}.sum" ] || { echo "$f has no sums"; bad=1; }
	done
	for f in $(git ls-files '*pom.xml'); do
		grep -HnE '<version>[^<]*([][(),]|LATEST|RELEASE|SNAPSHOT)' "$f" && bad=1
	done
	grep -rnE --include='*.sh' --include=Makefile --exclude=audit.sh 'go run [^ ]+@latest|npx [^-]' tests host/*/Makefile web Makefile && bad=1
	return $bad
}
run pinned "$none" pinned

# The package has no dependency: there is nothing to audit in what is shipped to npm.
run npm-shipped "$none" node -e 'const p = require("./host/js/package.json"); process.exit(Object.keys({ ...p.dependencies, ...p.peerDependencies, ...p.optionalDependencies }).length)'

run govulncheck 'fetching vulnerabilities' go run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./...
run govulncheck-gosdk 'fetching vulnerabilities' go run golang.org/x/vuln/cmd/govulncheck@v1.9.0 -C host/gosdk ./...

# Left out, after a look at each finding:
# G103 unsafe in the core: words are read within bounds that are checked before, and strings share bytes that don't change.
# G104 errors of Close on what was only read, and in clean-up behind an error that is returned.
# G115 conversions: lengths are at most MaxInput, 256 MiB; ABI 1 has unsigned 32 bits; bytes out of ranges checked before.
# G204 G702 G703 the example client starts the server and reads the file that its command line names.
# G304 the cache reads its own private directory; the command reads the files it is given.
# G302 G602 in the command: GitHub's own summary file; members that come in pairs.
run gosec "$none" go run github.com/securego/gosec/v2/cmd/gosec@v2.30.0 -quiet -exclude=G103,G104,G115,G204,G302,G304,G602,G702,G703 ./wasm/... ./host/... ./cmd/...

if command -v npm >/dev/null; then
	for lock in $(git ls-files '*package-lock.json'); do
		dir=$(dirname "$lock")
		run "npm-audit $dir" 'audit endpoint returned an error|ENOTFOUND|EAI_AGAIN' in_dir "$dir" npm audit --package-lock-only
	done
else
	echo 'skipped: npm-audit: npm is not installed'
fi

if command -v python3 >/dev/null; then
	audit=$tools/venv/bin/pip-audit
	[ -x "$audit" ] || { python3 -m venv "$tools/venv" && "$tools/venv/bin/pip" install --quiet pip-audit==2.10.1; }
	for f in host/python/requirements/*.txt; do
		run "pip-audit $f" 'could not be audited|Failed to resolve|Connection' "$audit" --no-deps --disable-pip --requirement "$f"
	done
else
	echo 'skipped: pip-audit: python3 is not installed'
fi

# cargo audit reads a repository of advisories; building it takes minutes, so that is tried first.
advisories=https://github.com/RustSec/advisory-db.git
if ! command -v cargo >/dev/null; then
	echo 'skipped: cargo-audit: cargo is not installed'
elif ! GIT_TERMINAL_PROMPT=0 timeout 30 git ls-remote --exit-code --quiet "$advisories" HEAD >/dev/null 2>&1; then
	echo "skipped: cargo-audit: $advisories can't be reached"
else
	[ -x "$tools/bin/cargo-audit" ] || cargo install --quiet --locked --root "$tools" --version 0.22.2 cargo-audit
	for lock in $(git ls-files '*Cargo.lock'); do
		run "cargo-audit $lock" "couldn't fetch advisory database" "$tools/bin/cargo-audit" audit --file "$lock"
	done
fi
echo 'skipped: java: its tools need a copy of the national vulnerability database; the versions are in host/java/pom.xml'
exit $failed
