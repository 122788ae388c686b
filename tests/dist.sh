#!/usr/bin/env bash
# Makes a release in dist/: the packages of tests/pack.sh, installed and tried, the command's archives, the module, a
# bill of materials that SPDX's own tools accept, and the checksums of all.
set -eu
cd "$(dirname "$0")/.."
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
tests/pack.sh
go run ./tests/dist dist
tools=bin/spdx-tools
if [ ! -x "$tools/bin/pyspdxtools" ]; then
	python3 -m venv "$tools"
	"$tools/bin/pip" install --quiet spdx-tools==0.8.5
fi
"$tools/bin/pyspdxtools" --infile dist/mcproots.spdx.json
(cd dist && sha256sum --check --quiet checksums.txt && cat checksums.txt)
