package emu

import (
	"runtime"
	"testing"

	"ferry/amdgpu"

	"golang.org/x/sys/unix"
)

// threadTime is the CPU time of the calling thread in nanoseconds: other work on the machine does not count.
func threadTime() int64 {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
	return t.Nano()
}

// BenchmarkDispatch measures single instructions, one wave, all lanes active: nanoseconds per wave instruction.
func BenchmarkDispatch(b *testing.B) {
	for _, c := range []struct {
		name string
		code []uint32
	}{
		{"s_nop", []uint32{0xbf800000}},
		{"s_add_u32", []uint32{0x80010201}},                 // s_add_u32 s1, s1, s2
		{"v_mov_b32", []uint32{0x7e020302}},                 // v_mov_b32 v1, v2
		{"v_add_nc_u32", []uint32{0x4a020702}},              // v_add_nc_u32 v1, v2, v3
		{"v_add_nc_u32/scalar", []uint32{0x4a020602}},       // v_add_nc_u32 v1, s2, v3
		{"v_fmac_f32", []uint32{0x56020702}},                // v_fmac_f32 v1, v2, v3
		{"v_cmp_gt_i32", []uint32{0x7c880702}},              // v_cmp_gt_i32 vcc_lo, v2, v3
		{"v_lshlrev_b64", []uint32{0xd73c0001, 0x00020682}}, // v_lshlrev_b64 v[1:2], 2, v[3:4]
		{"v_add_co_u32", []uint32{0xd7006a01, 0x00020702}},  // v_add_co_u32 v1, vcc_lo, v2, v3
		{"v_mad_u64_u32", []uint32{0xd6fe7c01, 0x041a0b04}}, // v_mad_u64_u32 v[1:2], null, v4, v5, v[6:7]
	} {
		for _, strict := range []bool{false, true} {
			name := c.name
			if strict {
				name += "/strict"
			}
			b.Run(name, func(b *testing.B) {
				var code []byte
				for range 64 {
					for _, d := range c.code {
						code = append(code, byte(d), byte(d>>8), byte(d>>16), byte(d>>24))
					}
				}
				n := 64
				code = append(code, 0, 0, 0x81, 0xbf) // s_endpgm is 0xbfb00000; a barrier-free end
				code[len(code)-4], code[len(code)-3], code[len(code)-2], code[len(code)-1] = 0, 0, 0xb0, 0xbf
				p, err := Build(amdgpu.GFX1100, "bench", code, 0, Options{Strict: strict})
				if err != nil {
					b.Fatal(err)
				}
				w := p.NewWave(0xffffffff, modeFP32Fast|modeFP64Fast)
				for i := range p.NumVGPR {
					w.InitVGPR(i)
				}
				w.InitSGPR(0, 124)
				if st := w.Run(1000); st != Ended {
					b.Fatal(w.Fault)
				}
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				start := threadTime()
				for b.Loop() {
					w.PC = 0
					w.Run(1000)
				}
				b.ReportMetric(float64(threadTime()-start)/float64(b.N)/float64(n+1), "ns/inst")
			})
		}
	}
}
