package emu

import (
	"math/big"
	"math/bits"
	"sync"
)

// twoOverPi holds the first 1201 bits of the fraction of 2/pi.
var twoOverPi = sync.OnceValue(func() *big.Int {
	// pi by Machin: 16 atan(1/5) - 4 atan(1/239), with 64 guard bits.
	const prec = 1201 + 64
	atan := func(k int64) *big.Int {
		one := new(big.Int).Lsh(big.NewInt(1), prec)
		t := one.Div(one, big.NewInt(k))
		sum := new(big.Int).Set(t)
		k2 := big.NewInt(k * k)
		for n := int64(3); t.Sign() != 0; n += 2 {
			t.Neg(t.Quo(t, k2))
			sum.Add(sum, new(big.Int).Quo(t, big.NewInt(n)))
		}
		return sum
	}
	pi := new(big.Int).Mul(atan(5), big.NewInt(16))
	pi.Sub(pi, new(big.Int).Mul(atan(239), big.NewInt(4)))
	r := new(big.Int).Lsh(big.NewInt(1), prec+1+1201)
	return r.Div(r, pi)
})

// twoOverPiBit is fraction bit i of 2/pi, 0 the most significant.
func twoOverPiBit(i int) uint64 {
	if i > 1200 {
		return 0
	}
	return uint64(twoOverPi().Bit(1200 - i))
}

func mul128(a, b uint64) (hi, lo uint64) { return bits.Mul64(a, b) }
