//go:build wasip1

// Command bare is the smallest Go reactor: what every module that Go compiles
// costs before it does anything.
package main

func main() {}

//go:wasmexport nothing
func nothing() {}
