// Package clock tells the time that work takes, for tests and benchmarks.
package clock
