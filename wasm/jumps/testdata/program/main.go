// What a goroutine may be taken up again after: calls that block, that grow the
// stack, that panic; in loops, in branches, in deferred functions.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
)

func main() {
	fmt.Println(pipeline(1000), collatz(27), sieve(10_000))
	fmt.Println(recovered(3), recovered(0), deferred())
	fmt.Println(deep(1_500), labels(50), interfaces())
	fmt.Println(selects(200), locked(8, 500))
	words := strings.Fields(strings.Repeat("the quick brown fox jumps over the lazy dog ", 50))
	slices.Sort(words)
	count := map[string]int{}
	for _, w := range words {
		count[w]++
	}
	fmt.Println(count, len(slices.Compact(words)))
	fmt.Println(floats(), switches())
	defer os.Exit(3)
	defer fmt.Println("last")
	var none []int
	defer func() { fmt.Println(recover()) }()
	fmt.Println(none[len(os.Args)+1])
}

func pipeline(n int) (sum int) {
	numbers, squares := make(chan int), make(chan int, 3)
	go func() {
		defer close(numbers)
		for i := range n {
			if i%7 == 0 {
				runtime.Gosched()
			}
			numbers <- i
		}
	}()
	for range 3 {
		go func() {
			for i := range numbers {
				if i%2 == 0 {
					squares <- i * i
					continue
				}
				squares <- -i
			}
			squares <- 0
		}()
	}
	for ended := 0; ended < 4; { // zero is sent too
		switch s := <-squares; {
		case s == 0:
			ended++
		case s > 1000:
			sum += s
		default:
			sum++
		}
	}
	return sum
}

func collatz(n int) (steps int) {
	for n != 1 {
		if n&1 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps
}

func sieve(n int) (primes int) {
	composite := make([]bool, n)
	for i := 2; i < n; i++ {
		if composite[i] {
			continue
		}
		primes++
		for j := i * i; j < n; j += i {
			composite[j] = true
		}
	}
	return primes
}

func recovered(by int) (s string) {
	defer func() {
		if r := recover(); r != nil {
			var e runtime.Error
			s = fmt.Sprint("recovered ", errors.As(r.(error), &e), " ", r)
		}
	}()
	for i := 3; ; i-- {
		s += fmt.Sprint(12/(by*i-3), " ")
		if i < -3 {
			return s
		}
	}
}

func deferred() (s string) {
	for i := range 5 {
		defer func() {
			if i%2 == 0 {
				runtime.Gosched()
			}
			s += fmt.Sprint(i)
		}()
	}
	return "deferred "
}

func deep(n int) int {
	var room [20]int
	if n == 0 {
		return 0
	}
	room[n%len(room)] = n
	return deep(n-1) + room[n%len(room)]%3
}

func labels(n int) (s int) {
outer:
	for i := range n {
		for j := range n {
			switch {
			case j > i:
				continue outer
			case i*j == 900:
				break outer
			case (i+j)%3 == 0:
				runtime.Gosched()
			}
			s += i ^ j
		}
	}
again:
	if s%10 != 0 {
		s++
		goto again
	}
	return s
}

type shape interface{ area() int }
type square int
type rectangle struct{ a, b int }

func (s square) area() int    { return int(s * s) }
func (r rectangle) area() int { runtime.Gosched(); return r.a * r.b }

func interfaces() (sum int) {
	for i := range 40 {
		for _, s := range []shape{square(i), rectangle{i, 2}} {
			if f := s.area; f() > 50 {
				sum += f()
			}
		}
	}
	return sum
}

func selects(n int) (s int) {
	a, b, quit := make(chan int), make(chan int), make(chan struct{})
	send := func(c chan int, step int) {
		for i := 0; i < n; i += step {
			c <- i
		}
		quit <- struct{}{}
	}
	go send(a, 1)
	go send(b, 3)
	for left := 2; left > 0; {
		select {
		case v := <-a:
			s += v
		case v := <-b:
			s += 2 * v
		case <-quit:
			left--
		}
	}
	return s
}

func locked(workers, each int) (sum int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := range each {
				mu.Lock()
				if sum += w; i%50 == 0 {
					runtime.Gosched()
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return sum
}

func floats() (s string) {
	for x := 0.5; x < 1e12; x *= -3.5 {
		if x < -1e11 {
			break
		}
		s += fmt.Sprintf("%.3g %d ", x, uint32(int64(x)))
	}
	return s
}

func switches() (s string) {
	for i := range 40 {
		switch i * 7 % 23 {
		case 0, 4, 9:
			s += "a"
			fallthrough
		case 1:
			s += "b"
		case 2, 3, 5, 6, 7, 8, 10:
			s += "c"
		case 11, 12, 13, 14:
			if i%2 == 0 {
				continue
			}
			s += "d"
		default:
			s += "-"
		}
	}
	return s
}
