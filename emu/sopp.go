package emu

import (
	"time"

	"ferry/amdgpu"
)

// Program control: branches, calls, barriers, waits, the MODE register, and scalar moves with special targets.

var scalarSpecial map[string]func(b *Builder, in *amdgpu.Inst, d *DInst) bool

func init() {
	nop := func(_ *Builder, _ *amdgpu.Inst, d *DInst) bool {
		d.H = hNop
		return true
	}
	branch := func(cond func(w *Wave) bool) func(b *Builder, in *amdgpu.Inst, d *DInst) bool {
		return func(b *Builder, in *amdgpu.Inst, d *DInst) bool {
			d.Imm = uint32(int64(d.Off) + in.Opd[0].Imm)
			d.Target = -1 // resolved at the first run, when the whole index is known
			if t := int64(d.Off) + in.Opd[0].Imm; t >= 0 && t/4 < int64(len(b.P.Index)) {
				d.Target = b.P.Index[t/4]
			}
			d.uop = branchUops[in.Op]
			d.H = func(w *Wave, d *DInst) {
				if cond(w) {
					w.branch(d)
				}
			}
			return true
		}
	}
	stop := func(s Status) func(b *Builder, in *amdgpu.Inst, d *DInst) bool {
		return func(_ *Builder, _ *amdgpu.Inst, d *DInst) bool {
			d.H = func(w *Wave, _ *DInst) { w.Status, w.event = s, true }
			return true
		}
	}
	scalarSpecial = map[string]func(b *Builder, in *amdgpu.Inst, d *DInst) bool{
		"s_nop": nop, "s_clause": nop, "s_delay_alu": nop, "s_waitcnt": nop, "s_waitcnt_vscnt": nop, "s_waitcnt_vmcnt": nop,
		"s_waitcnt_lgkmcnt": nop, "s_waitcnt_expcnt": nop, "s_waitcnt_depctr": nop, "s_wait_idle": nop, "s_wait_event": nop,
		"s_set_inst_prefetch_distance": nop, "s_icache_inv": nop, "s_setprio": nop, "s_setkill": nop, "s_wakeup": nop,
		"s_incperflevel": nop, "s_decperflevel": nop, "s_ttracedata": nop, "s_ttracedata_imm": nop, "s_version": nop,
		"s_branch":         branch(func(*Wave) bool { return true }),
		"s_cbranch_scc0":   branch(func(w *Wave) bool { return w.S[RegSCC] == 0 }),
		"s_cbranch_scc1":   branch(func(w *Wave) bool { return w.S[RegSCC] != 0 }),
		"s_cbranch_vccz":   branch(func(w *Wave) bool { return w.S[RegVCC] == 0 }),
		"s_cbranch_vccnz":  branch(func(w *Wave) bool { return w.S[RegVCC] != 0 }),
		"s_cbranch_execz":  branch(func(w *Wave) bool { return w.S[RegExec] == 0 }),
		"s_cbranch_execnz": branch(func(w *Wave) bool { return w.S[RegExec] != 0 }),
		"s_endpgm":         stop(Ended),
		"s_barrier":        stop(AtBarrier),
		"s_sleep":          stop(Yielded),
		"s_trap": func(_ *Builder, in *amdgpu.Inst, d *DInst) bool {
			id := in.Opd[0].Imm
			d.H = func(w *Wave, d *DInst) { w.Fail(FaultTrap, d, -1, "s_trap %d", id) }
			return true
		},
		"s_sendmsg": func(_ *Builder, in *amdgpu.Inst, d *DInst) bool {
			const deallocVGPRs = 3
			if in.Opd[0].Imm&0xff != deallocVGPRs {
				return false
			}
			d.H = hNop
			return true
		},
		"s_getpc_b64": func(b *Builder, in *amdgpu.Inst, d *DInst) bool {
			lo, hi := b.SDst(in.Opd[0].Reg, 0), b.SDst(in.Opd[0].Reg, 1)
			next := b.P.Base + uint64(d.Off) + uint64(in.Size)
			d.H = func(w *Wave, _ *DInst) { w.S[lo], w.S[hi] = uint32(next), uint32(next>>32) }
			return true
		},
		"s_setpc_b64": func(b *Builder, in *amdgpu.Inst, d *DInst) bool {
			a := b.ssrc(&in.Opd[0], 2)
			d.H = func(w *Wave, d *DInst) { w.Jump(d, w.sget(&a)) }
			return true
		},
		"s_swappc_b64": func(b *Builder, in *amdgpu.Inst, d *DInst) bool {
			lo, hi, a := b.SDst(in.Opd[0].Reg, 0), b.SDst(in.Opd[0].Reg, 1), b.ssrc(&in.Opd[1], 2)
			next := b.P.Base + uint64(d.Off) + uint64(in.Size)
			d.H = func(w *Wave, d *DInst) {
				t := w.sget(&a)
				w.S[lo], w.S[hi] = uint32(next), uint32(next>>32)
				w.Jump(d, t)
			}
			return true
		},
		"s_call_b64": func(b *Builder, in *amdgpu.Inst, d *DInst) bool {
			lo, hi := b.SDst(in.Opd[0].Reg, 0), b.SDst(in.Opd[0].Reg, 1)
			next := b.P.Base + uint64(d.Off) + uint64(in.Size)
			to := b.P.Base + uint64(int64(d.Off)+in.Opd[1].Imm)
			d.H = func(w *Wave, d *DInst) {
				w.S[lo], w.S[hi] = uint32(next), uint32(next>>32)
				w.Jump(d, to)
			}
			return true
		},
		"s_cselect_b32": lowerCselect, "s_cselect_b64": lowerCselect,
		"s_cmov_b32": lowerCmov, "s_cmov_b64": lowerCmov, "s_cmovk_i32": lowerCmov,
		"s_bitset0_b32": lowerBitset, "s_bitset1_b32": lowerBitset, "s_bitset0_b64": lowerBitset, "s_bitset1_b64": lowerBitset,
		"s_movrels_b32": lowerSMovrel, "s_movrels_b64": lowerSMovrel, "s_movreld_b32": lowerSMovrel, "s_movreld_b64": lowerSMovrel,
		"s_movrelsd_2_b32": lowerSMovrel,
		"s_getreg_b32":     lowerGetreg, "s_setreg_b32": lowerSetreg, "s_setreg_imm32_b32": lowerSetreg,
		"s_round_mode": func(_ *Builder, in *amdgpu.Inst, d *DInst) bool {
			v := Mode(in.Opd[0].Imm & 15)
			d.H = func(w *Wave, _ *DInst) { w.Mode = w.Mode&^15 | v }
			return true
		},
		"s_denorm_mode": func(_ *Builder, in *amdgpu.Inst, d *DInst) bool {
			v := Mode(in.Opd[0].Imm&15) << 4
			d.H = func(w *Wave, _ *DInst) { w.Mode = w.Mode&^0xf0 | v }
			return true
		},
		"s_sendmsg_rtn_b32": lowerSendmsgRtn, "s_sendmsg_rtn_b64": lowerSendmsgRtn,
	}
}

// branchUops are the micro-operations of branches.
var branchUops = map[amdgpu.Op]uint16{amdgpu.SBranch: uopBranch, amdgpu.SCbranchScc0: uopBranchSCC0, amdgpu.SCbranchScc1: uopBranchSCC1,
	amdgpu.SCbranchVccz: uopBranchVCCZ, amdgpu.SCbranchVccnz: uopBranchVCCNZ, amdgpu.SCbranchExecz: uopBranchExecZ, amdgpu.SCbranchExecnz: uopBranchExecNZ}

func (w *Wave) branch(d *DInst) {
	t := d.Target
	if t < 0 {
		off := int64(int32(d.Imm))
		if off < 0 || off%4 != 0 || off/4 >= int64(len(w.Prog.Index)) || w.Prog.Index[off/4] < 0 {
			w.Fail(FaultBadPC, d, -1, "branch to offset %#x, which is no instruction of this code", off)
		}
		t = w.Prog.Index[off/4]
	}
	w.PC, w.event = int(t), true
}

func lowerCselect(b *Builder, in *amdgpu.Inst, d *DInst) bool {
	n := 1
	if in.Op.String() == "s_cselect_b64" {
		n = 2
	}
	x, y := b.ssrc(&in.Opd[1], n), b.ssrc(&in.Opd[2], n)
	if n == 1 {
		d.uop, d.scalars, d.D = uopSSelect, &[2]sval{x, y}, int32(b.SDst(in.Opd[0].Reg, 0))
	}
	b.storeScalar(in, d, n, func(w *Wave) (uint64, bool) {
		if w.S[RegSCC] != 0 {
			return w.sget(&x), true
		}
		return w.sget(&y), true
	})
	return true
}

// storeScalar makes a handler that stores what f gives into operand 0, if f says so.
func (b *Builder) storeScalar(in *amdgpu.Inst, d *DInst, n int, f func(w *Wave) (uint64, bool)) {
	lo, hi := b.SDst(in.Opd[0].Reg, 0), RegSink
	if n == 2 {
		if hi = b.SDst(in.Opd[0].Reg, 1); hi == 127 {
			hi = RegSink
		}
	}
	d.H = func(w *Wave, _ *DInst) {
		if v, ok := f(w); ok {
			w.S[lo], w.S[hi] = uint32(v), uint32(v>>32)
		}
	}
}

func lowerCmov(b *Builder, in *amdgpu.Inst, d *DInst) bool {
	n := 1
	var x sval
	switch in.Op.String() {
	case "s_cmov_b64":
		n = 2
		x = b.ssrc(&in.Opd[1], 2)
	case "s_cmovk_i32":
		x = sval{slot: -1, imm: b.simm16(&in.Opd[1], false)}
	default:
		x = b.ssrc(&in.Opd[1], 1)
	}
	b.storeScalar(in, d, n, func(w *Wave) (uint64, bool) { return w.sget(&x), w.S[RegSCC] != 0 })
	return true
}

func lowerBitset(b *Builder, in *amdgpu.Inst, d *DInst) bool {
	name := in.Op.String()
	n := 1
	if name[len(name)-2:] == "64" {
		n = 2
	}
	set := name[len("s_bitset")] == '1'
	old, sel := b.ssrc(&in.Opd[0], n), b.ssrc(&in.Opd[1], 1)
	b.storeScalar(in, d, n, func(w *Wave) (uint64, bool) {
		bit := uint64(1) << (w.sget(&sel) & uint64(32*n-1))
		if set {
			return w.sget(&old) | bit, true
		}
		return w.sget(&old) &^ bit, true
	})
	return true
}

// lowerSMovrel lowers scalar moves relative to M0; indices stay within SGPRs.
func lowerSMovrel(b *Builder, in *amdgpu.Inst, d *DInst) bool {
	name := in.Op.String()
	n := 1
	if name[len(name)-2:] == "64" {
		n = 2
	}
	dst := in.Opd[0].Reg
	src := b.ssrc(&in.Opd[1], n)
	relS, relD := name != "s_movreld_b32" && name != "s_movreld_b64", name != "s_movrels_b32" && name != "s_movrels_b64"
	d.H = func(w *Wave, d *DInst) {
		m0 := w.S[RegM0]
		so, do := m0, m0
		if name == "s_movrelsd_2_b32" {
			so, do = m0&0x3ff, m0>>16&0x3ff
		}
		index := func(base, off uint32) int {
			i := base + off
			if i >= 106 || int(i)+n > 106 {
				w.Fail(FaultIllegalInstr, d, -1, "relative SGPR index %d is out of range", int32(i))
			}
			return int(i)
		}
		v := w.sget(&src)
		if relS {
			if src.slot < 0 {
				w.Fail(FaultIllegalInstr, d, -1, "relative source that is no SGPR")
			}
			i := index(uint32(src.slot), so)
			v = uint64(w.S[i])
			if n == 2 {
				v |= uint64(w.S[i+1]) << 32
			}
		}
		i := int(dst)
		if relD {
			i = index(uint32(dst), do)
		}
		w.S[i] = uint32(v)
		if n == 2 {
			w.S[i+1] = uint32(v >> 32)
		}
	}
	return true
}

// Hardware registers of s_getreg and s_setreg.
const (
	hwregMode   = 1
	hwregStatus = 2
	hwregHWID1  = 23
	hwregHWID2  = 24
	hwregSHMem  = 15
)

// modeSettable are the bits of MODE that a program can change here: rounding, denormals, DX10_CLAMP, IEEE, FP16_OVFL.
const modeSettable = 0xff | ModeDX10Clamp | ModeIEEE | ModeFP16Ovfl

func lowerGetreg(b *Builder, in *amdgpu.Inst, d *DInst) bool {
	f := uint32(in.Opd[1].Imm)
	id, off, size := f&63, f>>6&31, f>>11&31+1
	if id != hwregMode && id != hwregStatus && id != hwregHWID1 && id != hwregHWID2 && id != hwregSHMem {
		return false
	}
	b.storeScalar(in, d, 1, func(w *Wave) (uint64, bool) {
		var v uint32
		switch id {
		case hwregMode:
			v = uint32(w.Mode) & (1<<seedShift - 1)
		case hwregStatus:
			v = w.S[RegSCC] | b2u(w.S[RegExec] == 0)<<9 | b2u(w.S[RegVCC] == 0)<<10 | 1<<16
		case hwregHWID1:
			v = uint32(w.ID) & 31
		}
		return uint64(bfeU32w(v, off, size)), true
	})
	return true
}

// bfeU32w is a bit field with width 1 to 32.
func bfeU32w(v, off, width uint32) uint32 { return uint32(uint64(v) >> off & (1<<width - 1)) }

func lowerSetreg(b *Builder, in *amdgpu.Inst, d *DInst) bool {
	o, src := &in.Opd[0], sval{slot: -1, imm: uint64(uint32(in.Opd[1].Imm))}
	if in.Opd[1].Kind == amdgpu.OpdReg {
		src = b.ssrc(&in.Opd[1], 1)
	}
	f := uint32(o.Imm)
	id, off, size := f&63, f>>6&31, f>>11&31+1
	if id != hwregMode {
		return false
	}
	mask := Mode(uint64(1)<<size-1) << off & modeSettable
	d.H = func(w *Wave, _ *DInst) {
		w.Mode = w.Mode&^mask | Mode(uint32(w.sget(&src))<<off)&mask
	}
	return true
}

// lowerSendmsgRtn answers the messages that a compute program may ask: of these the 100 MHz clock is modelled (RDNA3 ISA, "Message types",
// MSG_RTN_GET_REALTIME), the doorbell id and the others are not.
func lowerSendmsgRtn(b *Builder, in *amdgpu.Inst, d *DInst) bool {
	const getRealtime = 0x83
	if in.Op != amdgpu.SSendmsgRtnB64 || in.Opd[1].Imm&0xff != getRealtime {
		return false
	}
	lo, hi := b.SDst(in.Opd[0].Reg, 0), b.SDst(in.Opd[0].Reg, 1)
	d.H = func(w *Wave, _ *DInst) {
		t := uint64(time.Now().UnixNano()) / 10
		w.S[lo], w.S[hi] = uint32(t), uint32(t>>32)
	}
	return true
}
