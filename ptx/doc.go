// Package ptx reads and writes NVIDIA PTX, ISA 1.0 to 9.x: a lexer, a
// one-pass parser that resolves every name, the syntax tree, a checker with
// ptxas's diagnostics, and a printer.
//
// What does not live here: SSA and anything about what an instruction computes
// (package ir), linking of several modules, and choice of target. A symbol
// that a module declares and does not define is no error here; Module.Externs
// lists those that a linker must find.
//
// The usual entry is Load, which parses and checks:
//
//	m, diags := ptx.Load(src, ptx.Options{Name: "kernel.ptx"})
//	if len(diags) > 0 { ... }
package ptx
