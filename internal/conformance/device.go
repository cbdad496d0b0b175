package conformance

import (
	"encoding/binary"
	"fmt"

	"ferry/abi"
	"ferry/hipffi"
)

// OnDevice makes a Machine of a device. ferryABI says that the code objects are ferry's own: a launch then gets
// ferry's block behind the parameters, and its error record is read after each Sync. Foreign objects (clang's) get the bare
// parameters; the device fills in hidden arguments by their metadata.
func OnDevice(d hipffi.Device, ferryABI bool) (*DeviceMachine, error) {
	q, err := d.NewQueue(0)
	if err != nil {
		return nil, err
	}
	m := &DeviceMachine{d: d, q: q, ferry: ferryABI}
	if ferryABI {
		p, err := d.Alloc(hipffi.AllocDevice, abi.ErrorRecordSize)
		if err != nil {
			return nil, err
		}
		m.record = p
		if err := d.Write(p, make([]byte, abi.ErrorRecordSize)); err != nil {
			return nil, err
		}
		if m.gridSync, err = d.Alloc(hipffi.AllocDevice, gridSyncBytes); err != nil {
			return nil, err
		}
		if m.locks, err = d.Alloc(hipffi.AllocDevice, 4*abi.LockWords); err != nil {
			return nil, err
		}
		if err := d.Write(m.locks, make([]byte, 4*abi.LockWords)); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// gridSyncBytes is the size of a cooperative launch's workspace, which starts as zeros.
const gridSyncBytes = 256

// DeviceMachine is a hipffi.Device with one queue.
type DeviceMachine struct {
	d      hipffi.Device
	q      hipffi.Queue
	ferry  bool
	record hipffi.Ptr
	// gridSync is the workspace of cooperative launches, cleared before each.
	gridSync hipffi.Ptr
	locks    hipffi.Ptr // of 128-bit atomics
}

// Close destroys the queue.
func (m *DeviceMachine) Close() {
	_ = m.q.Destroy()
	if m.ferry {
		_ = m.d.Free(m.record)
		_ = m.d.Free(m.gridSync)
		_ = m.d.Free(m.locks)
	}
}

// Alloc implements Machine.
func (m *DeviceMachine) Alloc(size int) (uint64, error) {
	p, err := m.d.Alloc(hipffi.AllocDevice, uint64(size))
	return uint64(p), err
}

// Free implements Machine.
func (m *DeviceMachine) Free(addr uint64) error { return m.d.Free(hipffi.Ptr(addr)) }

// Write implements Machine.
func (m *DeviceMachine) Write(addr uint64, b []byte) error { return m.d.Write(hipffi.Ptr(addr), b) }

// Read implements Machine.
func (m *DeviceMachine) Read(b []byte, addr uint64) error { return m.d.Read(b, hipffi.Ptr(addr)) }

// Load implements Machine.
func (m *DeviceMachine) Load(hsaco []byte) (Module, error) {
	c, err := m.d.Load(hsaco)
	if err != nil {
		return nil, err
	}
	return &deviceModule{m: m, c: c}, nil
}

type deviceModule struct {
	m *DeviceMachine
	c hipffi.Code
}

func (d *deviceModule) Symbol(name string) (uint64, uint64, error) {
	p, size, err := d.c.Symbol(name)
	return uint64(p), size, err
}

func (d *deviceModule) Launch(kernel string, l *Launch) error {
	k, err := d.c.Kernel(kernel)
	if err != nil {
		return err
	}
	arg := l.Params
	if d.m.ferry {
		off := abi.BlockOffset(len(arg))
		arg = append(append([]byte{}, arg...), make([]byte, off+abi.BlockSize-len(arg))...)
		b := abi.Block{GridDim: l.Grid, BlockDim: l.Block, DynShared: l.Shared, TotalShared: l.Shared + l.Static, Error: uint64(d.m.record), StackLimit: abi.DefaultStack, Locks: uint64(d.m.locks)}
		if l.Cooperative {
			b.GridSync = uint64(d.m.gridSync)
			if err := d.m.q.Fill(d.m.gridSync, [16]byte{}, 16, gridSyncBytes/16, 1, 0); err != nil {
				return err
			}
		}
		b.Put(arg[off:])
	}
	return d.m.q.Launch(k, &hipffi.Dispatch{Grid: l.Grid, Block: l.Block, Shared: l.Shared, Kernarg: arg, Cooperative: l.Cooperative})
}

func (d *deviceModule) Sync() error {
	if err := d.m.q.Synchronize(); err != nil {
		return err
	}
	if !d.m.ferry {
		return nil
	}
	var r [abi.ErrorRecordSize]byte
	if err := d.m.d.Read(r[:], d.m.record); err != nil {
		return err
	}
	if code := binary.LittleEndian.Uint32(r[abi.ErrCode:]); code != 0 {
		if err := d.m.d.Write(d.m.record, make([]byte, len(r))); err != nil {
			return err
		}
		u := func(o int) uint32 { return binary.LittleEndian.Uint32(r[o:]) }
		return fmt.Errorf("the kernel reported error code %d at site %d, block %d,%d,%d, thread %d", code, u(abi.ErrSite), u(abi.ErrBlockX), u(abi.ErrBlockY), u(abi.ErrBlockZ), u(abi.ErrThread))
	}
	return nil
}

func (d *deviceModule) Unload() error { return d.c.Unload() }
