// Command docs runs what the documentation shows in other languages and of other
// people's libraries: the programs in docs/*.md, whose output follows them, and the
// table of what the official SDKs' types make of a document. run.sh prepares the
// toolchains and calls it. The rest of the documentation, links, codes, commands and
// Go, is held to the tree by this package's tests, which need none of them.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	var with toolchains
	flag.StringVar(&with.node, "node", "", "Node.js; host/js is prepared")
	flag.StringVar(&with.python1, "python1", "", "Python with the 1.x line of the SDK")
	flag.StringVar(&with.python2, "python2", "", "Python with the 2.x line of the SDK")
	flag.StringVar(&with.cargo, "cargo", "", "Rust's cargo; host/rust is prepared")
	flag.StringVar(&with.java, "java", "", "the class path of host/java with what it needs")
	flag.StringVar(&with.goParser, "go", "", "the parser on the Go SDK")
	flag.Parse()
	os.Exit(hold(with, os.Stdout))
}

// toolchains are the programs that run what documents show; an empty one is not there.
type toolchains struct{ node, python1, python2, cargo, java, goParser string }

// A task is one thing that a document shows.
type task struct {
	name string
	do   func() error
}

func hold(with toolchains, out io.Writer) int {
	pages, err := documents(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		return 1
	}
	tasks := programs(with, pages)
	compared, err := comparisons(with, pages)
	if err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		return 1
	}
	failed := 0
	tasks = append(tasks, compared...)
	for _, t := range tasks {
		if err := t.do(); err != nil {
			failed++
			fmt.Fprintf(out, "FAILED: %s: %v\n", t.name, err)
			continue
		}
		fmt.Fprintf(out, "passed: %s\n", t.name)
	}
	fmt.Fprintf(out, "documents: %d passed, %d failed\n", len(tasks)-failed, failed)
	if failed > 0 {
		return 1
	}
	return 0
}

// runnable are the documents whose programs are run.
var runnable = regexp.MustCompile(`^(README\.md|docs/.*|host/(js|python|rust|java)/README\.md)$`)

// programs are the blocks that an output follows.
func programs(with toolchains, pages []document) (tasks []task) {
	for _, d := range pages {
		if !runnable.MatchString(d.name) {
			continue
		}
		for i, b := range d.blocks {
			want, ok := d.after(i)
			if !ok || !with.run(b) {
				continue
			}
			tasks = append(tasks, task{fmt.Sprintf("%s:%d, %s", d.name, b.line, b.language), func() error {
				dir, err := os.MkdirTemp("", "docs")
				if err != nil {
					return err
				}
				defer os.RemoveAll(dir)
				command, err := with.interpreter(b, dir)
				if err != nil {
					return err
				}
				output, err := command.CombinedOutput()
				if err == nil && string(output) != want {
					err = fmt.Errorf("it prints other things")
				}
				if err != nil {
					err = fmt.Errorf("%w:\n%s", err, output)
				}
				return err
			}})
		}
	}
	return tasks
}

// run tells whether a block is a program and what runs it is there.
func (with toolchains) run(b block) bool {
	switch b.language {
	case "js":
		return with.node != ""
	case "python":
		return with.python2 != ""
	case "rust":
		return with.cargo != ""
	case "java":
		return with.java != ""
	case "go":
		return strings.HasPrefix(b.text, "package main\n")
	}
	return false
}

// interpreter is the command that runs a block; dir is for what it needs to write.
func (with toolchains) interpreter(b block, dir string) (*exec.Cmd, error) {
	switch b.language {
	case "js":
		command := exec.Command(with.node, "--input-type=module", "--eval", b.text)
		command.Dir = "host/js" // a package finds itself by its name
		return command, nil
	case "python":
		return exec.Command(with.python2, "-c", b.text), nil
	case "go":
		file := filepath.Join(dir, "main.go")
		return exec.Command("go", "run", file), os.WriteFile(file, []byte(b.text), 0o600)
	case "rust":
		return with.rust(b, dir)
	}
	file := filepath.Join(dir, "Shown.java")
	return exec.Command("java", "-cp", with.java, file), os.WriteFile(file, []byte(javaFile(b.text)), 0o600)
}

// rust makes a crate of a block that depends on the one in the tree.
func (with toolchains) rust(b block, dir string) (*exec.Cmd, error) {
	crate, err := filepath.Abs("host/rust")
	if err != nil {
		return nil, err
	}
	lock, err := os.ReadFile(filepath.Join(crate, "Cargo.lock"))
	if err != nil {
		return nil, err
	}
	manifest := "[package]\nname = \"shown\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[dependencies]\nmcproots = { path = " + strconv.Quote(crate) + " }\n"
	for name, text := range map[string]string{"Cargo.toml": manifest, "Cargo.lock": string(lock), "src/main.rs": b.text} {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			return nil, err
		}
	}
	command := exec.Command(with.cargo, "run", "--quiet", "--release")
	command.Dir = dir
	command.Env = append(os.Environ(), "CARGO_TARGET_DIR="+filepath.Join(crate, "target"))
	return command, nil
}

// javaFile is a block as a file that java runs: its imports, and the rest as main
// unless it is a class.
func javaFile(text string) string {
	var imports, body strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		if strings.HasPrefix(line, "import ") {
			imports.WriteString(line)
		} else {
			body.WriteString(line)
		}
	}
	if strings.Contains(text, "class ") {
		return text
	}
	return imports.String() + "public class Shown { public static void main(String[] args) throws Exception {\n" + body.String() + "} }\n"
}
