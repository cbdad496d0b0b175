package ir

import "ferry/ptx"

// This file lowers clusterlaunchcontrol. A request to cancel the launch of a cluster may fail, as the manual and the
// programming guide say (a kernel of higher priority, nothing left to cancel), and a block that is not cancelled runs by
// itself. No AMD GPU takes back a block that it was told to run, so every request fails. The response is the words x, y and
// z of the first block's index and one that is 1 if the launch was cancelled.

func init() {
	effect((*builder).tryCancel, ptx.OpClusterlaunchcontrolTryCancel)
	pure((*builder).queryCancel, ptx.OpClusterlaunchcontrolQueryCancel)
}

// tryCancel writes the response to a request that failed and tells the mbarrier of its 16 bytes. With
// .multicast::cluster::all every block of the cluster has them, which is this one.
func (b *builder) tryCancel(in *ptx.Instr) {
	a := b.sharedAddr(&in.Ops[0], in.Space)
	bar := b.keepAddr(b.sharedAddr(&in.Ops[1], in.Space))
	zero := b.c32(0)
	b.memStore(a, Mem{}, 4, []*Value{zero, zero, zero, zero})
	b.completeTx(bar, b.c32(16))
}

// queryCancel reads a response. What it says of the block after a request that failed is undefined by the manual: zeros.
func (b *builder) queryCancel(in *ptx.Instr) {
	w := b.vecVars(&in.Ops[1])
	if len(w) != 2 {
		b.refuse("%s: source is not a 128-bit register", in.Text)
	}
	lo, hi := b.get(w[0]), b.get(w[1])
	words := []*Value{b.lo(lo), b.hi(lo), b.lo(hi), b.hi(hi)}
	for _, q := range in.Words {
		switch q {
		case "is_canceled":
			b.dst(in, 0, b.icmp(NE, words[3], b.c32(0)))
		case "get_first_ctaid::x":
			b.dst(in, 0, words[0])
		case "get_first_ctaid::y":
			b.dst(in, 0, words[1])
		case "get_first_ctaid::z":
			b.dst(in, 0, words[2])
		case "get_first_ctaid":
			if v := b.vecVars(&in.Ops[0]); len(v) > 1 {
				for i := range v {
					b.set(v[i], words[i])
				}
				return
			}
			d := parts(&in.Ops[0])
			for i := range d {
				b.write(&d[i], words[i], false)
			}
		}
	}
}
