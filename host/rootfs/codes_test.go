//go:build unix || windows

package rootfs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
)

func TestEveryCodeIsExplainedOnceAndNothingElseIs(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[Code]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "Code" {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			declared[Code(text)] = true
		}
		return true
	})
	if len(declared) < 16 {
		t.Fatalf("only %d codes found in the source", len(declared))
	}
	for _, info := range Codes {
		if !declared[info.Code] {
			t.Errorf("%s is explained twice or not declared", info.Code)
		}
		delete(declared, info.Code)
		if info.Title == "" || info.Why == "" || info.Fix == "" || info.Severity == "" {
			t.Errorf("%s lacks a part of its explanation", info.Code)
		}
	}
	for code := range declared {
		t.Errorf("%s is not explained", code)
	}
}
