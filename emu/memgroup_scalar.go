//go:build !goexperiment.simd || !amd64

package emu

func groups(g *grouping, r *Lanes, step uint32) { scalarGroups(g, r, step) }

func loadGroups(dst *Lanes, base uint64, g *grouping) { scalarLoadGroups(dst, base, g) }

func loadSame(rows []Lanes, base uint64, g *grouping) { scalarLoadSame(rows, base, g) }
