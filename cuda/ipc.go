package cuda

import (
	"encoding/binary"
	"fmt"
	"os"
	"sync"
	"unsafe"

	"ferry/hipffi"
)

// A memory handle for another process: where the memory's file is (process and descriptor), the place of the allocation in
// it, and the device.
//
//	0 u32 magic, 4 u32 process, 8 i32 descriptor, 12 u32 device, 16 u64 offset, 24 u64 size, 32 u64 number of the allocation
const ipcMagic = 0x66796970

// backer is a device whose memory another process can map: Backing gives the file and the offset of an allocation.
type backer interface {
	Backing(p hipffi.Ptr) (fd int, offset uint64, err error)
}

// imported is memory of another process.
type imported struct {
	mem  hipffi.Memory
	va   hipffi.Ptr
	size uint64 // of the mapping
	key  [64]int8
	refs int
}

var importMu sync.Mutex

// CuIpcGetMemHandle gives a handle of cuMemAlloc's memory for another process.
func CuIpcGetMemHandle(t *Thread, h *CUipcMemHandle, dptr CUdeviceptr) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	a := drv().mem.find(uint64(dptr))
	if h == nil || a == nil || a.kind != allocDevice {
		return CUDA_ERROR_INVALID_VALUE
	}
	b, ok := a.dev.dev.(backer)
	if !ok {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	fd, off, err := b.Backing(hipffi.Ptr(a.base))
	if err != nil {
		return fromError(err)
	}
	*h = CUipcMemHandle{}
	w := (*[64]byte)(unsafe.Pointer(h))
	le := binary.LittleEndian
	le.PutUint32(w[0:], ipcMagic)
	le.PutUint32(w[4:], uint32(os.Getpid()))
	le.PutUint32(w[8:], uint32(fd))
	le.PutUint32(w[12:], uint32(a.dev.ordinal))
	le.PutUint64(w[16:], off)
	le.PutUint64(w[24:], a.size)
	le.PutUint64(w[32:], a.id)
	return CUDA_SUCCESS
}

// CuIpcOpenMemHandle is CuIpcOpenMemHandle_v2.
func CuIpcOpenMemHandle(t *Thread, dptr *CUdeviceptr, h CUipcMemHandle, flags uint32) CUresult {
	return CuIpcOpenMemHandle_v2(t, dptr, h, flags)
}

// CuIpcOpenMemHandle_v2 maps another process's memory. The same handle opened again in a context gives the same address.
func CuIpcOpenMemHandle_v2(t *Thread, dptr *CUdeviceptr, h CUipcMemHandle, flags uint32) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	w := (*[64]byte)(unsafe.Pointer(&h))
	le := binary.LittleEndian
	if dptr == nil || flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS || le.Uint32(w[0:]) != ipcMagic {
		return CUDA_ERROR_INVALID_VALUE
	}
	pid, fd, off, size := le.Uint32(w[4:]), int32(le.Uint32(w[8:])), le.Uint64(w[16:]), le.Uint64(w[24:])
	if int(pid) == os.Getpid() {
		return CUDA_ERROR_INVALID_CONTEXT // a process cannot open its own memory
	}
	im, ok := c.dev.dev.(importer)
	if !ok {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	if size == 0 || size > 1<<46 || off > 1<<46 {
		return CUDA_ERROR_INVALID_VALUE
	}
	importMu.Lock()
	defer importMu.Unlock()
	c.mu.Lock()
	for a := range c.allocs {
		if i, ok := a.import_.(*imported); ok && i.key == h.Reserved {
			i.refs++
			c.mu.Unlock()
			*dptr = CUdeviceptr(a.base)
			return CUDA_SUCCESS
		}
	}
	c.mu.Unlock()
	f, err := os.OpenFile(fmt.Sprintf("/proc/%d/fd/%d", pid, fd), os.O_RDWR, 0)
	if err != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	defer f.Close()
	mem, err := im.Import(int(f.Fd()))
	if err != nil {
		return fromError(err)
	}
	g := c.dev.granularity()
	lead := off % g
	n := (lead + size + g - 1) &^ (g - 1)
	dev := c.dev.dev
	va, err := dev.Reserve(n, g, 0)
	if err == nil {
		if err = dev.Map(va, n, off-lead, mem); err == nil {
			if err = dev.SetAccess(va, n, CU_MEM_ACCESS_FLAGS_PROT_READWRITE); err != nil {
				dev.Unmap(va, n)
			}
		}
		if err != nil {
			dev.Unreserve(va, n)
		}
	}
	if err != nil {
		mem.Release()
		return fromError(err)
	}
	a := &allocation{base: uint64(va) + lead, size: size, kind: allocImported, dev: c.dev, ctx: c,
		import_: &imported{mem: mem, va: va, size: n, key: h.Reserved, refs: 1}}
	if r := c.track(a); r != CUDA_SUCCESS {
		a.endImport()
		return r
	}
	*dptr = CUdeviceptr(a.base)
	return CUDA_SUCCESS
}

// endImport takes the mapping of another process's memory away.
func (a *allocation) endImport() error {
	i := a.import_.(*imported)
	dev := a.dev.dev
	err := dev.Unmap(i.va, i.size)
	if e := dev.Unreserve(i.va, i.size); err == nil {
		err = e
	}
	if e := i.mem.Release(); err == nil {
		err = e
	}
	return err
}

// CuIpcCloseMemHandle ends CuIpcOpenMemHandle.
func CuIpcCloseMemHandle(t *Thread, dptr CUdeviceptr) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	importMu.Lock()
	defer importMu.Unlock()
	isImport := func(a *allocation) bool { return a.kind == allocImported }
	a := drv().mem.find(uint64(dptr))
	if a == nil || a.base != uint64(dptr) || !isImport(a) {
		return CUDA_ERROR_INVALID_VALUE
	}
	if i := a.import_.(*imported); i.refs > 1 {
		i.refs--
		return CUDA_SUCCESS
	}
	if r := a.dev.drain(); r != CUDA_SUCCESS {
		return r
	}
	if drv().mem.remove(a.base, isImport) == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	a.untrack()
	return fromError(a.endImport())
}
