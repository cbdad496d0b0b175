package embedded

import (
	"encoding/binary"
	"errors"
	"fmt"

	"ferry/abi"
	"ferry/emu"
	"ferry/emu/mem"
	"ferry/hipffi"
)

// faults maps the emulator's faults; those of strict mode, which no program can cause, are unknown errors.
var faults = map[emu.FaultKind]hipffi.Fault{
	emu.FaultIllegalInstr: hipffi.FaultIllegalInstr, emu.FaultBadPC: hipffi.FaultIllegalInstr, emu.FaultAddress: hipffi.FaultIllegalAddress,
	emu.FaultMisaligned: hipffi.FaultMisaligned, emu.FaultTrap: hipffi.FaultTrap, emu.FaultTimeout: hipffi.FaultTimeout,
}

// prepareError translates why a launch cannot be made.
func prepareError(k *kernel, err error) error {
	var le *emu.LaunchError
	switch {
	case errors.As(err, &le) && le.Resources:
		return &hipffi.Error{Fault: hipffi.FaultLaunchResources, Detail: err.Error()}
	case errors.As(err, &le):
		return &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: err.Error()}
	case errors.Is(err, mem.ErrNoMemory):
		return memError(err)
	}
	return &hipffi.Error{Fault: hipffi.FaultInvalidImage, Detail: fmt.Sprintf("kernel %s: %v", k.Name(), err)}
}

// ferryBlock is the address of ferry's block in the kernarg segment of n bytes, 0 if there is none.
func ferryBlock(l *emu.Launch, n int) uint64 {
	if n < abi.BlockSize {
		return 0
	}
	a := l.Kernarg() + uint64(n-abi.BlockSize)
	if *mem.P32(a + abi.OffVersion) != abi.Version {
		return 0
	}
	return a
}

// launchError gives the error of an ended launch: what the emulator found, or what the kernel itself wrote to its error record.
func launchError(k *kernel, d *launchFacts, l *emu.Launch, w *world) error {
	if f := l.Fault(); f != nil {
		e := &hipffi.Error{Fault: hipffi.FaultUnknown, Detail: f.Kind.String() + ": " + f.Detail, Kernel: f.Kernel, Block: f.Block, Thread: f.Thread,
			Addr: hipffi.Ptr(f.Addr), PC: uint64(f.Off)}
		if f.Inst != "" {
			e.Detail += " (" + f.Inst + ")"
		}
		if h, ok := faults[f.Kind]; ok {
			e.Fault = h
		}
		if d.lines != nil {
			e.Place = d.lines(e.PC)
		}
		return e
	}
	if d.block == 0 {
		return nil
	}
	rec := *mem.P64(d.block + abi.OffError)
	if rec == 0 || !w.space.Readable(rec, abi.ErrorRecordSize) {
		return nil
	}
	b := mem.Bytes(rec, abi.ErrorRecordSize)
	u := func(o int) uint32 { return binary.LittleEndian.Uint32(b[o:]) }
	code := u(abi.ErrCode)
	if code == 0 {
		return nil
	}
	e := &hipffi.Error{Kernel: k.Name(), Block: [3]uint32{u(abi.ErrBlockX), u(abi.ErrBlockY), u(abi.ErrBlockZ)}}
	t, x, y := u(abi.ErrThread), max(1, d.dim[0]), max(1, d.dim[1])
	e.Thread = [3]uint32{t % x, t / x % y, t / x / y}
	switch code {
	case abi.CodeTrap:
		e.Fault, e.Detail = hipffi.FaultTrap, "trap"
	case abi.CodeAssert:
		e.Fault, e.Detail = hipffi.FaultAssert, "assertion"
	case abi.CodeBreakpoint:
		e.Fault, e.Detail = hipffi.FaultTrap, "breakpoint"
	case abi.CodeStackOverflow:
		e.Fault, e.Detail = hipffi.FaultHardwareStack, "stack overflow"
	case abi.CodeBadCall:
		e.Fault, e.Detail = hipffi.FaultIllegalInstr, "indirect call to something that is no function"
	case abi.CodeBadTensor:
		e.Fault, e.Detail = hipffi.FaultIllegalInstr, "tensor copy with coordinates or an element type that it does not take"
	default:
		e.Fault, e.Detail = hipffi.FaultUnknown, fmt.Sprintf("error code %d", code)
	}
	if d.sites != nil {
		e.Place = d.sites(u(abi.ErrSite))
	}
	return e
}
