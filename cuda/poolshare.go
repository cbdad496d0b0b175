package cuda

import (
	"encoding/binary"
	"unsafe"

	"ferry/hipffi"
)

// A pool is shared by the file in which all its memory lies. What is said of an allocation is its place in the file:
//
//	0 u32 magic, 8 u64 offset, 16 u64 size, 24 u64 file system, 32 u64 inode
const poolMagic = 0x6679706c

// foreignPool is the other process's side of an imported pool.
type foreignPool struct {
	mem      hipffi.Memory
	dev, ino uint64 // of its file
}

// physicalTypes are the kinds of shareable handles that the device's physical memory can have.
func (d *device) physicalTypes() CUmemAllocationHandleType {
	if _, ok := d.dev.(hipffi.Importer); ok {
		return CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
	}
	return CU_MEM_HANDLE_TYPE_NONE
}

// handleTypes are the kinds of shareable handles that the device's pools can have.
func (d *device) handleTypes() CUmemAllocationHandleType {
	if _, ok := d.dev.(hipffi.Sharer); ok {
		return CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
	}
	return CU_MEM_HANDLE_TYPE_NONE
}

// CuMemPoolExportToShareableHandle gives a file descriptor of a pool that was made to be shared.
func CuMemPoolExportToShareableHandle(t *Thread, out unsafe.Pointer, h CUmemoryPool, typ CUmemAllocationHandleType, flags uint64) CUresult {
	p, r := lookPool(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if out == nil || flags != 0 || typ != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || p.props.HandleTypes&typ == 0 || p.foreign != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, ok := p.dev.dev.(hipffi.Sharer)
	if !ok {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	fd, err := s.Export()
	if err != nil {
		return fromError(err)
	}
	p.mu.Lock()
	p.exported = true
	p.mu.Unlock()
	*(*int32)(out) = int32(fd)
	return CUDA_SUCCESS
}

// CuMemPoolImportFromShareableHandle takes in a pool by its file descriptor, which stays the program's. Nothing can be
// allocated from it.
func CuMemPoolImportFromShareableHandle(t *Thread, ph *CUmemoryPool, handle unsafe.Pointer, typ CUmemAllocationHandleType, flags uint64) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if typ == CU_MEM_HANDLE_TYPE_WIN32 {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	if ph == nil || typ != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	d := t.device()
	s, ok := d.dev.(hipffi.Sharer)
	if !ok {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	fd := int(int32(addr(handle)))
	mem, err := s.Import(fd, false)
	if err != nil {
		return CUDA_ERROR_UNKNOWN // as recorded for files of other kinds
	}
	f := &foreignPool{mem: mem}
	if f.dev, f.ino, err = fileID(fd); err != nil {
		mem.Release()
		return CUDA_ERROR_INVALID_VALUE
	}
	props := CUmemPoolProps{AllocType: CU_MEM_ALLOCATION_TYPE_PINNED, HandleTypes: typ}
	props.Location.Type, props.Location.U[0] = CU_MEM_LOCATION_TYPE_DEVICE, uint32(d.ordinal)
	p, r := newPool(d, props, false)
	if r != CUDA_SUCCESS {
		mem.Release()
		return r
	}
	p.foreign = f
	*ph = p.h
	return CUDA_SUCCESS
}

// CuMemPoolExportPointer says where an allocation of a pool that has been exported lies, for a process that has imported
// the pool.
func CuMemPoolExportPointer(t *Thread, data *CUmemPoolPtrExportData, ptr CUdeviceptr) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	a := drv().mem.find(uint64(ptr))
	if data == nil || a == nil || a.pool == nil || a.imported != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	a.pool.mu.Lock()
	exported := a.pool.exported
	a.pool.mu.Unlock()
	if !exported {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, ok := a.dev.dev.(hipffi.Sharer)
	if !ok {
		return CUDA_ERROR_NOT_SUPPORTED
	}
	fd, off, err := s.Backing(hipffi.Ptr(a.base))
	if err != nil {
		return fromError(err)
	}
	dev, ino, err := fileID(fd)
	if err != nil {
		return CUDA_ERROR_OPERATING_SYSTEM
	}
	*data = CUmemPoolPtrExportData{}
	le := binary.LittleEndian
	w := data.Reserved[:]
	le.PutUint32(w[0:], poolMagic)
	le.PutUint64(w[8:], off)
	le.PutUint64(w[16:], a.size)
	le.PutUint64(w[24:], dev)
	le.PutUint64(w[32:], ino)
	return CUDA_SUCCESS
}

// CuMemPoolImportPointer maps an allocation of an imported pool. It is freed as any memory of a pool, before the exporting
// process frees it.
func CuMemPoolImportPointer(t *Thread, ptr *CUdeviceptr, h CUmemoryPool, data *CUmemPoolPtrExportData) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	p, r := lookPool(h)
	if r != CUDA_SUCCESS {
		return r
	}
	le := binary.LittleEndian
	if ptr == nil || data == nil || p.foreign == nil || le.Uint32(data.Reserved[0:]) != poolMagic ||
		le.Uint64(data.Reserved[24:]) != p.foreign.dev || le.Uint64(data.Reserved[32:]) != p.foreign.ino {
		return CUDA_ERROR_INVALID_VALUE
	}
	size := le.Uint64(data.Reserved[16:])
	win, err := newWindow(p.dev, p.foreign.mem, le.Uint64(data.Reserved[8:]), size)
	if err != nil {
		return fromError(err)
	}
	a := &allocation{base: win.base, size: size, kind: allocPool, dev: p.dev, pool: p, imported: &imported{win: win, refs: 1}}
	if r := c.track(a); r != CUDA_SUCCESS {
		win.close()
		return r
	}
	*ptr = CUdeviceptr(a.base)
	return CUDA_SUCCESS
}
