//go:build !unix

package clock

import "time"

var started = time.Now()

// Now is the time on the wall, where the processor's isn't told.
func Now() time.Duration { return time.Since(started) }
