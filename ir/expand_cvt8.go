package ir

import "ferry/ptx"

// This file lowers conversions from and to the small formats: fp8, tf32, cvt.pack.

func (b *builder) cvtSpecial(in *ptx.Instr) { b.refuse("%s is not supported", in.Text) }
