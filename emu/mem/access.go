package mem

import "unsafe"

// at makes a pointer of an address. Whoever calls has had the address checked, which checkptr cannot know.
//
//go:nocheckptr
func at(addr uint64) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(nil), uintptr(addr)) }

// P8, P16, P32 and P64 are pointers to device-visible memory at addr, which must have been checked. They need no
// alignment except for use with sync/atomic.
func P8(addr uint64) *uint8 { return (*uint8)(at(addr)) }

// P16 points to 2 bytes at addr.
func P16(addr uint64) *uint16 { return (*uint16)(at(addr)) }

// P32 points to 4 bytes at addr.
func P32(addr uint64) *uint32 { return (*uint32)(at(addr)) }

// P64 points to 8 bytes at addr.
func P64(addr uint64) *uint64 { return (*uint64)(at(addr)) }

// Row points to 32 consecutive dwords at addr.
func Row(addr uint64) *[32]uint32 { return (*[32]uint32)(at(addr)) }

// Quad points to 4 consecutive dwords at addr.
func Quad(addr uint64) *[4]uint32 { return (*[4]uint32)(at(addr)) }

// Bytes is n bytes of device-visible memory at addr, which must have been checked.
func Bytes(addr, n uint64) []byte { return unsafe.Slice((*byte)(at(addr)), n) }

// Dwords is n dwords at addr.
func Dwords(addr, n uint64) []uint32 { return unsafe.Slice((*uint32)(at(addr)), n) }

// Qwords is n 8-byte values at addr.
func Qwords(addr, n uint64) []uint64 { return unsafe.Slice((*uint64)(at(addr)), n) }

// AddressOf is the address of Go memory that the caller keeps alive and unmoved; for tests and for buffers outside the Go heap.
func AddressOf(b []byte) uint64 { return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

// L32 and the other L and S functions read and write little-endian values in LDS and scratch, which are Go slices. The caller has checked off.
func L32(b []byte, off uint32) uint32 {
	return *(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), uintptr(off)))
}

// L64 reads 8 bytes.
func L64(b []byte, off uint32) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), uintptr(off)))
}

// S32 writes 4 bytes.
func S32(b []byte, off, v uint32) {
	*(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), uintptr(off))) = v
}

// S64 writes 8 bytes.
func S64(b []byte, off uint32, v uint64) {
	*(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), uintptr(off))) = v
}

// LRow points to 32 consecutive dwords of LDS or scratch.
func LRow(b []byte, off uint32) *[32]uint32 {
	return (*[32]uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), uintptr(off)))
}

// Bounce is memory for values that must be gathered before they are accessed: 16 bytes for each of 32 lanes. It lies on
// the heap, where it does not move.
//
//go:noinline
func Bounce() *[32][2]uint64 { return new([32][2]uint64) }

// LaneAddress is the address of a lane's 16 bytes.
func LaneAddress(b *[32][2]uint64, lane int) uint64 { return uint64(uintptr(unsafe.Pointer(&b[lane]))) }

// Oct points to 8 consecutive dwords at addr.
func Oct(addr uint64) *[8]uint32 { return (*[8]uint32)(at(addr)) }

// LoadOct copies 8 dwords from addr.
func LoadOct(d *[8]uint32, addr uint64) {
	s, t := (*[4]uint64)(at(addr)), (*[4]uint64)(unsafe.Pointer(d))
	a, b, c, e := s[0], s[1], s[2], s[3]
	t[0], t[1], t[2], t[3] = a, b, c, e
}

// StoreOct copies 8 dwords to addr.
func StoreOct(addr uint64, d *[8]uint32) {
	s, t := (*[4]uint64)(unsafe.Pointer(d)), (*[4]uint64)(at(addr))
	a, b, c, e := s[0], s[1], s[2], s[3]
	t[0], t[1], t[2], t[3] = a, b, c, e
}
