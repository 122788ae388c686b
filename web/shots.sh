#!/usr/bin/env bash
# Pictures of the page, light, dark and on a phone, in web/shots, for a person to look at; and the README's, docs/page.png.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm ci --no-audit --no-fund --prefer-offline --silent
node build.mjs
(cd .. && go build -trimpath -o "$work/" ./cmd/mcproots ./cmd/mcproots-serve)
MCPROOTS=$work/mcproots node shots.mjs
