package sweep

import (
	"math"
	"math/bits"

	"ferry/ptx"
)

// Canonical NaNs: what arithmetic and conversions give on NVIDIA hardware (testdata/recorded).
const (
	nanF32 = 0x7fffffff
	nanF16 = 0x7fff // and bf16
	signF  = 1 << 31
	infF32 = 0x7f800000
)

func isNaN(x uint32) bool { return x&^signF > infF32 }

// flush replaces a subnormal f32 by the zero of its sign.
func flush(x uint32) uint32 {
	if x&infF32 == 0 {
		return x & signF
	}
	return x
}

func f32(x uint32) float64 { return float64(math.Float32frombits(x)) }

// odd changes v, which is some number rounded to nearest, so that rounding it once more gives what rounding the number would: it is
// cut and its last bit set if anything was cut off (round to odd). rest is the sign of number - v.
func odd(v float64, rest float64) float64 {
	if rest == 0 || v == 0 || math.IsInf(v, 0) {
		return v
	}
	b := math.Float64bits(v)
	if (rest < 0) == (v > 0) {
		b--
	}
	return math.Float64frombits(b | 1)
}

// round32 rounds a number to f32.
func round32(v float64, mode ptx.Round) uint32 {
	r := float32(v)
	b := math.Float32bits(r)
	f := float64(r)
	switch mode {
	case ptx.RoundZero:
		if math.Abs(f) > math.Abs(v) {
			b--
		}
	case ptx.RoundMinus:
		if f > v {
			if b&signF != 0 {
				b++
			} else {
				b--
			}
		}
	case ptx.RoundPlus:
		if f < v {
			if b&signF != 0 {
				b--
			} else {
				b++
			}
		}
	}
	return b
}

// odd32 rounds to f32 such that rounding once more, to a format of 22 bits or fewer, gives what rounding v would.
func odd32(v float64) uint32 {
	b := round32(v, ptx.RoundZero)
	if f32(b) != v {
		b |= 1
	}
	return b
}

// narrow is a format with fewer bits than f32. Codes above max are infinity and NaN, or there are none.
type narrow struct {
	ebits, mbits int
	max          uint32
	nan          uint32
	inf          bool
}

// PTX ISA, "Alternate Floating-Point Data Formats". Formats without NaN give their largest number for one.
var (
	toF16  = narrow{5, 10, 0x7bff, nanF16, true}
	toBF16 = narrow{8, 7, 0x7f7f, nanF16, true}
	toTF32 = narrow{8, 10, 0x3fbff, 0x3ffff, true}
	toE4M3 = narrow{4, 3, 0x7e, 0x7f, false}
	toE5M2 = narrow{5, 2, 0x7b, 0x7f, false} // conversions to it always saturate
	toE2M3 = narrow{2, 3, 0x1f, 0x1f, false}
	toE3M2 = narrow{3, 2, 0x1f, 0x1f, false}
	toE2M1 = narrow{2, 1, 0x7, 0x7, false}
)

// convert rounds an f32.
func (n *narrow) convert(x uint32, mode ptx.Round, saturate bool) uint32 {
	if isNaN(x) {
		return n.nan
	}
	sign := x >> 31 << (n.ebits + n.mbits)
	if x&^signF == infF32 {
		if n.inf && !saturate {
			return sign | (n.max + 1)
		}
		return sign | n.max
	}
	e, m := int(x>>23&0xff), x&(1<<23-1)
	if e == 0 {
		e = 1
	} else {
		m |= 1 << 23
	}
	e += 1<<(n.ebits-1) - 1 - 127 // biased as in the format, 1 its least
	shift := 23 - n.mbits
	if e < 1 {
		shift = min(shift+1-e, 26)
		e = 1
	}
	q, rest, half := m>>shift, m&(1<<shift-1), uint32(1)<<(shift-1)
	up := false
	switch mode {
	case ptx.RoundNearest:
		up = rest > half || rest == half && q&1 != 0
	case ptx.RoundNearestAway:
		up = rest >= half
	case ptx.RoundMinus:
		up = rest != 0 && sign != 0
	case ptx.RoundPlus:
		up = rest != 0 && sign == 0
	}
	if up {
		q++
	}
	c := uint32(e-1)<<n.mbits + q
	if c > n.max {
		c = n.max
		if n.inf && !saturate && !(mode == ptx.RoundZero || mode == ptx.RoundMinus && sign == 0 || mode == ptx.RoundPlus && sign != 0) {
			c++
		}
	}
	return sign | c
}

// widen is the f32 of a code of f16 or bf16.
func (n *narrow) widen(c uint32) uint32 {
	sign := c >> (n.ebits + n.mbits) << 31
	c &= 1<<(n.ebits+n.mbits) - 1
	if n.ebits == 8 {
		return sign | c<<(23-n.mbits)
	}
	if c > n.max {
		return sign | infF32 | (c-n.max-1)<<13
	}
	bias := 1<<(n.ebits-1) - 1
	if c < 1<<n.mbits {
		return sign | math.Float32bits(float32(math.Ldexp(float64(c), 1-bias-n.mbits)))
	}
	return sign | (c<<(23-n.mbits) + uint32(127-bias)<<23)
}

// relu makes negative numbers zero.
func (n *narrow) relu(c uint32) uint32 {
	if c>>(n.ebits+n.mbits)&1 != 0 && c != n.nan {
		return 0
	}
	return c
}

// elements are the formats of conversions.
func elements(t ptx.Type) *narrow {
	switch t.Elem() {
	case ptx.F16:
		return &toF16
	case ptx.BF16:
		return &toBF16
	case ptx.TF32:
		return &toTF32
	case ptx.E4M3:
		return &toE4M3
	case ptx.E5M2:
		return &toE5M2
	case ptx.E2M3:
		return &toE2M3
	case ptx.E3M2:
		return &toE3M2
	case ptx.E2M1:
		return &toE2M1
	}
	return nil
}

// sameNaN reports whether two results that differ do so in the payloads of NaNs only. Which NaN arithmetic makes is the
// hardware's choice (RATIONALE.md, Exactness).
func (o *Op) sameNaN(a, b uint64) bool {
	t := o.in.Type
	switch {
	case t == ptx.F32 || t == ptx.TF32:
		return isNaN(uint32(a)) && isNaN(uint32(b))
	case t == ptx.F64:
		const inf = 0x7ff << 52
		return a&^(1<<63) > inf && b&^(1<<63) > inf
	case t.Elem() != ptx.F16 && t.Elem() != ptx.BF16 || o.in.Op == ptx.OpTestp:
		return false
	}
	n := elements(t)
	for ; a|b != 0; a, b = a>>16, b>>16 {
		if x, y := uint32(a&0xffff), uint32(b&0xffff); x != y && (x&0x7fff <= n.max+1 || y&0x7fff <= n.max+1) {
			return false
		}
	}
	return true
}

// nans is a test for results that are NaNs, or hold one, of the kind that sameNaN forgives.
func (o *Op) nans() func(g uint64) bool {
	t := o.in.Type
	switch {
	case t == ptx.F32 || t == ptx.TF32:
		return func(g uint64) bool { return isNaN(uint32(g)) }
	case t == ptx.F64:
		return func(g uint64) bool { return g&^(1<<63) > 0x7ff<<52 }
	case t.Elem() != ptx.F16 && t.Elem() != ptx.BF16 || o.in.Op == ptx.OpTestp:
		return func(uint64) bool { return false }
	}
	inf := uint64(elements(t).max + 1)
	return func(g uint64) bool {
		return g&0x7fff > inf || g>>16&0x7fff > inf || g>>32&0x7fff > inf || g>>48&0x7fff > inf
	}
}

// reference is what an instruction must give: its answer, or for an approximation whether a result is within bounds.
func reference(in *ptx.Instr) (exact func(x uint32) uint64, near func(x uint32, got uint64) (float64, bool)) {
	ftz := in.Has(ptx.FTZ)
	daz := func(x uint32) uint32 {
		if ftz {
			return flush(x)
		}
		return x
	}
	switch in.Op {
	case ptx.OpNot:
		mask := ^uint32(0) >> (32 - in.Type.Bits())
		return func(x uint32) uint64 { return uint64(^x & mask) }, nil
	case ptx.OpCnot:
		return func(x uint32) uint64 {
			if x == 0 {
				return 1
			}
			return 0
		}, nil
	case ptx.OpPopc:
		return func(x uint32) uint64 { return uint64(bits.OnesCount32(x)) }, nil
	case ptx.OpClz:
		return func(x uint32) uint64 { return uint64(bits.LeadingZeros32(x)) }, nil
	case ptx.OpBrev:
		return func(x uint32) uint64 { return uint64(bits.Reverse32(x)) }, nil
	case ptx.OpBfind:
		signed, shift := in.Type.Signed(), in.HasWord("shiftamt")
		return func(x uint32) uint64 {
			if signed && int32(x) < 0 {
				x = ^x
			}
			n := bits.Len32(x) - 1
			if shift && n >= 0 {
				n = 31 - n
			}
			return uint64(uint32(n))
		}, nil
	case ptx.OpNeg, ptx.OpAbs:
		neg := in.Op == ptx.OpNeg
		switch t := in.Type; {
		case t == ptx.F32:
			return func(x uint32) uint64 {
				switch {
				case isNaN(x):
					return nanF32 // recorded
				case neg:
					return uint64(daz(x) ^ signF)
				}
				return uint64(daz(x) &^ signF)
			}, nil
		case t == ptx.S16:
			return func(x uint32) uint64 {
				if neg || int16(x) < 0 {
					x = -x
				}
				return uint64(x & 0xffff)
			}, nil
		case t != ptx.F32 && t.Float():
			n := elements(t)
			one := func(c uint32) uint32 {
				if c&0x7fff > n.max+1 {
					return n.nan // recorded
				}
				if ftz && c&0x7fff < 1<<n.mbits {
					c &= 0x8000
				}
				if neg {
					return c ^ 0x8000
				}
				return c &^ 0x8000
			}
			if !t.Packed() {
				return func(x uint32) uint64 { return uint64(one(x)) }, nil
			}
			return func(x uint32) uint64 { return uint64(one(x>>16)<<16 | one(x&0xffff)) }, nil
		}
		return func(x uint32) uint64 {
			if neg || int32(x) < 0 {
				x = -x
			}
			return uint64(x)
		}, nil
	case ptx.OpTestp:
		return testp(in.Mode), nil
	case ptx.OpCvt:
		return conversion(in), nil
	case ptx.OpRcp, ptx.OpSqrt:
		if in.Has(ptx.Approx) {
			break
		}
		return root(in.Op == ptx.OpRcp, in.Round, ftz), nil
	}
	return nil, approximation(in)
}

func testp(mode ptx.Mode) func(x uint32) uint64 {
	is := map[ptx.Mode]func(a uint32) bool{
		ptx.ModeFinite:     func(a uint32) bool { return a < infF32 },
		ptx.ModeInfinite:   func(a uint32) bool { return a == infF32 },
		ptx.ModeNumber:     func(a uint32) bool { return a <= infF32 },
		ptx.ModeNotANumber: func(a uint32) bool { return a > infF32 },
		ptx.ModeNormal:     func(a uint32) bool { return a < infF32 && (a == 0 || a >= 1<<23) }, // zero too: recorded
		ptx.ModeSubnormal:  func(a uint32) bool { return a != 0 && a < 1<<23 },
	}[mode]
	if is == nil {
		return nil
	}
	return func(x uint32) uint64 {
		if is(x &^ signF) {
			return 1
		}
		return 0
	}
}

// root is the correctly rounded reciprocal or square root. The f64 result is off by less than its last place, and which way is known from
// the exact remainder that a fused multiply-add gives.
func root(rcp bool, mode ptx.Round, ftz bool) func(x uint32) uint64 {
	return func(x uint32) uint64 {
		if ftz {
			x = flush(x)
		}
		v := f32(x)
		var r uint32
		switch {
		case v != v, !rcp && v < 0:
			return nanF32
		case rcp:
			q := 1 / v
			if v == 0 || math.IsInf(v, 0) {
				r = math.Float32bits(float32(q))
				break
			}
			rest := math.FMA(-q, v, 1)
			if v < 0 {
				rest = -rest
			}
			r = round32(odd(q, rest), mode)
		case v == 0 || math.IsInf(v, 0):
			return uint64(x)
		default:
			q := math.Sqrt(v)
			r = round32(odd(q, math.FMA(-q, q, v)), mode)
		}
		if ftz {
			r = flush(r)
		}
		return uint64(r)
	}
}
