package cuda

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"ferry/hipffi"
)

// ptxTick takes a ticket when it begins and another one when it ends, and notes both for node i's launch number c at
// base+tickBegin+8(c*n+i). Tickets come from the word at base, launch numbers from those behind base+64.
const ptxTick = ptxHead + `.visible .entry tick(.param .u64 base,.param .u32 i,.param .u32 n){.reg .b64 %b,%a;.reg .b32 %i,%n,%c,%t,%k;.reg .pred %p;
ld.param.u64 %b,[base];ld.param.u32 %i,[i];ld.param.u32 %n,[n];
atom.global.sys.add.u32 %t,[%b],1;mad.wide.u32 %a,%i,4,%b;atom.global.add.u32 %c,[%a+64],1;
mad.lo.u32 %c,%c,%n,%i;mad.wide.u32 %a,%c,8,%b;st.global.u32 [%a+65536],%t;
mov.u32 %k,0;L:add.u32 %k,%k,1;setp.lt.u32 %p,%k,50;@%p bra L;
atom.global.sys.add.u32 %t,[%b],1;st.global.u32 [%a+65540],%t;ret;}`

// ptxMeet sets the word at mine and waits until the one at other is set.
const ptxMeet = ptxHead + `.visible .entry meet(.param .u64 mine,.param .u64 other){.reg .b64 %m,%o;.reg .b32 %v;.reg .pred %p;
ld.param.u64 %m,[mine];ld.param.u64 %o,[other];st.volatile.global.u32 [%m],1;
L:ld.volatile.global.u32 %v,[%o];setp.eq.u32 %p,%v,0;@%p bra L;ret;}`

const tickBegin = 65536 // of the first note, as in ptxTick

// ticks is memory for ptxTick that the host takes part in.
type ticks struct {
	base unsafe.Pointer
	n    int
}

func newTicks(t *testing.T, th *Thread, n, launches int) *ticks {
	t.Helper()
	x := &ticks{n: n}
	size := uintptr(tickBegin + 8*n*launches)
	ok(t, CuMemHostAlloc(th, &x.base, size, CU_MEMHOSTALLOC_DEVICEMAP))
	clear(unsafe.Slice((*byte)(x.base), size))
	return x
}

func (x *ticks) word(off int) *uint32 { return (*uint32)(unsafe.Add(x.base, off)) }

// tick is ptxTick on the host.
func (x *ticks) tick(i int) {
	t := atomic.AddUint32(x.word(0), 1) - 1
	c := int(atomic.AddUint32(x.word(64+4*i), 1)) - 1
	*x.word(tickBegin + 8*(c*x.n+i)) = t
	*x.word(tickBegin + 8*(c*x.n+i) + 4) = atomic.AddUint32(x.word(0), 1) - 1
}

func (x *ticks) count(i int) int { return int(atomic.LoadUint32(x.word(64 + 4*i))) }

// span gives the first and the last ticket of node i in launch c.
func (x *ticks) span(c, i int) (begin, end uint32) {
	return *x.word(tickBegin + 8*(c*x.n+i)), *x.word(tickBegin + 8*(c*x.n+i) + 4)
}

// bothCores runs the rest of a test with two workers and, in a process of its own, with one.
func bothCores(t *testing.T) {
	t.Helper()
	needCompiler(t)
	if os.Getenv("FERRY_THREADS") != "" {
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.timeout", "5m", "-test.v")
	cmd.Env = append(os.Environ(), "FERRY_THREADS=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("with one worker: %v\n%s", err, out)
	}
}

// nodeArgs keeps a kernel node's parameters where C would have them.
type nodeArgs struct {
	base unsafe.Pointer
	i, n uint32
}

// addKernel adds a kernel node with one thread.
func addKernel(t *testing.T, th *Thread, g CUgraph, f CUfunction, deps []CUgraphNode, a ...unsafe.Pointer) CUgraphNode {
	t.Helper()
	p := CUDA_KERNEL_NODE_PARAMS{Func: f, GridDimX: 1, GridDimY: 1, GridDimZ: 1, BlockDimX: 1, BlockDimY: 1, BlockDimZ: 1, KernelParams: args(a...)}
	var n CUgraphNode
	ok(t, CuGraphAddKernelNode_v2(th, &n, g, unsafe.SliceData(deps), uintptr(len(deps)), &p))
	return n
}

// within fails the test if f does not come to its end: what it waits for makes no progress.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatalf("%s makes no progress", what)
	}
}

// TestGraphBranchesProgress has branches wait for each other in both directions: in a graph of two nodes, at the ends of chains,
// in a child graph, in the bodies of conditional nodes, and for a host function.
func TestGraphBranchesProgress(t *testing.T) {
	bothCores(t)
	host := withHost(t)
	th := thread(t)
	f := load(t, th, ptxMeet, "meet")
	flags := alloc(t, th, 256)
	flag := func(i int) *CUdeviceptr { p := flags + CUdeviceptr(4*i); return &p }
	meet := func(g CUgraph, i, j int, deps ...CUgraphNode) CUgraphNode {
		t.Helper()
		return addKernel(t, th, g, f, deps, unsafe.Pointer(flag(i)), unsafe.Pointer(flag(j)))
	}
	fill := func(g CUgraph, i int, deps ...CUgraphNode) CUgraphNode {
		t.Helper()
		var n CUgraphNode
		ok(t, CuGraphAddMemsetNode(th, &n, g, unsafe.SliceData(deps), uintptr(len(deps)),
			&CUDA_MEMSET_NODE_PARAMS{Dst: *flag(i), Value: 1, ElementSize: 4, Width: 1, Height: 1}, th.Stack[0]))
		return n
	}
	body := func(g CUgraph) CUgraph {
		t.Helper()
		var h CUgraphConditionalHandle
		ok(t, CuGraphConditionalHandleCreate(th, &h, g, CUcontext(th.Stack[0]), 1, CU_GRAPH_COND_ASSIGN_DEFAULT))
		np := &CUgraphNodeParams{Type: CU_GRAPH_NODE_TYPE_CONDITIONAL}
		c := unionAs[CUDA_CONDITIONAL_NODE_PARAMS](np)
		*c = CUDA_CONDITIONAL_NODE_PARAMS{Handle: h, Type: CU_GRAPH_COND_TYPE_IF, Size: 1, Ctx: th.Stack[0]}
		ok(t, CuGraphAddNode_v2(th, new(CUgraphNode), g, nil, nil, 0, np))
		return *c.PhGraph_out
	}
	for _, c := range []struct {
		name  string
		build func(g CUgraph)
	}{
		{"two nodes", func(g CUgraph) { meet(g, 0, 1); meet(g, 1, 0) }},
		{"three in a ring", func(g CUgraph) { meet(g, 0, 1); meet(g, 1, 2); meet(g, 2, 0) }},
		{"ends of chains", func(g CUgraph) {
			a := meet(g, 0, 0)
			b := fill(g, 5, a)
			meet(g, 1, 2, b)
			c := fill(g, 6, fill(g, 7, a))
			meet(g, 2, 1, c)
		}},
		{"a memset", func(g CUgraph) { meet(g, 0, 1); fill(g, 1) }},
		{"a memset behind a join", func(g CUgraph) { // the join must not hold the branch beside it back
			a, b := fill(g, 5), fill(g, 6)
			meet(g, 0, 1, a)
			fill(g, 1, a, b)
		}},
		{"a host function", func(g CUgraph) {
			meet(g, 0, 1)
			fn := host(func() { writeWord(t, *flag(1), 1) })
			ok(t, CuGraphAddHostNode(th, new(CUgraphNode), g, nil, 0, &CUDA_HOST_NODE_PARAMS{Fn: fn}))
		}},
		{"a child graph", func(g CUgraph) {
			var sub CUgraph
			ok(t, CuGraphCreate(th, &sub, 0))
			meet(sub, 0, 1)
			meet(sub, 2, 3)
			ok(t, CuGraphAddChildGraphNode(th, new(CUgraphNode), g, nil, 0, sub))
			meet(g, 1, 2)
			meet(g, 3, 0)
		}},
		{"conditional bodies", func(g CUgraph) {
			b := body(g)
			meet(b, 0, 1)
			meet(b, 2, 0)
			meet(body(g), 1, 2)
		}},
		{"a memory operation", func(g CUgraph) {
			meet(g, 0, 1)
			op := CUstreamBatchMemOpParams{CU_STREAM_MEM_OP_WAIT_VALUE_32, uint64(*flag(0)), 1, CU_STREAM_WAIT_VALUE_EQ}
			var n CUgraphNode
			ok(t, CuGraphAddBatchMemOpNode(th, &n, g, nil, 0, &CUDA_BATCH_MEM_OP_NODE_PARAMS{Ctx: th.Stack[0], Count: 1, ParamArray: &op}))
			fill(g, 1, n)
		}},
		{"two hundred", func(g CUgraph) { // more than run at once; none of them waits
			for range 200 {
				meet(g, 0, 0)
			}
		}},
	} {
		var g CUgraph
		ok(t, CuGraphCreate(th, &g, 0))
		c.build(g)
		var x CUgraphExec
		ok(t, CuGraphInstantiateWithFlags(th, &x, g, 0))
		for range 2 {
			ok(t, CuMemsetD8_v2(th, flags, 0, 256))
			ok(t, CuGraphLaunch(th, x, 0))
			within(t, c.name, func() { ok(t, CuCtxSynchronize(th)) })
		}
		ok(t, CuGraphExecDestroy(th, x))
		ok(t, CuGraphDestroy(th, g))
	}
}

// writeWord writes device memory outside of any stream.
func writeWord(t *testing.T, p CUdeviceptr, v uint32) {
	b := [4]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}
	if err := drv().devices[0].dev.Write(hipffi.Ptr(p), b[:]); err != nil {
		t.Error(err)
	}
}

// TestGraphOrder builds random graphs of kernels, host functions, child graphs, conditional nodes, events and empty nodes,
// launches each several times in two streams and checks every dependency by tickets that the nodes take when they begin
// and end, and that launches follow each other.
func TestGraphOrder(t *testing.T) {
	bothCores(t)
	host := withHost(t)
	th := thread(t)
	f := load(t, th, ptxTick, "tick")
	const launches = 4
	var streams [2]CUstream
	ok(t, CuStreamCreate(th, &streams[0], 0))
	ok(t, CuStreamCreateWithPriority(th, &streams[1], CU_STREAM_NON_BLOCKING, -3))
	for seed := range int64(12) {
		rnd := rand.New(rand.NewSource(seed))
		const maxNodes = 60
		x := newTicks(t, th, maxNodes, launches)
		var keep []*nodeArgs
		next := 0
		kernel := func(g CUgraph, deps []CUgraphNode) (CUgraphNode, int) {
			i := next
			next++
			a := &nodeArgs{x.base, uint32(i), uint32(x.n)}
			keep = append(keep, a)
			return addKernel(t, th, g, f, deps, unsafe.Pointer(&a.base), unsafe.Pointer(&a.i), unsafe.Pointer(&a.n)), i
		}
		var g CUgraph
		ok(t, CuGraphCreate(th, &g, 0))
		type made struct {
			n     CUgraphNode
			ticks []int    // of the node and of what is in it
			deps  []int    // nodes
			inner [][2]int // dependencies among ticks inside
		}
		var nodes []made
		for len(nodes) < 30 && next < maxNodes-4 {
			var m made
			var deps []CUgraphNode
			for j := range nodes {
				if rnd.Intn(len(nodes)) < 2 {
					m.deps = append(m.deps, j)
					deps = append(deps, nodes[j].n)
				}
			}
			first := unsafe.SliceData(deps)
			count := uintptr(len(deps))
			switch k := rnd.Intn(12); {
			case k == 0:
				ok(t, CuGraphAddEmptyNode(th, &m.n, g, first, count))
			case k == 1:
				var ev CUevent
				ok(t, CuEventCreate(th, &ev, CU_EVENT_DISABLE_TIMING))
				ok(t, CuGraphAddEventRecordNode(th, &m.n, g, first, count, ev))
			case k < 4:
				i := next
				next++
				m.ticks = []int{i}
				ok(t, CuGraphAddHostNode(th, &m.n, g, first, count, &CUDA_HOST_NODE_PARAMS{Fn: host(func() { x.tick(i) })}))
			case k == 4:
				var sub CUgraph
				ok(t, CuGraphCreate(th, &sub, 0))
				a, i := kernel(sub, nil)
				_, j := kernel(sub, nil)
				_, l := kernel(sub, []CUgraphNode{a})
				m.ticks = []int{i, j, l}
				m.inner = [][2]int{{i, l}}
				ok(t, CuGraphAddChildGraphNode(th, &m.n, g, first, count, sub))
				ok(t, CuGraphDestroy(th, sub))
			case k == 5:
				var h CUgraphConditionalHandle
				ok(t, CuGraphConditionalHandleCreate(th, &h, g, CUcontext(th.Stack[0]), 1, CU_GRAPH_COND_ASSIGN_DEFAULT))
				np := &CUgraphNodeParams{Type: CU_GRAPH_NODE_TYPE_CONDITIONAL}
				c := unionAs[CUDA_CONDITIONAL_NODE_PARAMS](np)
				*c = CUDA_CONDITIONAL_NODE_PARAMS{Handle: h, Type: CU_GRAPH_COND_TYPE_IF, Size: 1, Ctx: th.Stack[0]}
				ok(t, CuGraphAddNode_v2(th, &m.n, g, first, nil, count, np))
				a, i := kernel(*c.PhGraph_out, nil)
				_, j := kernel(*c.PhGraph_out, []CUgraphNode{a})
				m.ticks = []int{i, j}
				m.inner = [][2]int{{i, j}}
			default:
				var i int
				m.n, i = kernel(g, deps)
				m.ticks = []int{i}
			}
			nodes = append(nodes, m)
		}
		var e CUgraphExec
		ok(t, CuGraphInstantiateWithFlags(th, &e, g, 0))
		for l := range launches {
			ok(t, CuGraphLaunch(th, e, streams[l/2%2]))
		}
		within(t, "the graph", func() { ok(t, CuCtxSynchronize(th)) })
		before := func(c, i, j int) {
			_, end := x.span(c, i)
			if begin, _ := x.span(c, j); end >= begin {
				t.Errorf("seed %d, launch %d: %d ended at %d, %d began at %d", seed, c, i, end, j, begin)
			}
		}
		var all []int
		for j := range nodes {
			all = append(all, nodes[j].ticks...)
		}
		for c := range launches {
			for j := range nodes {
				for _, p := range nodes[j].inner {
					before(c, p[0], p[1])
				}
				seen := map[int]bool{} // everything that j depends on, through nodes without tickets too
				walk := slices.Clone(nodes[j].deps)
				for len(walk) > 0 {
					d := walk[len(walk)-1]
					walk = walk[:len(walk)-1]
					if seen[d] {
						continue
					}
					seen[d] = true
					walk = append(walk, nodes[d].deps...)
					for _, a := range nodes[d].ticks {
						for _, b := range nodes[j].ticks {
							before(c, a, b)
						}
					}
				}
			}
			for _, i := range all {
				if n := x.count(i); n != launches {
					t.Fatalf("seed %d: node %d ran %d times", seed, i, n)
				}
				for _, j := range all {
					if c > 0 {
						_, end := x.span(c-1, i)
						if begin, _ := x.span(c, j); end >= begin {
							t.Errorf("seed %d: launch %d began before launch %d had ended", seed, c, c-1)
						}
					}
				}
			}
		}
		ok(t, CuGraphExecDestroy(th, e))
		ok(t, CuGraphDestroy(th, g))
		ok(t, CuMemFreeHost(th, x.base))
	}
}

// TestGraphPlan checks how plans spread nodes: chains of the graph get branches, edges that others imply no waits.
func TestGraphPlan(t *testing.T) {
	th := thread(t)
	c, r := lookContext(th.Stack[0])
	ok(t, r)
	for _, k := range []struct {
		name            string
		edges           string // "0-1 0-2": 1 and 2 wait for 0
		nodes           int
		branches, waits int
	}{
		{"a chain", "0-1 1-2 2-3", 4, 1, 0},
		{"a chain with shortcuts", "0-1 1-2 2-3 0-2 0-3 1-3", 4, 1, 0},
		{"independent", "", 3, 3, 0},
		{"diamond", "0-1 0-2 1-3 2-3", 4, 2, 2},
		{"two diamonds in a row use the same branches", "0-1 0-2 1-3 2-3 3-4 3-5 4-6 5-6", 7, 2, 4},
		{"a join of three", "0-3 1-3 2-3", 4, 3, 2},
		{"a join that one wait implies", "0-1 1-2 0-3 2-3", 4, 1, 0},
		{"crossed", "0-2 1-2 0-3 1-3", 4, 2, 2},
	} {
		g := newGraph()
		var n []*graphNode
		for range k.nodes {
			x, r := g.add(emptyNode{}, nil)
			ok(t, r)
			n = append(n, x)
		}
		for _, e := range strings.Fields(k.edges) {
			var a, b int
			fmt.Sscanf(e, "%d-%d", &a, &b)
			link(n[a], n[b], CUgraphEdgeData{})
		}
		x := &graphExec{ctx: c}
		p, acyclic := x.newPlan(g)
		waits := 0
		for i := range p.steps {
			waits += len(p.steps[i].waits)
		}
		if !acyclic || len(p.branches) != k.branches || waits != k.waits {
			t.Errorf("%s: %d branches, %d waits, want %d and %d", k.name, len(p.branches), waits, k.branches, k.waits)
		}
		graphMu.Lock()
		g.destroy()
		graphMu.Unlock()
	}
}

// TestGraphLaunchIsOnePiece launches graphs and single operations into one stream from several threads: no other work of the stream comes
// between a graph's nodes.
func TestGraphLaunchIsOnePiece(t *testing.T) {
	needCompiler(t)
	th := thread(t)
	ctx := th.Stack[0]
	for _, flags := range []uint32{0, CU_STREAM_NON_BLOCKING} {
		var s CUstream
		ok(t, CuStreamCreate(th, &s, flags))
		p := alloc(t, th, 64)
		var g CUgraph
		ok(t, CuGraphCreate(th, &g, 0))
		var a, b, c CUgraphNode
		ok(t, CuGraphAddMemsetNode(th, &a, g, nil, 0, &CUDA_MEMSET_NODE_PARAMS{Dst: p, Value: 1, ElementSize: 4, Width: 1, Height: 1}, ctx))
		ok(t, CuGraphAddMemsetNode(th, &b, g, &a, 1, &CUDA_MEMSET_NODE_PARAMS{Dst: p + 4, Value: 5, ElementSize: 4, Width: 1, Height: 1}, ctx))
		cp := CUDA_MEMCPY3D{SrcMemoryType: CU_MEMORYTYPE_DEVICE, SrcDevice: p, DstMemoryType: CU_MEMORYTYPE_DEVICE, DstDevice: p + 8, WidthInBytes: 4, Height: 1, Depth: 1}
		ok(t, CuGraphAddMemcpyNode(th, &c, g, &b, 1, &cp, ctx))
		var x CUgraphExec
		ok(t, CuGraphInstantiateWithFlags(th, &x, g, 0))
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			th := &Thread{}
			defer ThreadExit(th)
			want(t, "set", CuCtxSetCurrent(th, ctx), CUDA_SUCCESS)
			for range 300 {
				want(t, "memset", CuMemsetD32Async(th, p, 9, 1, s), CUDA_SUCCESS)
			}
		}()
		for range 300 {
			ok(t, CuGraphLaunch(th, x, s))
			// Copied behind the launch: what the graph copied is what it wrote.
			b := hostBytes(4)
			ok(t, CuMemcpyDtoHAsync_v2(th, unsafe.Pointer(&b[0]), p+8, 4, s))
			if b[0] != 1 {
				t.Errorf("flags %d: the graph copied %d", flags, b[0])
				break
			}
		}
		wg.Wait()
		ok(t, CuGraphExecDestroy(th, x))
		ok(t, CuGraphDestroy(th, g))
	}
}

// TestGraphDestroyBusy ends an instantiated graph and its streams while it runs: it still runs to its end, and the user
// objects that it holds go only then.
func TestGraphDestroyBusy(t *testing.T) {
	needCompiler(t)
	host := withHost(t)
	th := thread(t)
	f := load(t, th, ptxMeet, "meet")
	flags := alloc(t, th, 64)
	ok(t, CuMemsetD8_v2(th, flags, 0, 64))
	ok(t, CuCtxSynchronize(th))
	var gone atomic.Bool
	var o CUuserObject
	ok(t, CuUserObjectCreate(th, &o, nil, host(func() { gone.Store(true) }), 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC))
	var g CUgraph
	ok(t, CuGraphCreate(th, &g, 0))
	ok(t, CuGraphRetainUserObject(th, g, o, 1, CU_GRAPH_USER_OBJECT_MOVE))
	p, q, r := flags, flags+4, flags+8
	addKernel(t, th, g, f, nil, unsafe.Pointer(&p), unsafe.Pointer(&q))
	addKernel(t, th, g, f, nil, unsafe.Pointer(&r), unsafe.Pointer(&p))
	var x CUgraphExec
	ok(t, CuGraphInstantiateWithFlags(th, &x, g, 0))
	var s CUstream
	ok(t, CuStreamCreate(th, &s, 0))
	ok(t, CuGraphLaunch(th, x, s))
	ok(t, CuGraphExecDestroy(th, x))
	ok(t, CuGraphDestroy(th, g))
	ok(t, CuStreamDestroy_v2(th, s))
	if gone.Load() {
		t.Error("the user object went while the graph runs")
	}
	writeWord(t, q, 1)
	within(t, "the graph", func() { ok(t, CuCtxSynchronize(th)) })
	if got := words(read(t, th, flags, 12)); got != "1 1 1" {
		t.Error(got)
	}
	for i := 0; !gone.Load(); i++ {
		if i > 1000 {
			t.Fatal("the user object stays")
		}
		time.Sleep(time.Millisecond)
	}
}

// TestGraphFault has one branch fault: whoever waits for the launch's stream, or for an event behind it, gets the error.
func TestGraphFault(t *testing.T) {
	needCompiler(t)
	for _, how := range []string{"stream", "event", "context", "query"} {
		th := &Thread{}
		var ctx CUcontext
		ok(t, CuCtxCreate_v2(th, &ctx, 0, 0))
		f := load(t, th, ptxSet, "set")
		p, bad, v := alloc(t, th, 64), CUdeviceptr(0x10), uint32(1)
		var g CUgraph
		ok(t, CuGraphCreate(th, &g, 0))
		addKernel(t, th, g, f, nil, unsafe.Pointer(&p), unsafe.Pointer(&v))
		addKernel(t, th, g, f, nil, unsafe.Pointer(&bad), unsafe.Pointer(&v))
		var x CUgraphExec
		ok(t, CuGraphInstantiateWithFlags(th, &x, g, 0))
		var s CUstream
		ok(t, CuStreamCreate(th, &s, CU_STREAM_NON_BLOCKING))
		var e CUevent
		ok(t, CuEventCreate(th, &e, 0))
		ok(t, CuGraphLaunch(th, x, s))
		ok(t, CuEventRecord(th, e, s))
		r := CUDA_SUCCESS
		switch how {
		case "stream":
			r = CuStreamSynchronize(th, s)
		case "event":
			r = CuEventSynchronize(th, e)
		case "context":
			r = CuCtxSynchronize(th)
		case "query":
			for r = CuStreamQuery(th, s); r == CUDA_ERROR_NOT_READY; r = CuStreamQuery(th, s) {
				time.Sleep(time.Millisecond)
			}
		}
		want(t, how, r, CUDA_ERROR_ILLEGAL_ADDRESS)
		want(t, how+" destroy", CuCtxDestroy_v2(th, ctx), CUDA_SUCCESS)
		ThreadExit(th)
	}
}

// TestGraphPriority checks what priorities the queues of a launch have: the launch's stream's, or with
// USE_NODE_PRIORITY each kernel's, which a capture takes from the kernel's stream.
func TestGraphPriority(t *testing.T) {
	th := thread(t)
	f := load(t, th, ptxSet, "set")
	p, v := alloc(t, th, 64), uint32(4)
	a := args(unsafe.Pointer(&p), unsafe.Pointer(&v))
	q := p + 32
	b := args(unsafe.Pointer(&q), unsafe.Pointer(&v))
	var low, high, other CUstream
	ok(t, CuStreamCreateWithPriority(th, &low, 0, 0))
	ok(t, CuStreamCreateWithPriority(th, &high, 0, -5))
	ok(t, CuStreamCreateWithPriority(th, &other, 0, -2))
	var e CUevent
	ok(t, CuEventCreate(th, &e, CU_EVENT_DISABLE_TIMING))
	ok(t, CuStreamBeginCapture_v2(th, low, CU_STREAM_CAPTURE_MODE_RELAXED))
	ok(t, CuEventRecord(th, e, low))
	ok(t, CuStreamWaitEvent(th, high, e, 0))
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 4, 1, 1, 0, low, a, nil))
	ok(t, CuLaunchKernel(th, f, 1, 1, 1, 4, 1, 1, 0, high, b, nil))
	ok(t, CuEventRecord(th, e, high))
	ok(t, CuStreamWaitEvent(th, low, e, 0))
	var g CUgraph
	ok(t, CuStreamEndCapture(th, low, &g))
	var nodes [2]CUgraphNode
	n := uintptr(2)
	ok(t, CuGraphGetNodes(th, g, &nodes[0], &n))
	for i, want := range []int32{0, -5} {
		var val CUkernelNodeAttrValue
		ok(t, CuGraphKernelNodeGetAttribute(th, nodes[i], CU_LAUNCH_ATTRIBUTE_PRIORITY, &val))
		if int32(val[0]) != want {
			t.Errorf("node %d has priority %d, want %d", i, int32(val[0]), want)
		}
	}
	for _, c := range []struct {
		flags uint64
		want  []int32
	}{{0, []int32{-2}}, {CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY, []int32{-5, 0}}} {
		x := instance(t, th, g, c.flags)
		ok(t, CuMemsetD8_v2(th, p, 0, 64))
		ok(t, CuGraphLaunch(th, x, other))
		ok(t, CuStreamSynchronize(th, other))
		if got := words(read(t, th, p, 16)) + " " + words(read(t, th, q, 16)); got != "4 5 6 7 4 5 6 7" {
			t.Error(got)
		}
		var got []int32
		for _, s := range graphExecs.get(uintptr(x)).sides {
			got = append(got, s.priority)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("flags %d: queues of priorities %v, want %v", c.flags, got, c.want)
		}
		// An update takes over priorities too.
		val := CUkernelNodeAttrValue{uint64(uint32(0xfffffffd))} // -3
		ok(t, CuGraphKernelNodeSetAttribute(th, nodes[0], CU_LAUNCH_ATTRIBUTE_PRIORITY, &val))
		ok(t, CuGraphExecUpdate_v2(th, x, g, new(CUgraphExecUpdateResultInfo)))
		ok(t, CuGraphLaunch(th, x, other))
		ok(t, CuStreamSynchronize(th, other))
		if c.flags != 0 {
			c.want = []int32{-5, -3}
		}
		got = nil
		for _, s := range graphExecs.get(uintptr(x)).sides {
			got = append(got, s.priority)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("flags %d, after the update: queues of priorities %v, want %v", c.flags, got, c.want)
		}
		val = CUkernelNodeAttrValue{}
		ok(t, CuGraphKernelNodeSetAttribute(th, nodes[0], CU_LAUNCH_ATTRIBUTE_PRIORITY, &val))
		ok(t, CuGraphExecDestroy(th, x))
	}
}
