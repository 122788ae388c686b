// Command inlining writes wasm/default.pgo: a profile that tells Go's compiler to
// put every function that is called at one place only into its caller, in the core
// and in the runtime that is linked to it. Such a function costs some five hundred
// bytes of the module (its beginning and end, its row in each of the runtime's
// tables) and a call, and gives nothing back but its name, which the source keeps.
// The compiler inlines by budget, and only calls that a profile calls hot get the
// large one; so the profile lists these calls, each as hot as the next.
//
// It builds the module, reads from the compiler's listing (-S) who calls whom in what
// was linked, adds the calls that are the only ones of their callee, and begins
// again with that profile until nothing is left to add; calls that were not
// inlined are left out in the end.
//
//	go run ./inlining ../../wasm
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"
)

// call is one place at which a function is called.
type call struct {
	callee, caller string // as the linker calls them
	line           int    // counted from the first line of the caller; what was inlined may stand above it
}

func main() {
	log.SetFlags(0)
	core := os.Args[1]
	made, err := os.MkdirTemp("", "inlining")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(made)
	trial := filepath.Join(made, "trial.pgo")
	var calls []call
	write(trial, calls)
	for {
		only, linked := once(core, trial, made)
		known := len(calls)
		for _, c := range only {
			if !slices.Contains(calls, c) {
				calls = append(calls, c)
			}
		}
		fmt.Printf("%d functions linked, %d calls to inline\n", len(linked), len(calls))
		if len(calls) == known {
			calls = slices.DeleteFunc(calls, func(c call) bool { return linked[mangled(c.callee)] })
			fmt.Printf("%d of them were\n", len(calls))
			break
		}
		write(trial, calls)
	}
	slices.SortFunc(calls, func(a, b call) int {
		return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
	})
	write(filepath.Join(core, "default.pgo"), calls)
}

var (
	text  = regexp.MustCompile(`^\t0x\S+ \d+ \((.*):(\d+)\)\t(?:TEXT|Call)\t(.*?)\(SB\)`)
	start = regexp.MustCompile(`^(\S.*) STEXT `)
)

// once builds the module with a profile and returns the calls that are the only
// ones of their callee, and the names of all functions linked.
func once(core, profile, made string) (only []call, linked map[string]bool) {
	module := filepath.Join(made, "roots.wasm")
	build := exec.Command(filepath.Join(core, "build.sh"), module, "-ldflags=-w", "-gcflags=all=-S", "-pgo="+profile)
	listing, err := build.CombinedOutput()
	if err != nil {
		log.Fatalf("%v\n%s", err, tail(listing))
	}
	linked = names(module)
	at := map[string][]call{}
	var caller string
	var first int
	in := false
	for s := bufio.NewScanner(bytes.NewReader(listing)); s.Scan(); {
		if match := start.FindSubmatch(s.Bytes()); match != nil {
			caller, first = string(match[1]), -1
			in = linked[mangled(caller)]
			continue
		}
		if !in || !bytes.HasPrefix(s.Bytes(), []byte("\t0x")) {
			continue
		}
		match := text.FindSubmatch(s.Bytes())
		if match == nil {
			continue
		}
		line, _ := strconv.Atoi(string(match[2]))
		if first < 0 { // TEXT
			first = line
			continue
		}
		callee := string(match[3])
		at[callee] = append(at[callee], call{callee, caller, line - first})
	}
	for callee, calls := range at {
		if len(calls) == 1 && linked[mangled(callee)] && calls[0].caller != callee {
			only = append(only, calls[0])
		}
	}
	return only, linked
}

func tail(b []byte) []byte { return b[max(0, len(b)-2000):] }

// mangled is a name as the module's name section has it.
func mangled(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' {
			return r
		}
		return '_'
	}, name)
}

// names reads the function names of a module's name section.
func names(module string) map[string]bool {
	b, err := os.ReadFile(module)
	if err != nil {
		log.Fatal(err)
	}
	found := map[string]bool{}
	number := func() (n int) {
		for shift := 0; ; shift += 7 {
			c := b[0]
			b = b[1:]
			n |= int(c&0x7f) << shift
			if c < 0x80 {
				return n
			}
		}
	}
	take := func(n int) (part []byte) {
		part, b = b[:n], b[n:]
		return part
	}
	take(8)
	for len(b) > 0 {
		id, section := take(1)[0], take(number())
		if rest, ok := bytes.CutPrefix(section, []byte("\x04name")); ok && id == 0 {
			b = rest
			break // the last section
		}
	}
	for len(b) > 0 {
		if kind, size := take(1)[0], number(); kind != 1 { // not functions
			take(size)
			continue
		}
		for range number() {
			number()
			found[string(take(number()))] = true
		}
	}
	return found
}

// write writes a profile with one sample a call.
func write(name string, calls []call) {
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}}
	functions := map[string]*profile.Function{}
	location := func(name string, line int) *profile.Location {
		f := functions[name]
		if f == nil {
			// Lines above the caller's first come out negative: all are counted from a line far down.
			f = &profile.Function{ID: uint64(len(functions) + 1), Name: name, SystemName: name, StartLine: 100_000}
			functions[name] = f
			p.Function = append(p.Function, f)
		}
		l := &profile.Location{ID: uint64(len(p.Location) + 1), Line: []profile.Line{{Function: f, Line: 100_000 + int64(line)}}}
		p.Location = append(p.Location, l)
		return l
	}
	sample := func(c call, weight int64) {
		p.Sample = append(p.Sample, &profile.Sample{
			Location: []*profile.Location{location(c.callee, 0), location(c.caller, c.line)},
			Value:    []int64{weight, weight},
		})
	}
	for _, c := range calls {
		sample(c, 2)
	}
	// The compiler leaves the last hundredth of the whole weight out: let it be these.
	for i := range len(calls)/20 + 1 {
		sample(call{fmt.Sprint("inlining.cold", i), fmt.Sprint("inlining.from", i), 1}, 1)
	}
	file, err := os.Create(name)
	if err != nil {
		log.Fatal(err)
	}
	if err := p.Write(file); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}
