package ptx

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is the class of a diagnostic, for callers that must turn it into an
// error code.
type Kind uint8

// Kinds of diagnostic. Each but KindVersion is CUDA_ERROR_INVALID_PTX;
// KindVersion is CUDA_ERROR_UNSUPPORTED_PTX_VERSION.
const (
	KindSyntax      Kind = iota // the text is not PTX
	KindInvalid                 // well-formed, and wrong: types, arity, unknown names
	KindVersion                 // the .version is newer than this package knows
	KindTarget                  // unknown .target
	KindUnsupported             // needs a newer .version or .target than the module declares
	KindLimit                   // larger than this package's bounds
)

// Diag is one diagnostic. Every Diag is an error: there are no warnings.
type Diag struct {
	File string
	Pos  Pos
	Kind Kind
	Word string // the offending word, "" if there is none
	Msg  string // in ptxas's words where ptxas has the same error
}

// String formats d as ptxas does, with the column added at the end.
func (d Diag) String() string {
	sev := "error"
	if d.Kind == KindSyntax || d.Kind == KindVersion || d.Kind == KindTarget {
		sev = "fatal"
	}
	s := fmt.Sprintf("ptxas %s, line %d; %-8s: %s", d.File, d.Pos.Line, sev, d.Msg)
	if d.Pos.Col > 0 {
		s += fmt.Sprintf(" (column %d)", d.Pos.Col)
	}
	return s
}

// Errors is a list of diagnostics as an error.
type Errors []Diag

// Error joins the diagnostics, one a line.
func (e Errors) Error() string {
	var b strings.Builder
	for i, d := range e {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.String())
	}
	return b.String()
}

// maxDiags bounds how many diagnostics one module collects.
const maxDiags = 200

func sortDiags(d []Diag) {
	slices.SortStableFunc(d, func(a, b Diag) int {
		if a.Pos.Line != b.Pos.Line {
			return int(a.Pos.Line - b.Pos.Line)
		}
		return int(a.Pos.Col - b.Pos.Col)
	})
}

// Options say how to parse and check.
type Options struct {
	Name string // file name in diagnostics
}

// Load parses and checks src. The module is nil when diags is not empty.
// Diagnostics are in source order.
func Load(src []byte, opt Options) (*Module, []Diag) {
	m, err := Parse(src, opt)
	if err != nil {
		diags, _ := err.(Errors)
		if m != nil {
			// Wrong names do not keep the types of the rest from being checked.
			diags = append(diags, Check(m, opt)...)
			sortDiags(diags)
		}
		return nil, diags
	}
	if diags := Check(m, opt); len(diags) > 0 {
		return nil, diags
	}
	return m, nil
}
