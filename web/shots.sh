#!/usr/bin/env bash
# Pictures of the page, light, dark and on a phone, in web/shots, for a person to look at.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node build.mjs
npm ci --no-audit --no-fund --prefer-offline --silent
(cd .. && go build -trimpath -o "$work/mcproots" ./cmd/mcproots)
MCPROOTS=$work/mcproots node shots.mjs
