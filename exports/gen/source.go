package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// source is what gen must know of package cuda, read from its syntax alone: the package need not build.
type source struct {
	fset              *token.FileSet
	funcs             map[string]*goFunc
	types             map[string]ast.Expr
	consts            map[string]ast.Expr
	threadC, threadGo string
}

type goFunc struct {
	params []string // type of each parameter, as written
	result string
	pos    string
}

func parseSource(dir string) (*source, error) {
	s := &source{fset: token.NewFileSet(), funcs: map[string]*goFunc{}, types: map[string]ast.Expr{}, consts: map[string]ast.Expr{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.go")) // sorted
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(s.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && d.Name.IsExported() {
					s.funcs[d.Name.Name] = s.fn(d)
				}
			case *ast.GenDecl:
				for _, sp := range d.Specs {
					switch sp := sp.(type) {
					case *ast.TypeSpec:
						s.types[sp.Name.Name] = sp.Type
					case *ast.ValueSpec:
						if d.Tok == token.CONST && len(sp.Values) == len(sp.Names) {
							for i, n := range sp.Names {
								s.consts[n.Name] = sp.Values[i]
							}
						}
					}
				}
			}
		}
	}
	return s, s.thread()
}

func (s *source) text(e ast.Expr) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, s.fset, e); err != nil {
		return ""
	}
	return b.String()
}

func (s *source) fn(d *ast.FuncDecl) *goFunc {
	f := &goFunc{pos: s.fset.Position(d.Pos()).String()}
	for _, p := range d.Type.Params.List {
		for range max(1, len(p.Names)) {
			f.params = append(f.params, s.text(p.Type))
		}
	}
	if r := d.Type.Results; r != nil && len(r.List) == 1 {
		f.result = s.text(r.List[0].Type)
	}
	return f
}

func isBasic(n string) bool {
	switch n {
	case "int8", "uint8", "byte", "int16", "uint16", "int32", "uint32", "int64", "uint64", "uintptr", "float32", "float64":
		return true
	}
	return false
}

// underlying gives the basic type, "pointer", "struct" or "" behind a type as written.
func (s *source) underlying(t string) string {
	for range 16 {
		switch {
		case strings.HasPrefix(t, "*"), t == "unsafe.Pointer":
			return "pointer"
		case t == "byte":
			return "uint8"
		case isBasic(t):
			return t
		}
		e, ok := s.types[t]
		if !ok {
			return ""
		}
		if _, ok := e.(*ast.StructType); ok {
			return "struct"
		}
		t = s.text(e)
	}
	return ""
}

func (s *source) number(e ast.Expr) (int, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		n, err := strconv.Atoi(e.Value)
		return n, err == nil
	case *ast.Ident:
		if v, ok := s.consts[e.Name]; ok {
			return s.number(v)
		}
	}
	return 0, false
}

var cOf = map[string]string{"int8": "int8_t", "uint8": "uint8_t", "int16": "int16_t", "uint16": "uint16_t", "int32": "int32_t",
	"uint32": "uint32_t", "int64": "int64_t", "uint64": "uint64_t", "uintptr": "uintptr_t"}

// thread makes the C twin of cuda.Thread, and its Go twin for the recorder.
func (s *source) thread() error {
	st, ok := s.types["Thread"].(*ast.StructType)
	if !ok {
		return fmt.Errorf("package cuda has no struct Thread")
	}
	var c, g strings.Builder
	c.WriteString("struct ferry_thread {\n")
	g.WriteString("// Thread is the twin of cuda.Thread.\ntype Thread struct {\n")
	pad, flags := 0, false
	for _, f := range st.Fields.List {
		n, t := -1, f.Type
		if a, ok := t.(*ast.ArrayType); ok {
			if n, ok = s.number(a.Len); !ok {
				return fmt.Errorf("cuda.Thread: length of %s", s.text(t))
			}
			t = a.Elt
		}
		under := s.underlying(s.text(t))
		ct := cOf[under]
		if ct == "" {
			return fmt.Errorf("cuda.Thread: a field of type %s can't live in C", s.text(t))
		}
		for _, name := range f.Names {
			cn := name.Name
			if cn == "_" {
				cn = fmt.Sprintf("pad%d", pad)
				pad++
			}
			if cn == "Flags" && under == "uint32" {
				flags = true
			}
			if n >= 0 {
				fmt.Fprintf(&c, "\t%s %s[%d];\n", ct, cn, n)
				fmt.Fprintf(&g, "\t%s [%d]%s\n", name.Name, n, under)
			} else {
				fmt.Fprintf(&c, "\t%s %s;\n", ct, cn)
				fmt.Fprintf(&g, "\t%s %s\n", name.Name, under)
			}
		}
	}
	if !flags {
		return fmt.Errorf("cuda.Thread has no Flags uint32")
	}
	c.WriteString("};")
	g.WriteString("}")
	s.threadC, s.threadGo = c.String(), g.String()
	return nil
}
