package emu

import "ferry/amdgpu"

// dppCtl is the data-parallel permute of source 0 (RDNA3 ISA, "DPP"): lane i reads lane from[i]; lanes without a source read
// zero with bound_ctrl and are left alone without it.
type dppCtl struct {
	from      [WaveSize]int8 // -1: no such lane
	lanes     uint32         // lanes that row_mask and bank_mask leave on
	boundCtrl bool
	fi        bool // read lanes that EXEC has off
	keepExec  bool // the instruction writes EXEC itself
	src       [][2]int32
}

// apply forms the permuted rows and gives the lanes that the instruction runs in.
func (c *dppCtl) apply(w *Wave, exec uint32) uint32 {
	var valid uint32
	for i, f := range c.from {
		if f >= 0 && (c.fi || exec>>uint(f)&1 != 0) {
			valid |= 1 << i
		}
	}
	for _, s := range c.src {
		a, d := &w.V[s[0]], &w.V[s[1]]
		for i, f := range c.from {
			if valid>>i&1 != 0 {
				d[i] = a[f]
			} else {
				d[i] = 0
			}
		}
	}
	exec &= c.lanes
	if !c.boundCtrl {
		exec &= valid
	}
	return exec
}

// lowerDPP fills in the control of x.dpp, if source set one up.
func (b *Builder) lowerDPP(in *amdgpu.Inst, x *wrap, _ *[3]Src) {
	c := x.dpp
	if c == nil {
		return
	}
	c.lanes = 0xffffffff
	c.fi = in.Flags&amdgpu.FlagFI != 0
	if in.Flags&amdgpu.FlagDPP8 != 0 {
		for i := range c.from {
			c.from[i] = int8(i&^7 | int(in.DPP>>(3*(i&7))&7))
		}
		c.boundCtrl = true // DPP8 never leaves its group; an inactive source reads zero
		return
	}
	c.boundCtrl = in.Flags&amdgpu.FlagBoundCtrl != 0
	c.lanes = 0
	for i := range c.from {
		c.from[i] = int8(dppLane(in.DPP, i))
		if in.Masks>>(4+i>>4)&1 != 0 && in.Masks>>(i>>2&3)&1 != 0 {
			c.lanes |= 1 << i
		}
	}
}

// dppLane is the lane that lane i reads under a DPP16 control, -1 if there is none.
func dppLane(ctl uint32, i int) int {
	row, l, n := i&^15, i&15, int(ctl&15)
	switch {
	case ctl < 0x100: // quad_perm
		return i&^3 | int(ctl>>(2*(i&3))&3)
	case ctl >= 0x101 && ctl <= 0x10f: // row_shl
		l += n
	case ctl >= 0x111 && ctl <= 0x11f: // row_shr
		l -= n
	case ctl >= 0x121 && ctl <= 0x12f: // row_ror
		l = (l - n) & 15
	case ctl == 0x140: // row_mirror
		l = 15 - l
	case ctl == 0x141: // row_half_mirror
		l ^= 7
	case ctl >= 0x150 && ctl <= 0x15f: // row_share
		l = n
	case ctl >= 0x160 && ctl <= 0x16f: // row_xmask
		l ^= n
	default:
		return -1
	}
	if l < 0 || l > 15 {
		return -1
	}
	return row | l
}
