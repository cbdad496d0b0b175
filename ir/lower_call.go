package ir

import "ferry/ptx"

// This file lowers calls of functions that the device runtime supplies.

// builtinCall lowers a call of a system function and reports whether fn is one.
func (b *builder) builtinCall(in *ptx.Instr, fn *ptx.Function) bool {
	switch fn.Name {
	case "vprintf", "malloc", "free", "__assertfail":
		if fn.Definition().HasBody {
			return false
		}
		b.refuse("call of %s is not supported", fn.Name)
	}
	return false
}
