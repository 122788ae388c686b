#!/usr/bin/env bash
# Fails where the page's scripts are not what web/build.mjs makes of web/src and host/js/src.
set -eu
cd "$(dirname "$0")"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
npm ci --no-audit --no-fund --prefer-offline --silent
node build.mjs "$made"
for script in module.js page.js; do
	cmp "$made/$script" static/$script || { echo "run node web/build.mjs"; exit 1; }
done
