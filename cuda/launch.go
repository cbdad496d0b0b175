package cuda

import (
	"math"
	"unsafe"

	"ferry/abi"
	"ferry/hipffi"
)

// Words of the extra list of cuLaunchKernel.
const (
	paramEnd           = 0
	paramBufferPointer = 1
	paramBufferSize    = 2
)

// launchScratch is what a stream keeps so that a launch allocates nothing: the dispatch and its kernarg segment.
// It is used under the lock that begin takes; the queue copies the segment before Launch returns.
type launchScratch struct {
	d    hipffi.Dispatch
	args []byte
}

// launch is one kernel launch, checked.
type launch struct {
	f           *function
	grid, block [3]uint32
	shared      uint32
	cooperative bool
}

// check checks a launch's shape against the device and the kernel. What is wrong in itself is INVALID_VALUE; what only
// this kernel's needs forbid is LAUNCH_OUT_OF_RESOURCES.
func (l *launch) check(d *device) CUresult {
	g, b := &l.grid, &l.block
	if g[0] == 0 || g[1] == 0 || g[2] == 0 || b[0] == 0 || b[1] == 0 || b[2] == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if g[0] > math.MaxInt32 || g[1] > 65535 || g[2] > 65535 || b[0] > 1024 || b[1] > 1024 || b[2] > 64 {
		return CUDA_ERROR_INVALID_VALUE
	}
	info := l.f.info
	if q := info.ReqThreads; q[0] != 0 {
		need := [3]uint32{uint32(q[0]), uint32(max(q[1], 1)), uint32(max(q[2], 1))}
		if *b == [3]uint32{1, 1, 1} {
			*b = need // CU_LAUNCH_KERNEL_REQUIRED_BLOCK_DIM
		}
		if *b != need {
			return CUDA_ERROR_INVALID_VALUE
		}
	}
	threads := b[0] * b[1] * b[2]
	if threads > 1024 || int(threads) > l.f.maxThreads && l.f.maxThreads == info.MaxThreads {
		return CUDA_ERROR_INVALID_VALUE
	}
	if int64(l.shared) > int64(l.f.dynShared.Load()) ||
		int64(l.shared)+int64(info.SharedBytes)+int64(info.FerryShared) > int64(d.prop.SharedPerBlock) {
		if l.cooperative && l.shared <= math.MaxInt32 {
			return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE // not even one block fits
		}
		return CUDA_ERROR_INVALID_VALUE
	}
	if l.cooperative {
		per := l.f.k.MaxBlocksPerCU(int(threads), info.SharedBytes+info.FerryShared+int(l.shared))
		if uint64(g[0])*uint64(g[1])*uint64(g[2]) > uint64(per)*uint64(d.prop.ComputeUnits) {
			return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE
		}
	}
	return CUDA_SUCCESS
}

// gather copies the program's parameters into a segment that begins with them, from a list of pointers or from extra.
func (f *function) gather(args []byte, params, extra *unsafe.Pointer) CUresult {
	info := f.info
	if params != nil {
		if extra != nil {
			return CUDA_ERROR_INVALID_VALUE
		}
		for i := range info.Params {
			p := &info.Params[i]
			src := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(params), i*int(unsafe.Sizeof(params))))
			if src == nil {
				return CUDA_ERROR_INVALID_VALUE
			}
			copy(args[p.Offset:p.Offset+p.Size], unsafe.Slice((*byte)(src), p.Size))
		}
		return CUDA_SUCCESS
	}
	if extra == nil {
		if len(info.Params) != 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
		return CUDA_SUCCESS
	}
	var buf unsafe.Pointer
	size := uintptr(math.MaxUint64)
	at := func(i int) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(extra), i*int(unsafe.Sizeof(extra))) }
	for i := 0; i <= 64; i += 2 {
		switch *(*uintptr)(at(i)) {
		case paramEnd:
			if buf == nil || size == math.MaxUint64 {
				if len(info.Params) == 0 {
					return CUDA_SUCCESS
				}
				return CUDA_ERROR_INVALID_VALUE
			}
			// Fewer bytes are taken as they are, more than the parameters are too many (recorded).
			if size == 0 || size > maxParamBuffer {
				return CUDA_ERROR_INVALID_VALUE
			}
			if size > uintptr(info.ParamBytes) {
				return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
			}
			n := min(int(min(size, math.MaxInt32)), info.ParamBytes)
			copy(args[:n], unsafe.Slice((*byte)(buf), n))
			return CUDA_SUCCESS
		case paramBufferPointer:
			buf = *(*unsafe.Pointer)(at(i + 1))
		case paramBufferSize:
			p := *(**uintptr)(at(i + 1))
			if p == nil {
				return CUDA_ERROR_INVALID_VALUE
			}
			size = *p
		default:
			return CUDA_ERROR_INVALID_VALUE
		}
	}
	return CUDA_ERROR_INVALID_VALUE
}

// maxParamBuffer is the most bytes of parameters any kernel can have.
const maxParamBuffer = 32764

// maxWorkItems is what one AMD dispatch can count in one dimension.
const maxWorkItems = math.MaxUint32

// run gives the queue a checked launch whose parameters are in a list, in extra, or stored at PTX's offsets.
func (s *stream) run(l *launch, params, extra *unsafe.Pointer, stored []byte) CUresult {
	c := s.ctx
	if r := c.prepare(l.f); r != CUDA_SUCCESS {
		return r
	}
	err := s.begin()
	r := CUDA_SUCCESS
	if err == nil {
		r, err = s.enqueue(l, params, extra, stored)
	}
	s.finish(err == nil && r == CUDA_SUCCESS)
	if err != nil {
		return c.deviceError(err)
	}
	if r == CUDA_SUCCESS && drv().env.launchBlocking {
		return s.wait()
	}
	return r
}

// enqueue is the part of run between begin and finish: it gathers the parameters into the stream's segment and gives
// the queue the launch.
func (s *stream) enqueue(l *launch, params, extra *unsafe.Pointer, stored []byte) (CUresult, error) {
	c, f := s.ctx, l.f
	n := abi.Size(f.info.ParamBytes)
	if cap(s.scratch.args) < n {
		s.scratch.args = make([]byte, max(n, 4096))
	}
	args := s.scratch.args[:n]
	if stored != nil {
		copy(args, stored)
	} else if r := f.gather(args, params, extra); r != CUDA_SUCCESS {
		return r, nil
	}
	at := abi.BlockOffset(f.info.ParamBytes)
	clear(args[f.info.ParamBytes:at])
	blk := abi.Block{
		GridDim: l.grid, BlockDim: l.block, DynShared: l.shared,
		TotalShared: l.shared + uint32(f.info.SharedBytes),
		Error:       uint64(c.errRecord), Printf: c.ring.addr.Load(), Heap: c.heap.Load(),
		StackLimit: max(uint32(c.limits[CU_LIMIT_STACK_SIZE]), abi.DefaultStack), GridID: c.gridID.Add(1), Locks: uint64(c.locks),
	}
	var err error
	if l.cooperative {
		blk.GridSync = uint64(s.workspace())
		err = s.q.Fill(hipffi.Ptr(blk.GridSync), [16]byte{}, 16, gridSyncBytes/16, 1, gridSyncBytes)
	}
	d := &s.scratch.d
	d.Grid, d.Block, d.Shared, d.Cooperative, d.Lines, d.Sites, d.Kernarg = l.grid, l.block, l.shared, l.cooperative, f.lines, f.sites, args
	d.Scratch = 0
	if f.info.DynamicStack && blk.StackLimit > abi.DefaultStack {
		d.Scratch = blk.StackLimit - abi.DefaultStack
	}
	if err == nil {
		if uint64(l.grid[0])*uint64(l.block[0]) <= maxWorkItems {
			blk.Put(args[at:])
			err = s.q.Launch(f.k, d)
		} else if l.cooperative {
			err = &hipffi.Error{Fault: hipffi.FaultLaunchResources, Detail: "a cooperative grid beyond 32 bits of work-items"}
		} else {
			err = s.runParts(l, &blk, args[at:], d)
		}
	}
	if err == nil && f.info.UsesPrintf {
		err = s.q.Call(c.drainPrintf)
	}
	s.launched.Store(true)
	return CUDA_SUCCESS, err
}

// runParts launches a grid that has too many work-items for one dispatch as several, cut along x.
func (s *stream) runParts(l *launch, blk *abi.Block, at []byte, d *hipffi.Dispatch) error {
	step := uint32(maxWorkItems / uint64(l.block[0]))
	for x := uint32(0); x < l.grid[0]; {
		n := min(step, l.grid[0]-x)
		blk.BlockID[0] = x
		d.Grid[0] = n
		blk.Put(at)
		if err := s.q.Launch(l.f.k, d); err != nil {
			return err
		}
		x += n
	}
	return nil
}

func launchKernel(t *Thread, h CUfunction, grid, block [3]uint32, shared uint32, hs CUstream, params, extra *unsafe.Pointer, stored []byte, cooperative bool) CUresult {
	s, c, r := t.stream(hs)
	if r != CUDA_SUCCESS {
		return r
	}
	f, r := c.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if f.mod.ctx != s.ctx {
		return CUDA_ERROR_INVALID_HANDLE
	}
	l := launch{f: f, grid: grid, block: block, shared: shared, cooperative: cooperative}
	if r := l.check(c.dev); r != CUDA_SUCCESS {
		return r
	}
	if s.cap.Load() != nil || s.kind == streamLegacy && c.captures.Load() > 0 {
		if s.cap.Load() == nil {
			if r := c.implicit(); r != CUDA_SUCCESS {
				return r
			}
			return s.run(&l, params, extra, stored)
		}
		return s.captureLaunch(t, &l, h, params, extra, stored)
	}
	return s.run(&l, params, extra, stored)
}

// CuLaunchKernel launches a kernel.
func CuLaunchKernel(t *Thread, f CUfunction, gx, gy, gz, bx, by, bz, shared uint32, h CUstream, params, extra *unsafe.Pointer) CUresult {
	return launchKernel(t, f, [3]uint32{gx, gy, gz}, [3]uint32{bx, by, bz}, shared, h, params, extra, nil, false)
}

// CuLaunchCooperativeKernel launches a kernel whose blocks all run together.
func CuLaunchCooperativeKernel(t *Thread, f CUfunction, gx, gy, gz, bx, by, bz, shared uint32, h CUstream, params *unsafe.Pointer) CUresult {
	return launchKernel(t, f, [3]uint32{gx, gy, gz}, [3]uint32{bx, by, bz}, shared, h, params, nil, nil, true)
}

// launchAttrs is what a list of launch attributes asks for.
type launchAttrs struct {
	cooperative bool
	completion  CUevent // LAUNCH_COMPLETION_EVENT or PROGRAMMATIC_EVENT
	cluster     [3]uint32
	priority    int32
}

// maxLaunchAttrs bounds an attribute list.
const maxLaunchAttrs = 1024

func readLaunchAttrs(attrs *CUlaunchAttribute, n uint32) (a launchAttrs, r CUresult) {
	if n == 0 {
		return a, CUDA_SUCCESS
	}
	if attrs == nil || n > maxLaunchAttrs {
		return a, CUDA_ERROR_INVALID_VALUE
	}
	list := unsafe.Slice(attrs, n)
	for i := range list {
		v := &list[i].Value
		switch list[i].Id {
		case CU_LAUNCH_ATTRIBUTE_IGNORE, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW,
			CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP, CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING,
			CU_LAUNCH_ATTRIBUTE_PORTABLE_CLUSTER_SIZE_MODE, CU_LAUNCH_ATTRIBUTE_SHARED_MEMORY_MODE:
			// Hints.
		case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
			if p := int32(v[0]); p < CU_CLUSTER_SCHEDULING_POLICY_DEFAULT || p > CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING {
				return a, CUDA_ERROR_INVALID_VALUE
			}
		case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
			if d := int32(v[0]); d != CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT && d != CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE {
				return a, CUDA_ERROR_INVALID_VALUE
			}
		case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
			if p := int32(v[0]); p < -1 || p > 100 {
				return a, CUDA_ERROR_INVALID_VALUE
			}
		case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
			a.cooperative = int32(v[0]) != 0
		case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION:
			if uint32(v[0]) == 0 || v[0]>>32 == 0 || uint32(v[1]) == 0 {
				return a, CUDA_ERROR_INVALID_CLUSTER_SIZE
			}
		case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
			a.cluster = [3]uint32{uint32(v[0]), uint32(v[0] >> 32), uint32(v[1])}
			for _, x := range a.cluster {
				if x != 1 {
					return a, CUDA_ERROR_INVALID_CLUSTER_SIZE
				}
			}
		case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
			// Allows the launch to begin early; beginning in order is one of the ways.
		case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT, CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
			a.completion = CUevent(v[0])
		case CU_LAUNCH_ATTRIBUTE_PRIORITY:
			a.priority = int32(v[0])
		case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
			if int32(v[0]) != 0 {
				return a, CUDA_ERROR_NOT_SUPPORTED
			}
		default:
			return a, CUDA_ERROR_INVALID_VALUE
		}
	}
	return a, CUDA_SUCCESS
}

// CuLaunchKernelEx launches a kernel with attributes.
func CuLaunchKernelEx(t *Thread, config *CUlaunchConfig, f CUfunction, params, extra *unsafe.Pointer) CUresult {
	if config == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	a, r := readLaunchAttrs(config.Attrs, config.NumAttrs)
	if r != CUDA_SUCCESS {
		return r
	}
	if a.completion != 0 {
		e, _, r := t.event(a.completion)
		if r != CUDA_SUCCESS {
			return r
		}
		if e.flags&CU_EVENT_DISABLE_TIMING == 0 {
			return CUDA_ERROR_NOT_SUPPORTED
		}
	}
	r = launchKernel(t, f, [3]uint32{config.GridDimX, config.GridDimY, config.GridDimZ},
		[3]uint32{config.BlockDimX, config.BlockDimY, config.BlockDimZ}, config.SharedMemBytes, config.HStream, params, extra, nil, a.cooperative)
	if r == CUDA_SUCCESS && a.completion != 0 {
		// Recorded when the kernel ends: later than it could be, never too early.
		return CuEventRecord(t, a.completion, config.HStream)
	}
	return r
}

func launchOld(t *Thread, h CUfunction, gx, gy int32, hs CUstream) CUresult {
	f, c, r := t.function(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if gx <= 0 || gy <= 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if r := c.captureForbids(t); r != CUDA_SUCCESS {
		return r
	}
	f.old.mu.Lock()
	block, shared := f.old.block, f.old.shared
	if block[0] == 0 {
		block = [3]uint32{1, 1, 1} // no shape was set
	}
	args := make([]byte, f.info.ParamBytes)
	copy(args, f.old.args)
	f.old.mu.Unlock()
	return launchKernel(t, h, [3]uint32{uint32(gx), uint32(gy), 1}, block, shared, hs, nil, nil, args, false)
}

// CuLaunch launches one block with what the functions of CUDA 3 have set.
func CuLaunch(t *Thread, f CUfunction) CUresult { return launchOld(t, f, 1, 1, 0) }

// CuLaunchGrid launches a grid with what the functions of CUDA 3 have set.
func CuLaunchGrid(t *Thread, f CUfunction, gx, gy int32) CUresult { return launchOld(t, f, gx, gy, 0) }

// CuLaunchGridAsync is CuLaunchGrid in a stream.
func CuLaunchGridAsync(t *Thread, f CUfunction, gx, gy int32, h CUstream) CUresult {
	return launchOld(t, f, gx, gy, h)
}

// CuLaunchCooperativeKernelMultiDevice launches one grid on each of several devices, all of the same shape. Unless flags
// say otherwise the launches wait for what all the streams hold, and what follows in the streams waits for all launches.
func CuLaunchCooperativeKernelMultiDevice(t *Thread, list *CUDA_LAUNCH_PARAMS, n, flags uint32) CUresult {
	const known = CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC | CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC
	d := drv()
	if d == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if list == nil || n == 0 || int(n) > len(d.devices) || flags&^known != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	all := unsafe.Slice(list, n)
	queues := make([]*stream, n)
	used := make([]bool, len(d.devices))
	for i := range all {
		p := &all[i]
		if p.GridDimX != all[0].GridDimX || p.GridDimY != all[0].GridDimY || p.GridDimZ != all[0].GridDimZ ||
			p.BlockDimX != all[0].BlockDimX || p.BlockDimY != all[0].BlockDimY || p.BlockDimZ != all[0].BlockDimZ ||
			p.SharedMemBytes != all[0].SharedMemBytes {
			return CUDA_ERROR_INVALID_VALUE
		}
		s, _, r := t.stream(p.HStream)
		if r != CUDA_SUCCESS {
			return r
		}
		if s.cap.Load() != nil {
			return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
		}
		if o := s.ctx.dev.ordinal; used[o] {
			return CUDA_ERROR_INVALID_VALUE
		} else {
			used[o] = true
		}
		if f, r := s.ctx.function(p.Function); r != CUDA_SUCCESS || f.mod.ctx != s.ctx {
			return CUDA_ERROR_INVALID_HANDLE
		}
		queues[i] = s
	}
	if flags&CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC == 0 {
		if r := meet(queues); r != CUDA_SUCCESS {
			return r
		}
	}
	for i := range all {
		p := &all[i]
		if r := t.push(queues[i].ctx.h); r != CUDA_SUCCESS {
			return r
		}
		r := launchKernel(t, p.Function, [3]uint32{p.GridDimX, p.GridDimY, p.GridDimZ}, [3]uint32{p.BlockDimX, p.BlockDimY, p.BlockDimZ},
			p.SharedMemBytes, p.HStream, p.KernelParams, nil, nil, true)
		t.Depth--
		if r != CUDA_SUCCESS {
			return r
		}
	}
	if flags&CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC == 0 {
		return meet(queues)
	}
	return CUDA_SUCCESS
}

// meet has the later work of each stream wait for the work so far of all of them.
func meet(list []*stream) CUresult {
	if len(list) == 1 {
		return CUDA_SUCCESS
	}
	events := make([]hipffi.Event, len(list))
	defer func() {
		for _, e := range events {
			if e != nil {
				e.Destroy()
			}
		}
	}()
	for i, s := range list {
		var err error
		if events[i], err = s.ctx.dev.dev.NewEvent(false); err != nil {
			return s.ctx.deviceError(err)
		}
		if r := s.do(func(q hipffi.Queue) error { return q.Record(events[i]) }); r != CUDA_SUCCESS {
			return r
		}
	}
	for i, s := range list {
		for j, e := range events {
			if i == j {
				continue
			}
			if r := s.do(func(q hipffi.Queue) error { return q.Wait(e) }); r != CUDA_SUCCESS {
				return r
			}
		}
	}
	return CUDA_SUCCESS
}
