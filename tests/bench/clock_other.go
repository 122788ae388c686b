//go:build !unix

package main

import "time"

var started = time.Now()

// now is the time on the wall, where the processor's isn't told.
func now() time.Duration { return time.Since(started) }
