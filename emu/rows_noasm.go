//go:build !(goexperiment.simd && amd64)

package emu

func rowAddF32(d, a, b *Lanes)    { scalarAddF32(d, a, b) }
func rowSubF32(d, a, b *Lanes)    { scalarSubF32(d, a, b) }
func rowSubrevF32(d, a, b *Lanes) { scalarSubF32(d, b, a) }
func rowMulF32(d, a, b *Lanes)    { scalarMulF32(d, a, b) }
func rowFmaF32(d, a, b, c *Lanes) { scalarFmaF32(d, a, b, c) }
