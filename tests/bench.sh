#!/usr/bin/env bash
# Prints the ratios of every host that is here: each measured side by side in one run.
set -u
cd "$(dirname "$0")/.."
echo '== Go'
go run ./tests/bench "$@"
if [ -d host/js/node_modules ]; then
	echo '== JavaScript'
	(cd host/js/bench && npm ci --silent --no-audit --no-fund --prefer-offline) && (cd host/js && node bench.mjs)
else
	echo 'skipped: JavaScript: run make test first'
fi
if [ -d host/python/.venv ]; then
	echo '== Python'
	host/python/.venv/bin/python host/python/bench.py
else
	echo 'skipped: Python: run make test first'
fi
