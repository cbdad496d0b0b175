package ptx

import (
	"errors"
	"io"
)

// Options say how to parse and check.
type Options struct {
	Name string // file name in diagnostics; "<stdin>"-like names are fine
}

// Parse reads one PTX module.
func Parse(src []byte, opt Options) (*Module, error) {
	return nil, errors.New("ptx: parser is not built yet")
}

// Check reports what is wrong with a parsed module.
func Check(m *Module, opt Options) []Diag { return nil }

// Print writes m as PTX text that parses to an equal tree.
func Print(w io.Writer, m *Module) error { return errors.New("ptx: printer is not built yet") }

// Diag is one diagnostic.
type Diag struct {
	Pos Pos
	Msg string
}
