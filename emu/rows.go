//go:build !(goexperiment.simd && amd64)

package emu

// haveSIMD reports whether the vector row kernels are in use: this build has none.
const haveSIMD = false

func broadcast(r *Lanes, v uint32)        { scalarBroadcast(r, v) }
func expandMask(r *Lanes, m uint32)       { scalarExpandMask(r, m) }
func blend(dst, src, m *Lanes)            { scalarBlend(dst, src, m) }
func selectMask(r, a, b *Lanes, m uint32) { scalarSelectMask(r, a, b, m) }
func leaveSIMD()                          {}
