package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// atomOps are the instructions of one atomic operation: 32 and 64 bits, in global, flat and LDS form (LDS: without and
// with return).
type atomOps struct {
	g32, g64, f32, f64         amdgpu.Op
	ds32, ds64, dsRtn32, dsR64 amdgpu.Op
}

var atomicOps = [...]atomOps{
	ir.AtomAdd: {amdgpu.GlobalAtomicAddU32, amdgpu.GlobalAtomicAddU64, amdgpu.FlatAtomicAddU32, amdgpu.FlatAtomicAddU64,
		amdgpu.DsAddU32, amdgpu.DsAddU64, amdgpu.DsAddRtnU32, amdgpu.DsAddRtnU64},
	ir.AtomSub: {amdgpu.GlobalAtomicSubU32, amdgpu.GlobalAtomicSubU64, amdgpu.FlatAtomicSubU32, amdgpu.FlatAtomicSubU64,
		amdgpu.DsSubU32, amdgpu.DsSubU64, amdgpu.DsSubRtnU32, amdgpu.DsSubRtnU64},
	ir.AtomAnd: {amdgpu.GlobalAtomicAndB32, amdgpu.GlobalAtomicAndB64, amdgpu.FlatAtomicAndB32, amdgpu.FlatAtomicAndB64,
		amdgpu.DsAndB32, amdgpu.DsAndB64, amdgpu.DsAndRtnB32, amdgpu.DsAndRtnB64},
	ir.AtomOr: {amdgpu.GlobalAtomicOrB32, amdgpu.GlobalAtomicOrB64, amdgpu.FlatAtomicOrB32, amdgpu.FlatAtomicOrB64,
		amdgpu.DsOrB32, amdgpu.DsOrB64, amdgpu.DsOrRtnB32, amdgpu.DsOrRtnB64},
	ir.AtomXor: {amdgpu.GlobalAtomicXorB32, amdgpu.GlobalAtomicXorB64, amdgpu.FlatAtomicXorB32, amdgpu.FlatAtomicXorB64,
		amdgpu.DsXorB32, amdgpu.DsXorB64, amdgpu.DsXorRtnB32, amdgpu.DsXorRtnB64},
	ir.AtomMinS: {amdgpu.GlobalAtomicMinI32, amdgpu.GlobalAtomicMinI64, amdgpu.FlatAtomicMinI32, amdgpu.FlatAtomicMinI64,
		amdgpu.DsMinI32, amdgpu.DsMinI64, amdgpu.DsMinRtnI32, amdgpu.DsMinRtnI64},
	ir.AtomMinU: {amdgpu.GlobalAtomicMinU32, amdgpu.GlobalAtomicMinU64, amdgpu.FlatAtomicMinU32, amdgpu.FlatAtomicMinU64,
		amdgpu.DsMinU32, amdgpu.DsMinU64, amdgpu.DsMinRtnU32, amdgpu.DsMinRtnU64},
	ir.AtomMaxS: {amdgpu.GlobalAtomicMaxI32, amdgpu.GlobalAtomicMaxI64, amdgpu.FlatAtomicMaxI32, amdgpu.FlatAtomicMaxI64,
		amdgpu.DsMaxI32, amdgpu.DsMaxI64, amdgpu.DsMaxRtnI32, amdgpu.DsMaxRtnI64},
	ir.AtomMaxU: {amdgpu.GlobalAtomicMaxU32, amdgpu.GlobalAtomicMaxU64, amdgpu.FlatAtomicMaxU32, amdgpu.FlatAtomicMaxU64,
		amdgpu.DsMaxU32, amdgpu.DsMaxU64, amdgpu.DsMaxRtnU32, amdgpu.DsMaxRtnU64},
	ir.AtomInc: {amdgpu.GlobalAtomicIncU32, amdgpu.GlobalAtomicIncU64, amdgpu.FlatAtomicIncU32, amdgpu.FlatAtomicIncU64,
		amdgpu.DsIncU32, amdgpu.DsIncU64, amdgpu.DsIncRtnU32, amdgpu.DsIncRtnU64},
	ir.AtomDec: {amdgpu.GlobalAtomicDecU32, amdgpu.GlobalAtomicDecU64, amdgpu.FlatAtomicDecU32, amdgpu.FlatAtomicDecU64,
		amdgpu.DsDecU32, amdgpu.DsDecU64, amdgpu.DsDecRtnU32, amdgpu.DsDecRtnU64},
	// LDS has no exchange without return.
	ir.AtomExch: {amdgpu.GlobalAtomicSwapB32, amdgpu.GlobalAtomicSwapB64, amdgpu.FlatAtomicSwapB32, amdgpu.FlatAtomicSwapB64,
		0, 0, amdgpu.DsStorexchgRtnB32, amdgpu.DsStorexchgRtnB64},
	ir.AtomCas: {amdgpu.GlobalAtomicCmpswapB32, amdgpu.GlobalAtomicCmpswapB64, amdgpu.FlatAtomicCmpswapB32, amdgpu.FlatAtomicCmpswapB64,
		amdgpu.DsCmpstoreB32, amdgpu.DsCmpstoreB64, amdgpu.DsCmpstoreRtnB32, amdgpu.DsCmpstoreRtnB64},
	ir.AtomFAddF32: {g32: amdgpu.GlobalAtomicAddF32, f32: amdgpu.FlatAtomicAddF32, ds32: amdgpu.DsAddF32, dsRtn32: amdgpu.DsAddRtnF32},
}

// selAtomic emits a read-modify-write. Its ordering stands in fences around it.
func selAtomic(s *sel, v *ir.Value) {
	o := &atomicOps[v.Mem.Atom]
	args := v.Args[1:]
	if v.Mem.HasOff {
		args = v.Args[2:]
	}
	w := int(v.Mem.Size) / 4
	wide := w == 2
	ret := v.Type != ir.Void
	var d amdgpu.Operand
	if v.Mem.Space == ir.SpaceShared {
		op := pick(wide, o.ds32, o.ds64)
		if ret || op == 0 {
			op = pick(wide, o.dsRtn32, o.dsR64)
			if ret {
				d = s.dst(v)
			} else {
				d = amdgpu.R(s.f.NewVReg(ClassVGPR, w), w)
				ret = true
			}
		}
		if op == 0 {
			s.refuse("atomic %s of %d bytes in shared memory", v.Mem.Atom, v.Mem.Size)
		}
		a := s.addr(v, 0)
		var opds [4]amdgpu.Operand
		n := 0
		if ret {
			opds[0], n = d, 1
		}
		opds[n] = a.vaddr
		n++
		if v.Mem.Atom == ir.AtomCas {
			// gfx11: data0 is the new value, data1 the one compared with.
			opds[n], opds[n+1] = s.vgpr(s.op(args[1]), w), s.vgpr(s.op(args[0]), w)
			n += 2
		} else {
			opds[n] = s.vgpr(s.op(args[0]), w)
			n++
		}
		in := s.raw(op, opds[:n]...)
		in.Offset, in.Access = int32(a.off), v.Mem.Align
		return
	}
	var op amdgpu.Op
	switch v.Mem.Space {
	case ir.SpaceGlobal:
		op = pick(wide, o.g32, o.g64)
	case ir.SpaceGeneric:
		op = pick(wide, o.f32, o.f64)
	}
	if op == 0 {
		s.refuse("atomic %s of %d bytes in %s memory", v.Mem.Atom, v.Mem.Size, v.Mem.Space)
	}
	var data amdgpu.Operand
	if v.Mem.Atom == ir.AtomCas {
		// One tuple: new value, then the expected one.
		r := s.f.NewVReg(ClassVGPR, 2*w)
		s.copyTo(amdgpu.R(r, w), s.op(args[1]))
		s.copyTo(amdgpu.R(r+amdgpu.Reg(w), w), s.op(args[0]))
		data = amdgpu.R(r, 2*w)
	} else {
		data = s.vgpr(s.op(args[0]), w)
	}
	a := s.addr(v, 0)
	var opds [4]amdgpu.Operand
	n := 0
	if ret {
		opds[0], n = s.dst(v), 1
	}
	opds[n], opds[n+1] = a.vaddr, data
	n += 2
	if a.space == ir.SpaceGlobal {
		opds[n] = a.saddr
		n++
	}
	in := s.raw(op, opds[:n]...)
	in.Offset, in.Access = int32(a.off), v.Mem.Align
	if ret {
		in.Flags |= amdgpu.FlagGLC
	}
}

func pick(wide bool, a, b amdgpu.Op) amdgpu.Op {
	if wide {
		return b
	}
	return a
}
