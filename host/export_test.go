package host

// For the tests that see this package from outside.
var (
	OpenForTest = open
	Engines     = engines
)
