package cuda

import (
	"encoding/binary"
	"fmt"
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"ferry/hipffi"
)

// A memory handle for another process: where the memory's file is (process and descriptor), a file that lives as long as
// the allocation (its descriptor and its own name, which no later file of that number has), and the place in the memory.
//
//	0 u32 magic, 4 u32 process, 8 i32 memory's descriptor, 12 i32 allocation's descriptor, 16 u64 offset, 24 u64 size,
//	40 u64 file system and 48 u64 inode of the allocation's file
const ipcMagic = 0x66796970

// fileID names an open file on this machine.
func fileID(fd int) (dev, ino uint64, err error) {
	var st unix.Stat_t
	err = unix.Fstat(fd, &st)
	return st.Dev, st.Ino, err
}

// openForeign opens a file that another process has open.
func openForeign(pid uint32, fd int32) (int, error) {
	return unix.Open(fmt.Sprintf("/proc/%d/fd/%d", pid, fd), unix.O_RDWR|unix.O_CLOEXEC, 0)
}

// isForeign checks that another process has the file of that name open under the number.
func isForeign(pid uint32, fd int32, dev, ino uint64) CUresult {
	if unix.Access(fmt.Sprintf("/proc/%d/fd", pid), unix.F_OK) != nil {
		return CUDA_ERROR_INVALID_HANDLE // the process has ended
	}
	f, err := openForeign(pid, fd)
	if err != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	defer unix.Close(f)
	if d, i, err := fileID(f); err != nil || d != dev || i != ino {
		return CUDA_ERROR_INVALID_VALUE
	}
	return CUDA_SUCCESS
}

// window is a part of shared memory at addresses of its own.
type window struct {
	dev  hipffi.Device
	va   hipffi.Ptr
	size uint64              // of the mapping, which begins and ends at multiples of the granularity
	base uint64              // address of the part
	by   hipffi.HandleSharer // of the device that opened a handle of its own, nil if there is a mapping
}

// newWindow maps size bytes at off of m, which lives on as long as the window.
func newWindow(d *device, m hipffi.Memory, off, size uint64) (*window, error) {
	if total := m.Size(); size == 0 || off > total || size > total-off {
		return nil, &hipffi.Error{Fault: hipffi.FaultInvalidValue, Detail: "beyond the end of shared memory"}
	}
	g := d.granularity()
	lead := off % g
	w := &window{dev: d.dev, size: (lead + size + g - 1) &^ (g - 1)}
	va, err := d.dev.Reserve(w.size, g, 0)
	if err != nil {
		return nil, err
	}
	w.va, w.base = va, uint64(va)+lead
	if err = d.dev.Map(va, w.size, off-lead, m); err == nil {
		if err = d.dev.SetAccess(va, w.size, CU_MEM_ACCESS_FLAGS_PROT_READWRITE); err != nil {
			d.dev.Unmap(va, w.size)
		}
	}
	if err != nil {
		d.dev.Unreserve(va, w.size)
		return nil, err
	}
	return w, nil
}

func (w *window) close() error {
	if w.by != nil {
		return w.by.CloseMemory(w.va)
	}
	if err := w.dev.Unmap(w.va, w.size); err != nil {
		return err
	}
	return w.dev.Unreserve(w.va, w.size)
}

// imported is memory of another process.
type imported struct {
	win  *window
	key  [64]int8 // its handle
	refs int
}

var importMu sync.Mutex

// token gives the descriptor of a file that lives as long as the allocation, made at the first call.
func (a *allocation) token() (int, error) {
	importMu.Lock()
	defer importMu.Unlock()
	if a.shared == 0 {
		fd, err := unix.MemfdCreate("ferry-allocation", unix.MFD_CLOEXEC)
		if err != nil {
			return -1, err
		}
		a.shared = fd
	}
	return a.shared, nil
}

// CuIpcGetMemHandle gives a handle of cuMemAlloc's memory for another process.
func CuIpcGetMemHandle(t *Thread, h *CUipcMemHandle, dptr CUdeviceptr) CUresult {
	if h == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	a := drv().mem.find(uint64(dptr))
	if h == nil || a == nil || a.kind != allocDevice {
		return CUDA_ERROR_INVALID_VALUE
	}
	if s, ok := a.dev.dev.(hipffi.HandleSharer); ok {
		b, err := s.MemoryHandle(hipffi.Ptr(a.base))
		if err == nil {
			*(*[64]byte)(unsafe.Pointer(h)) = b
		}
		return fromError(err)
	}
	b, ok := a.dev.dev.(hipffi.Sharer)
	if !ok {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	fd, off, err := b.Backing(hipffi.Ptr(a.base))
	if err != nil {
		return fromError(err)
	}
	token, err := a.token()
	if err != nil {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	dev, ino, err := fileID(token)
	if err != nil {
		return CUDA_ERROR_OPERATING_SYSTEM
	}
	*h = CUipcMemHandle{}
	w := (*[64]byte)(unsafe.Pointer(h))
	le := binary.LittleEndian
	le.PutUint32(w[0:], ipcMagic)
	le.PutUint32(w[4:], uint32(os.Getpid()))
	le.PutUint32(w[8:], uint32(fd))
	le.PutUint32(w[12:], uint32(token))
	le.PutUint64(w[16:], off)
	le.PutUint64(w[24:], a.size)
	le.PutUint64(w[40:], dev)
	le.PutUint64(w[48:], ino)
	return CUDA_SUCCESS
}

// CuIpcOpenMemHandle is CuIpcOpenMemHandle_v2.
func CuIpcOpenMemHandle(t *Thread, dptr *CUdeviceptr, h CUipcMemHandle, flags uint32) CUresult {
	return CuIpcOpenMemHandle_v2(t, dptr, h, flags)
}

// CuIpcOpenMemHandle_v2 maps another process's memory. The same handle opened again in a context gives the same address.
func CuIpcOpenMemHandle_v2(t *Thread, dptr *CUdeviceptr, h CUipcMemHandle, flags uint32) CUresult {
	if dptr == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	w := (*[64]byte)(unsafe.Pointer(&h))
	le := binary.LittleEndian
	if dptr == nil || flags&CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if s, ok := c.dev.dev.(hipffi.HandleSharer); ok {
		return c.openHandle(dptr, h, s)
	}
	if le.Uint32(w[0:]) != ipcMagic {
		return CUDA_ERROR_INVALID_VALUE
	}
	pid := le.Uint32(w[4:])
	if int(pid) == os.Getpid() {
		return CUDA_ERROR_INVALID_CONTEXT // a process cannot open its own memory
	}
	im, ok := c.dev.dev.(hipffi.Sharer)
	if !ok {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	importMu.Lock()
	defer importMu.Unlock()
	if c.opened(dptr, h) {
		return CUDA_SUCCESS
	}
	if r := isForeign(pid, int32(le.Uint32(w[12:])), le.Uint64(w[40:]), le.Uint64(w[48:])); r != CUDA_SUCCESS {
		return r
	}
	fd, err := openForeign(pid, int32(le.Uint32(w[8:])))
	if err != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	defer unix.Close(fd)
	mem, err := im.Import(fd, false)
	if err != nil {
		return fromError(err)
	}
	defer mem.Release()
	size := le.Uint64(w[24:])
	win, err := newWindow(c.dev, mem, le.Uint64(w[16:]), size)
	if err != nil {
		return fromError(err)
	}
	return c.enterWindow(dptr, h, win, size)
}

// opened gives the address of a handle that is open in the context already and counts it; importMu is held.
func (c *context) opened(dptr *CUdeviceptr, h CUipcMemHandle) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for a := range c.allocs {
		if i := a.imported; i != nil && i.key == h.Reserved {
			i.refs++
			*dptr = CUdeviceptr(a.base)
			return true
		}
	}
	return false
}

// enterWindow makes an allocation of a handle's memory.
func (c *context) enterWindow(dptr *CUdeviceptr, h CUipcMemHandle, win *window, size uint64) CUresult {
	a := &allocation{base: win.base, size: size, kind: allocImported, dev: c.dev, ctx: c, imported: &imported{win: win, key: h.Reserved, refs: 1}}
	if r := c.track(a); r != CUDA_SUCCESS {
		win.close()
		return r
	}
	*dptr = CUdeviceptr(a.base)
	return CUDA_SUCCESS
}

// openHandle opens a handle of the device's own.
func (c *context) openHandle(dptr *CUdeviceptr, h CUipcMemHandle, s hipffi.HandleSharer) CUresult {
	importMu.Lock()
	defer importMu.Unlock()
	if c.opened(dptr, h) {
		return CUDA_SUCCESS
	}
	p, size, err := s.OpenMemory(*(*[64]byte)(unsafe.Pointer(&h)))
	if err != nil {
		return fromError(err)
	}
	return c.enterWindow(dptr, h, &window{dev: c.dev.dev, va: p, base: uint64(p), size: size, by: s}, size)
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
	if a.imported.refs > 1 {
		a.imported.refs--
		return CUDA_SUCCESS
	}
	if r := a.dev.drain(); r != CUDA_SUCCESS {
		return r
	}
	if drv().mem.remove(a.base, isImport) == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	a.untrack()
	return fromError(a.imported.win.close())
}
