package sweep

import (
	"math"

	"ferry/ptx"
)

const minNormal = 0x1p-126

// bound is an error that the PTX manual allows, for an operand and the true value.
type bound func(a, w float64) float64

// ulps are units in the last place of the f32 nearest to w.
func ulps(n float64) bound {
	return func(_, w float64) float64 {
		_, e := math.Frexp(w)
		return n * math.Ldexp(1, max(e-1, -126)-23)
	}
}

// relative bounds the relative error; a subnormal result may be off by its last place.
func relative(b float64) bound {
	return func(_, w float64) float64 { return math.Max(b*math.Abs(w), 0x1p-149) }
}

// functions are the approximate instructions on f32, with the bounds of the PTX manual.
var functions = map[ptx.Opcode]struct {
	f func(float64) float64
	b bound
}{
	ptx.OpRcp:  {func(a float64) float64 { return 1 / a }, ulps(1)},
	ptx.OpSqrt: {math.Sqrt, relative(0x1p-23)},
	ptx.OpRsqrt: {func(a float64) float64 {
		if a == 0 {
			return math.Copysign(math.Inf(1), a)
		}
		return 1 / math.Sqrt(a)
	}, relative(math.Exp2(-22.9))},
	ptx.OpLg2: {math.Log2, func(a, w float64) float64 {
		if a > 0.5 && a < 2 {
			return 0x1p-22
		}
		return 0x1p-22 * math.Abs(w)
	}},
	ptx.OpEx2:  {math.Exp2, ulps(2)},
	ptx.OpSin:  {math.Sin, angle},
	ptx.OpCos:  {math.Cos, angle},
	ptx.OpTanh: {math.Tanh, relative(0x1p-11)},
}

// angle is the bound of sin and cos. Beyond 100 pi there is none in the manual; results stay in [-1, 1].
func angle(a, _ float64) float64 {
	switch a = math.Abs(a); {
	case a <= 2*math.Pi:
		return math.Exp2(-20.5)
	case a <= 100*math.Pi:
		return math.Exp2(-14.7)
	}
	return 2
}

// approximation checks an approximate instruction. Special values are exact.
func approximation(in *ptx.Instr) func(x uint32, got uint64) (float64, bool) {
	fn, ok := functions[in.Op]
	if !ok {
		return nil
	}
	if in.Type != ptx.F32 {
		return approximateHalf(in, fn.f)
	}
	ftz := in.Has(ptx.FTZ)
	trig := in.Op == ptx.OpSin || in.Op == ptx.OpCos
	return func(x uint32, got uint64) (float64, bool) {
		if ftz {
			x = flush(x)
		}
		a, g := f32(x), f32(uint32(got))
		w := fn.f(a)
		switch {
		case w != w:
			return 0, g != g
		case g != g:
			return 0, false
		case w == 0 || math.IsInf(w, 0):
			return 0, g == w && math.Signbit(g) == math.Signbit(w)
		case ftz && math.Abs(w) < minNormal:
			// Zero, or the least normal number where rounding came before flushing.
			return 0, g == 0 || math.Abs(g) == minNormal && math.Abs(w) > minNormal*(1-0x1p-20)
		case math.IsInf(g, 0):
			return 0, math.Abs(w) > math.MaxFloat32 && math.Signbit(g) == math.Signbit(w)
		case trig && math.Abs(a) > 100*math.Pi:
			return 0, math.Abs(g) <= 1
		}
		part := math.Abs(g-w) / fn.b(a, w)
		return part, part <= 1+1e-9
	}
}

// approximateHalf checks the forms of ex2 and tanh on f16, bf16 and pairs: relative and absolute bounds.
func approximateHalf(in *ptx.Instr, f func(float64) float64) func(x uint32, got uint64) (float64, bool) {
	n := elements(in.Type)
	ftz := in.Has(ptx.FTZ)
	b, step := math.Exp2(-9.9), 0x1p-24
	isTanh := in.Op == ptx.OpTanh
	switch half := n.ebits == 5; {
	case isTanh && half:
		b = math.Exp2(-10.987)
	case isTanh:
		b = 0x1p-8
	case !half:
		b, step = 0x1p-7, minNormal
	}
	one := func(c, got uint32) (float64, bool) {
		a, g := f32(n.widen(c)), f32(n.widen(got))
		if ftz && math.Abs(a) < minNormal {
			a = math.Copysign(0, a)
		}
		w := f(a)
		nearest := n.convert(odd32(w), ptx.RoundNearest, false)
		switch {
		case w != w:
			return 0, g != g
		case math.IsInf(w, 0) || w == 0:
			return 0, got == nearest
		case nearest == n.max+1:
			return 0, got == nearest || got == n.max
		}
		limit := b
		if !isTanh {
			limit = math.Max(b*w, step)
		}
		part := math.Abs(g-w) / limit
		return part, part <= 1
	}
	if !in.Type.Packed() {
		return func(x uint32, got uint64) (float64, bool) { return one(x, uint32(got)) }
	}
	return func(x uint32, got uint64) (float64, bool) {
		p, ok := one(x&0xffff, uint32(got)&0xffff)
		q, ok2 := one(x>>16, uint32(got)>>16)
		return math.Max(p, q), ok && ok2
	}
}
