//go:build !goexperiment.simd || !amd64

package emu

// groups classifies the offsets of the four groups of eight lanes.
func groups(r *Lanes, step uint32) grouping { return scalarGroups(r, step) }
