module github.com/mcproots/mcproots/tests/unicode

go 1.26.0

require (
	github.com/mcproots/mcproots v0.0.0
	golang.org/x/text v0.44.0
)

replace github.com/mcproots/mcproots => ../..
