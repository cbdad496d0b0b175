//go:build !(goexperiment.simd && amd64)

package emu

// haveSIMD reports whether the vector row kernels are in use: this build has none.
const haveSIMD = false

func broadcast(r *Lanes, v uint32)        { scalarBroadcast(r, v) }
func expandMask(r *Lanes, m uint32)       { scalarExpandMask(r, m) }
func blend(dst, src, m *Lanes)            { scalarBlend(dst, src, m) }
func selectMask(r, a, b *Lanes, m uint32) { scalarSelectMask(r, a, b, m) }

func rowShl64(d, d1, n, b, b1 *Lanes)                { scalarShl64(d, d1, n, b, b1) }
func rowShr64(d, d1, n, b, b1 *Lanes)                { scalarShr64(d, d1, n, b, b1) }
func rowSar64(d, d1, n, b, b1 *Lanes)                { scalarSar64(d, d1, n, b, b1) }
func rowAddCarry(d, a, b *Lanes, cin uint32) uint32  { return scalarAddCarry(d, a, b, cin) }
func rowSubBorrow(d, a, b *Lanes, cin uint32) uint32 { return scalarSubBorrow(d, a, b, cin) }
func rowMadU64(d, d1, a, b, c, c1 *Lanes)            { scalarMadU64(d, d1, a, b, c, c1) }
