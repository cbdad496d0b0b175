package sweep

import (
	"math"
	"math/bits"

	"ferry/ptx"
)

// integral rounds a number to an integral one.
func integral(mode ptx.Round) func(float64) float64 {
	switch mode {
	case ptx.RoundNearestInt:
		return math.RoundToEven
	case ptx.RoundZeroInt:
		return math.Trunc
	case ptx.RoundMinusInt:
		return math.Floor
	case ptx.RoundPlusInt:
		return math.Ceil
	}
	return nil
}

// conversion is the answer of a cvt from 32 bits.
func conversion(in *ptx.Instr) func(x uint32) uint64 {
	dt, st := in.Types[0], in.Types[1]
	switch {
	case in.NTypes > 2 || in.Round == ptx.RoundStochastic || dt == ptx.S2F6x2:
		return nil
	case st == ptx.S2F6x2:
		return fromFixed(in)
	case dt == ptx.UE8M0x2:
		return scale(in)
	case st == ptx.UE8M0x2:
		return fromScales
	case tiny(st):
		return fromTiny(in)
	case dt.Packed() || st.Packed():
		return pairs(in)
	case dt == ptx.TF32:
		return toTensor(in)
	case dt == ptx.F32 && st == ptx.F32 && in.Round == ptx.RoundNone && !in.Has(ptx.FTZ) && !in.Has(ptx.Sat):
		return func(x uint32) uint64 { return uint64(x) } // a move, NaNs too: recorded
	case dt == ptx.F32 && st == ptx.BF16 && !in.Has(ptx.FTZ) && !in.Has(ptx.Sat):
		return func(x uint32) uint64 { return uint64(x << 16) } // NaNs too: recorded
	case dt.Float() && st.Float():
		return widened(st, floats(in))
	case dt.Float():
		return extendedInput(st, fromInteger(in))
	case st.Float():
		return widened(st, toInteger(in))
	}
	return extendedInput(st, integers(in))
}

// widened gives an f16 or bf16 operand as f32.
func widened(st ptx.Type, f func(x uint32) uint64) func(x uint32) uint64 {
	n := elements(st)
	if n == nil {
		return f
	}
	return func(x uint32) uint64 { return f(n.widen(x)) }
}

// extendedInput gives an integer operand of 8 or 16 bits as one of 32.
func extendedInput(st ptx.Type, f func(x uint32) uint64) func(x uint32) uint64 {
	n := 32 - st.Bits()
	switch {
	case n == 0:
		return f
	case st.Signed():
		return func(x uint32) uint64 { return f(uint32(int32(x<<n) >> n)) }
	}
	return func(x uint32) uint64 { return f(x << n >> n) }
}

func tiny(t ptx.Type) bool {
	n := elements(t)
	return n != nil && n.ebits+n.mbits < 8
}

// fromScales converts a pair of ue8m0 to bf16x2.
func fromScales(x uint32) uint64 {
	one := func(c uint32) uint32 {
		switch c {
		case 0:
			return 0x0040 // 2^-127
		case 255:
			return nanF16
		}
		return c << 7
	}
	return uint64(one(x>>8&0xff)<<16 | one(x&0xff))
}

// fromFixed converts a pair of numbers in units of 1/64 to bf16x2: sign, and the magnitude's eight bits below its first.
func fromFixed(in *ptx.Instr) func(x uint32) uint64 {
	one := func(c uint32) uint32 {
		if c &= 0xff; c == 0 || c >= 0x80 && in.Has(ptx.Relu) {
			return 0
		}
		sign, mag := c>>7, c
		if sign != 0 {
			mag = 0x100 - c
		}
		n := uint32(bits.Len32(mag) - 1)
		return sign<<15 | (127-6+n)<<7 | mag<<(7-n)&0x7f
	}
	return func(x uint32) uint64 { return uint64(one(x>>8)<<16 | one(x)) }
}

// fromTiny converts a pair of 8 bits or fewer to f16x2 or bf16x2, exactly.
func fromTiny(in *ptx.Instr) func(x uint32) uint64 {
	d, s := elements(in.Types[0]), elements(in.Types[1])
	w, relu := in.Types[1].Bits()/2, in.Has(ptx.Relu)
	bias := 1<<(s.ebits-1) - 1
	e5m2 := in.Types[1] == ptx.E5M2x2
	one := func(c uint32) uint32 {
		sign := c >> (s.ebits + s.mbits) & 1
		c &= 1<<(s.ebits+s.mbits) - 1
		var x uint32
		switch {
		case e5m2 && c == s.max+1:
			x = infF32
		case c > s.max:
			x = nanF32
		case c < 1<<s.mbits:
			x = math.Float32bits(float32(math.Ldexp(float64(c), 1-bias-s.mbits)))
		default:
			x = c<<(23-s.mbits) + uint32(127-bias)<<23
		}
		r := d.convert(x|sign<<31, ptx.RoundNearest, false)
		if relu && x != nanF32 {
			r = d.relu(r)
		}
		return r
	}
	return func(x uint32) uint64 { return uint64(one(x>>w)<<16 | one(x)) }
}

// pairs converts two f32, or the elements of a pair of f16 or bf16, to a pair.
func pairs(in *ptx.Instr) func(x uint32) uint64 {
	dt, st := in.Types[0], in.Types[1]
	d, s := elements(dt), elements(st)
	w := dt.Bits() / 2
	mode, saturate, relu := in.Round, in.Has(ptx.SatFinite), in.Has(ptx.Relu)
	one := func(x uint32) uint32 {
		c := d.convert(x, mode, saturate)
		if relu && !(c == d.nan && isNaN(x)) {
			c = d.relu(c)
		}
		return c
	}
	if s == nil { // cvt d, a, b: a is the upper one, b the complement
		return func(x uint32) uint64 { return uint64(one(x)<<w | one(^x)) }
	}
	return func(x uint32) uint64 { return uint64(one(s.widen(x>>16))<<w | one(s.widen(x&0xffff))) }
}

// scale converts to pairs of ue8m0, the exponents of powers of two; 255 is NaN.
func scale(in *ptx.Instr) func(x uint32) uint64 {
	up, saturate, packed := in.Round == ptx.RoundPlus, in.Has(ptx.SatFinite), in.Types[1].Packed()
	one := func(x uint32) uint32 {
		x &^= signF
		switch {
		case x > infF32, x == infF32 && !saturate:
			return 255
		case x == infF32:
			return 254
		case x < 0x00400000: // below 2^-127, the least: recorded
			return 0
		}
		c := x >> 23
		if c == 0 {
			if up && x != 0x00400000 {
				return 1
			}
			return 0
		}
		if up && x&(1<<23-1) != 0 {
			c++
		}
		if c == 255 && saturate {
			c = 254
		}
		return c
	}
	if packed {
		return func(x uint32) uint64 { return uint64(one(x&0xffff0000)<<8 | one(x<<16)) }
	}
	return func(x uint32) uint64 { return uint64(one(x)<<8 | one(^x)) }
}

// toTensor converts to tf32, an f32 whose 13 last bits are zero.
func toTensor(in *ptx.Instr) func(x uint32) uint64 {
	mode, saturate, relu := in.Round, in.Has(ptx.SatFinite), in.Has(ptx.Relu)
	return func(x uint32) uint64 {
		if isNaN(x) {
			if mode != ptx.RoundNearestAway {
				return nanF32 &^ (1<<13 - 1)
			}
			// The upper bits stay, one less with .satfinite: recorded.
			x &^= 1<<13 - 1
			if saturate {
				x -= 1 << 13
			}
			return uint64(x)
		}
		r := toTF32.convert(x, mode, saturate) << 13
		if relu && r>>31 != 0 {
			r = 0
		}
		return uint64(r)
	}
}

// saturated clamps an f32 to [0, 1]; NaN gives 0.
func saturated(x uint32) uint32 {
	switch {
	case isNaN(x) || x >= signF:
		return 0
	case x > 0x3f800000:
		return 0x3f800000
	}
	return x
}

// floats converts f32 to f16, bf16, f32 and f64.
func floats(in *ptx.Instr) func(x uint32) uint64 {
	dt, mode := in.Types[0], in.Round
	sat, relu, saturate := in.Has(ptx.Sat), in.Has(ptx.Relu), in.Has(ptx.SatFinite)
	// A source is not flushed on the way to f16: recorded. A bf16 is, on the way to f32.
	ftz := in.Has(ptx.FTZ) && (dt == ptx.F32 || in.Types[1] == ptx.F32 && dt != ptx.F16)
	round := integral(mode)
	n := elements(dt)
	if mode == ptx.RoundNone {
		mode = ptx.RoundNearest
	}
	return func(x uint32) uint64 {
		if ftz {
			x = flush(x)
		}
		if round != nil && !isNaN(x) {
			x = math.Float32bits(float32(round(f32(x))))
		}
		if sat {
			x = saturated(x)
		}
		switch {
		case n != nil:
			c := n.convert(x, mode, saturate)
			if relu {
				c = n.relu(c)
			}
			return uint64(c)
		case dt == ptx.F64 && isNaN(x) && ftz:
			return 0x7fffffffe0000000 // flushing made it NVIDIA's own: recorded
		case dt == ptx.F64 && isNaN(x):
			return uint64(x>>31)<<63 | 0x7ff8<<48 | uint64(x&(1<<23-1))<<29 // it keeps its payload: recorded
		case dt == ptx.F64:
			return math.Float64bits(f32(x))
		case isNaN(x):
			return nanF32
		}
		return uint64(x)
	}
}

// number is the value of a 32-bit integer.
func number(signed bool, x uint32) float64 {
	if signed {
		return float64(int32(x))
	}
	return float64(x)
}

// fromInteger converts an integer to a floating-point format.
func fromInteger(in *ptx.Instr) func(x uint32) uint64 {
	dt, mode, signed, sat := in.Types[0], in.Round, in.Types[1].Signed(), in.Has(ptx.Sat)
	n := elements(dt)
	return func(x uint32) uint64 {
		v := number(signed, x)
		if sat {
			v = math.Max(0, math.Min(v, 1))
		}
		switch {
		case n != nil:
			return uint64(n.convert(odd32(v), mode, false))
		case dt == ptx.F64:
			return math.Float64bits(v)
		}
		return uint64(round32(v, mode))
	}
}

// extended is an integer of a type in a register of its size, or of 32 bits if that is more. Registers of bf16's conversions are not
// longer than the type.
func extended(v int64, in *ptx.Instr) uint64 {
	n := in.Types[0].Bits()
	if n < 32 && in.Types[1] != ptx.BF16 {
		n = 32
	}
	return uint64(v) & (^uint64(0) >> (64 - n))
}

// toInteger converts f32 to an integer: out of range is the nearest number of the type, NaN zero or, at 64 bits, the top bit
// (recorded).
func toInteger(in *ptx.Instr) func(x uint32) uint64 {
	dt, ftz := in.Types[0], in.Has(ptx.FTZ)
	round := integral(in.Round)
	lo, hi := 0.0, math.Ldexp(1, dt.Bits())
	top := int64(uint64(1)<<dt.Bits() - 1)
	bottom := int64(0)
	if dt.Signed() {
		hi = math.Ldexp(1, dt.Bits()-1)
		lo = -hi
		top = int64(uint64(1)<<(dt.Bits()-1) - 1)
		bottom = -top - 1
	}
	return func(x uint32) uint64 {
		if ftz {
			x = flush(x)
		}
		if isNaN(x) {
			if dt.Bits() == 64 {
				return 1 << 63
			}
			return 0
		}
		v := round(f32(x))
		switch {
		case v < lo:
			return extended(bottom, in)
		case v >= hi:
			return extended(top, in)
		case v >= math.MaxInt64:
			return uint64(v)
		}
		return extended(int64(v), in)
	}
}

// integers converts between integers: cut to the type's size, or clamped with .sat.
func integers(in *ptx.Instr) func(x uint32) uint64 {
	dt, signed, sat := in.Types[0], in.Types[1].Signed(), in.Has(ptx.Sat)
	n := dt.Bits()
	return func(x uint32) uint64 {
		v := int64(x)
		if signed {
			v = int64(int32(x))
		}
		switch {
		case sat && dt.Signed():
			if n < 64 {
				v = max(-1<<(n-1), min(v, 1<<(n-1)-1))
			}
		case sat:
			v = max(0, v)
			if n < 64 {
				v = min(v, 1<<n-1)
			}
		case n < 32 && dt.Signed():
			v = v << (64 - n) >> (64 - n)
		case n < 32:
			v &= 1<<n - 1
		}
		return extended(v, in)
	}
}
