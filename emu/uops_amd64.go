package emu

import "golang.org/x/sys/cpu"

// haveUops reports whether runs of micro-operations are available: they are written in AVX2.
var haveUops = cpu.X86.HasAVX2 && cpu.X86.HasFMA

//go:noescape
func runUops(v *Lanes, s *uint32, u *uop, lds *byte, size uint64, cache *uopState) *uop

func uopTable() *[numUops][2]uintptr
