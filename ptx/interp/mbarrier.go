package interp

import "ferry/ptx"

// mbarrier executes the operations on barriers in shared memory. The 64 bits of one are opaque to programs; here they are,
// from bit 0: pending arrivals (20 bits), expected arrivals (20), pending transaction bytes (signed, 22), phase (2).
func (l *lane) mbarrier(in *ptx.Instr) {
	ops := in.Ops
	switch in.Op {
	case ptx.OpMbarrierPendingCount:
		l.set(&ops[0], low(l.get(&ops[1], ptx.B64), 20), ptx.U32)
		return
	case ptx.OpMbarrierInit:
		n := low(l.get(&ops[1], ptx.U32), 20)
		storeBytes(l.memory(in.Space, l.effective(&ops[0]), 8), n|n<<20)
		return
	case ptx.OpMbarrierInval:
		storeBytes(l.memory(in.Space, l.effective(&ops[0]), 8), 0xa5a5a5a5a5a5a5a5)
		return
	case ptx.OpMbarrierExpectTx, ptx.OpMbarrierCompleteTx:
		m := l.memory(in.Space, l.effective(&ops[0]), 8)
		n := int64(l.get(&ops[1], ptx.U32))
		if in.Op == ptx.OpMbarrierCompleteTx {
			n = -n
		}
		storeBytes(m, mbarUpdate(loadBytes(m), 0, n, false))
		return
	case ptx.OpCpAsyncMbarrierArrive:
		// The copies are done at once; with .noinc the arrival is one of those expected, else it was added
		// before and cancels out.
		if in.Has(ptx.NoInc) {
			m := l.memory(in.Space, l.effective(&ops[0]), 8)
			storeBytes(m, mbarUpdate(loadBytes(m), 1, 0, false))
		}
		return
	}
	m := l.memory(in.Space, l.effective(&ops[1]), 8)
	v := loadBytes(m)
	switch in.Op {
	case ptx.OpMbarrierArrive, ptx.OpMbarrierArriveDrop:
		n := uint64(1)
		var tx int64
		if len(ops) > 2 {
			x := l.get(&ops[2], ptx.U32)
			if in.Has(ptx.ExpectTx) {
				tx = int64(x)
			} else {
				n = x
			}
		}
		l.set(&ops[0], v, ptx.B64)
		storeBytes(m, mbarUpdate(v, n, tx, in.Op == ptx.OpMbarrierArriveDrop))
	case ptx.OpMbarrierTestWait, ptx.OpMbarrierTryWait:
		x := l.get(&ops[2], ptx.B64)
		if in.Has(ptx.Parity) {
			// The phase of that parity is complete when the current one has the other.
			l.setPred(&ops[0], v>>62&1 != l.get(&ops[2], ptx.U32)&1)
			return
		}
		l.setPred(&ops[0], v>>62 != x>>62)
	}
}

// mbarUpdate applies arrivals and transaction bytes, and ends the phase when both are complete.
func mbarUpdate(v, arrive uint64, tx int64, drop bool) uint64 {
	pending, expected, phase := low(v, 20), low(v>>20, 20), v>>62
	bytes := sext(low(v>>40, 22), 22) + tx
	if arrive > pending {
		panic(faultf("mbarrier: %d arrivals, %d pending", arrive, pending))
	}
	pending -= arrive
	if drop {
		expected -= arrive
	}
	if pending == 0 && bytes == 0 {
		pending = expected
		phase = (phase + 1) & 3
	}
	return pending | expected<<20 | low(uint64(bytes), 22)<<40 | phase<<62
}
