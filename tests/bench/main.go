// Command bench compares the module under wazero with the native core and with
// what a Go program would use instead, side by side in one run, and prints one
// table of ratios. Only the ratios say something: the times, of the processor,
// depend on the machine.
//
//	go run ./tests/bench [-quick] [-only NAME]
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/mcproots/mcproots/tests/clock"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	quick := flags.Bool("quick", false, "fewer and shorter rounds, and no list of 1,000,000 roots")
	only := flags.String("only", "", "run only comparisons whose `name` holds this")
	if err := flags.Parse(args); err != nil || flags.NArg() > 0 {
		return 2
	}
	b := bench{rounds: 41, budget: 4 * time.Second, quick: *quick}
	if b.quick {
		b.rounds, b.budget = 11, time.Second/2
	}
	start := time.Now()
	err := b.all(func(name string) bool { return strings.Contains(name, *only) })
	if err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return 1
	}
	b.print(stdout)
	fmt.Fprintf(stdout, "\nmedians of %d to %d rounds; %s %s/%s, %d processors, %v in all\n", fewest, b.rounds,
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), time.Since(start).Round(time.Second))
	return 0
}

// A bench collects the rows of the table.
type bench struct {
	rounds int           // at most
	budget time.Duration // for one comparison, as far as the fewest rounds fit
	quick  bool
	rows   []row
}

const (
	fewest = 3                    // rounds of a comparison that takes long
	slice  = 5 * time.Millisecond // how long one measurement takes at least
)

type row struct {
	name, over, under string
	a, b              time.Duration // medians, per unit
	ratio             float64       // median of the rounds' ratios
	goal              float64       // 0 is none
}

// A contender is one way to do the work.
type contender struct {
	name  string
	units int // what its time is divided by, to compare work of two sizes
	work  func()
}

// A ratio compares two contenders of a group.
type ratio struct {
	over, under string
	goal        float64
}

// compare measures the contenders in turn, round after round, so that whatever
// else the machine does falls on all of them, and adds a row for each ratio.
func (b *bench) compare(name string, contenders []contender, ratios ...ratio) {
	times := map[string][]float64{}
	runs := map[string]int{}
	round := time.Duration(0)
	for _, c := range contenders {
		c.work() // warm
		n, took := calibrate(c.work)
		runs[c.name], round = n, round+took
	}
	rounds := min(max(int(b.budget/round), fewest), b.rounds)
	for range rounds {
		for _, c := range contenders {
			runtime.GC()
			start := clock.Now()
			for range runs[c.name] {
				c.work()
			}
			per := float64(clock.Now()-start) / float64(runs[c.name]) / float64(max(c.units, 1))
			times[c.name] = append(times[c.name], per)
		}
	}
	for _, r := range ratios {
		var each []float64
		for i := range rounds {
			each = append(each, times[r.over][i]/times[r.under][i])
		}
		b.rows = append(b.rows, row{
			name: name, over: r.over, under: r.under, goal: r.goal,
			a: time.Duration(median(times[r.over])), b: time.Duration(median(times[r.under])), ratio: median(each),
		})
	}
}

// calibrate finds how many runs fill a slice, and the time that they take.
func calibrate(work func()) (runs int, took time.Duration) {
	for runs = 1; ; runs *= 2 {
		start := clock.Now()
		for range runs {
			work()
		}
		if took = clock.Now() - start; took >= slice {
			return runs, took
		}
	}
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func (b *bench) print(out io.Writer) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "what\tthis\ttime\tagainst\ttime\tratio\tgoal\t")
	for _, r := range b.rows {
		goal, verdict := "", ""
		if r.goal > 0 {
			goal, verdict = fmt.Sprintf("<= %.2f", r.goal), "met"
			if r.ratio > r.goal {
				verdict = "missed"
			}
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%.2f\t%s\t%s\n", r.name, r.over, short(r.a), r.under, short(r.b), r.ratio, goal, verdict)
	}
	table.Flush()
}

// short writes a duration with three digits.
func short(d time.Duration) string {
	switch {
	case d < time.Microsecond:
		return fmt.Sprintf("%d ns", d.Nanoseconds())
	case d < time.Millisecond:
		return fmt.Sprintf("%.3g µs", float64(d)/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.3g ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3g s", float64(d)/1e9)
}
