package embedded

import (
	"encoding/binary"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"ferry/abi"
	"ferry/elf"
	"ferry/emu/mem"
	"ferry/hipffi"

	"github.com/stretchr/testify/require"
)

func open(t testing.TB, o Options) *Device {
	if o.Memory == 0 {
		o.Memory = 256 << 20
	}
	d, err := New(o)
	require.NoError(t, err)
	t.Cleanup(d.Close)
	return d
}

func newQueue(t testing.TB, d *Device) hipffi.Queue {
	q, err := d.NewQueue(0)
	require.NoError(t, err)
	return q
}

func load(t testing.TB, d *Device, obj []byte) hipffi.Kernel {
	c, err := d.Load(obj)
	require.NoError(t, err)
	k, err := c.Kernel("k")
	require.NoError(t, err)
	return k
}

func alloc(t testing.TB, d *Device, n uint64) hipffi.Ptr {
	p, err := d.Alloc(hipffi.AllocDevice, n)
	require.NoError(t, err)
	require.NoError(t, d.Write(p, make([]byte, n)))
	return p
}

func word(t testing.TB, d *Device, p hipffi.Ptr) uint32 {
	var b [4]byte
	require.NoError(t, d.Read(b[:], p))
	return binary.LittleEndian.Uint32(b[:])
}

func args(v ...uint64) []byte {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}

func dispatch(grid, block uint32, arg []byte) *hipffi.Dispatch {
	return &hipffi.Dispatch{Grid: [3]uint32{grid, 1, 1}, Block: [3]uint32{block, 1, 1}, Kernarg: arg}
}

// emptyKernel does nothing.
func emptyKernel() *asm {
	a := &asm{}
	a.i("s_endpgm")
	return a
}

// storeKernel stores the thread number to arg0 + 4*thread + 256*block.
func storeKernel() *asm {
	a := &asm{}
	a.i("s_load_b64", s(2, 2), s(0, 2), none)
	a.i("s_lshl_b32", s(4, 1), s(13, 1), imm(8))
	a.i("v_lshlrev_b32", v(1, 1), imm(2), v(0, 1))
	a.wait()
	a.i("v_add_nc_u32", v(1, 1), s(4, 1), v(1, 1))
	a.i("global_store_b32", v(1, 1), v(0, 1), s(2, 2))
	a.i("s_endpgm")
	return a
}

// spinKernel waits until the word at arg0 is not 0 and then adds 1 to the word at arg1; it loads around the caches.
func spinKernel() *asm {
	a := &asm{}
	a.i("s_load_b128", s(4, 4), s(0, 2), none)
	a.i("v_mov_b32", v(1, 1), imm(0))
	a.i("v_mov_b32", v(3, 1), imm(1))
	a.wait()
	a.mark("loop")
	a.i("global_load_b32", v(2, 1), v(1, 1), s(4, 2))
	a.wait()
	a.i("v_readfirstlane_b32", s(8, 1), v(2, 1))
	a.i("s_cmp_eq_u32", s(8, 1), imm(0))
	a.branch("s_cbranch_scc1", "loop")
	a.i("global_atomic_add_u32", v(1, 1), v(3, 1), s(6, 2))
	a.wait()
	a.i("s_endpgm")
	return a
}

// meetKernel: each block adds 1 to the word at arg0 and waits until it is arg1: all blocks must be resident together.
func meetKernel() *asm {
	a := &asm{}
	a.i("s_load_b128", s(4, 4), s(0, 2), none)
	a.i("v_mov_b32", v(1, 1), imm(0))
	a.i("v_mov_b32", v(3, 1), imm(1))
	a.wait()
	a.i("global_atomic_add_u32", v(1, 1), v(3, 1), s(4, 2))
	a.mark("loop")
	a.i("global_load_b32", v(2, 1), v(1, 1), s(4, 2))
	a.wait()
	a.i("v_readfirstlane_b32", s(8, 1), v(2, 1))
	a.i("s_cmp_lt_u32", s(8, 1), s(6, 1))
	a.branch("s_cbranch_scc1", "loop")
	a.i("s_endpgm")
	return a
}

var kernarg16 = elf.Kernel{KernargSize: 16}

func TestInOrder(t *testing.T) {
	d := open(t, Options{Strict: true})
	q := newQueue(t, d)
	k := load(t, d, storeKernel().object(t, kernarg16))
	p := alloc(t, d, 4096)
	out := alloc(t, d, 4096)
	var seen atomic.Uint32
	for range 50 {
		require.NoError(t, q.Fill(p, [16]byte{0xee, 1}, 2, 2048, 1, 0))
		require.NoError(t, q.Launch(k, dispatch(4, 64, args(uint64(p)))))
		require.NoError(t, q.Copy(out, p, 4096))
		require.NoError(t, q.Call(func() { seen.Add(word(t, d, out+256+4*7)) }))
	}
	require.NoError(t, q.Synchronize())
	require.EqualValues(t, 7*50, seen.Load())
	require.EqualValues(t, 63, word(t, d, out+3*256+4*63))
	require.EqualValues(t, 0x01ee01ee, word(t, d, out+4*256), "what the kernel did not store")
	done, err := q.Query()
	require.True(t, done)
	require.NoError(t, err)
}

func TestFault(t *testing.T) {
	d := open(t, Options{Strict: true})
	q := newQueue(t, d)
	k := load(t, d, storeKernel().object(t, kernarg16))
	p := alloc(t, d, 3*256+4*10) // the eleventh thread of the fourth block is outside
	require.NoError(t, q.Launch(k, dispatch(4, 64, args(uint64(p)))))
	x := dispatch(1, 1, args(uint64(p)))
	x.Lines = func(pc uint64) hipffi.Place { return hipffi.Place{Line: int(pc)} }
	err := q.Synchronize()
	var e *hipffi.Error
	require.True(t, errors.As(err, &e))
	require.Equal(t, hipffi.FaultIllegalAddress, e.Fault)
	require.Equal(t, "k", e.Kernel)
	require.Equal(t, [3]uint32{3, 0, 0}, e.Block)
	require.Equal(t, [3]uint32{10, 0, 0}, e.Thread)
	require.Equal(t, p+3*256+40, e.Addr)
	require.EqualValues(t, 8+4+4+4+4+4, e.PC)
	require.NoError(t, q.Launch(k, x))
	require.Equal(t, err, q.Synchronize(), "sticky")
}

func TestArguments(t *testing.T) {
	d := open(t, Options{})
	q := newQueue(t, d)
	k := load(t, d, emptyKernel().object(t, elf.Kernel{MaxFlatWorkgroupSize: 256, LDSSize: 1024}))
	fault := func(x *hipffi.Dispatch) hipffi.Fault {
		var e *hipffi.Error
		if errors.As(q.Launch(k, x), &e) {
			return e.Fault
		}
		return hipffi.FaultNone
	}
	require.Equal(t, hipffi.FaultNone, fault(dispatch(1, 256, nil)))
	require.Equal(t, hipffi.FaultLaunchResources, fault(dispatch(1, 257, nil)))
	require.Equal(t, hipffi.FaultInvalidValue, fault(dispatch(1, 1025, nil)))
	require.Equal(t, hipffi.FaultInvalidValue, fault(dispatch(0, 1, nil)))
	x := dispatch(1, 1, nil)
	x.Shared = 65536 - 1024
	require.Equal(t, hipffi.FaultNone, fault(x))
	x.Shared++
	require.Equal(t, hipffi.FaultLaunchResources, fault(x))
	// Cooperative: as many blocks as are resident together, and no more.
	n := uint32(k.MaxBlocksPerCU(256, 1024) * d.Properties().ComputeUnits)
	require.EqualValues(t, 8*48, n)
	x = dispatch(n, 256, nil)
	x.Cooperative = true
	require.Equal(t, hipffi.FaultNone, fault(x))
	x.Grid[0]++
	require.Equal(t, hipffi.FaultLaunchResources, fault(x))
	require.NoError(t, q.Synchronize())
	_, err := d.Load([]byte("no object"))
	var e *hipffi.Error
	require.True(t, errors.As(err, &e))
	require.Equal(t, hipffi.FaultInvalidImage, e.Fault)
}

// TestSpin: kernels that wait for the host, for another queue and for other blocks go on with a single worker.
func TestSpin(t *testing.T) {
	for _, threads := range []int{1, 2} {
		d := open(t, Options{Threads: threads})
		spin := load(t, d, spinKernel().object(t, kernarg16))
		flag, sum := alloc(t, d, 4), alloc(t, d, 4)
		q1, q2, q3 := newQueue(t, d), newQueue(t, d), newQueue(t, d)
		require.NoError(t, q1.Launch(spin, dispatch(3, 32, args(uint64(flag), uint64(sum)))))
		require.NoError(t, q2.Launch(spin, dispatch(2, 32, args(uint64(sum), uint64(sum)))))
		time.Sleep(time.Millisecond)
		done, err := q1.Query()
		require.NoError(t, err)
		require.False(t, done)
		require.NoError(t, q3.WriteValue(flag, 1, 32)) // lets q1 go, whose sum lets q2 go
		require.NoError(t, q1.Synchronize())
		require.NoError(t, q2.Synchronize())
		require.EqualValues(t, 32*5, word(t, d, sum))

		// Mapped host memory, written by the program itself.
		h, err := d.Alloc(hipffi.AllocHost, 4)
		require.NoError(t, err)
		require.NoError(t, q1.Launch(spin, dispatch(1, 32, args(uint64(h), uint64(sum)))))
		time.Sleep(time.Millisecond)
		atomic.StoreUint32(mem.P32(uint64(h)), 1)
		require.NoError(t, q1.Synchronize())

		// Blocks that wait for each other, a full device of them.
		meet := load(t, d, meetKernel().object(t, kernarg16))
		n := uint32(meet.MaxBlocksPerCU(32, 0) * d.Properties().ComputeUnits)
		c := alloc(t, d, 4)
		x := dispatch(n, 1, args(uint64(c), uint64(n)))
		x.Cooperative = true
		require.NoError(t, q1.Launch(meet, x))
		require.NoError(t, q1.Synchronize())
		require.Equal(t, n, word(t, d, c))
	}
}

// TestEndless: Close ends a device whose kernel never ends, and the watchdog ends the kernel.
func TestEndless(t *testing.T) {
	d := open(t, Options{Threads: 1})
	p := alloc(t, d, 8)
	q := newQueue(t, d)
	require.NoError(t, q.Launch(load(t, d, spinKernel().object(t, kernarg16)), dispatch(100, 64, args(uint64(p), uint64(p)))))
	time.Sleep(5 * time.Millisecond)
	began := time.Now()
	e1, err := d.NewEvent(false)
	require.NoError(t, err)
	require.NoError(t, q.Record(e1))
	released := make(chan error)
	go func() {
		_ = e1.Synchronize()
		released <- q.Synchronize()
	}()
	d.Close()
	require.Less(t, time.Since(began), 5*time.Second)
	require.Error(t, <-released, "whoever waits is released")
	require.Error(t, q.Synchronize())
	require.Error(t, q.Fill(p, [16]byte{}, 4, 1, 1, 0))
	_, err = d.NewQueue(0)
	require.Error(t, err)

	d = open(t, Options{Threads: 1, Watchdog: 20 * time.Millisecond})
	p = alloc(t, d, 8)
	q = newQueue(t, d)
	require.NoError(t, q.Launch(load(t, d, spinKernel().object(t, kernarg16)), dispatch(100, 64, args(uint64(p), uint64(p)))))
	var e *hipffi.Error
	require.True(t, errors.As(q.Synchronize(), &e))
	require.Equal(t, hipffi.FaultTimeout, e.Fault)
}

func TestEvents(t *testing.T) {
	d := open(t, Options{Threads: 1})
	a, b := newQueue(t, d), newQueue(t, d)
	flag, sum := alloc(t, d, 8), alloc(t, d, 4)
	e, err := d.NewEvent(true)
	require.NoError(t, err)
	end, err := d.NewEvent(true)
	require.NoError(t, err)
	done, err := e.Query()
	require.NoError(t, err)
	require.True(t, done, "never recorded")
	require.NoError(t, b.Wait(e), "never recorded")
	require.NoError(t, a.WaitValue(flag, 5, 0, 32))
	require.NoError(t, a.Fill(sum, [16]byte{1}, 4, 1, 1, 0))
	require.NoError(t, a.Record(e))
	require.NoError(t, b.Wait(e))
	require.NoError(t, b.Fill(sum, [16]byte{2}, 4, 1, 1, 0))
	require.NoError(t, b.Record(end))
	done, err = e.Query()
	require.NoError(t, err)
	require.False(t, done)
	_, err = e.Elapsed(end)
	require.Error(t, err)
	c := newQueue(t, d)
	require.NoError(t, c.WriteValue(flag, 6, 32))
	require.NoError(t, end.Synchronize())
	require.EqualValues(t, 2, word(t, d, sum))
	ns, err := e.Elapsed(end)
	require.NoError(t, err)
	require.GreaterOrEqual(t, ns, int64(0))
	require.NoError(t, a.Destroy())
}

// TestCompare has one line a case; cuda.h, CUstreamWaitValue_flags.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		v, want  uint64
		op, bits int
		ok       bool
	}{
		{5, 5, 0, 32, true}, {4, 5, 0, 32, false}, {0, 0xffffffff, 0, 32, true}, {0xffffffff, 0, 0, 32, false}, {1 << 40, 1, 0, 64, true},
		{5, 5, 1, 32, true}, {6, 5, 1, 64, false}, {6, 2, 2, 32, true}, {4, 2, 2, 32, false},
		{0xffffffff, 0, 3, 32, false}, {0xfffffff0, 0xf, 3, 32, false}, {0xfffffff0, 0, 3, 32, true}, {0xffffffff, 0, 3, 64, true},
	} {
		require.Equal(t, c.ok, compare(c.v, c.want, c.op, c.bits), "%+v", c)
	}
}

func TestRectAndFill(t *testing.T) {
	d := open(t, Options{})
	q := newQueue(t, d)
	p, o := alloc(t, d, 4096), alloc(t, d, 4096)
	require.NoError(t, q.Fill(p, [16]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, 16, 2, 3, 100))
	require.NoError(t, q.CopyRect(&hipffi.Copy2D{Dst: o, Src: p, DstPitch: 40, SrcPitch: 100, DstSlice: 0, SrcSlice: 0, Width: 32, Height: 3, Depth: 1}))
	host := make([]byte, 32)
	require.NoError(t, q.Copy(hipffi.Ptr(mem.AddressOf(host)), o+80, 32))
	require.NoError(t, q.Synchronize())
	require.Equal(t, []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, host)
	require.Error(t, q.Copy(o, p, 4097))
	require.Error(t, q.Copy(o, hipffi.Ptr(8), 4))
	require.Error(t, q.Fill(p, [16]byte{}, 3, 1, 1, 0))
	require.NoError(t, q.Fill(p, [16]byte{}, 4, 1024, 2, 1))
	require.Error(t, q.Synchronize())
}

// TestErrorRecord: what a kernel of ferry's writes to its error record becomes the queue's error.
func TestErrorRecord(t *testing.T) {
	d := open(t, Options{Strict: true})
	q := newQueue(t, d)
	a := &asm{}
	a.i("s_load_b64", s(2, 2), s(0, 2), none).Offset = int32(abi.BlockOffset(8) + abi.OffError)
	a.i("v_mov_b32", v(1, 1), imm(0))
	a.i("v_mov_b32", v(2, 1), imm(abi.CodeAssert))
	a.i("v_mov_b32", v(3, 1), imm(5))
	a.wait()
	a.i("global_store_b32", v(1, 1), v(2, 1), s(2, 2))
	a.i("global_store_b32", v(1, 1), v(3, 1), s(2, 2)).Offset = abi.ErrBlockX
	a.i("global_store_b32", v(1, 1), v(3, 1), s(2, 2)).Offset = abi.ErrThread
	a.i("s_endpgm")
	k := elf.Kernel{KernargSize: uint32(abi.Size(8)), VGPRs: 8, SGPRs: 16}
	obj, err := elf.WriteHSACO(&elf.Module{Target: "gfx1100", FerryMeta: []byte("x"), Functions: []elf.Function{{Name: "k", Code: a.bytes(t), Kernel: &k}}})
	require.NoError(t, err)
	rec := alloc(t, d, abi.ErrorRecordSize)
	arg := make([]byte, abi.Size(8))
	(&abi.Block{Error: uint64(rec)}).Put(arg[abi.BlockOffset(8):])
	x := dispatch(1, 2, arg)
	x.Block[1] = 4
	require.NoError(t, q.Launch(load(t, d, obj), x))
	var e *hipffi.Error
	require.True(t, errors.As(q.Synchronize(), &e))
	require.Equal(t, hipffi.FaultAssert, e.Fault)
	require.Equal(t, [3]uint32{5, 0, 0}, e.Block)
	require.Equal(t, [3]uint32{1, 2, 0}, e.Thread)
}

// TestAlias: a kernel writes through one mapping, the other shows it; without access it faults.
func TestAlias(t *testing.T) {
	d := open(t, Options{})
	const g = mem.MapGranule
	p, err := d.Reserve(4*g, 0, 0)
	require.NoError(t, err)
	m, err := d.Create(g)
	require.NoError(t, err)
	require.NoError(t, d.Map(p, g, 0, m))
	require.NoError(t, d.Map(p+2*g, g, 0, m))
	require.NoError(t, d.SetAccess(p, g, 3))
	require.NoError(t, d.SetAccess(p+2*g, g, 1))
	k := load(t, d, storeKernel().object(t, kernarg16))
	q := newQueue(t, d)
	require.NoError(t, q.Launch(k, dispatch(1, 64, args(uint64(p)))))
	require.NoError(t, q.Synchronize())
	require.EqualValues(t, 63, word(t, d, p+2*g+4*63))
	require.NoError(t, q.Launch(k, dispatch(1, 64, args(uint64(p+2*g)))))
	require.Error(t, q.Synchronize(), "read-only")
}

// TestDevices: two devices share one address space but not one account.
func TestDevices(t *testing.T) {
	ds, err := Open(Options{Devices: 2, Memory: 64 << 20, Threads: 1})
	require.NoError(t, err)
	defer ds[0].Close()
	defer ds[1].Close()
	require.NotEqual(t, ds[0].Properties().UUID, ds[1].Properties().UUID)
	require.True(t, ds[0].CanAccess(ds[1]))
	p := alloc(t, ds[0], 1<<20)
	free, total := ds[1].MemInfo()
	require.Equal(t, total, free)
	k := load(t, ds[1], storeKernel().object(t, kernarg16))
	q := newQueue(t, ds[1])
	require.NoError(t, q.Launch(k, dispatch(1, 32, args(uint64(p)))))
	require.NoError(t, q.Synchronize())
	require.EqualValues(t, 31, word(t, ds[0], p+4*31))
}

func BenchmarkLaunchSync(b *testing.B) {
	d := open(b, Options{})
	q := newQueue(b, d)
	k := load(b, d, emptyKernel().object(b, kernarg16))
	x := dispatch(1, 32, args(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		_ = q.Launch(k, x)
		_ = q.Synchronize()
	}
}

// BenchmarkLaunch measures the call alone: the queue is filled with 4,096 launches behind a wait, which run outside the timing.
func BenchmarkLaunch(b *testing.B) {
	d := open(b, Options{})
	q := newQueue(b, d)
	k := load(b, d, emptyKernel().object(b, kernarg16))
	x := dispatch(1, 32, args(1, 2))
	flag := alloc(b, d, 4)
	var spent time.Duration
	for n := 0; n < b.N; n += 4096 {
		_ = d.Write(flag, make([]byte, 4))
		_ = q.WaitValue(flag, 1, 1, 32)
		m := min(4096, b.N-n)
		began := time.Now()
		for range m {
			_ = q.Launch(k, x)
		}
		spent += time.Since(began)
		_ = d.Write(flag, []byte{1, 0, 0, 0})
		_ = q.Synchronize()
	}
	b.ReportMetric(float64(spent.Nanoseconds())/float64(b.N), "ns/call")
}

// BenchmarkThroughput runs back-to-back launches of an empty kernel.
func BenchmarkThroughput(b *testing.B) {
	d := open(b, Options{})
	q := newQueue(b, d)
	k := load(b, d, emptyKernel().object(b, kernarg16))
	x := dispatch(1, 32, args(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		_ = q.Launch(k, x)
	}
	_ = q.Synchronize()
}
