package coverage

import (
	"strconv"
	"strings"

	"ferry/ptx"
)

// This file writes bulk copies of tensors, whose operands depend on the mode and on how many dimensions there are.

// tensorForms are their mnemonics: each dimension, mode and modifier once.
func tensorForms() []string {
	const load, store, reduce, prefetch = ".shared::cluster.global.mbarrier::complete_tx::bytes", ".global.shared::cta.bulk_group", ".global.shared::cta.bulk_group", ".L2.global"
	var out []string
	add := func(dim int, op, tail, mode string) {
		out = append(out, op+"."+strconv.Itoa(dim)+"d"+tail+mode)
	}
	for d := 1; d <= 5; d++ {
		add(d, "cp.async.bulk.tensor", load, ".tile")
		add(d, "cp.async.bulk.tensor", store, ".tile")
		add(d, "cp.reduce.async.bulk.tensor", reduce, ".add.tile")
		add(d, "cp.async.bulk.prefetch.tensor", prefetch, ".tile")
		if d < 3 {
			continue
		}
		for _, m := range []string{".im2col", ".im2col::w", ".im2col::w::128"} {
			add(d, "cp.async.bulk.tensor", load, m)
			add(d, "cp.async.bulk.prefetch.tensor", prefetch, m)
		}
		add(d, "cp.async.bulk.tensor", store, ".im2col_no_offs")
		add(d, "cp.reduce.async.bulk.tensor", reduce, ".add.im2col_no_offs")
	}
	add(2, "cp.async.bulk.tensor", load, ".tile::gather4")
	add(2, "cp.async.bulk.prefetch.tensor", prefetch, ".tile::gather4")
	add(2, "cp.async.bulk.tensor", store, ".tile::scatter4")
	for _, m := range []string{".multicast::cluster", ".cta_group::1", ".cta_group::2", ".L2::cache_hint"} {
		add(2, "cp.async.bulk.tensor", load, ".tile"+m)
	}
	add(2, "cp.async.bulk.tensor", ".shared::cta.global.mbarrier::complete_tx::bytes", ".tile")
	add(2, "cp.async.bulk.tensor", store, ".tile.L2::cache_hint")
	add(2, "cp.reduce.async.bulk.tensor", reduce, ".add.tile.L2::cache_hint")
	add(2, "cp.async.bulk.prefetch.tensor", prefetch, ".tile.L2::cache_hint")
	for _, op := range []string{".min", ".max", ".inc", ".dec", ".and", ".or", ".xor"} {
		add(2, "cp.reduce.async.bulk.tensor", reduce, op+".tile")
	}
	return out
}

// tensorSample completes s for a mnemonic.
func tensorSample(s *ptx.Sample, mn string) {
	s.Version, s.Target.SM = ptx.Version{Major: 8}, 90
	list := func(r string, n int) string { return "{" + strings.TrimSuffix(strings.Repeat(r+",", n), ",") + "}" }
	var dims, n, offsets int
	tail := ""
	for _, w := range strings.Split(mn, ".") {
		switch w {
		case "1d", "2d", "3d", "4d", "5d":
			dims = int(w[0] - '0')
			n = dims
		case "tile::gather4", "tile::scatter4":
			n = 5
		case "im2col":
			offsets = dims - 2
		case "im2col::w", "im2col::w::128":
			offsets = 2
		case "multicast::cluster":
			tail += ", u16"
		case "L2::cache_hint":
			tail += ", b64"
		}
		switch w {
		case "tile::gather4", "tile::scatter4", "im2col::w", "im2col::w::128", "cta_group::1", "cta_group::2":
			s.Version, s.Target = ptx.Version{Major: 8, Minor: 6}, ptx.Target{SM: 100, Suffix: 'a'}
		}
	}
	if offsets > 0 {
		tail = ", " + list("u16", offsets) + tail
	}
	tensor := "[b64, " + list("s32", n) + "]"
	switch {
	case strings.HasPrefix(mn, "cp.async.bulk.prefetch.tensor"):
		s.Op, s.Text = ptx.OpCpAsyncBulkPrefetchTensor, mn+" "+tensor+tail+";"
	case strings.HasPrefix(mn, "cp.reduce.async.bulk.tensor"):
		s.Op, s.Text = ptx.OpCpReduceAsyncBulkTensor, mn+" "+tensor+", [b32]"+tail+";"
	case strings.Contains(mn, ".bulk_group"):
		s.Op, s.Text = ptx.OpCpAsyncBulkTensor, mn+" "+tensor+", [b32]"+tail+";"
	default:
		s.Op, s.Text = ptx.OpCpAsyncBulkTensor, mn+" [b32], "+tensor+", [b32]"+tail+";"
	}
}
