package embedded

import (
	"encoding/binary"
	"fmt"

	"ferry/emu/mem"
	"ferry/hipffi"
)

// usable checks one side of a copy. Addresses outside the device's range are the program's own memory, which cannot be checked
// beyond the obvious: a wrong one faults as it would with any library.
func (w *world) usable(p hipffi.Ptr, n uint64, write bool) error {
	a := uint64(p)
	ok := true
	switch {
	case w.space.Owns(a):
		ok = write && w.space.Writable(a, n) || !write && w.space.Readable(a, n)
	case a < 4096 || a+n < a || a+n > mem.SharedBase:
		ok = false
	}
	if ok {
		return nil
	}
	verb := "read"
	if write {
		verb = "write"
	}
	return &hipffi.Error{Fault: hipffi.FaultIllegalAddress, Addr: p, Detail: fmt.Sprintf("%s of %d bytes at %#x outside every allocation", verb, n, a)}
}

// Read implements hipffi.Device.
func (d *Device) Read(dst []byte, src hipffi.Ptr) error {
	if len(dst) == 0 {
		return nil
	}
	if err := d.w.usable(src, uint64(len(dst)), false); err != nil {
		return err
	}
	copy(dst, mem.Bytes(uint64(src), uint64(len(dst))))
	return nil
}

// Write implements hipffi.Device.
func (d *Device) Write(dst hipffi.Ptr, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	if err := d.w.usable(dst, uint64(len(src)), true); err != nil {
		return err
	}
	copy(mem.Bytes(uint64(dst), uint64(len(src))), src)
	return nil
}

// copyBytes copies, whether or not the two overlap.
func (w *world) copyBytes(dst, src hipffi.Ptr, n uint64) error {
	if n == 0 {
		return nil
	}
	if err := w.usable(src, n, false); err != nil {
		return err
	}
	if err := w.usable(dst, n, true); err != nil {
		return err
	}
	copy(mem.Bytes(uint64(dst), n), mem.Bytes(uint64(src), n))
	return nil
}

// checkRect checks every row of a rectangle by its outermost bytes and each row's own.
func (w *world) checkRect(p hipffi.Ptr, pitch, slice uint64, c *hipffi.Copy2D, write bool) error {
	for z := range c.Depth {
		for y := range c.Height {
			if err := w.usable(p+hipffi.Ptr(z*slice+y*pitch), c.Width, write); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyRect copies rows; a bad one is found before anything is written.
func (w *world) copyRect(c *hipffi.Copy2D) error {
	if c.Width == 0 || c.Height == 0 || c.Depth == 0 {
		return nil
	}
	if err := w.checkRect(c.Src, c.SrcPitch, c.SrcSlice, c, false); err != nil {
		return err
	}
	if err := w.checkRect(c.Dst, c.DstPitch, c.DstSlice, c, true); err != nil {
		return err
	}
	for z := range c.Depth {
		for y := range c.Height {
			d := uint64(c.Dst) + z*c.DstSlice + y*c.DstPitch
			s := uint64(c.Src) + z*c.SrcSlice + y*c.SrcPitch
			copy(mem.Bytes(d, c.Width), mem.Bytes(s, c.Width))
		}
	}
	return nil
}

// fill is what Queue.Fill keeps.
type fill struct {
	dst                hipffi.Ptr
	value              [16]byte
	width              int
	count, rows, pitch uint64
}

func (w *world) fill(f *fill) error {
	n := f.count * uint64(f.width)
	if n == 0 || f.rows == 0 {
		return nil
	}
	for y := range f.rows {
		if err := w.usable(f.dst+hipffi.Ptr(y*f.pitch), n, true); err != nil {
			return err
		}
	}
	for y := range f.rows {
		b := mem.Bytes(uint64(f.dst)+y*f.pitch, n)
		done := copy(b, f.value[:f.width])
		for done < len(b) { // doubling
			done += copy(b[done:], b[:done])
		}
	}
	return nil
}

// compare is cuStreamWaitValue's test: 0 GEQ (cyclic), 1 EQ, 2 AND, 3 NOR.
func compare(v, want uint64, op, bits int) bool {
	if bits == 32 {
		v, want = uint64(uint32(v)), uint64(uint32(want))
	}
	switch op {
	case 0:
		if bits == 32 {
			return int32(uint32(v)-uint32(want)) >= 0
		}
		return int64(v-want) >= 0
	case 1:
		return v == want
	case 2:
		return v&want != 0
	}
	mask := ^uint64(0)
	if bits == 32 {
		mask = 0xffffffff
	}
	return ^(v|want)&mask != 0
}

// put writes a value of 32 or 64 bits that may be unaligned.
func put(p hipffi.Ptr, v uint64, bits int) {
	b := mem.Bytes(uint64(p), uint64(bits/8))
	if bits == 32 {
		binary.LittleEndian.PutUint32(b, uint32(v))
		return
	}
	binary.LittleEndian.PutUint64(b, v)
}
