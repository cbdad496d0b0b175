package emu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// roundBig rounds an exact value into format f by definition: the two neighbours are found by integer arithmetic.
func roundBig(f fformat, v *big.Rat, rm int) uint64 {
	if v.Sign() == 0 {
		return 0
	}
	neg := v.Sign() < 0
	a := new(big.Rat).Abs(v)
	// Exponent e with 2^e <= a < 2^(e+1), not below the smallest normal one.
	e := a.Num().BitLen() - a.Denom().BitLen()
	pow := func(n int) *big.Rat {
		r := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(n, -n))))
		if n < 0 {
			r.Inv(r)
		}
		return r
	}
	if a.Cmp(pow(e)) < 0 {
		e--
	}
	e = max(e, 1-f.bias())
	q := new(big.Rat).Mul(a, pow(int(f.mant)-e)) // units of the last place
	m := new(big.Int).Quo(q.Num(), q.Denom())
	rest := new(big.Rat).Sub(q, new(big.Rat).SetInt(m))
	up := false
	switch rm {
	case rneNear:
		c := rest.Cmp(big.NewRat(1, 2))
		up = c > 0 || c == 0 && m.Bit(0) == 1
	case rneUp:
		up = rest.Sign() > 0 && !neg
	case rneDown:
		up = rest.Sign() > 0 && neg
	}
	if up {
		m.Add(m, big.NewInt(1))
	}
	r := m.Uint64()
	if r >= 1<<f.mant || e > 1-f.bias() {
		r += uint64(e+f.bias()-1) << f.mant
	}
	if r >= f.inf() {
		r = f.inf()
		if rm == rneZero || rm == rneUp && neg || rm == rneDown && !neg {
			r--
		}
	}
	if neg {
		r |= f.sign()
	}
	return r
}

func ratOf(f fformat, x uint64) *big.Rat {
	v := f64(f.convert(x, fmtF64, 0, false, false))
	r := new(big.Rat).SetFloat64(v)
	return r
}

// randFinite gives a finite number whose exponents cluster, so that sums cancel and products reach the subnormals.
func randFinite(r *rand.Rand, f fformat, near int) uint64 {
	for {
		x := r.Uint64() & (f.sign()<<1 - 1)
		if near >= 0 {
			e := uint64(max(0, min(int(1<<f.exp)-2, near+r.IntN(2*int(f.mant)+8)-int(f.mant)-4)))
			x = x&(f.sign()|f.mantMask()) | e<<f.mant
		}
		if r.IntN(4) == 0 {
			x &^= f.mantMask() >> uint(r.IntN(int(f.mant)))
		}
		if !f.isNaN(x) && !f.isInf(x) {
			return x
		}
	}
}

// TestExactArithmetic compares add, mul, fma, div and sqrt with rational arithmetic in all formats and rounding modes.
func TestExactArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, f := range []fformat{fmtF16, fmtBF16, fmtF32, fmtF64} {
		for range 6000 {
			near := -1
			if r.IntN(4) != 0 {
				near = r.IntN(1 << f.exp)
			}
			a, b, c := randFinite(r, f, near), randFinite(r, f, near), randFinite(r, f, near)
			rm := r.IntN(4)
			ra, rb, rc := ratOf(f, a), ratOf(f, b), ratOf(f, c)
			check := func(op string, got uint64, want *big.Rat) {
				if want.Sign() == 0 {
					if !f.isZero(got) {
						t.Fatalf("%s: %#x, want zero (%#x %#x %#x)", op, got, a, b, c)
					}
					return
				}
				if w := roundBig(f, want, rm); got != w {
					t.Fatalf("%s mode %d of %#x %#x %#x (format %v): %#x, want %#x", op, rm, a, b, c, f, got, w)
				}
			}
			check("add", f.add(a, b, rm, false, false), new(big.Rat).Add(ra, rb))
			check("mul", f.mul(a, b, rm, false, false), new(big.Rat).Mul(ra, rb))
			check("fma", f.fma(a, b, c, rm, false, false), new(big.Rat).Add(new(big.Rat).Mul(ra, rb), rc))
			if !f.isZero(b) {
				check("div", f.div(a, b, rm, false, false), new(big.Rat).Quo(ra, rb))
			}
			for _, to := range []fformat{fmtF16, fmtBF16, fmtF32, fmtF64} {
				if ra.Sign() != 0 {
					if got, want := f.convert(a, to, rm, false, false), roundBig(to, ra, rm); got != want {
						t.Fatalf("convert %#x %v to %v mode %d: %#x, want %#x", a, f, to, rm, got, want)
					}
				}
			}
		}
	}
}

// TestSqrt checks that no neighbour is nearer: s is right if (s-ulp/2)^2 <= x <= (s+ulp/2)^2.
func TestSqrt(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		x := math.Abs(math.Float64frombits(randFinite(r, fmtF64, -1)))
		if got := f64(fmtF64.sqrt(b64(x), rneNear, false)); got != math.Sqrt(x) { // Go's Sqrt is IEEE's
			t.Fatalf("sqrt(%v) = %v, want %v", x, got, math.Sqrt(x))
		}
		y := math.Abs(float64(f32(uint32(randFinite(r, fmtF32, -1)))))
		if got := f32(uint32(fmtF32.sqrt(uint64(b32(float32(y))), rneNear, false))); got != float32(math.Sqrt(y)) {
			t.Fatalf("sqrt(%v) = %v", y, got)
		}
	}
}

// TestFMA32 compares the fast f32 fma with the exact one.
func TestFMA32(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200000 {
		near := r.IntN(255)
		a, b, c := uint32(randFinite(r, fmtF32, near)), uint32(randFinite(r, fmtF32, 127)), uint32(randFinite(r, fmtF32, near))
		want := uint32(fmtF32.fma(uint64(a), uint64(b), uint64(c), rneNear, false, false))
		if got := b32(fma32(f32(a), f32(b), f32(c))); got != want {
			t.Fatalf("fma(%#x, %#x, %#x) = %#x, want %#x", a, b, c, got, want)
		}
	}
}

// TestDivideSequence runs the division that compilers build from v_div_scale, v_rcp, v_fma, v_div_fmas and v_div_fixup (LLVM's expansion) and compares
// it with the correctly rounded quotient, with exact and with deliberately bad reciprocals.
func TestDivideSequence(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, seed := range []uint64{0, 1, 2, 3} {
		m := modeFP32Fast | modeFP64Fast | ModeSeed(seed)
		rcp := approxOp32(tRcp, fRcp)
		for range 40000 {
			n, d := uint32(randFinite(r, fmtF32, -1)), uint32(randFinite(r, fmtF32, -1))
			ds, _ := fmtF32.divScale(uint64(d), uint64(d), uint64(n), 64, 96, 23)
			ns, vcc := fmtF32.divScale(uint64(n), uint64(d), uint64(n), 64, 96, 23)
			sd, sn := uint32(ds), uint32(ns)
			nd := sd ^ sign32
			y := rcp(m, sd)
			e := fmaF32(m, nd, y, one32)
			y = fmaF32(m, e, y, y)
			q := mulF32(m, sn, y)
			e = fmaF32(m, nd, q, sn)
			q = fmaF32(m, e, y, q)
			e = fmaF32(m, nd, q, sn)
			q = uint32(fmtF32.divFmas(uint64(e), uint64(y), uint64(q), vcc, 64, rneNear, false, false))
			got := divFixupF32(m, q, d, n)
			want := uint32(fmtF32.div(uint64(n), uint64(d), rneNear, false, false))
			if isNaN32(got) && isNaN32(want) {
				continue
			}
			if got != want {
				t.Fatalf("seed %d: %#x / %#x = %#x, want %#x (scaled %#x / %#x, vcc %v)", seed, n, d, got, want, sn, sd, vcc)
			}
		}
		rcp64 := approxOp64(tRcp, fRcp)
		for range 20000 {
			n, d := randFinite(r, fmtF64, -1), randFinite(r, fmtF64, -1)
			sd, _ := fmtF64.divScale(d, d, n, 128, 768, 53)
			sn, vcc := fmtF64.divScale(n, d, n, 128, 768, 53)
			nd := sd ^ sign64
			y := rcp64(m, sd, 0, 0)
			e := fmaF64(m, nd, y, 0x3ff0000000000000)
			y = fmaF64(m, y, e, y)
			e = fmaF64(m, nd, y, 0x3ff0000000000000)
			y = fmaF64(m, y, e, y)
			q := mulF64(m, sn, y, 0)
			e = fmaF64(m, nd, q, sn)
			q = fmtF64.divFmas(e, y, q, vcc, 128, rneNear, false, false)
			got := divFixupF64(m, q, d, n)
			want := fmtF64.div(n, d, rneNear, false, false)
			if got != want && !(isNaN64(got) && isNaN64(want)) {
				t.Fatalf("seed %d: %#x / %#x = %#x, want %#x", seed, n, d, got, want)
			}
		}
	}
}

// TestApproximations bounds the deliberate errors: they are there, and within what AMD documents.
func TestApproximations(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	ops := []struct {
		name string
		op   uint64
		f    func(float64) float64
	}{{"rcp", tRcp, fRcp}, {"rsq", tRsq, fRsq}, {"sqrt", tSqrt, fSqrt}, {"exp", tExp, fExp2}, {"log", tLog, fLog2}}
	for _, o := range ops {
		f := approxOp32(o.op, o.f)
		off := 0
		for range 20000 {
			x := uint32(randFinite(r, fmtF32, 127))
			if o.name != "rcp" && o.name != "exp" {
				x &^= sign32
			}
			v := o.f(float64(f32(x)))
			got := f(ModeSeed(7), x)
			ref := float32(v)
			if math.IsInf(float64(ref), 0) || ref == 0 || got&inf32 == 0 || math.Abs(v) < 0x1p-126 {
				continue
			}
			ulp := float64(math.Nextafter32(float32(math.Abs(v)), float32(math.Inf(1)))) - math.Abs(float64(ref))
			if err := math.Abs(float64(f32(got)) - v); err > ulp*1.0000001 {
				t.Fatalf("%s(%v) = %v is %v ulp off", o.name, f32(x), f32(got), err/ulp)
			}
			if f32(got) != ref {
				off++
			}
			if f(0, x) != b32(ref) {
				t.Fatalf("%s(%v) without a seed is not rounded to nearest", o.name, f32(x))
			}
		}
		if off < 2000 {
			t.Errorf("%s: only %d of 20000 results were off", o.name, off)
		}
	}
}
