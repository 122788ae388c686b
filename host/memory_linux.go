package host

import (
	"context"
	"runtime"
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

const large = 32 << 20 // bytes from which on large pages are asked for: an instance so large isn't kept

// withMemory makes instances that are started with ctx keep their memory outside Go's heap.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(allocate))
}

// mapped is an instance's memory outside Go's heap. It grows where it is, without
// being copied; it wakes no collector, which can't interrupt compiled code and slows
// it down while it tries; and it is given back at once when the instance goes.
type mapped struct {
	reserved []byte
	cleanup  runtime.Cleanup
}

// allocate reserves addresses for most bytes, the first ones to be used at once. Where
// there are none, the memory comes from Go's heap.
func allocate(first, most uint64) experimental.LinearMemory {
	b, err := syscall.Mmap(-1, 0, int(most), syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return &heap{most: most}
	}
	m := &mapped{reserved: b}
	if m.Reallocate(first) == nil {
		unmap(b)
		return &heap{most: most}
	}
	m.cleanup = runtime.AddCleanup(m, unmap, b) // should wazero forget it
	return m
}

func unmap(b []byte) { _ = syscall.Munmap(b) }

// Reallocate makes the first size bytes usable.
func (m *mapped) Reallocate(size uint64) []byte {
	if size > uint64(len(m.reserved)) {
		return nil
	}
	if size > 0 && syscall.Mprotect(m.reserved[:size], syscall.PROT_READ|syscall.PROT_WRITE) != nil {
		return nil // memory.grow then fails, as at the limit
	}
	if size > large {
		_ = syscall.Madvise(m.reserved[:size], syscall.MADV_HUGEPAGE) // a fault for two megabytes, instead of one for each page
	}
	return m.reserved[:size:size]
}

// Free gives the memory back. wazero calls it once no call is in progress.
func (m *mapped) Free() {
	m.cleanup.Stop()
	unmap(m.reserved)
	m.reserved = nil
}

// heap is memory from Go's heap.
type heap struct {
	buffer []byte
	most   uint64
}

func (h *heap) Reallocate(size uint64) []byte {
	if size > h.most {
		return nil
	}
	if old := uint64(len(h.buffer)); size > old {
		h.buffer = append(h.buffer, make([]byte, size-old)...)
	}
	return h.buffer[:size:size]
}

func (h *heap) Free() { h.buffer = nil }
