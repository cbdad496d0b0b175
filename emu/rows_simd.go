//go:build goexperiment.simd && amd64

package emu

import "simd/archsimd"

// Row kernels on AVX2 vectors. Each has a scalar twin, which the tests compare it with; without AVX2 and FMA the twins run.

// haveSIMD reports whether the vector row kernels are in use.
var haveSIMD = archsimd.X86.AVX2() && archsimd.X86.FMA()

type (
	vu = archsimd.Uint32x8
	vf = archsimd.Float32x8
)

func ld(p *[8]uint32) vu     { return archsimd.LoadUint32x8(p) }
func ldf(p *[8]uint32) vf    { return archsimd.LoadUint32x8(p).AsFloat32x8() }
func stf(v vf, p *[8]uint32) { v.AsUint32x8().Store(p) }

// Every kernel ends with the upper halves of the vector registers cleared: Go's own code uses plain SSE instructions even to clear
// memory, and each of those would cost dozens of nanoseconds while the upper halves are in use.
func leaveSIMD() { archsimd.ClearAVXUpperBits() }

// Shifts by a constant. (The package's ShiftAll takes its count through a plain SSE move, which costs hundreds of cycles while
// the upper halves of the vector registers are in use.)
func vShlK(x vu, n uint32) vu { return x.ShiftLeft(archsimd.BroadcastUint32x8(n)) }
func vShrK(x vu, n uint32) vu { return x.ShiftRight(archsimd.BroadcastUint32x8(n)) }
func vSarK(x vu, n uint32) vu {
	return x.AsInt32x8().ShiftRight(archsimd.BroadcastUint32x8(n).AsInt32x8()).AsUint32x8()
}
func vAbs(x vu) vu { return x.And(archsimd.BroadcastUint32x8(0x7fffffff)) }

func vSign() vu       { return archsimd.BroadcastUint32x8(0x80000000) }
func vAll(x vu) vu    { return x.Equal(x).ToInt32x8().AsUint32x8() }
func vShl(v, s vu) vu { return v.ShiftLeft(s.And(archsimd.BroadcastUint32x8(31))) }
func vShr(v, s vu) vu { return v.ShiftRight(s.And(archsimd.BroadcastUint32x8(31))) }
func vSar(v, s vu) vu {
	return v.AsInt32x8().ShiftRight(s.And(archsimd.BroadcastUint32x8(31)).AsInt32x8()).AsUint32x8()
}

// vShlNot is v << (32 - s&31), zero for a shift of zero: the other half of a funnel shift.
func vShlNot(v, s vu) vu {
	return v.ShiftLeft(archsimd.BroadcastUint32x8(32).Sub(s.And(archsimd.BroadcastUint32x8(31))))
}
func vLow24(x vu) vu  { return x.And(archsimd.BroadcastUint32x8(0xffffff)) }
func vSext24(x vu) vu { return vSarK(vShlK(x, 8), 8) }
func vBfe(x, off, n vu) vu {
	one := archsimd.BroadcastUint32x8(1)
	return vShr(x, off).And(vShl(one, n).Sub(one))
}

func broadcast(r *Lanes, v uint32) {
	if !haveSIMD {
		scalarBroadcast(r, v)
		return
	}
	x := archsimd.BroadcastUint32x8(v)
	x.Store((*[8]uint32)(r[0:8]))
	x.Store((*[8]uint32)(r[8:16]))
	x.Store((*[8]uint32)(r[16:24]))
	x.Store((*[8]uint32)(r[24:32]))
	leaveSIMD()
}

var laneBits = func() (r Lanes) {
	for i := range r {
		r[i] = 1 << i
	}
	return
}()

func vMask(m uint32, k *[8]uint32) vu {
	b := ld(k)
	return archsimd.BroadcastUint32x8(m).And(b).Equal(b).ToInt32x8().AsUint32x8()
}

func expandMask(r *Lanes, m uint32) {
	if !haveSIMD {
		scalarExpandMask(r, m)
		return
	}
	vMask(m, (*[8]uint32)(laneBits[0:8])).Store((*[8]uint32)(r[0:8]))
	vMask(m, (*[8]uint32)(laneBits[8:16])).Store((*[8]uint32)(r[8:16]))
	vMask(m, (*[8]uint32)(laneBits[16:24])).Store((*[8]uint32)(r[16:24]))
	vMask(m, (*[8]uint32)(laneBits[24:32])).Store((*[8]uint32)(r[24:32]))
	leaveSIMD()
}

func vSel(a, b, m vu) vu { return a.Xor(a.Xor(b).And(m)) }

func blend(d, s, m *Lanes) {
	if !haveSIMD {
		scalarBlend(d, s, m)
		return
	}
	vSel(ld((*[8]uint32)(d[0:8])), ld((*[8]uint32)(s[0:8])), ld((*[8]uint32)(m[0:8]))).Store((*[8]uint32)(d[0:8]))
	vSel(ld((*[8]uint32)(d[8:16])), ld((*[8]uint32)(s[8:16])), ld((*[8]uint32)(m[8:16]))).Store((*[8]uint32)(d[8:16]))
	vSel(ld((*[8]uint32)(d[16:24])), ld((*[8]uint32)(s[16:24])), ld((*[8]uint32)(m[16:24]))).Store((*[8]uint32)(d[16:24]))
	vSel(ld((*[8]uint32)(d[24:32])), ld((*[8]uint32)(s[24:32])), ld((*[8]uint32)(m[24:32]))).Store((*[8]uint32)(d[24:32]))
	leaveSIMD()
}

func selectMask(r, a, b *Lanes, m uint32) {
	if !haveSIMD {
		scalarSelectMask(r, a, b, m)
		return
	}
	vSel(ld((*[8]uint32)(a[0:8])), ld((*[8]uint32)(b[0:8])), vMask(m, (*[8]uint32)(laneBits[0:8]))).Store((*[8]uint32)(r[0:8]))
	vSel(ld((*[8]uint32)(a[8:16])), ld((*[8]uint32)(b[8:16])), vMask(m, (*[8]uint32)(laneBits[8:16]))).Store((*[8]uint32)(r[8:16]))
	vSel(ld((*[8]uint32)(a[16:24])), ld((*[8]uint32)(b[16:24])), vMask(m, (*[8]uint32)(laneBits[16:24]))).Store((*[8]uint32)(r[16:24]))
	vSel(ld((*[8]uint32)(a[24:32])), ld((*[8]uint32)(b[24:32])), vMask(m, (*[8]uint32)(laneBits[24:32]))).Store((*[8]uint32)(r[24:32]))
	leaveSIMD()
}

// Float kernels: a row with a NaN anywhere in its result is done again by the twin, which knows AMD's NaN rules.

func simdFmaF32(d, a, b, c *Lanes) {
	x0 := ldf((*[8]uint32)(a[0:8])).MulAdd(ldf((*[8]uint32)(b[0:8])), ldf((*[8]uint32)(c[0:8])))
	x1 := ldf((*[8]uint32)(a[8:16])).MulAdd(ldf((*[8]uint32)(b[8:16])), ldf((*[8]uint32)(c[8:16])))
	x2 := ldf((*[8]uint32)(a[16:24])).MulAdd(ldf((*[8]uint32)(b[16:24])), ldf((*[8]uint32)(c[16:24])))
	x3 := ldf((*[8]uint32)(a[24:32])).MulAdd(ldf((*[8]uint32)(b[24:32])), ldf((*[8]uint32)(c[24:32])))
	if anyNaN(x0, x1, x2, x3) {
		scalarFmaF32(d, a, b, c)
		return
	}
	st4(d, x0, x1, x2, x3)
}

func anyNaN(x0, x1, x2, x3 vf) bool {
	if x0.IsNaN().Or(x1.IsNaN()).Or(x2.IsNaN().Or(x3.IsNaN())).ToBits() != 0 {
		leaveSIMD()
		return true
	}
	return false
}

func st4(d *Lanes, x0, x1, x2, x3 vf) {
	stf(x0, (*[8]uint32)(d[0:8]))
	stf(x1, (*[8]uint32)(d[8:16]))
	stf(x2, (*[8]uint32)(d[16:24]))
	stf(x3, (*[8]uint32)(d[24:32]))
	leaveSIMD()
}

func simdAddF32(d, a, b *Lanes) {
	x0 := ldf((*[8]uint32)(a[0:8])).Add(ldf((*[8]uint32)(b[0:8])))
	x1 := ldf((*[8]uint32)(a[8:16])).Add(ldf((*[8]uint32)(b[8:16])))
	x2 := ldf((*[8]uint32)(a[16:24])).Add(ldf((*[8]uint32)(b[16:24])))
	x3 := ldf((*[8]uint32)(a[24:32])).Add(ldf((*[8]uint32)(b[24:32])))
	if anyNaN(x0, x1, x2, x3) {
		scalarAddF32(d, a, b)
		return
	}
	st4(d, x0, x1, x2, x3)
}

func simdSubF32(d, a, b *Lanes) {
	x0 := ldf((*[8]uint32)(a[0:8])).Sub(ldf((*[8]uint32)(b[0:8])))
	x1 := ldf((*[8]uint32)(a[8:16])).Sub(ldf((*[8]uint32)(b[8:16])))
	x2 := ldf((*[8]uint32)(a[16:24])).Sub(ldf((*[8]uint32)(b[16:24])))
	x3 := ldf((*[8]uint32)(a[24:32])).Sub(ldf((*[8]uint32)(b[24:32])))
	if anyNaN(x0, x1, x2, x3) {
		scalarSubF32(d, a, b)
		return
	}
	st4(d, x0, x1, x2, x3)
}

func simdSubrevF32(d, a, b *Lanes) { simdSubF32(d, b, a) }

func simdMulF32(d, a, b *Lanes) {
	x0 := ldf((*[8]uint32)(a[0:8])).Mul(ldf((*[8]uint32)(b[0:8])))
	x1 := ldf((*[8]uint32)(a[8:16])).Mul(ldf((*[8]uint32)(b[8:16])))
	x2 := ldf((*[8]uint32)(a[16:24])).Mul(ldf((*[8]uint32)(b[16:24])))
	x3 := ldf((*[8]uint32)(a[24:32])).Mul(ldf((*[8]uint32)(b[24:32])))
	if anyNaN(x0, x1, x2, x3) {
		scalarMulF32(d, a, b)
		return
	}
	st4(d, x0, x1, x2, x3)
}

func vKey(x vu) archsimd.Int32x8 {
	return x.Xor(vShrK(vSarK(x, 31), 1)).AsInt32x8()
}

func simdMinMax(wantMax bool, twin func(d, a, b *Lanes)) func(d, a, b *Lanes) {
	return func(d, a, b *Lanes) {
		nan := uint8(0)
		for i := 0; i < 32; i += 8 {
			x, y := ld((*[8]uint32)(a[i:i+8])), ld((*[8]uint32)(b[i:i+8]))
			nan |= x.AsFloat32x8().IsNaN().Or(y.AsFloat32x8().IsNaN()).ToBits()
		}
		if nan != 0 {
			leaveSIMD()
			twin(d, a, b)
			return
		}
		for i := 0; i < 32; i += 8 {
			x, y := ld((*[8]uint32)(a[i:i+8])), ld((*[8]uint32)(b[i:i+8]))
			k, l := vKey(x), vKey(y)
			m := l.Greater(k)
			if !wantMax {
				m = k.Greater(l)
			}
			vSel(x, y, m.ToInt32x8().AsUint32x8()).Store((*[8]uint32)(d[i : i+8]))
		}
		leaveSIMD()
	}
}

func simdRelI32(_ Mode, a, b *Lanes) (lt, eq, un uint32) {
	for i := 0; i < 32; i += 8 {
		x, y := ld((*[8]uint32)(a[i:i+8])).AsInt32x8(), ld((*[8]uint32)(b[i:i+8])).AsInt32x8()
		lt |= uint32(y.Greater(x).ToBits()) << i
		eq |= uint32(x.Equal(y).ToBits()) << i
	}
	leaveSIMD()
	return
}

func simdRelU32(_ Mode, a, b *Lanes) (lt, eq, un uint32) {
	s := vSign()
	for i := 0; i < 32; i += 8 {
		x, y := ld((*[8]uint32)(a[i:i+8])).Xor(s).AsInt32x8(), ld((*[8]uint32)(b[i:i+8])).Xor(s).AsInt32x8()
		lt |= uint32(y.Greater(x).ToBits()) << i
		eq |= uint32(x.Equal(y).ToBits()) << i
	}
	leaveSIMD()
	return
}

func simdRelF32(m Mode, a, b *Lanes) (lt, eq, un uint32) {
	if m.flushIn32() {
		return relF32(m, a, b)
	}
	for i := 0; i < 32; i += 8 {
		x, y := ldf((*[8]uint32)(a[i:i+8])), ldf((*[8]uint32)(b[i:i+8]))
		lt |= uint32(x.Less(y).ToBits()) << i
		eq |= uint32(x.Equal(y).ToBits()) << i
		un |= uint32(x.IsNaN().Or(y.IsNaN()).ToBits()) << i
	}
	leaveSIMD()
	return
}

func init() {
	if !haveSIMD {
		return
	}
	kAddF32.simd, kSubF32.simd, kSubrevF32.simd, kMulF32.simd, kFmaF32.simd = simdAddF32, simdSubF32, simdSubrevF32, simdMulF32, simdFmaF32
	kFmaF32.h, kAddF32.h, kMulF32.h = hSimdFmaF32, hSimdAddF32, hSimdMulF32
	for _, k := range []struct {
		k   *kern2
		max bool
	}{{&kMinF32, false}, {&kMaxF32, true}, {&kMinF32IEEE, false}, {&kMaxF32IEEE, true}} {
		k.k.simd = simdMinMax(k.max, k.k.scalar)
	}
	kRelI32.simd, kRelU32.simd, kRelF32.simd = simdRelI32, simdRelU32, simdRelF32
}

// Shift counts beyond 31 give zero in the vector instructions, so the three parts of a 64-bit shift need no selection.
func rowShl64(d, d1, n, b, b1 *Lanes) {
	if !haveSIMD {
		scalarShl64(d, d1, n, b, b1)
		return
	}
	k32, k63 := archsimd.BroadcastUint32x8(32), archsimd.BroadcastUint32x8(63)
	for i := 0; i < 32; i += 8 {
		s := ld((*[8]uint32)(n[i : i+8])).And(k63)
		lo, hi := ld((*[8]uint32)(b[i:i+8])), ld((*[8]uint32)(b1[i:i+8]))
		lo.ShiftLeft(s).Store((*[8]uint32)(d[i : i+8]))
		hi.ShiftLeft(s).Or(lo.ShiftRight(k32.Sub(s))).Or(lo.ShiftLeft(s.Sub(k32))).Store((*[8]uint32)(d1[i : i+8]))
	}
	leaveSIMD()
}

func rowShr64(d, d1, n, b, b1 *Lanes) {
	if !haveSIMD {
		scalarShr64(d, d1, n, b, b1)
		return
	}
	k32, k63 := archsimd.BroadcastUint32x8(32), archsimd.BroadcastUint32x8(63)
	for i := 0; i < 32; i += 8 {
		s := ld((*[8]uint32)(n[i : i+8])).And(k63)
		lo, hi := ld((*[8]uint32)(b[i:i+8])), ld((*[8]uint32)(b1[i:i+8]))
		hi.ShiftRight(s).Store((*[8]uint32)(d1[i : i+8]))
		lo.ShiftRight(s).Or(hi.ShiftLeft(k32.Sub(s))).Or(hi.ShiftRight(s.Sub(k32))).Store((*[8]uint32)(d[i : i+8]))
	}
	leaveSIMD()
}

func rowSar64(d, d1, n, b, b1 *Lanes) {
	if !haveSIMD {
		scalarSar64(d, d1, n, b, b1)
		return
	}
	k32, k63 := archsimd.BroadcastUint32x8(32), archsimd.BroadcastUint32x8(63)
	for i := 0; i < 32; i += 8 {
		s := ld((*[8]uint32)(n[i : i+8])).And(k63)
		lo, hi := ld((*[8]uint32)(b[i:i+8])), ld((*[8]uint32)(b1[i:i+8]))
		far := s.And(k32).Equal(k32).ToInt32x8().AsUint32x8()
		high := hi.AsInt32x8().ShiftRight(s.Sub(k32).AsInt32x8()).AsUint32x8().And(far)
		hi.AsInt32x8().ShiftRight(s.AsInt32x8()).AsUint32x8().Store((*[8]uint32)(d1[i : i+8]))
		lo.ShiftRight(s).Or(hi.ShiftLeft(k32.Sub(s))).Or(high).Store((*[8]uint32)(d[i : i+8]))
	}
	leaveSIMD()
}

func rowAddCarry(d, a, b *Lanes, cin uint32) (out uint32) {
	if !haveSIMD {
		return scalarAddCarry(d, a, b, cin)
	}
	s := vSign()
	for i := 0; i < 32; i += 8 {
		x := ld((*[8]uint32)(a[i : i+8]))
		t := x.Add(ld((*[8]uint32)(b[i : i+8])))
		c := x.Xor(s).AsInt32x8().Greater(t.Xor(s).AsInt32x8())
		if cin != 0 {
			r := t.Sub(vMask(cin, (*[8]uint32)(laneBits[i:i+8])))
			c = c.Or(t.Xor(s).AsInt32x8().Greater(r.Xor(s).AsInt32x8()))
			t = r
		}
		t.Store((*[8]uint32)(d[i : i+8]))
		out |= uint32(c.ToBits()) << i
	}
	leaveSIMD()
	return out
}

func rowSubBorrow(d, a, b *Lanes, cin uint32) (out uint32) {
	if !haveSIMD {
		return scalarSubBorrow(d, a, b, cin)
	}
	s := vSign()
	for i := 0; i < 32; i += 8 {
		x, y := ld((*[8]uint32)(a[i:i+8])), ld((*[8]uint32)(b[i:i+8]))
		t := x.Sub(y)
		c := y.Xor(s).AsInt32x8().Greater(x.Xor(s).AsInt32x8())
		if cin != 0 {
			r := t.Add(vMask(cin, (*[8]uint32)(laneBits[i:i+8])))
			c = c.Or(r.Xor(s).AsInt32x8().Greater(t.Xor(s).AsInt32x8()))
			t = r
		}
		t.Store((*[8]uint32)(d[i : i+8]))
		out |= uint32(c.ToBits()) << i
	}
	leaveSIMD()
	return out
}

func rowMadU64(d, d1, a, b, c, c1 *Lanes) {
	if !haveSIMD {
		scalarMadU64(d, d1, a, b, c, c1)
		return
	}
	low, k32 := archsimd.BroadcastUint64x4(0xffffffff), archsimd.BroadcastUint64x4(32)
	for i := 0; i < 32; i += 8 {
		x, y := ld((*[8]uint32)(a[i:i+8])), ld((*[8]uint32)(b[i:i+8]))
		lo, hi := ld((*[8]uint32)(c[i:i+8])).AsUint64x4(), ld((*[8]uint32)(c1[i:i+8])).AsUint64x4()
		even := x.MulEvenWiden(y).Add(lo.And(low).Or(hi.ShiftLeft(k32)))
		xo, yo := x.AsUint64x4().ShiftRight(k32).AsUint32x8(), y.AsUint64x4().ShiftRight(k32).AsUint32x8()
		odd := xo.MulEvenWiden(yo).Add(lo.ShiftRight(k32).Or(hi.ShiftRight(k32).ShiftLeft(k32)))
		even.And(low).Or(odd.ShiftLeft(k32)).AsUint32x8().Store((*[8]uint32)(d[i : i+8]))
		even.ShiftRight(k32).Or(odd.ShiftRight(k32).ShiftLeft(k32)).AsUint32x8().Store((*[8]uint32)(d1[i : i+8]))
	}
	leaveSIMD()
}

// Handlers of the float kernels for row sources.

func hSimdFmaF32(w *Wave, d *DInst) {
	if w.S[RegExec] != 0xffffffff || w.Mode&modeFP32 != modeFP32Fast {
		hVec3(w, d)
		return
	}
	simdFmaF32(&w.V[d.D], &w.V[d.A], &w.V[d.B], &w.V[d.C])
}

func hSimdAddF32(w *Wave, d *DInst) {
	if w.S[RegExec] != 0xffffffff || w.Mode&modeFP32 != modeFP32Fast {
		hVec2(w, d)
		return
	}
	simdAddF32(&w.V[d.D], &w.V[d.A], &w.V[d.B])
}

func hSimdMulF32(w *Wave, d *DInst) {
	if w.S[RegExec] != 0xffffffff || w.Mode&modeFP32 != modeFP32Fast {
		hVec2(w, d)
		return
	}
	simdMulF32(&w.V[d.D], &w.V[d.A], &w.V[d.B])
}
