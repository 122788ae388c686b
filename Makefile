# Each target does its own set-up. make help lists them.
SHELL := /bin/bash
export GOFLAGS := -buildvcs=false
SESSION = tests/testdata/session-2025-11-25.jsonl
FUZZTIME ?= 2m

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

.PHONY: wasm
wasm: ## build host/roots.wasm, the module that every host embeds
	@wasm/build.sh host/roots.wasm

.PHONY: profile
profile: ## write wasm/default.pgo anew, which keeps the module small: after changes of the core
	cd tests/gen && go run ./inlining ../../wasm

bin/mcproots bin/mcproots-serve: FORCE
	@mkdir -p bin
	@cmd/build.sh $@
.PHONY: FORCE
FORCE:

.PHONY: run
run: bin/mcproots ## check a recorded MCP session through the Wasm module and print its roots
	@echo '$$ mcproots version'; bin/mcproots version
	@echo; echo '$$ mcproots check --engine wasm $(SESSION)'
	@bin/mcproots check --engine wasm --color never $(SESSION) || test $$? = 1
	@echo; echo '$$ mcproots list --engine wasm $(SESSION)'
	@bin/mcproots list --engine wasm $(SESSION) || test $$? = 1
	@echo; echo '$$ mcproots contains --engine wasm --root "file:///home/user/my%20project" ...'
	@bin/mcproots contains --engine wasm --root 'file:///home/user/my%20project' '/home/user/my project/src/main.go' '/home/user/my project2/x' || test $$? = 1

.PHONY: test
test: ## run every test on every engine; STRICT=1 fails where one is skipped
	@tests/test.sh

.PHONY: check
check: ## format, vet, lint, tidy, generated files, the module; fails on a dirty tree
	@tests/check.sh

.PHONY: bench
bench: ## ratios, side by side in one run, against what people use otherwise
	@tests/bench.sh

.PHONY: fuzz
fuzz: ## fuzz each target for FUZZTIME (2m)
	@tests/fuzz.sh $(FUZZTIME)

.PHONY: pack
pack: ## tarball, wheel, crate and jar in dist/, each installed into an empty project
	@tests/pack.sh

.PHONY: dist
dist: ## a release in dist/: archives, packages, module, SPDX bill of materials, checksums
	@tests/dist.sh

.PHONY: version
version: ## write the version of wasm/roots/core.go to every other place
	go run ./tests/version
	@$(MAKE) wasm
	go run ./tests/vectorgen

.PHONY: soak
soak: ## a million calls and a hundred inputs of 16 MiB, through Go and through Node
	@tests/soak.sh

.PHONY: audit
audit: ## known vulnerabilities and pinning of every dependency
	@tests/audit.sh

.PHONY: web
web: bin/mcproots bin/mcproots-serve ## serve the page on this machine and print its address
	@bin/mcproots serve

.PHONY: web-shots
web-shots: ## pictures of the page, light, dark and phone, in web/shots
	@web/shots.sh

.PHONY: clean
clean: ## remove what the targets made
	rm -rf bin dist
