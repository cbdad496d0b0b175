package ir_test

import (
	"encoding/binary"
	"testing"
	"time"

	"ferry/compiler"
	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
)

// Kernels in which lanes of one warp wait for each other. The parameter is an array of u32, zero at the start.
var laneKernels = []struct {
	name, body string
	block      uint32
	want       func(out []uint32) string
}{
	{"lock, then a barrier and a shuffle", `
L: atom.global.cas.b32 %r0,[%d],0,1; setp.ne.u32 %p,%r0,0; @%p bra L;
membar.gl; ld.volatile.global.u32 %r1,[%d+4]; add.u32 %r1,%r1,1; st.volatile.global.u32 [%d+4],%r1; membar.gl;
atom.global.exch.b32 %r0,[%d],0;
bar.sync 0; ld.volatile.global.u32 %r2,[%d+4]; shfl.sync.idx.b32 %r3,%r2,0,31,0xffffffff; add.u32 %r3,%r3,%t;
`, 64, func(o []uint32) string { return expect(o, func(t uint32) uint32 { return 64 + t }) }},
	{"lock taken three times by each lane", `
mov.u32 %r5,0;
N: 
L: atom.global.cas.b32 %r0,[%d],0,1; setp.ne.u32 %p,%r0,0; @%p bra L;
membar.gl; ld.volatile.global.u32 %r1,[%d+4]; add.u32 %r1,%r1,1; st.volatile.global.u32 [%d+4],%r1; membar.gl;
atom.global.exch.b32 %r0,[%d],0;
add.u32 %r5,%r5,1; setp.lt.u32 %q,%r5,3; @%q bra N;
bar.sync 0; ld.volatile.global.u32 %r3,[%d+4];
`, 64, func(o []uint32) string { return expect(o, func(t uint32) uint32 { return 192 }) }},
	{"lock with try and retry in one loop", `
N: atom.global.exch.b32 %r0,[%d],1; setp.ne.u32 %p,%r0,0; @%p bra N;
membar.gl; ld.volatile.global.u32 %r1,[%d+4]; add.u32 %r1,%r1,2; st.volatile.global.u32 [%d+4],%r1; membar.gl;
st.volatile.global.u32 [%d],0;
bar.sync 0; ld.volatile.global.u32 %r3,[%d+4];
`, 96, func(o []uint32) string { return expect(o, func(t uint32) uint32 { return 192 }) }},
	{"each lane waits for the lane before it", `
mul.wide.u32 %e,%t,4; add.u64 %e,%e,%d;
setp.eq.u32 %p,%t,0; @%p bra G;
L: ld.volatile.global.u32 %r0,[%e+4]; setp.eq.u32 %q,%r0,0; @%q bra L;
G: mad.lo.u32 %r1,%r0,3,%t; and.b32 %r1,%r1,0xffff; or.b32 %r1,%r1,0x10000; membar.gl; st.volatile.global.u32 [%e+8],%r1; mov.u32 %r3,%r1;
`, 32, func(o []uint32) string {
		v := uint32(0)
		return expect(o, func(t uint32) uint32 { v = (v*3+t)&0xffff | 0x10000; return v })
	}},
	{"one side of a branch waits for the other, waiting side first", `
and.b32 %r0,%t,1; setp.eq.u32 %p,%r0,0; @%p bra W;
bra S;
W: 
L: ld.volatile.global.u32 %r1,[%d+8]; setp.eq.u32 %q,%r1,0; @%q bra L;
mov.u32 %r3,%r1; bra J;
S: mov.u32 %r2,77; membar.gl; st.volatile.global.u32 [%d+8],%r2; mov.u32 %r3,5;
J:
`, 32, func(o []uint32) string {
		return expect(o, func(t uint32) uint32 {
			if t&1 == 0 {
				return 77
			}
			return 5
		})
	}},
	{"the other way round", `
and.b32 %r0,%t,1; setp.eq.u32 %p,%r0,0; @%p bra S;
L: ld.volatile.global.u32 %r1,[%d+8]; setp.eq.u32 %q,%r1,0; @%q bra L;
mov.u32 %r3,%r1; bra J;
S: mov.u32 %r2,77; membar.gl; st.volatile.global.u32 [%d+8],%r2; mov.u32 %r3,5;
J:
`, 32, func(o []uint32) string {
		return expect(o, func(t uint32) uint32 {
			if t&1 == 1 {
				return 77
			}
			return 5
		})
	}},
	{"ticket lock", `
atom.global.add.u32 %r0,[%d],1;
L: ld.volatile.global.u32 %r1,[%d+4]; setp.ne.u32 %p,%r1,%r0; @%p bra L;
membar.gl; ld.volatile.global.u32 %r2,[%d+8]; mad.lo.u32 %r2,%r2,1,1; st.volatile.global.u32 [%d+8],%r2; membar.gl;
add.u32 %r1,%r1,1; st.volatile.global.u32 [%d+4],%r1;
bar.sync 0; ld.volatile.global.u32 %r3,[%d+8];
`, 64, func(o []uint32) string { return expect(o, func(t uint32) uint32 { return 64 }) }},
}

func expect(out []uint32, f func(t uint32) uint32) string {
	for i, v := range out {
		if w := f(uint32(i)); v != w {
			return "lane " + itoa(uint32(i)) + " has " + itoa(v) + ", want " + itoa(w)
		}
	}
	return ""
}

func itoa(v uint32) string {
	if v < 10 {
		return string(rune('0' + v))
	}
	return itoa(v/10) + itoa(v%10)
}

// TestLanesWait runs kernels whose lanes wait for each other through compiler and emulator, at both levels. The values
// follow from what the kernels say.
func TestLanesWait(t *testing.T) {
	for _, k := range laneKernels {
		for _, level := range []int{0, 3} {
			src := ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p,.param .u64 o){\n.reg .b32 %r<8>,%t; .reg .b64 %d,%e,%o; .reg .pred %p,%q;\n" +
				"ld.param.u64 %d,[p]; ld.param.u64 %o,[o]; mov.u32 %t,%tid.x; mov.u32 %r3,0;\n" + k.body +
				"\nmul.wide.u32 %e,%t,4; add.u64 %o,%o,%e; st.global.u32 [%o],%r3; ret;}\n"
			obj, err := compiler.Compile([]byte(src), compiler.Options{Target: "gfx1100", OptLevel: level, Name: k.name})
			if err != nil {
				t.Fatalf("%s: %v", k.name, err)
			}
			if r := obj.Kernels[0].Refused; r != "" {
				t.Errorf("%s: refused: %s", k.name, r)
				continue
			}
			d, err := embedded.New(embedded.Options{Strict: true, Memory: 64 << 20, Watchdog: 5 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			m, err := conformance.OnDevice(d, true)
			if err != nil {
				t.Fatal(err)
			}
			mod, err := m.Load(obj.HSACO)
			if err != nil {
				t.Fatal(err)
			}
			buf, _ := m.Alloc(4096)
			out, _ := m.Alloc(4096)
			if err := m.Write(buf, make([]byte, 4096)); err != nil {
				t.Fatal(err)
			}
			params := binary.LittleEndian.AppendUint64(nil, buf)
			params = binary.LittleEndian.AppendUint64(params, out)
			err = mod.Launch("k", &conformance.Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{k.block, 1, 1}, Params: params})
			if err == nil {
				err = mod.Sync()
			}
			if err != nil {
				t.Errorf("%s at level %d: %v", k.name, level, err)
				m.Close()
				continue
			}
			raw := make([]byte, 4*k.block)
			if err := m.Read(raw, out); err != nil {
				t.Fatal(err)
			}
			vals := make([]uint32, k.block)
			for i := range vals {
				vals[i] = binary.LittleEndian.Uint32(raw[4*i:])
			}
			if bad := k.want(vals); bad != "" {
				t.Errorf("%s at level %d: %s", k.name, level, bad)
			}
			m.Close()
		}
	}
}
