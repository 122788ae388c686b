module github.com/mcproots/mcproots/tests/schema

go 1.26.0

require (
	github.com/mcproots/mcproots v0.0.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
)

require golang.org/x/text v0.14.0 // indirect

replace github.com/mcproots/mcproots => ../..
