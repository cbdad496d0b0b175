package emu

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"ferry/amdgpu"
	"ferry/emu/mem"

	"github.com/stretchr/testify/require"
)

// memBench is a wave with memory: 8 KiB of device memory, 4 KiB of LDS, 256 bytes of scratch a lane.
type memBench struct {
	t     testing.TB
	space *mem.Space
	pool  *mem.Pool
	dev   uint64
	l     *Launch
	lds   []byte
	scr   []byte
}

func newMemBench(t testing.TB) *memBench {
	s, err := mem.Open(mem.Config{Bytes: 16 << 20, Exact: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	b := &memBench{t: t, space: s, pool: s.NewPool(16 << 20), l: &Launch{Mem: s}, lds: make([]byte, 4096), scr: make([]byte, 256*WaveSize)}
	b.dev, err = b.pool.Alloc(8192)
	require.NoError(t, err)
	return b
}

func (b *memBench) device() []byte { return mem.Bytes(b.dev, 8192) }

func operands(in *amdgpu.Inst, o ...amdgpu.Operand) {
	in.N = uint8(len(o))
	copy(in.Opd[:], o)
}

func memOp(t testing.TB, name string, o ...amdgpu.Operand) amdgpu.Inst {
	op, ok := amdgpu.OpByName(name)
	require.True(t, ok, name)
	in := amdgpu.Inst{Op: op}
	operands(&in, o...)
	return in
}

// run executes one instruction on a wave that set prepares.
func (b *memBench) run(in amdgpu.Inst, exec uint32, set func(w *Wave)) *Wave {
	code, err := amdgpu.Encode(amdgpu.GFX1100, &in, nil)
	require.NoError(b.t, err, "%v", in.Op)
	end := amdgpu.Inst{Op: amdgpu.SEndpgm}
	code, err = amdgpu.Encode(amdgpu.GFX1100, &end, code)
	require.NoError(b.t, err)
	p, err := Build(amdgpu.GFX1100, "test", code, 0x1000, Options{NumVGPR: 32})
	require.NoError(b.t, err)
	w := p.NewWave(exec, ModeDenormF32|ModeDenormF64)
	w.WG = &WorkGroup{Waves: []*Wave{w}, Dim: [3]uint32{32, 1, 1}, LDS: b.lds, Launch: b.l}
	w.Scratch = b.scr
	if set != nil {
		set(w)
	}
	w.Run(10)
	return w
}

func vg(n, width int) amdgpu.Operand { return amdgpu.R(amdgpu.V(n), width) }
func sg(n, width int) amdgpu.Operand { return amdgpu.R(amdgpu.S(n), width) }

// loads gives what each load makes of the bytes at an address and of the old destination (RDNA3 ISA, "Memory instructions").
var loads = []struct {
	flat, ds string // mnemonics behind the family's prefix
	dwords   int
	value    func(m []byte, old uint32) []uint32
}{
	{"load_u8", "load_u8", 1, func(m []byte, _ uint32) []uint32 { return []uint32{uint32(m[0])} }},
	{"load_i8", "load_i8", 1, func(m []byte, _ uint32) []uint32 { return []uint32{uint32(int32(int8(m[0])))} }},
	{"load_u16", "load_u16", 1, func(m []byte, _ uint32) []uint32 { return []uint32{uint32(u16(m))} }},
	{"load_i16", "load_i16", 1, func(m []byte, _ uint32) []uint32 { return []uint32{uint32(int32(int16(u16(m))))} }},
	{"load_d16_u8", "load_u8_d16", 1, func(m []byte, old uint32) []uint32 { return []uint32{old&0xffff0000 | uint32(m[0])} }},
	{"load_d16_i8", "load_i8_d16", 1, func(m []byte, old uint32) []uint32 { return []uint32{old&0xffff0000 | uint32(uint16(int8(m[0])))} }},
	{"load_d16_b16", "load_u16_d16", 1, func(m []byte, old uint32) []uint32 { return []uint32{old&0xffff0000 | uint32(u16(m))} }},
	{"load_d16_hi_u8", "load_u8_d16_hi", 1, func(m []byte, old uint32) []uint32 { return []uint32{old&0xffff | uint32(m[0])<<16} }},
	{"load_d16_hi_i8", "load_i8_d16_hi", 1, func(m []byte, old uint32) []uint32 { return []uint32{old&0xffff | uint32(uint16(int8(m[0])))<<16} }},
	{"load_d16_hi_b16", "load_u16_d16_hi", 1, func(m []byte, old uint32) []uint32 { return []uint32{old&0xffff | uint32(u16(m))<<16} }},
	{"load_b32", "load_b32", 1, func(m []byte, _ uint32) []uint32 { return dwords(m, 1) }},
	{"load_b64", "load_b64", 2, func(m []byte, _ uint32) []uint32 { return dwords(m, 2) }},
	{"load_b96", "load_b96", 3, func(m []byte, _ uint32) []uint32 { return dwords(m, 3) }},
	{"load_b128", "load_b128", 4, func(m []byte, _ uint32) []uint32 { return dwords(m, 4) }},
}

func u16(m []byte) uint16 { return binary.LittleEndian.Uint16(m) }

func dwords(m []byte, n int) (v []uint32) {
	for i := range n {
		v = append(v, binary.LittleEndian.Uint32(m[4*i:]))
	}
	return v
}

// patterns are the ways in which the lanes' offsets spread; size is the access's, n the bytes there are.
var patterns = []struct {
	name string
	off  func(r *rand.Rand, lane, size, n int) int
}{
	{"run", func(_ *rand.Rand, lane, size, _ int) int { return 16 + lane*size }},
	{"same", func(_ *rand.Rand, _, _, _ int) int { return 48 }},
	{"nearly", func(_ *rand.Rand, lane, size, _ int) int { return 16 + lane*size ^ lane>>4&1*size }},
	{"random", func(r *rand.Rand, _, size, n int) int { return r.IntN(n - size + 1) }},
}

// families are the places where a value can live and the address forms that lead there.
func (b *memBench) families() []memFamily {
	return []memFamily{
		{name: "global_saddr", n: 8192, imm: -16, load: func(op string, dst, addr amdgpu.Operand) amdgpu.Inst {
			return memOp(b.t, "global_"+op, dst, vg(0, 1), sg(2, 2))
		}, store: func(op string, data, addr amdgpu.Operand) amdgpu.Inst {
			return memOp(b.t, "global_"+op, vg(0, 1), data, sg(2, 2))
		}, set: func(w *Wave, lane, off int) {
			w.S[2], w.S[3] = uint32(b.dev), uint32(b.dev>>32)
			w.VGPR(0)[lane] = uint32(off + 16)
		}, at: func(_, off int) []byte { return b.device()[off:] }},
		{name: "global_vaddr", n: 8192, imm: 32, load: func(op string, dst, addr amdgpu.Operand) amdgpu.Inst {
			return memOp(b.t, "global_"+op, dst, vg(0, 2), amdgpu.Operand{})
		}, store: func(op string, data, addr amdgpu.Operand) amdgpu.Inst {
			return memOp(b.t, "global_"+op, vg(0, 2), data, amdgpu.Operand{})
		}, set: func(w *Wave, lane, off int) {
			a := b.dev + uint64(off) - 32
			w.VGPR(0)[lane], w.VGPR(1)[lane] = uint32(a), uint32(a>>32)
		}, at: func(_, off int) []byte { return b.device()[off:] }},
		{name: "flat_global", n: 8192, load: func(op string, dst, addr amdgpu.Operand) amdgpu.Inst {
			return memOp(b.t, "flat_"+op, dst, vg(0, 2))
		}, store: func(op string, data, addr amdgpu.Operand) amdgpu.Inst { return memOp(b.t, "flat_"+op, vg(0, 2), data) },
			set: func(w *Wave, lane, off int) {
				a := b.dev + uint64(off)
				w.VGPR(0)[lane], w.VGPR(1)[lane] = uint32(a), uint32(a>>32)
			}, at: func(_, off int) []byte { return b.device()[off:] }},
		{name: "flat_lds", n: 4096, load: func(op string, dst, addr amdgpu.Operand) amdgpu.Inst {
			return memOp(b.t, "flat_"+op, dst, vg(0, 2))
		}, store: func(op string, data, addr amdgpu.Operand) amdgpu.Inst { return memOp(b.t, "flat_"+op, vg(0, 2), data) },
			set: func(w *Wave, lane, off int) { w.VGPR(0)[lane], w.VGPR(1)[lane] = uint32(off), SharedApertureHi }, at: func(_, off int) []byte { return b.lds[off:] }},
		{name: "flat_mixed", n: 256, load: func(op string, dst, addr amdgpu.Operand) amdgpu.Inst {
			return memOp(b.t, "flat_"+op, dst, vg(0, 2))
		}, store: func(op string, data, addr amdgpu.Operand) amdgpu.Inst { return memOp(b.t, "flat_"+op, vg(0, 2), data) },
			set: func(w *Wave, lane, off int) {
				a := [3]uint64{b.dev, mem.SharedBase, mem.PrivateBase}[lane%3] + uint64(off)
				w.VGPR(0)[lane], w.VGPR(1)[lane] = uint32(a), uint32(a>>32)
			}, at: func(lane, off int) []byte {
				if lane%3 < 2 {
					return [2][]byte{b.device(), b.lds}[lane%3][off:]
				}
				return nil
			}, scratch: func(lane int) bool { return lane%3 == 2 }},
		{name: "scratch_vs", n: 256, imm: 8, load: func(op string, dst, addr amdgpu.Operand) amdgpu.Inst {
			return memOp(b.t, "scratch_"+op, dst, vg(0, 1), sg(2, 1))
		}, store: func(op string, data, addr amdgpu.Operand) amdgpu.Inst {
			return memOp(b.t, "scratch_"+op, vg(0, 1), data, sg(2, 1))
		}, set: func(w *Wave, lane, off int) {
			w.S[2] = 100
			w.VGPR(0)[lane] = uint32(off - 108)
		}, scratch: func(int) bool { return true }},
		{name: "ds", ds: true, n: 4096, imm: 16, load: func(op string, dst, addr amdgpu.Operand) amdgpu.Inst {
			return memOp(b.t, "ds_"+op, dst, vg(0, 1))
		}, store: func(op string, data, addr amdgpu.Operand) amdgpu.Inst { return memOp(b.t, "ds_"+op, vg(0, 1), data) },
			set: func(w *Wave, lane, off int) { w.VGPR(0)[lane] = uint32(off - 16) }, at: func(_, off int) []byte { return b.lds[off:] }},
	}
}

type memFamily struct {
	name        string
	ds          bool
	n, imm      int
	load, store func(op string, data, addr amdgpu.Operand) amdgpu.Inst
	set         func(w *Wave, lane, off int)
	at          func(lane, off int) []byte
	scratch     func(lane int) bool
}

// bytesAt reads n bytes of where a lane's offset leads; scratch is dword-interleaved (amdgpu/notes/abi.md, "Scratch").
func (f *memFamily) bytesAt(b *memBench, lane, off, n int) []byte {
	if f.scratch == nil || !f.scratch(lane) {
		return f.at(lane, off)[:n]
	}
	var m []byte
	for o := off; o < off+n; o++ {
		m = append(m, b.scr[o>>2*128+lane*4+o&3])
	}
	return m
}

func (b *memBench) randomise(r *rand.Rand) {
	for _, m := range [][]byte{b.device(), b.lds, b.scr} {
		for i := range m {
			m[i] = byte(r.Uint32())
		}
	}
}

// TestLoads checks every load in every family, pattern and several exec masks against the table above.
func TestLoads(t *testing.T) {
	b := newMemBench(t)
	r := rand.New(rand.NewPCG(3, 4))
	b.randomise(r)
	for _, f := range b.families() {
		for _, c := range loads {
			op := c.flat
			if f.ds {
				op = c.ds
			}
			in := f.load(op, vg(8, c.dwords), amdgpu.Operand{})
			in.Offset = int32(f.imm)
			size := int(kindBytes[loadKinds[op]])
			for _, p := range patterns {
				for _, exec := range []uint32{0xffffffff, 0x00000001, 0xaaaa5555, 0, r.Uint32()} {
					var off [32]int
					for i := range off {
						if off[i] = p.off(r, i, size, f.n); off[i]+size > f.n {
							off[i] = r.IntN(f.n - size + 1)
						}
						if f.ds && off[i] < 16 {
							off[i] = 16
						}
					}
					w := b.run(in, exec, func(w *Wave) {
						for i := range 32 {
							f.set(w, i, off[i])
							for k := range 4 {
								w.VGPR(8 + k)[i] = uint32(0xabcd0000 + 256*k + i)
							}
						}
					})
					require.Nil(t, w.Fault, "%s %s %s", f.name, op, p.name)
					for i := range 32 {
						want := []uint32{0, 0, 0, 0}
						for k := range want {
							want[k] = uint32(0xabcd0000 + 256*k + i)
						}
						if exec>>i&1 != 0 {
							copy(want, c.value(f.bytesAt(b, i, off[i], size), want[0]))
						}
						for k := range want {
							if got := w.VGPR(8 + k)[i]; got != want[k] {
								t.Fatalf("%s %s, %s, exec %#x, lane %d, dword %d: %#x not %#x", f.name, op, p.name, exec, i, k, got, want[k])
							}
						}
					}
				}
			}
		}
	}
}

// TestStores likewise; lanes do not collide, since their order is not architected.
func TestStores(t *testing.T) {
	b := newMemBench(t)
	r := rand.New(rand.NewPCG(5, 6))
	for _, f := range b.families() {
		for _, c := range []struct {
			flat, ds     string
			size, dwords int
			shift        int
		}{
			{"store_b8", "store_b8", 1, 1, 0}, {"store_b16", "store_b16", 2, 1, 0}, {"store_d16_hi_b8", "store_b8_d16_hi", 1, 1, 16}, {"store_d16_hi_b16", "store_b16_d16_hi", 2, 1, 16},
			{"store_b32", "store_b32", 4, 1, 0}, {"store_b64", "store_b64", 8, 2, 0}, {"store_b96", "store_b96", 12, 3, 0}, {"store_b128", "store_b128", 16, 4, 0},
		} {
			op := c.flat
			if f.ds {
				op = c.ds
			}
			in := f.store(op, vg(8, c.dwords), amdgpu.Operand{})
			in.Offset = int32(f.imm)
			for _, pattern := range []string{"run", "shuffled"} {
				for _, exec := range []uint32{0xffffffff, 0x80000000, 0xaaaa5555, r.Uint32()} {
					b.randomise(r)
					perm := r.Perm(32)
					var off [32]int
					room := f.n
					if f.ds {
						room -= 16
					}
					for i := range off {
						k := i
						if pattern == "shuffled" {
							k = perm[i]
						}
						if f.scratch != nil {
							k %= (room - 8) / c.size // lanes of scratch do not share memory
						}
						off[i] = k*c.size + 3
						if f.name == "flat_mixed" {
							off[i] = k*c.size%200 + 3
						}
						if pattern == "run" {
							off[i]++
						}
						if f.ds {
							off[i] += 16
						}
					}
					if f.name == "flat_mixed" && c.size > 4 {
						continue // the lanes would collide
					}
					before := [3][]byte{append([]byte{}, b.device()...), append([]byte{}, b.lds...), append([]byte{}, b.scr...)}
					data := func(i, k int) uint32 { return uint32(i*0x01010101) ^ uint32(k*0x55) ^ 0x80c0a0f0 }
					w := b.run(in, exec, func(w *Wave) {
						for i := range 32 {
							f.set(w, i, off[i])
							for k := range 4 {
								w.VGPR(8 + k)[i] = data(i, k)
							}
						}
					})
					require.Nil(t, w.Fault, "%s %s", f.name, op)
					changed := 0
					for i := range 32 {
						if exec>>i&1 == 0 {
							continue
						}
						var want []byte
						for k := range c.dwords {
							want = binary.LittleEndian.AppendUint32(want, data(i, k)>>c.shift)
						}
						require.Equal(t, want[:c.size], f.bytesAt(b, i, off[i], c.size), "%s %s %s exec %#x lane %d", f.name, op, pattern, exec, i)
						changed += c.size
					}
					diff := 0
					for k, m := range [][]byte{b.device(), b.lds, b.scr} {
						for j := range m {
							if m[j] != before[k][j] {
								diff++
							}
						}
					}
					require.LessOrEqual(t, diff, changed, "%s %s: nothing else is written", f.name, op)
				}
			}
		}
	}
}

// TestBounds: one byte past the end of each kind of memory faults with the lane; all before it is accessible.
func TestBounds(t *testing.T) {
	b := newMemBench(t)
	for _, f := range b.families() {
		if f.name == "flat_mixed" {
			continue
		}
		for _, c := range loads {
			op := c.flat
			if f.ds {
				op = c.ds
			}
			size := int(kindBytes[loadKinds[op]])
			in := f.load(op, vg(8, c.dwords), amdgpu.Operand{})
			in.Offset = int32(f.imm)
			for _, over := range []int{0, 1, 1000000} {
				w := b.run(in, 0xffffffff, func(w *Wave) {
					for i := range 32 {
						f.set(w, i, 64)
					}
					f.set(w, 19, f.n-size+over)
				})
				if over == 0 {
					require.Nil(t, w.Fault, "%s %s", f.name, op)
					continue
				}
				require.NotNil(t, w.Fault, "%s %s", f.name, op)
				require.Equal(t, FaultAddress, w.Fault.Kind)
				require.Equal(t, 19, w.Fault.Lane)
			}
			if 32*size+16 > f.n {
				continue
			}
			// The same for a whole run that ends outside.
			w := b.run(in, 0xffffffff, func(w *Wave) {
				for i := range 32 {
					f.set(w, i, f.n-31*size-1+i*size+1)
				}
			})
			require.NotNil(t, w.Fault, "%s %s", f.name, op)
			require.Equal(t, 31, w.Fault.Lane, "%s %s", f.name, op)
		}
	}
}

// TestAtomics has one line a case: operation, old value, operand, compare value, new value (RDNA3 ISA, atomics' pseudo-code).
func TestAtomics(t *testing.T) {
	const nan, qnan = 0x7fc00001, 0x7fc00000
	b := newMemBench(t)
	for _, c := range []struct {
		op             string
		wide           bool
		old, v, c, new uint64
	}{
		{"swap_b32", false, 5, 9, 0, 9}, {"cmpswap_b32", false, 5, 9, 5, 9}, {"cmpswap_b32", false, 5, 9, 6, 5},
		{"add_u32", false, 0xffffffff, 2, 0, 1}, {"sub_u32", false, 1, 2, 0, 0xffffffff},
		{"min_i32", false, 5, 0xffffffff, 0, 0xffffffff}, {"min_u32", false, 5, 0xffffffff, 0, 5}, {"max_i32", false, 5, 0xffffffff, 0, 5}, {"max_u32", false, 5, 0xffffffff, 0, 0xffffffff},
		{"and_b32", false, 0xc, 0xa, 0, 8}, {"or_b32", false, 0xc, 0xa, 0, 0xe}, {"xor_b32", false, 0xc, 0xa, 0, 6},
		{"inc_u32", false, 5, 5, 0, 0}, {"inc_u32", false, 4, 5, 0, 5}, {"dec_u32", false, 0, 5, 0, 5}, {"dec_u32", false, 6, 5, 0, 5}, {"dec_u32", false, 3, 5, 0, 2},
		{"add_f32", false, 0x3f800000, 0x40000000, 0, 0x40400000}, {"min_f32", false, 0x3f800000, 0xc0000000, 0, 0xc0000000}, {"max_f32", false, 0x3f800000, 0xc0000000, 0, 0x3f800000},
		{"min_f32", false, nan, 0x3f800000, 0, 0x3f800000}, {"max_f32", false, 0x3f800000, nan, 0, 0x3f800000}, {"min_f32", false, 0, 0x80000000, 0, 0x80000000}, {"max_f32", false, 0x80000000, 0, 0, 0},
		{"add_f32", false, 0x7f800000, 0xff800000, 0, qnan},
		{"swap_b64", true, 5, 1 << 40, 0, 1 << 40}, {"cmpswap_b64", true, 1 << 40, 9, 1 << 40, 9}, {"cmpswap_b64", true, 1 << 40, 9, 0, 1 << 40},
		{"add_u64", true, 0xffffffff, 1, 0, 1 << 32}, {"sub_u64", true, 0, 1, 0, 1<<64 - 1}, {"min_i64", true, 0, 1 << 63, 0, 1 << 63}, {"min_u64", true, 0, 1 << 63, 0, 0},
		{"max_i64", true, 0, 1 << 63, 0, 0}, {"max_u64", true, 0, 1 << 63, 0, 1 << 63}, {"and_b64", true, 3 << 40, 1 << 40, 0, 1 << 40}, {"or_b64", true, 1, 1 << 40, 0, 1<<40 | 1},
		{"xor_b64", true, 1 << 40, 1<<40 | 1, 0, 1}, {"inc_u64", true, 1 << 40, 1 << 40, 0, 0}, {"dec_u64", true, 0, 1 << 40, 0, 1 << 40},
	} {
		n := 1
		if c.wide {
			n = 2
		}
		dataN := n
		if c.op[0] == 'c' {
			dataN = 2 * n
		}
		type place struct {
			name string
			in   amdgpu.Inst
			set  func(w *Wave)
			at   func(b *memBench) []byte
		}
		var places []place
		for _, ret := range []bool{true, false} {
			glc := func(in amdgpu.Inst) amdgpu.Inst {
				if ret {
					in.Flags |= amdgpu.FlagGLC
				}
				return in
			}
			opds := func(o ...amdgpu.Operand) []amdgpu.Operand {
				if ret {
					return append([]amdgpu.Operand{vg(20, n)}, o...)
				}
				return o
			}
			places = append(places,
				place{"global", glc(memOp(t, "global_atomic_"+c.op, opds(vg(0, 1), vg(8, dataN), sg(2, 2))...)), func(w *Wave) {
					w.S[2], w.S[3] = uint32(b.dev), uint32(b.dev>>32)
					w.VGPR(0)[3] = 64
				}, func(b *memBench) []byte { return b.device()[64:] }},
				place{"flat lds", glc(memOp(t, "flat_atomic_"+c.op, opds(vg(0, 2), vg(8, dataN))...)), func(w *Wave) {
					w.VGPR(0)[3], w.VGPR(1)[3] = 64, SharedApertureHi
				}, func(b *memBench) []byte { return b.lds[64:] }})
		}
		ds := c.op
		for _, x := range [][2]string{{"swap", "storexchg"}, {"cmpswap", "cmpstore"}} {
			if len(ds) > len(x[0]) && ds[:len(x[0])] == x[0] {
				ds = x[1] + ds[len(x[0]):]
			}
		}
		rtn := ds[:len(ds)-3] + "rtn_" + ds[len(ds)-3:]
		o := []amdgpu.Operand{vg(20, n), vg(0, 1), vg(8, n)}
		if c.op[0] == 'c' {
			o = append(o, vg(8+n, n))
		}
		places = append(places, place{"ds", memOp(t, "ds_"+rtn, o...), func(w *Wave) { w.VGPR(0)[3] = 64 }, func(b *memBench) []byte { return b.lds[64:] }})
		for _, p := range places {
			name := fmt.Sprintf("%s %s %#x %#x %#x", p.name, c.op, c.old, c.v, c.c)
			m := p.at(b)
			binary.LittleEndian.PutUint64(m, c.old|uint64(0x7777)<<48)
			if c.wide {
				binary.LittleEndian.PutUint64(m, c.old)
			}
			w := b.run(p.in, 8, func(w *Wave) {
				p.set(w)
				for k, v := range []uint64{c.v, c.c} {
					for j := range n {
						w.VGPR(8 + k*n + j)[3] = uint32(v >> (32 * j))
					}
				}
			})
			require.Nil(t, w.Fault, name)
			got := binary.LittleEndian.Uint64(m)
			old := uint64(w.VGPR(20)[3])
			if c.wide {
				old |= uint64(w.VGPR(21)[3]) << 32
			} else {
				require.EqualValues(t, 0x7777, got>>48, name)
				got &= 0xffffffff
			}
			if c.new == qnan && c.op[:3] == "add" {
				require.Greater(t, got&0x7fffffff, uint64(0x7f800000), name)
			} else {
				require.Equal(t, c.new, got, name)
			}
			if p.in.Flags&amdgpu.FlagGLC != 0 || p.name == "ds" {
				require.Equal(t, c.old, old, name)
			}
		}
	}
	// A misaligned atomic faults.
	w := b.run(memOp(t, "ds_add_u32", vg(0, 1), vg(8, 1)), 1, func(w *Wave) { w.VGPR(0)[0] = 2 })
	require.NotNil(t, w.Fault)
	require.Equal(t, FaultMisaligned, w.Fault.Kind)
}

// TestPermutes: ds_bpermute, ds_permute and ds_swizzle with the exec masks' effects (RDNA3 ISA, "LDS instructions").
func TestPermutes(t *testing.T) {
	b := newMemBench(t)
	set := func(w *Wave) {
		for i := range 32 {
			w.VGPR(0)[i] = uint32(4 * ((i + 3) % 32))
			w.VGPR(1)[i] = uint32(100 + i)
			w.VGPR(2)[i] = 7
		}
	}
	w := b.run(memOp(t, "ds_bpermute_b32", vg(2, 1), vg(0, 1), vg(1, 1)), 0xffffffff, set)
	require.EqualValues(t, 103, w.VGPR(2)[0])
	require.EqualValues(t, 102, w.VGPR(2)[31])
	w = b.run(memOp(t, "ds_bpermute_b32", vg(2, 1), vg(0, 1), vg(1, 1)), 0xf, set)
	require.Equal(t, []uint32{103, 0, 0, 0, 7}, w.VGPR(2)[:5], "inactive sources give 0, inactive lanes keep")
	w = b.run(memOp(t, "ds_permute_b32", vg(2, 1), vg(0, 1), vg(1, 1)), 0xffffffff, set)
	require.EqualValues(t, 129, w.VGPR(2)[0])
	require.EqualValues(t, 100, w.VGPR(2)[3])
	w = b.run(memOp(t, "ds_permute_b32", vg(2, 1), vg(0, 1), vg(1, 1)), 0x1f, set)
	require.Equal(t, []uint32{0, 0, 0, 100, 101, 7}, w.VGPR(2)[:6])
	for _, c := range []struct {
		off  int32
		exec uint32
		want [6]uint32
	}{
		{0x041f, 0xffffffff, [6]uint32{101, 100, 103, 102, 105, 104}}, // xor 1
		{0x0018 | 2<<5, 0xffffffff, [6]uint32{102, 102, 102, 102, 102, 102}},
		{0x801b, 0xffffffff, [6]uint32{103, 102, 101, 100, 107, 106}},        // quad reversal
		{0xc000 | 3<<5, 0xffffffff, [6]uint32{103, 104, 105, 106, 107, 108}}, // rotate left by 3
		{0x041f, 0xd, [6]uint32{0, 7, 103, 102, 7, 7}},
	} {
		in := memOp(t, "ds_swizzle_b32", vg(2, 1), vg(1, 1))
		in.Offset = c.off
		w := b.run(in, c.exec, set)
		require.Nil(t, w.Fault)
		require.Equal(t, c.want[:], w.VGPR(2)[:6], "%#x", c.off)
	}
}

// TestTwoAddress: ds_load_2addr, its stride64 forms and the stores (offsets in elements, times 64).
func TestTwoAddress(t *testing.T) {
	b := newMemBench(t)
	r := rand.New(rand.NewPCG(7, 8))
	b.randomise(r)
	for _, c := range []struct {
		op         string
		n          int
		off0, off1 int // bytes for offset fields 3 and 7
	}{
		{"ds_load_2addr_b32", 1, 12, 28}, {"ds_load_2addr_b64", 2, 24, 56}, {"ds_load_2addr_stride64_b32", 1, 768, 1792}, {"ds_load_2addr_stride64_b64", 2, 1536, 3584},
	} {
		for _, step := range []int{0, 4 * c.n, 4} {
			in := memOp(t, c.op, vg(8, 2*c.n), vg(0, 1))
			in.Offset = 3 | 7<<8
			w := b.run(in, 0xffffffff, func(w *Wave) {
				for i := range 32 {
					w.VGPR(0)[i] = uint32(i * step)
				}
			})
			require.Nil(t, w.Fault, c.op)
			for i := range 32 {
				want := append(dwords(b.lds[i*step+c.off0:], c.n), dwords(b.lds[i*step+c.off1:], c.n)...)
				for k := range want {
					require.Equal(t, want[k], w.VGPR(8 + k)[i], "%s step %d lane %d", c.op, step, i)
				}
			}
		}
	}
	in := memOp(t, "ds_store_2addr_stride64_b32", vg(0, 1), vg(8, 1), vg(9, 1))
	in.Offset = 1 | 2<<8
	w := b.run(in, 0xffffffff, func(w *Wave) {
		for i := range 32 {
			w.VGPR(0)[i], w.VGPR(8)[i], w.VGPR(9)[i] = uint32(4*i), uint32(i), uint32(1000+i)
		}
	})
	require.Nil(t, w.Fault)
	require.Equal(t, []uint32{0, 1, 2}, dwords(b.lds[256:], 3))
	require.Equal(t, []uint32{1000, 1001}, dwords(b.lds[512:], 2))
}

// TestScalarLoads: offsets, widths, null, and the fault.
func TestScalarLoads(t *testing.T) {
	b := newMemBench(t)
	b.randomise(rand.New(rand.NewPCG(9, 10)))
	set := func(w *Wave) {
		w.S[2], w.S[3], w.S[4] = uint32(b.dev), uint32(b.dev>>32), 20
	}
	for _, c := range []struct {
		op string
		n  int
	}{{"s_load_b32", 1}, {"s_load_b64", 2}, {"s_load_b128", 4}, {"s_load_b256", 8}, {"s_load_b512", 16}} {
		in := memOp(t, c.op, sg(16, c.n), sg(2, 2), sg(4, 1))
		in.Offset = 12
		w := b.run(in, 1, set)
		require.Nil(t, w.Fault)
		require.Equal(t, dwords(b.device()[32:], c.n), w.S[16:16+c.n], c.op)
		in.Offset = 8192 - 20 - int32(4*c.n) + 4
		w = b.run(in, 1, set)
		require.NotNil(t, w.Fault, c.op)
		require.Equal(t, FaultAddress, w.Fault.Kind)
	}
}

// TestBuffers: raw buffers by bytes, structured ones by index and offset; out of bounds reads 0, writes nothing.
func TestBuffers(t *testing.T) {
	b := newMemBench(t)
	b.randomise(rand.New(rand.NewPCG(11, 12)))
	resource := func(w *Wave, stride, records, word3 uint32) {
		w.S[4], w.S[5], w.S[6], w.S[7] = uint32(b.dev), uint32(b.dev>>32)|stride<<16, records, word3
	}
	in := memOp(t, "buffer_load_b32", vg(8, 1), vg(0, 1), sg(4, 4), sg(2, 1))
	in.Flags |= amdgpu.FlagOffen
	in.Offset = 4
	w := b.run(in, 0xffffffff, func(w *Wave) {
		resource(w, 0, 100, 3<<28)
		w.S[2] = 16
		for i := range 32 {
			w.VGPR(0)[i] = uint32(4 * i)
		}
	})
	require.Nil(t, w.Fault)
	for i := range 32 {
		want := uint32(0)
		if 4*i+4+4 <= 100 {
			want = dwords(b.device()[4*i+20:], 1)[0]
		}
		require.Equal(t, want, w.VGPR(8)[i], i)
	}
	in = memOp(t, "buffer_store_b32", vg(8, 1), vg(0, 1), sg(4, 4), amdgpu.Imm(0))
	in.Flags |= amdgpu.FlagIdxen
	before := append([]byte{}, b.device()...)
	w = b.run(in, 0xffffffff, func(w *Wave) {
		resource(w, 16, 10, 0)
		for i := range 32 {
			w.VGPR(0)[i], w.VGPR(8)[i] = uint32(i), 0x11111111
		}
	})
	require.Nil(t, w.Fault)
	for i := range 32 {
		want := uint32(0x11111111)
		if i >= 10 {
			want = dwords(before[16*i:], 1)[0]
		}
		require.Equal(t, want, dwords(b.device()[16*i:], 1)[0], i)
	}
}

// BenchmarkMemory is the cost of one instruction by pattern.
func BenchmarkMemory(b *testing.B) {
	m := newMemBench(b)
	half := func(i, size int) int { return 64 + i&15*size } // two runs of 16, as a 16-wide tile makes
	for _, c := range []struct {
		name string
		in   amdgpu.Inst
		set  func(w *Wave, i int)
	}{
		{"ds_load_b32/run", memOp(b, "ds_load_b32", vg(8, 1), vg(0, 1)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(4 * i) }},
		{"ds_load_b32/half", memOp(b, "ds_load_b32", vg(8, 1), vg(0, 1)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(half(i, 4)) }},
		{"ds_load_b32/same", memOp(b, "ds_load_b32", vg(8, 1), vg(0, 1)), func(w *Wave, i int) { w.VGPR(0)[i] = 64 }},
		{"ds_load_b32/two", memOp(b, "ds_load_b32", vg(8, 1), vg(0, 1)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(i / 16 * 64) }},
		{"ds_load_b128/two", memOp(b, "ds_load_b128", vg(8, 4), vg(0, 1)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(i / 16 * 64) }},
		{"ds_load_2addr_stride64_b32/half", memOp(b, "ds_load_2addr_stride64_b32", vg(8, 2), vg(0, 1)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(half(i, 4)) }},
		{"ds_store_b32/run", memOp(b, "ds_store_b32", vg(0, 1), vg(8, 1)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(4 * i) }},
		{"ds_bpermute_b32", memOp(b, "ds_bpermute_b32", vg(8, 1), vg(0, 1), vg(1, 1)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(4 * (i ^ 1)) }},
		{"global_load_b32/run", memOp(b, "global_load_b32", vg(8, 1), vg(0, 1), sg(2, 2)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(4 * i) }},
		{"global_load_b32/half", memOp(b, "global_load_b32", vg(8, 1), vg(0, 1), sg(2, 2)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(half(i, 4)) }},
		{"global_load_b128/run", memOp(b, "global_load_b128", vg(8, 4), vg(0, 1), sg(2, 2)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(16 * i) }},
		{"global_store_b32/run", memOp(b, "global_store_b32", vg(0, 1), vg(8, 1), sg(2, 2)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(4 * i) }},
		{"global_atomic_add_u32/run", memOp(b, "global_atomic_add_u32", vg(0, 1), vg(8, 1), sg(2, 2)), func(w *Wave, i int) { w.VGPR(0)[i] = uint32(4 * i) }},
		{"scratch_load_b32/off", memOp(b, "scratch_load_b32", vg(8, 1), amdgpu.Operand{}, amdgpu.Operand{}), func(*Wave, int) {}},
		{"s_load_b64", memOp(b, "s_load_b64", sg(16, 2), sg(2, 2), amdgpu.Operand{}), func(*Wave, int) {}},
	} {
		b.Run(c.name, func(b *testing.B) {
			w := m.run(c.in, 0xffffffff, func(w *Wave) {
				w.S[2], w.S[3] = uint32(m.dev), uint32(m.dev>>32)
				for i := range 32 {
					c.set(w, i)
				}
			})
			require.Nil(b, w.Fault)
			d := &w.Code[0]
			for b.Loop() {
				d.H(w, d)
			}
		})
	}
}
