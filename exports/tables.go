// Package exports holds the tables of the CUDA driver API from which gen makes what a foreign process
// sees of ferry: the C trampolines in libcuda (libcuda.so.1, plain C, no Go inside) and the dispatch
// table of the one c-shared Go core in core (libferry_core.so). The tests here build both and run C,
// Python and Go programs against them.
//
// What does not live here: what a driver function does (package cuda).
package exports

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed api.tsv types.tsv errors.tsv internal.tsv
var tables embed.FS

// Arg is one argument of a driver function.
type Arg struct {
	Type string // as in C, without a space before *: "const void*"
	Name string
}

// Symbol is one exported symbol of libcuda.so.1.
type Symbol struct {
	Name   string
	Base   string // the name cuGetProcAddress knows it by
	Since  int    // the driver version that introduced this ABI (1000*major + 10*minor)
	Stream string // "none", or the flavour "ptds" or "ptsz" whose stream 0 is the per-thread default stream
	Args   []Arg
}

// ABI is the name without the stream flavour: flavours of one ABI variant share one Go function.
func (s *Symbol) ABI() string {
	if s.Stream == "none" {
		return s.Name
	}
	return strings.TrimSuffix(s.Name, "_"+s.Stream)
}

// Kind says how C passes a type.
type Kind string

// Kinds of types.
const (
	KindHandle   Kind = "handle"   // opaque, as wide as a pointer
	KindEnum     Kind = "enum"     // 32 bits
	KindInt      Kind = "int"      // an integer; Type.Int says which
	KindFunc     Kind = "func"     // pointer to a function
	KindFuncType Kind = "functype" // a function, which is only ever pointed to
	KindStruct   Kind = "struct"
	KindUnion    Kind = "union"
	KindFloat    Kind = "float"
	KindVoid     Kind = "void"
	KindPointer  Kind = "pointer"
)

// Type is a C type that the API names.
type Type struct {
	Name        string
	Kind        Kind
	Size, Align int
	Int         string // KindInt: the C integer type
}

// ErrorCode is one CUresult.
type ErrorCode struct {
	Code              int
	Name, Description string
}

func lines(file string, fields int) ([][]string, error) {
	b, err := tables.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out [][]string
	for i, l := range strings.Split(string(b), "\n") {
		if l == "" || l[0] == '#' {
			continue
		}
		f := strings.Split(l, "\t")
		if len(f) < fields {
			return nil, fmt.Errorf("%s:%d: %d fields, %d wanted", file, i+1, len(f), fields)
		}
		out = append(out, f)
	}
	return out, nil
}

// API reads api.tsv, in its order.
func API() ([]Symbol, error) {
	ls, err := lines("api.tsv", 5)
	if err != nil {
		return nil, err
	}
	var out []Symbol
	for _, f := range ls {
		s := Symbol{Name: f[0], Base: f[1], Stream: f[3]}
		if s.Since, err = strconv.Atoi(f[2]); err != nil {
			return nil, fmt.Errorf("api.tsv: %s: %w", s.Name, err)
		}
		if f[4] != "" {
			for _, a := range strings.Split(f[4], ", ") {
				i := strings.LastIndexByte(a, ' ')
				if i < 0 {
					return nil, fmt.Errorf("api.tsv: %s: argument %q has no name", s.Name, a)
				}
				s.Args = append(s.Args, Arg{a[:i], a[i+1:]})
			}
		}
		out = append(out, s)
	}
	return out, nil
}

var builtin = []Type{
	{"void", KindVoid, 0, 0, ""},
	{"char", KindInt, 1, 1, "char"},
	{"unsigned char", KindInt, 1, 1, "unsigned char"},
	{"unsigned short", KindInt, 2, 2, "unsigned short"},
	{"int", KindInt, 4, 4, "int"},
	{"unsigned int", KindInt, 4, 4, "unsigned int"},
	{"unsigned long long", KindInt, 8, 8, "unsigned long long"},
	{"size_t", KindInt, 8, 8, "size_t"},
	{"float", KindFloat, 4, 4, ""},
}

// Types reads types.tsv and adds C's own types.
func Types() ([]Type, error) {
	ls, err := lines("types.tsv", 4)
	if err != nil {
		return nil, err
	}
	out := append([]Type(nil), builtin...)
	for _, f := range ls {
		t := Type{Name: f[0], Kind: Kind(f[1])}
		if t.Size, err = strconv.Atoi(f[2]); err != nil {
			return nil, fmt.Errorf("types.tsv: %s: %w", t.Name, err)
		}
		if t.Align, err = strconv.Atoi(f[3]); err != nil {
			return nil, fmt.Errorf("types.tsv: %s: %w", t.Name, err)
		}
		if len(f) > 4 {
			t.Int = f[4]
		}
		out = append(out, t)
	}
	return out, nil
}

// Errors reads errors.tsv, by ascending code.
func Errors() ([]ErrorCode, error) {
	ls, err := lines("errors.tsv", 3)
	if err != nil {
		return nil, err
	}
	var out []ErrorCode
	for _, f := range ls {
		n, err := strconv.Atoi(f[0])
		if err != nil {
			return nil, fmt.Errorf("errors.tsv: %w", err)
		}
		out = append(out, ErrorCode{n, f[1], f[2]})
	}
	return out, nil
}

// SplitPointer takes the const and the stars off a C type: "const void**" is "void" and 2.
func SplitPointer(t string) (base string, stars int) {
	base = strings.TrimPrefix(t, "const ")
	for strings.HasSuffix(base, "*") {
		base, stars = base[:len(base)-1], stars+1
	}
	return strings.TrimSuffix(strings.TrimSpace(base), " const"), stars
}

// Internal reads internal.tsv: functions of package cuda that are reached through export tables only.
func Internal() ([]Symbol, error) {
	ls, err := lines("internal.tsv", 2)
	if err != nil {
		return nil, err
	}
	var out []Symbol
	for _, f := range ls {
		s := Symbol{Name: f[0], Stream: "none"}
		for _, a := range strings.Split(f[1], ", ") {
			i := strings.LastIndexByte(a, ' ')
			s.Args = append(s.Args, Arg{a[:i], a[i+1:]})
		}
		out = append(out, s)
	}
	return out, nil
}
