//go:build !linux

package host

import "context"

// withMemory leaves the memory to wazero, which takes it from Go's heap.
func withMemory(ctx context.Context) context.Context { return ctx }
