package emu

import (
	"math/bits"
	"strings"

	"ferry/amdgpu"
	"ferry/emu/mem"
)

func lowerDS(op string, in *amdgpu.Inst, d *DInst) bool {
	if in.Flags&amdgpu.FlagGDS != 0 {
		return false
	}
	o := &in.Opd
	m := &memInst{form: formDS, off: uint64(uint16(in.Offset)), saddr: -1, dst: -1, data2: -1}
	two := func(prefix string) (kind memKind, ok bool) {
		rest, found := strings.CutPrefix(op, prefix)
		if !found {
			return 0, false
		}
		scale := uint64(1)
		rest, st64 := strings.CutPrefix(rest, "stride64_")
		if st64 {
			scale = 64
		}
		rest = strings.TrimPrefix(rest, "rtn_")
		kind, unit := kindB32, uint64(4)
		if rest == "b64" {
			kind, unit = kindB64, 8
		} else if rest != "b32" {
			return 0, false
		}
		m.off = uint64(uint8(in.Offset)) * unit * scale
		m.off2 = uint64(uint8(in.Offset>>8)) * unit * scale
		m.two = true
		return kind, true
	}
	switch op {
	case "permute_b32", "bpermute_b32":
		m.dst, m.vaddr, m.data = rowOf(&o[0]), rowOf(&o[1]), rowOf(&o[2])
		if m.dst < 0 || m.vaddr < 0 || m.data < 0 {
			return false
		}
		d.Mem, d.H = m, hPermute
		if op[0] == 'b' {
			d.H, d.uop = hBpermute, uopBpermute
		}
		return true
	case "swizzle_b32":
		m.dst, m.data = rowOf(&o[0]), rowOf(&o[1])
		if m.dst < 0 || m.data < 0 || !swizzleKnown(uint32(m.off)) {
			return false
		}
		d.Mem, d.H = m, hSwizzle
		return true
	case "nop":
		d.H, d.uop = hNothing, uopNothing
		return true
	case "load_addtid_b32":
		m.kind, m.data, m.vaddr, d.H = kindB32, rowOf(&o[0]), -1, hDSAddTID
	case "store_addtid_b32":
		m.kind, m.store, m.data, m.vaddr, d.H = kindB32, true, rowOf(&o[0]), -1, hDSAddTID
	default:
		if k, ok := loadKinds[op]; ok {
			m.kind, m.data, m.vaddr, d.H = k, rowOf(&o[0]), rowOf(&o[1]), hDSLoad
			if k >= kindB32 && k <= kindB128 {
				d.uop = uopDSLoad
			}
		} else if k, ok := storeKinds[op]; ok {
			m.kind, m.store, m.vaddr, m.data, d.H = k, true, rowOf(&o[0]), rowOf(&o[1]), hDSStore
			if k == kindB32 {
				d.uop = uopDSStore
			}
		} else if k, ok := two("load_2addr_"); ok {
			m.kind, m.data, m.vaddr, d.H, d.uop = k, rowOf(&o[0]), rowOf(&o[1]), hDSLoad2, uopDSLoad
		} else if k, ok := two("store_2addr_"); ok {
			m.kind, m.store, m.vaddr, m.data, m.data2, d.H = k, true, rowOf(&o[0]), rowOf(&o[1]), rowOf(&o[2]), hDSStore2
		} else if k, ok := two("storexchg_2addr_"); ok {
			m.kind, m.dst, m.vaddr, m.data, m.data2, d.H = k, rowOf(&o[0]), rowOf(&o[1]), rowOf(&o[2]), rowOf(&o[3]), hDSExchange2
		} else {
			a, wide, ok := atomicByName(op)
			if !ok {
				return false
			}
			m.atomic, m.wide, m.kind, d.H = a, wide, kindB32, hDSAtomic
			if wide {
				m.kind = kindB64
			}
			r := o[:]
			if strings.Contains(op, "rtn_") {
				m.dst = rowOf(&r[0])
				r = r[1:]
			}
			m.vaddr, m.data, m.data2 = rowOf(&r[0]), rowOf(&r[1]), rowOf(&r[2])
		}
		if m.vaddr < 0 {
			return false
		}
	}
	m.size = kindBytes[m.kind]
	if m.data < 0 {
		return false
	}
	d.Mem = m
	return true
}

// ldsAddrs checks the LDS access of every active lane and gives host addresses.
func ldsAddrs(w *Wave, d *DInst, m *memInst, off uint64, a *addrs) {
	r := &w.V[m.vaddr]
	base := mem.AddressOf(w.WG.LDS) + off
	limit := int64(len(w.WG.LDS)) - int64(off) - int64(m.size)
	exec := w.Exec()
	if m.align != 0 {
		for x := exec; x != 0; x &= x - 1 {
			i := bits.TrailingZeros32(x) & 31
			if o := uint64(r[i]) + off; uint32(o)&m.align != 0 {
				w.FailAddr(FaultMisaligned, d, i, mem.SharedBase+o, "%d bytes at LDS offset %#x", m.size, o)
			}
		}
	}
	if exec == 0xffffffff {
		top := uint32(0)
		for i := range r {
			top = max(top, r[i])
			a[i] = base + uint64(r[i])
		}
		if int64(top) <= limit {
			return
		}
	}
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		if int64(r[i]) > limit {
			// Address and offset are added modulo 2^32: compilers fold offsets into accesses with negative bases.
			o := uint64(r[i] + uint32(off))
			if o+uint64(m.size) <= uint64(len(w.WG.LDS)) {
				a[i] = base - off + o
				continue
			}
			w.FailAddr(ldsFault(o), d, i, mem.SharedBase+o, "%d bytes at LDS offset %#x of %#x", m.size, o, len(w.WG.LDS))
		}
		a[i] = base + uint64(r[i])
	}
}

// ldsGroups classifies the LDS offsets of an access with offsets up to far and reports whether it can be made by groups.
func ldsGroups(w *Wave, m *memInst, far uint64, g *grouping) bool {
	if !w.FullExec() {
		return false
	}
	groups(g, &w.V[m.vaddr], uint32(m.size))
	if g.run|g.same != allGroups || g.wraps(uint32(m.size)) {
		return false
	}
	_, end := g.span(uint32(m.size))
	return end+far <= uint64(len(w.WG.LDS)) && (uint32(m.off|m.off2)|g.off[0]|g.off[1]|g.off[2]|g.off[3])&m.align == 0
}

func hDSLoad(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	var g grouping
	if m.kind >= kindB32 && ldsGroups(w, m, m.off, &g) {
		base := mem.AddressOf(w.WG.LDS) + m.off
		if m.kind == kindB32 {
			loadGroups(&w.V[m.data], base, &g)
		} else {
			loadWide(w.V[m.data:m.data+int32(m.size/4)], base, &g)
		}
		return
	}
	var a addrs
	ldsAddrs(w, d, m, m.off, &a)
	loadLanes(w, m.data, m.kind, &a, w.Exec(), 4)
}

func hDSStore(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	var g grouping
	if m.kind == kindB32 && ldsGroups(w, m, m.off, &g) && g.run == allGroups {
		storeGroups(&w.V[m.data], mem.AddressOf(w.WG.LDS)+m.off, &g)
		return
	}
	var a addrs
	ldsAddrs(w, d, m, m.off, &a)
	storeLanes(w, m.data, m.kind, &a, w.Exec(), 4)
}

func hDSLoad2(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	n := int32(m.size / 4)
	var g grouping
	if ldsGroups(w, m, max(m.off, m.off2), &g) {
		base := mem.AddressOf(w.WG.LDS)
		if n == 1 {
			loadGroups(&w.V[m.data], base+m.off, &g)
			loadGroups(&w.V[m.data+1], base+m.off2, &g)
		} else {
			loadWide(w.V[m.data:m.data+2], base+m.off, &g)
			loadWide(w.V[m.data+2:m.data+4], base+m.off2, &g)
		}
		return
	}
	var a, a2 addrs
	ldsAddrs(w, d, m, m.off, &a)
	ldsAddrs(w, d, m, m.off2, &a2)
	loadLanes(w, m.data, m.kind, &a, w.Exec(), 4)
	loadLanes(w, m.data+n, m.kind, &a2, w.Exec(), 4)
}

func hDSStore2(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	var g grouping
	if m.kind == kindB32 && ldsGroups(w, m, max(m.off, m.off2), &g) && g.run == allGroups {
		base := mem.AddressOf(w.WG.LDS)
		storeGroups(&w.V[m.data], base+m.off, &g)
		storeGroups(&w.V[m.data2], base+m.off2, &g)
		return
	}
	var a, a2 addrs
	ldsAddrs(w, d, m, m.off, &a)
	ldsAddrs(w, d, m, m.off2, &a2)
	storeLanes(w, m.data, m.kind, &a, w.Exec(), 4)
	storeLanes(w, m.data2, m.kind, &a2, w.Exec(), 4)
}

// hDSExchange2 swaps at both addresses of each lane, lane by lane.
func hDSExchange2(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	n := int32(m.size / 4)
	var a, a2 addrs
	ldsAddrs(w, d, m, m.off, &a)
	ldsAddrs(w, d, m, m.off2, &a2)
	for x := w.Exec(); x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		for k := range n {
			p, q := mem.P32(a[i]+4*uint64(k)), mem.P32(a2[i]+4*uint64(k))
			s, t := w.V[m.data+k][i], w.V[m.data2+k][i]
			old := *p
			*p = s
			old2 := *q
			*q = t
			w.V[m.dst+k][i], w.V[m.dst+n+k][i] = old, old2
		}
	}
}

// hDSAddTID accesses LDS at M0[15:0] + offset + 4*lane.
func hDSAddTID(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	base := uint64(w.S[RegM0]&0xffff) + m.off
	var a addrs
	exec := w.Exec()
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		o := base + 4*uint64(i)
		if o+4 > uint64(len(w.WG.LDS)) {
			w.FailAddr(ldsFault(o), d, i, mem.SharedBase+o, "4 bytes at LDS offset %#x of %#x", o, len(w.WG.LDS))
		}
		a[i] = mem.AddressOf(w.WG.LDS) + o
	}
	if m.store {
		storeLanes(w, m.data, m.kind, &a, exec, 4)
	} else {
		loadLanes(w, m.data, m.kind, &a, exec, 4)
	}
}

func hDSAtomic(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if m.dst >= 0 {
		w.poll()
	}
	var a addrs
	ldsAddrs(w, d, m, m.off, &a)
	atomicLanes(w, d, m, &a, w.Exec(), false)
}

// hBpermute: each lane reads the data of lane (address+offset)/4; inactive source lanes give 0.
func hBpermute(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	src := w.V[m.data]
	addr := &w.V[m.vaddr]
	dst := &w.V[m.dst]
	off, exec := uint32(m.off), w.Exec()
	if exec == 0xffffffff {
		for i := range dst {
			dst[i] = src[(addr[i]+off)>>2&31]
		}
		return
	}
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		s := (addr[i] + off) >> 2 & 31
		dst[i] = src[s] & -(exec >> s & 1)
	}
}

// hPermute: each lane sends its data to lane (address+offset)/4; the highest sender wins, lanes that get nothing read 0.
func hPermute(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	src, addr := &w.V[m.data], &w.V[m.vaddr]
	var t Lanes
	off, exec := uint32(m.off), w.Exec()
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		t[(addr[i]+off)>>2&31] = src[i]
	}
	dst := &w.V[m.dst]
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		dst[i] = t[i]
	}
}

// swizzleKnown: quad permute (bit 15 set, bits 14:13 clear), rotation (0xc000) and bit masks (bit 15 clear); 0xe000 is the FFT mode.
func swizzleKnown(off uint32) bool {
	return off&0x8000 == 0 || off&0xe000 == 0x8000 || off&0xe000 == 0xc000
}

// hSwizzle is ds_swizzle_b32: the offset says which lane each lane reads; inactive source lanes give 0.
func hSwizzle(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	off, exec := uint32(m.off), w.Exec()
	src := w.V[m.data]
	dst := &w.V[m.dst]
	for x := exec; x != 0; x &= x - 1 {
		i := uint32(bits.TrailingZeros32(x)) & 31
		var s uint32
		switch {
		case off&0x8000 == 0:
			s = (i&(off&31) | off>>5&31) ^ off>>10&31
		case off&0xe000 == 0xc000:
			n, keep := off>>5&31, off&31
			r := i + n
			if off>>10&1 != 0 {
				r = i - n
			}
			s = i&keep | r&^keep&31
		default:
			s = i&^3 | off>>(2*(i&3))&3
		}
		dst[i] = src[s] & -(exec >> s & 1)
	}
}

// ldsFault is what an LDS offset beyond the block's shared memory is: a bad address, or an illegal instruction where it does not even
// fit NVIDIA's window for shared memory (testdata/probes, kernel_shared_oob and kernel_shared_oob_near).
func ldsFault(offset uint64) FaultKind {
	if offset >= 1<<24 {
		return FaultIllegalInstr
	}
	return FaultAddress
}
