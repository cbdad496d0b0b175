package isel

import (
	"ferry/amdgpu"
	"ferry/ir"
)

// Launch facts, counters and symbols.
var specialRules = map[ir.Op]rule{
	ir.OpKernarg: func(s *sel, v *ir.Value) { s.reg[v.ID] = s.kernarg },
	ir.OpTid:     selTid,
	ir.OpGroupID: func(s *sel, v *ir.Value) { s.reg[v.ID] = s.group[v.Imm] },
	ir.OpLaneID:  func(s *sel, v *ir.Value) { s.e(amdgpu.VMbcntLoU32B32, s.dst(v), imm(-1), imm(0)) },
	ir.OpClock:   selClock, ir.OpRealtime: selClock,
	ir.OpHWID:         selHWID,
	ir.OpSymAddr:      selSymAddr,
	ir.OpApertureBase: selAperture,
	ir.OpSleep:        selSleep,
}

// Work-item ids are packed in v0, ten bits each.
const tidBits = 10

func selTid(s *sel, v *ir.Value) {
	if v.Imm == 0 {
		s.e(amdgpu.VAndB32, s.dst(v), imm(1<<tidBits-1), r1(s.tid))
		return
	}
	s.e(amdgpu.VBfeU32, s.dst(v), r1(s.tid), imm(int64(v.Imm)*tidBits), imm(tidBits))
}

const (
	msgRtnGetRealtime = 0x83 // sendmsg(MSG_RTN_GET_REALTIME), gfx11
	// clockShift makes a cycle count of the 100 MHz counter: 1.6 GHz. gfx11 has no longer counter of cycles than the 20
	// bits of SHADER_CYCLES, which wrap within a millisecond.
	clockShift = 4
)

func selClock(s *sel, v *ir.Value) {
	d := s.dst(v)
	if v.Op == ir.OpRealtime {
		s.raw(amdgpu.SSendmsgRtnB64, d, imm(msgRtnGetRealtime))
		return
	}
	t := r2(s.s64())
	s.raw(amdgpu.SSendmsgRtnB64, t, imm(msgRtnGetRealtime))
	s.e(amdgpu.SLshlB64, d, t, imm(clockShift))
}

// hwreg makes the immediate of s_getreg_b32: register, first bit, number of bits.
func hwreg(id, off, n int64) amdgpu.Operand {
	return amdgpu.Operand{Kind: amdgpu.OpdField, Imm: id | off<<6 | (n-1)<<11}
}

const hwIDReg = 23 // HW_REG_HW_ID1 of gfx10 and later: WGP 13:10, shader array 16, shader engine 20:18

// selHWID numbers the compute units: engine, array and WGP side by side.
func selHWID(s *sel, v *ir.Value) {
	a, b, c := r1(s.s32()), r1(s.s32()), r1(s.s32())
	s.raw(amdgpu.SGetregB32, a, hwreg(hwIDReg, 10, 4))
	s.raw(amdgpu.SGetregB32, b, hwreg(hwIDReg, 16, 1))
	s.raw(amdgpu.SGetregB32, c, hwreg(hwIDReg, 18, 3))
	t, u, w := r1(s.s32()), r1(s.s32()), r1(s.s32())
	s.e(amdgpu.SLshlB32, t, c, imm(1))
	s.e(amdgpu.SOrB32, u, t, b)
	s.e(amdgpu.SLshlB32, w, u, imm(4))
	s.e(amdgpu.SOrB32, s.dst(v), w, a)
}

func selSymAddr(s *sel, v *ir.Value) {
	s.f.Syms = append(s.f.Syms, SymRef{Name: v.Sym.Name, Addend: int64(v.Imm)})
	s.raw(PseudoSymAddr, s.dst(v), amdgpu.Operand{Kind: amdgpu.OpdSym, Imm: int64(len(s.f.Syms) - 1)})
}

// selAperture reads the aperture of LDS or scratch; its high half says where the window is.
func selAperture(s *sel, v *ir.Value) {
	src := amdgpu.SharedBase
	if v.Mem.Space == ir.SpaceLocal {
		src = amdgpu.PrivateBase
	}
	t := r2(s.s64())
	s.raw(amdgpu.SMovB64, t, amdgpu.R(src, 2))
	s.pair(v, imm(0), hi(t))
}

// selSleep waits about x nanoseconds: s_sleep counts 64 cycles, some 30 ns, and has at most 127 of them.
func selSleep(s *sel, v *ir.Value) {
	n := int64(8)
	if x := v.Args[0]; x.IsConst() {
		n = int64(min(max(x.Imm/32, 1), 127))
	}
	s.raw(amdgpu.SSleep, amdgpu.Operand{Kind: amdgpu.OpdField, Imm: n})
}
