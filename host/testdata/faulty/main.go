//go:build wasip1

// Command faulty keeps ABI 1 but for the faults that the host's tests provoke:
// each operation fails in the way of its name.
package main

import "unsafe"

func main() {}

var (
	in      []byte
	out     []byte
	ballast []byte
)

//go:wasmexport abi_version
func abiVersion() int32 { return 1 << 16 }

//go:wasmexport input
func input(n int32) unsafe.Pointer {
	in = make([]byte, n)
	return unsafe.Pointer(unsafe.SliceData(in))
}

//go:wasmexport output
func output() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(out)) }

func answer(text string) int32 {
	out = append(out[:0], text...)
	return int32(len(out))
}

//go:wasmexport valid_response
func validResponse(n int32) int32 { return answer(`{"ok":true,"value":true}`) }

// echo answers with its input, which must be JSON.
//
//go:wasmexport echo
func echo(n int32) int32 { return answer(`{"ok":true,"value":` + string(in[:n]) + `}`) }

//go:wasmexport panics
func panics(n int32) int32 { panic("the first line\nthe second line") }

// shouts writes much more than a host should keep, then dies.
//
//go:wasmexport shouts
func shouts(n int32) int32 {
	line := make([]byte, 1000)
	for i := range line {
		line[i] = 'x'
	}
	for range 1000 {
		println(string(line))
	}
	panic("shouted")
}

//go:wasmexport deadlocks
func deadlocks(n int32) int32 { select {} }

//go:wasmexport exhausts
func exhausts(n int32) int32 {
	for {
		ballast = append(ballast, make([]byte, 1<<20)...)
	}
}

// bloats keeps 64 MiB and answers well.
//
//go:wasmexport bloats
func bloats(n int32) int32 {
	ballast = make([]byte, 64<<20)
	return answer(`{"ok":true,"value":true}`)
}

// litters leaves 100 KB of garbage.
//
//go:wasmexport litters
func litters(n int32) int32 {
	ballast = make([]byte, 100_000)
	return answer(`{"ok":true,"value":true}`)
}

//go:wasmexport spins
func spins(n int32) int32 {
	for i := 0; ; i++ {
		if i < 0 {
			return 0
		}
	}
}

//go:wasmexport misuses
func misuses(n int32) int32 { return 0 }

// overruns answers with a length that leaves the memory.
//
//go:wasmexport overruns
func overruns(n int32) int32 { return 1 << 30 }

// check answers in another shape than ABI 1's.
//
//go:wasmexport check
func check(n int32) int32 { return answer(`{"verdict":"fine"}`) }

// contains gives one answer too few, whatever was asked.
//
//go:wasmexport contains
func contains(n int32) int32 { return answer(`{"ok":true,"value":[]}`) }

// describe answers with a value of another type.
//
//go:wasmexport describe
func describe(n int32) int32 { return answer(`{"ok":true,"value":true}`) }
