package emu

import (
	"math"
	"math/bits"
	"strings"
	"sync/atomic"

	"ferry/emu/mem"
)

// atomicOp is a read-modify-write operation.
type atomicOp uint8

const (
	atomicNone atomicOp = iota
	atomicSwap
	atomicCmpSwap
	atomicCmpSwapF
	atomicAdd
	atomicSub
	atomicRsub
	atomicCsub
	atomicMinI
	atomicMinU
	atomicMaxI
	atomicMaxU
	atomicAnd
	atomicOr
	atomicXor
	atomicInc
	atomicDec
	atomicAddF
	atomicMinF
	atomicMaxF
	atomicMskor
	atomicWrap
)

var atomicNames = map[string]atomicOp{
	"swap_b": atomicSwap, "storexchg_b": atomicSwap, "cmpswap_b": atomicCmpSwap, "cmpstore_b": atomicCmpSwap, "cmpswap_f": atomicCmpSwapF, "cmpstore_f": atomicCmpSwapF,
	"add_u": atomicAdd, "sub_u": atomicSub, "rsub_u": atomicRsub, "csub_u": atomicCsub,
	"min_i": atomicMinI, "min_u": atomicMinU, "max_i": atomicMaxI, "max_u": atomicMaxU, "and_b": atomicAnd, "or_b": atomicOr, "xor_b": atomicXor,
	"inc_u": atomicInc, "dec_u": atomicDec, "add_f": atomicAddF, "min_f": atomicMinF, "max_f": atomicMaxF, "mskor_b": atomicMskor, "wrap_b": atomicWrap,
}

// atomicByName reads "atomic_add_u32" or, of DS, "add_u32" and "add_rtn_u32".
func atomicByName(op string) (a atomicOp, wide, ok bool) {
	op = strings.TrimPrefix(op, "atomic_")
	op = strings.Replace(op, "rtn_", "", 1)
	op, wide = strings.CutSuffix(op, "64")
	if !wide {
		var narrow bool
		if op, narrow = strings.CutSuffix(op, "32"); !narrow {
			return 0, false, false
		}
	}
	a, ok = atomicNames[op]
	return a, wide, ok
}

func hGlobalAtomic(w *Wave, d *DInst) {
	m := d.Mem.(*memInst)
	if m.poll {
		w.poll()
	}
	var a addrs
	globalAddrs(w, m, &a)
	if m.form == formGlobal {
		exec := w.Exec()
		checkLanes(w, d, &a, exec, m.size, true)
		atomicLanes(w, d, m, &a, exec, true)
	} else {
		g, l, s := split(w, d, &a, m.size, true)
		if s != 0 {
			scratchAtomic(w, d, m, &a, s)
		}
		atomicLanes(w, d, m, &a, g, true)
		atomicLanes(w, d, m, &a, l, false)
	}
}

// scratchAtomic turns the frame offsets of the lanes in exec into addresses and works on them. A 64-bit value in scratch is
// not contiguous: its dwords are brought together and taken apart again.
func scratchAtomic(w *Wave, d *DInst, m *memInst, a *addrs, exec uint32) {
	frame, base := w.scratchFrame(), mem.AddressOf(w.Scratch)
	line := mem.Bounce()
	var la addrs
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		if a[i]+m.size > frame {
			w.FailAddr(FaultAddress, d, i, mem.PrivateBase+a[i], "%d bytes at scratch offset %#x of %#x", m.size, a[i], frame)
		}
		if a[i]&(m.size-1) != 0 {
			w.FailAddr(FaultMisaligned, d, i, mem.PrivateBase+a[i], "%d-byte atomic at %#x", m.size, mem.PrivateBase+a[i])
		}
		a[i] = base + a[i]>>2*(4*WaveSize) + uint64(i)*4
		line[i][0] = uint64(*mem.P32(a[i]))
		if m.wide {
			line[i][0] |= uint64(*mem.P32(a[i] + 4*WaveSize)) << 32
		}
		la[i] = mem.LaneAddress(line, i)
	}
	atomicLanes(w, d, m, &la, exec, false)
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		*mem.P32(a[i]) = uint32(line[i][0])
		if m.wide {
			*mem.P32(a[i] + 4*WaveSize) = uint32(line[i][0] >> 32)
		}
	}
}

// checkAtomicAligned faults at the first lane of exec whose address is not aligned to the operation's size.
func checkAtomicAligned(w *Wave, d *DInst, m *memInst, a *addrs, exec uint32) {
	for x := exec; x != 0; x &= x - 1 {
		if i := bits.TrailingZeros32(x) & 31; a[i]&(m.size-1) != 0 {
			w.FailAddr(FaultMisaligned, d, i, a[i], "%d-byte atomic at %#x", m.size, a[i])
		}
	}
}

// atomicLanes performs the operation lane by lane in ascending order. shared says that others may access the same
// memory meanwhile; LDS and scratch belong to the wave's own goroutine.
func atomicLanes(w *Wave, d *DInst, m *memInst, a *addrs, exec uint32, shared bool) {
	checkAtomicAligned(w, d, m, a, exec)
	// The compare value: the second data operand of DS, the second register of the data operand elsewhere.
	cmp := m.data2
	if m.form != formDS {
		cmp = m.data + int32(m.size/4)
	}
	if m.wide {
		for x := exec; x != 0; x &= x - 1 {
			i := bits.TrailingZeros32(x) & 31
			v := uint64(w.V[m.data][i]) | uint64(w.V[m.data+1][i])<<32
			var c uint64
			if m.atomic == atomicCmpSwap || m.atomic == atomicCmpSwapF || m.atomic == atomicMskor {
				c = uint64(w.V[cmp][i]) | uint64(w.V[cmp+1][i])<<32
			}
			var old uint64
			p := mem.P64(a[i])
			switch {
			case !shared:
				old = *p
				*p = combine64(m.atomic, old, v, c)
			case m.atomic == atomicAdd:
				old = atomic.AddUint64(p, v) - v
			case m.atomic == atomicSwap:
				old = atomic.SwapUint64(p, v)
			default:
				for {
					old = atomic.LoadUint64(p)
					n := combine64(m.atomic, old, v, c)
					if n == old && m.atomic != atomicCmpSwap || atomic.CompareAndSwapUint64(p, old, n) {
						break
					}
				}
			}
			if m.dst >= 0 {
				w.V[m.dst][i], w.V[m.dst+1][i] = uint32(old), uint32(old>>32)
			}
		}
		return
	}
	flush := shared || w.Mode&ModeDenormF32 != ModeDenormF32
	for x := exec; x != 0; x &= x - 1 {
		i := bits.TrailingZeros32(x) & 31
		v := w.V[m.data][i]
		var c uint32
		switch m.atomic {
		case atomicCmpSwap, atomicCmpSwapF, atomicMskor, atomicWrap:
			c = w.V[cmp][i]
		}
		var old uint32
		p := mem.P32(a[i])
		switch {
		case !shared:
			old = *p
			*p = combine32(m.atomic, old, v, c, flush)
		case m.atomic == atomicAdd:
			old = atomic.AddUint32(p, v) - v
		case m.atomic == atomicSwap:
			old = atomic.SwapUint32(p, v)
		default:
			for {
				old = atomic.LoadUint32(p)
				n := combine32(m.atomic, old, v, c, flush)
				if n == old && m.atomic != atomicCmpSwap || atomic.CompareAndSwapUint32(p, old, n) {
					break
				}
			}
		}
		if m.dst >= 0 {
			w.V[m.dst][i] = old
		}
	}
}

// combine32 is the new value of a 32-bit operation on old with the operand v and the compare value c.
func combine32(op atomicOp, old, v, c uint32, flush bool) uint32 {
	switch op {
	case atomicSwap:
		return v
	case atomicCmpSwap:
		if old == c {
			return v
		}
		return old
	case atomicCmpSwapF:
		if math.Float32frombits(old) == math.Float32frombits(c) {
			return v
		}
		return old
	case atomicAdd:
		return old + v
	case atomicSub:
		return old - v
	case atomicRsub:
		return v - old
	case atomicCsub:
		if old < v {
			return 0
		}
		return old - v
	case atomicMinI:
		return uint32(min(int32(old), int32(v)))
	case atomicMaxI:
		return uint32(max(int32(old), int32(v)))
	case atomicMinU:
		return min(old, v)
	case atomicMaxU:
		return max(old, v)
	case atomicAnd:
		return old & v
	case atomicOr:
		return old | v
	case atomicXor:
		return old ^ v
	case atomicInc:
		if old >= v {
			return 0
		}
		return old + 1
	case atomicDec:
		if old == 0 || old > v {
			return v
		}
		return old - 1
	case atomicAddF:
		return atomicAddF32(old, v, flush)
	case atomicMinF:
		return pickF32(old, v, true)
	case atomicMaxF:
		return pickF32(old, v, false)
	case atomicMskor:
		return old&^v | c
	case atomicWrap:
		if old >= v {
			return old - v
		}
		return old + c
	}
	panic("emu: unknown 32-bit atomic")
}

func combine64(op atomicOp, old, v, c uint64) uint64 {
	switch op {
	case atomicSwap:
		return v
	case atomicCmpSwap:
		if old == c {
			return v
		}
		return old
	case atomicCmpSwapF:
		if math.Float64frombits(old) == math.Float64frombits(c) {
			return v
		}
		return old
	case atomicAdd:
		return old + v
	case atomicSub:
		return old - v
	case atomicRsub:
		return v - old
	case atomicMinI:
		return uint64(min(int64(old), int64(v)))
	case atomicMaxI:
		return uint64(max(int64(old), int64(v)))
	case atomicMinU:
		return min(old, v)
	case atomicMaxU:
		return max(old, v)
	case atomicAnd:
		return old & v
	case atomicOr:
		return old | v
	case atomicXor:
		return old ^ v
	case atomicInc:
		if old >= v {
			return 0
		}
		return old + 1
	case atomicDec:
		if old == 0 || old > v {
			return v
		}
		return old - 1
	case atomicMinF, atomicMaxF:
		x, y := math.Float64frombits(old), math.Float64frombits(v)
		less := op == atomicMinF
		if x != x || y == y && (less == (y < x) && y != x || x == y && math.Signbit(y) == less) {
			return v
		}
		return old
	case atomicMskor:
		return old&^v | c
	}
	panic("emu: unknown 64-bit atomic")
}

// atomicAddF32 is the float addition of the memory units: to nearest even; with flush, subnormal operands and results become
// zero of their sign (gfx11 does so in L2 always, in LDS as MODE says).
func atomicAddF32(x, y uint32, flush bool) uint32 {
	if flush {
		x, y = flushF32(x), flushF32(y)
	}
	r := math.Float32bits(math.Float32frombits(x) + math.Float32frombits(y))
	if r&0x7fffffff > 0x7f800000 {
		return 0x7fc00000
	}
	if flush {
		r = flushF32(r)
	}
	return r
}

func flushF32(x uint32) uint32 {
	if x&0x7f800000 == 0 {
		return x & 0x80000000
	}
	return x
}

// pickF32 is IEEE minNum or maxNum: a number wins over a NaN, -0 is below +0.
func pickF32(old, v uint32, less bool) uint32 {
	x, y := math.Float32frombits(old), math.Float32frombits(v)
	if x != x || y == y && (y != x && less == (y < x) || x == y && (v>>31 != 0) == less) {
		return v
	}
	return old
}
