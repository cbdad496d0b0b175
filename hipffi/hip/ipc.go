package hip

import (
	"encoding/binary"

	"ferry/hipffi"
)

// ipcLazyPeers is hipIpcMemLazyEnablePeerAccess, the one flag there is, which must be given.
const ipcLazyPeers = 1

// MemoryHandle gives a handle of an allocation for another process.
func (d *Device) MemoryHandle(p hipffi.Ptr) (h [64]byte, err error) {
	err = d.do(func() error { return call("hipIpcGetMemHandle", d.a.ipcGetMemHandle, ptr(&h), uintptr(p)) })
	return h, err
}

// OpenMemory maps another process's allocation; size is its size.
func (d *Device) OpenMemory(h [64]byte) (p hipffi.Ptr, size uint64, err error) {
	err = d.do(func() error {
		// hipIpcOpenMemHandle(void **, hipIpcMemHandle_t, unsigned): the handle is 64 bytes by value, which the System V
		// ABI passes on the stack; the two words around it go into the first two registers, the other four are unused.
		args := [14]uintptr{ptr(&p), ipcLazyPeers}
		for i := range 8 {
			args[6+i] = uintptr(binary.LittleEndian.Uint64(h[8*i:]))
		}
		return call("hipIpcOpenMemHandle", d.a.ipcOpenMemHandle, args[:]...)
	})
	if err != nil {
		return 0, 0, err
	}
	var base hipffi.Ptr
	if err = d.do(func() error {
		return call("hipMemGetAddressRange", d.a.memGetAddressRange, ptr(&base), ptr(&size), uintptr(p))
	}); err != nil {
		_ = d.CloseMemory(p)
		return 0, 0, err
	}
	return p, size - uint64(p-base), nil
}

// CloseMemory ends OpenMemory.
func (d *Device) CloseMemory(p hipffi.Ptr) error {
	return d.do(func() error { return call("hipIpcCloseMemHandle", d.a.ipcCloseMemHandle, uintptr(p)) })
}
