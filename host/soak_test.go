package host

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// tests/soak.sh asks for a million calls and a hundred large inputs.
var (
	soakCalls = flag.Int("soak.calls", 20_000, "calls of the soak")
	soakLarge = flag.Int("soak.large", 5, "inputs of 16 MiB after them")
	chosen    = flag.Uint64("seed", 0, "seed of the soak and the hammer; 0 takes one from the clock")
)

// seed is told by every test that takes it, so that a run can be had again.
func seed(t *testing.T) uint64 {
	t.Helper()
	n := *chosen
	if n == 0 {
		n = uint64(time.Now().UnixNano())
	}
	t.Logf("go test ./host -run %s -args -seed %d", t.Name(), n)
	return n
}

// A question is a call whose right answer is known.
type question struct {
	op     string
	in     []byte
	answer string
}

// vectors are the questions that every engine must answer alike.
func vectors(t testing.TB) []question {
	t.Helper()
	file, err := os.Open("../tests/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []question
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v struct{ Op, Input, Base64, Output string }
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		in := []byte(v.Input)
		if v.Base64 != "" {
			if in, err = base64.StdEncoding.DecodeString(v.Base64); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, question{v.Op, in, v.Output})
	}
	if err := lines.Err(); err != nil || len(all) == 0 {
		t.Fatalf("%d vectors: %v", len(all), err)
	}
	return all
}

// lists asks the operations that take lists about n roots of some 80 bytes. The
// core in this program tells the right answers.
func lists(t testing.TB, n int) []question {
	t.Helper()
	var list, paths strings.Builder
	for i := range n {
		fmt.Fprintf(&list, `{"uri":"file:///home/user/work/projects/number%%20%07d/source","name":"project %d"},`, i, i)
		fmt.Fprintf(&paths, `"/home/user/work/projects/number %07d/source/a/b.go",`, i)
	}
	array := func(b *strings.Builder) string { return "[" + strings.TrimSuffix(b.String(), ",") + "]" }
	result := `{"roots":` + array(&list) + `}`
	core := open(t, WithNative())
	var all []question
	for op, in := range map[string]string{
		"valid_response": result,
		"describe":       result,
		"check":          `{"message":` + result + `}`,
		"read":           `{"message":` + result + `}`,
		"result":         result,
		"diff":           `{"before":` + result + `,"after":{"roots":[]}}`,
		"contains":       `{"roots":` + array(&list) + `,"paths":` + array(&paths) + `}`,
		"scope":          `{"revealed":` + array(&list) + `,"allowed":["/home/user/work"]}`,
	} {
		answer, err := core.Call(t.Context(), op, []byte(in))
		if err != nil || !bytes.HasPrefix(answer, []byte(carriedOut)) {
			t.Fatalf("%s of %d roots: %.200s, %v", op, n, answer, err)
		}
		all = append(all, question{op, []byte(in), string(answer)})
	}
	return all
}

// put asks one question.
func (h *Host) put(t *testing.T, q question) {
	if answer, err := h.Call(t.Context(), q.op, q.in); err != nil || string(answer) != q.answer {
		t.Errorf("%s %.300q:\n got %.300s, %v\nwant %.300s", q.op, q.in, answer, err, q.answer)
	}
}

// counted counts the instances that a host makes, and those of them that it
// closes.
func counted(h *Host) (made, closed *atomic.Int64) {
	made, closed = new(atomic.Int64), new(atomic.Int64)
	count := func(w worker) worker {
		made.Add(1)
		return &countedInstance{w.(*instance), closed}
	}
	start := h.workers.start
	h.workers.start = func() (worker, error) {
		w, err := start()
		if err != nil {
			return nil, err
		}
		return count(w), nil
	}
	for i, w := range h.workers.idle { // the one that Open tried
		h.workers.idle[i] = count(w)
	}
	return made, closed
}

type countedInstance struct {
	*instance
	closed *atomic.Int64
}

func (c *countedInstance) close() {
	c.closed.Add(1)
	c.instance.close()
}

// linear is the memory of a counted host's idle instances, in bytes.
func (h *Host) linear() (total uint64) {
	h.workers.mu.Lock()
	defer h.workers.mu.Unlock()
	for _, w := range h.workers.idle {
		total += uint64(w.(*countedInstance).memory.Size())
	}
	return total
}

// resident is this process's memory after a collection, in bytes; 0 where the
// system doesn't say, and under the race detector, whose own never shrinks.
func resident() uint64 {
	if raceDetector {
		return 0
	}
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	kB, _ := strconv.ParseUint(strings.Fields(after)[0], 10, 64)
	return kB << 10
}

// Bounds on what may come on top after the warm-up, which is half of the calls: until
// then each instance has had its largest calls one upon another, and the collector in
// it has found its level. A leak of 100 bytes a call would be 50 MB in a million.
const (
	soakResident = 16 << 20 // of the process
	soakLinear   = 8 << 20  // of all instances together
)

// Soak: calls of all operations and sizes, each with the right answer. Memory is
// flat after the warm-up, also after inputs at the limit. The latencies are told,
// not judged: other programs run on the same machine.
func TestSoakMemoryIsFlatAfterTheWarmUp(t *testing.T) {
	small := vectors(t)
	var sizes [][]question
	for _, n := range []int{1, 10, 100, 1_000, 10_000} {
		sizes = append(sizes, lists(t, n))
	}
	h := open(t)
	made, closed := counted(h)
	callers := h.pool
	number := seed(t)

	const intervals = 20
	each := max(*soakCalls/intervals/callers, 1)
	var warmResident, warmLinear uint64
	var warmMedian, median time.Duration
	fmt.Printf("soak: go: %d calls by %d callers\n", each*intervals*callers, callers)
	fmt.Printf("%10s %10s %10s %10s %10s %10s %10s %10s\n", "calls", "RSS MB", "linear MB", "instances", "p50 us", "p99 us", "p99.9 us", "max us")
	for interval := range intervals {
		took := make([][]time.Duration, callers)
		var wg sync.WaitGroup
		for caller := range callers {
			wg.Go(func() {
				random := rand.New(rand.NewPCG(number, uint64(interval*callers+caller)))
				if interval == 0 { // an instance that has met the largest once has its size
					for _, list := range sizes {
						for _, q := range list {
							h.put(t, q)
						}
					}
				}
				for range each {
					q := small[random.IntN(len(small))]
					if random.IntN(10) == 0 { // of ten thousand calls one asks about ten thousand roots
						for i := range sizes {
							if random.IntN(10) != 0 || i == len(sizes)-1 {
								q = sizes[i][random.IntN(len(sizes[i]))]
								break
							}
						}
					}
					start := time.Now()
					h.put(t, q)
					took[caller] = append(took[caller], time.Since(start))
				}
			})
		}
		wg.Wait()
		if t.Failed() {
			return
		}
		all := slices.Concat(took...)
		slices.Sort(all)
		at := func(share float64) time.Duration { return all[int(share*float64(len(all)-1))] }
		rss, linear := resident(), h.linear()
		fmt.Printf("%10d %10.1f %10.1f %10d %10.1f %10.1f %10.1f %10.1f\n", (interval+1)*each*callers, mega(rss), mega(linear), made.Load(),
			micro(at(0.5)), micro(at(0.99)), micro(at(0.999)), micro(at(1)))
		median = at(0.5)
		switch {
		case interval == intervals/2:
			warmResident, warmLinear, warmMedian = rss, linear, median
		case interval > intervals/2 && (rss > warmResident+soakResident || linear > warmLinear+soakLinear):
			t.Fatalf("after the warm-up memory grew from %.1f to %.1f MB, that of the instances from %.1f to %.1f MB; allowed are %d and %d more",
				mega(warmResident), mega(rss), mega(warmLinear), mega(linear), soakResident>>20, soakLinear>>20)
		}
	}
	fmt.Printf("soak: go: the median went from %.1f to %.1f us\n", micro(warmMedian), micro(median))

	before := made.Load()
	for i := range *soakLarge {
		limit := [...]struct{ op, before, item, after string }{
			{"valid_response", `{"roots":[`, `{"uri":"file:///a"},`, `]}`},
			{"check", `{"message":{"roots":[`, `{"uri":"a"},`, `]}}`},
			{"valid_response", `{"roots":[{"uri":"file:///home/user/work/projects/number%200000001/source","name":"`, `name`, `"}]}`},
			{"read", `{"message":{"roots":[`, `{"uri":"file:///home/user/work/projects/number%200000001/source"},`, `]}}`},
			{"check", `{"message":{"roots":[{"uri":"file:///`, `%2e`, `"}]}}`},
		}[i%5]
		n := (h.maxInput - len(limit.before) - len(limit.after)) / len(limit.item)
		in := limit.before + strings.TrimSuffix(strings.Repeat(limit.item, n), ",") + limit.after
		if answer, err := h.Call(t.Context(), limit.op, []byte(in)); err != nil || !bytes.HasPrefix(answer, []byte(carriedOut)) {
			t.Fatalf("16 MiB of %s for %s: %.200s, %v", limit.item, limit.op, answer, err)
		}
	}
	live, idle := h.counts()
	rss, linear := resident(), h.linear()
	fmt.Printf("soak: go: after %d inputs of 16 MiB: RSS %.1f MB, linear %.1f MB, %d instances made for them, %d live\n",
		*soakLarge, mega(rss), mega(linear), made.Load()-before, live)
	if live != idle || int64(live) != made.Load()-closed.Load() {
		t.Errorf("%d instances live, %d idle, of %d made %d closed", live, idle, made.Load(), closed.Load())
	}
	if made.Load() == before {
		t.Error("no instance was dropped: the large inputs pin memory")
	}
	if linear > uint64(live)*uint64(h.watermark) || rss > warmResident+soakResident {
		t.Errorf("the large inputs pin memory: RSS %.1f MB, %.1f before", mega(rss), mega(warmResident))
	}
}

func mega(bytes uint64) float64     { return float64(bytes) / (1 << 20) }
func micro(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
