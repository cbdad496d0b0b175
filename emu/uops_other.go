//go:build !amd64

package emu

const haveUops = false

func runUops(*Lanes, *uint32, *uop, *byte, uint64, *uopState) *uop {
	panic("emu: no micro-operations")
}

func uopTable() *[numUops][2]uintptr { return nil }
