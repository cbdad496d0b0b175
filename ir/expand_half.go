package ir

import "ferry/ptx"

// This file lowers half-precision arithmetic: f16, f16x2, bf16, bf16x2.

func (b *builder) halfArith(in *ptx.Instr) { b.refuse("%s is not supported", in.Text) }
