package conformance

import "math"

// mt is the Mersenne Twister MT19937 (Matsumoto and Nishimura 1998), which both numpy's legacy
// RandomState and Python's random.Random use.
type mt struct {
	s        [624]uint32
	i        int
	gauss    float64
	hasGauss bool
}

// newNumpy seeds as numpy.random.RandomState(seed) does: Knuth's multiplier over the state.
func newNumpy(seed uint32) *mt {
	m := &mt{}
	m.knuth(seed)
	return m
}

// newPython seeds as random.Random(seed) does for a seed below 2^32: init_by_array with one word.
func newPython(seed uint32) *mt {
	m := &mt{}
	m.knuth(19650218)
	i := 1
	for range 624 {
		m.s[i] = (m.s[i] ^ (m.s[i-1]^m.s[i-1]>>30)*1664525) + seed
		if i++; i == 624 {
			m.s[0], i = m.s[623], 1
		}
	}
	for range 623 {
		m.s[i] = (m.s[i] ^ (m.s[i-1]^m.s[i-1]>>30)*1566083941) - uint32(i)
		if i++; i == 624 {
			m.s[0], i = m.s[623], 1
		}
	}
	m.s[0] = 0x80000000
	return m
}

func (m *mt) knuth(seed uint32) {
	m.s[0] = seed
	for i := 1; i < 624; i++ {
		m.s[i] = 1812433253*(m.s[i-1]^m.s[i-1]>>30) + uint32(i)
	}
	m.i = 624
}

func (m *mt) uint32() uint32 {
	if m.i == 624 {
		for k := range 624 {
			y := m.s[k]&0x80000000 | m.s[(k+1)%624]&0x7fffffff
			v := m.s[(k+397)%624] ^ y>>1
			if y&1 != 0 {
				v ^= 0x9908b0df
			}
			m.s[k] = v
		}
		m.i = 0
	}
	y := m.s[m.i]
	m.i++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// sample is RandomState.random_sample: 53 random bits in [0, 1).
func (m *mt) sample() float64 {
	a, b := m.uint32()>>5, m.uint32()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}

// normal is RandomState.standard_normal: Marsaglia's polar method, the second value kept for the next call.
func (m *mt) normal() float64 {
	if m.hasGauss {
		m.hasGauss = false
		return m.gauss
	}
	for {
		x1 := float64(2*m.sample()) - 1
		x2 := float64(2*m.sample()) - 1
		r2 := float64(x1*x1) + float64(x2*x2)
		if r2 >= 1 || r2 == 0 {
			continue
		}
		f := math.Sqrt(float64(-2*logRounded(r2)) / r2)
		m.gauss, m.hasGauss = f*x1, true
		return f * x2
	}
}

// integer is RandomState.randint(lo, hi): masked rejection over 32-bit draws.
func (m *mt) integer(lo, hi int) int {
	rng := uint32(hi - lo - 1)
	mask := rng
	for s := 1; s < 32; s *= 2 {
		mask |= mask >> s
	}
	if rng == 0 {
		return lo
	}
	for {
		if v := m.uint32() & mask; v <= rng {
			return lo + int(v)
		}
	}
}

// bytes is RandomState.bytes.
func (m *mt) bytes(n int) []byte {
	b := make([]byte, 0, n+3)
	for len(b) < n {
		v := m.uint32()
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return b[:n]
}

// bits is Python's getrandbits for 1..64 bits.
func (m *mt) bits(k int) uint64 {
	if k <= 32 {
		return uint64(m.uint32() >> (32 - k))
	}
	lo := uint64(m.uint32())
	return lo | uint64(m.uint32()>>(64-k))<<32
}

// below is Python's random._randbelow.
func (m *mt) below(n int) int {
	k := 0
	for v := n; v > 0; v >>= 1 {
		k++
	}
	for {
		if v := int(m.bits(k)); v < n {
			return v
		}
	}
}

// logRounded is the natural logarithm of a positive normal number, correctly rounded but for the
// rarest ties: the C library's differs from Go's math.Log in the last bit here and there. It sums the series
// of atanh in double-double arithmetic.
func logRounded(x float64) float64 {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = m*2, e-1
	}
	// z = (m-1)/(m+1) as a pair.
	num := m - 1
	den := m + 1
	denLo := m - (den - 1)
	zh := num / den
	r := math.FMA(-zh, den, num)
	r = math.FMA(-zh, denLo, r)
	zl := r / den
	z2h := zh * zh
	z2l := math.FMA(zh, zh, -z2h) + 2*zh*zl
	// sum of z^2k/(2k+1), from the smallest term (z <= 0.172, so 22 terms give more than 106 bits).
	var sh, sl float64
	for k := 22; k >= 0; k-- {
		sh, sl = mulPair(sh, sl, z2h, z2l)
		d := float64(2*k + 1)
		ch := 1 / d
		cl := math.FMA(-ch, d, 1) / d
		sh, sl = addPair(sh, sl, ch, cl)
	}
	sh, sl = mulPair(sh, sl, 2*zh, 2*zl)
	const ln2Hi, ln2Lo = 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56
	kh := float64(e) * ln2Hi
	kl := math.FMA(float64(e), ln2Hi, -kh) + float64(e)*ln2Lo
	h, l := addPair(kh, kl, sh, sl)
	return h + l
}

func mulPair(ah, al, bh, bl float64) (h, l float64) {
	p := ah * bh
	e := math.FMA(ah, bh, -p) + (ah*bl + al*bh)
	h = p + e
	return h, e - (h - p)
}

func addPair(ah, al, bh, bl float64) (h, l float64) {
	s := ah + bh
	v := s - ah
	e := (ah - (s - v)) + (bh - v) + al + bl
	h = s + e
	return h, e - (h - s)
}
