package cuda

import (
	"slices"
	"testing"
	"time"
	"unsafe"
)

const ptxEmpty = ptxHead + ".visible .entry k(.param .u64 p,.param .u32 n){ret;}"

// BenchmarkLaunch is one cuLaunchKernel of an empty kernel; the queue is kept from growing without bound.
func BenchmarkLaunch(b *testing.B) {
	th := thread(b)
	f := load(b, th, ptxEmpty, "k")
	p, n := alloc(b, th, 64), uint32(1)
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&n))
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		CuLaunchKernel(th, f, 1, 1, 1, 32, 1, 1, 0, 0, a, nil)
		if i%1000 == 999 {
			b.StopTimer()
			CuCtxSynchronize(th)
			b.StartTimer()
		}
	}
}

// BenchmarkLaunchSynchronize is a launch and the wait for its end.
func BenchmarkLaunchSynchronize(b *testing.B) {
	th := thread(b)
	f := load(b, th, ptxEmpty, "k")
	p, n := alloc(b, th, 64), uint32(1)
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&n))
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		CuLaunchKernel(th, f, 1, 1, 1, 32, 1, 1, 0, 0, a, nil)
		CuCtxSynchronize(th)
	}
}

// BenchmarkState is a call that only reads state.
func BenchmarkState(b *testing.B) {
	th := thread(b)
	var v int32
	var c CUcontext
	b.Run("cuDeviceGetAttribute", func(b *testing.B) {
		for range b.N {
			CuDeviceGetAttribute(th, &v, 10, 0)
		}
	})
	b.Run("cuCtxGetCurrent", func(b *testing.B) {
		for range b.N {
			CuCtxGetCurrent(th, &c)
		}
	})
	b.Run("cuStreamQuery", func(b *testing.B) {
		for range b.N {
			CuStreamQuery(th, 0)
		}
	})
}

// TestLaunchAllocates checks that a launch leaves no garbage, the embedded device's share included.
func TestLaunchAllocates(t *testing.T) {
	th := thread(t)
	f := load(t, th, ptxEmpty, "k")
	p, n := alloc(t, th, 64), uint32(1)
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&n))
	launch := func() {
		for range 100 {
			CuLaunchKernel(th, f, 1, 1, 1, 32, 1, 1, 0, 0, a, nil)
		}
		CuCtxSynchronize(th)
	}
	launch()
	if got := testing.AllocsPerRun(20, launch); got > 20 { // per 100 launches and one wait
		t.Errorf("100 launches allocate %v times", got)
	}
}

// BenchmarkLaunchMedian reports the median of cuLaunchKernel with a queue that is not empty; the goal is 1 microsecond.
func BenchmarkLaunchMedian(b *testing.B) {
	host := withHost(b)
	th := thread(b)
	f := load(b, th, ptxEmpty, "k")
	p, n := alloc(b, th, 64), uint32(1)
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&n))
	var best time.Duration
	for b.Loop() {
		g := newGate()
		ok(b, CuLaunchHostFunc(th, 0, host(g.run), nil))
		<-g.entered
		d := median(1000, func() { CuLaunchKernel(th, f, 1, 1, 1, 32, 1, 1, 0, 0, a, nil) })
		close(g.open)
		ok(b, CuCtxSynchronize(th))
		if best == 0 || d < best {
			best = d
		}
	}
	b.ReportMetric(float64(best.Nanoseconds()), "ns/launch-median")
}

func median(n int, f func()) time.Duration {
	d := make([]time.Duration, n)
	for i := range d {
		t := time.Now()
		f()
		d[i] = time.Since(t)
	}
	slices.Sort(d)
	return d[n/2]
}

// BenchmarkGraphLaunch launches instantiated graphs back to back: a chain of ten memsets, and two branches of five.
func BenchmarkGraphLaunch(b *testing.B) {
	th := thread(b)
	p := alloc(b, th, 64)
	ctx := th.Stack[0]
	for _, c := range []struct {
		name     string
		branches int
	}{{"chain", 1}, {"branches", 2}} {
		b.Run(c.name, func(b *testing.B) {
			var g CUgraph
			ok(b, CuGraphCreate(th, &g, 0))
			for range c.branches {
				var last []CUgraphNode
				for range 10 / c.branches {
					var n CUgraphNode
					ok(b, CuGraphAddMemsetNode(th, &n, g, unsafe.SliceData(last), uintptr(len(last)),
						&CUDA_MEMSET_NODE_PARAMS{Dst: p, Value: 1, ElementSize: 4, Width: 1, Height: 1}, ctx))
					last = []CUgraphNode{n}
				}
			}
			var x CUgraphExec
			ok(b, CuGraphInstantiateWithFlags(th, &x, g, 0))
			b.ReportAllocs()
			for b.Loop() {
				ok(b, CuGraphLaunch(th, x, 0))
			}
			ok(b, CuCtxSynchronize(th))
			ok(b, CuGraphExecDestroy(th, x))
			ok(b, CuGraphDestroy(th, g))
		})
	}
}
