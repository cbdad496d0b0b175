// Package fatbin reads the containers that nvcc puts device code into: the wrapper that a program hands to the driver,
// the fatbin itself with its entries, and their compression (LZ4 blocks, ZSTD). It also chooses the PTX that a device
// runs. It does not read what is inside an entry (PTX: package ptx, cubins: package elf), and it builds no fatbins.
package fatbin

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// Magic numbers of the two layers (observed: shared/cuda/README.md).
const (
	WrapperMagic = 0x466243b1
	Magic        = 0xBA55ED50
)

// Kinds of entries.
const (
	KindPTX = 1
	KindELF = 2
)

// Bits of an entry's flags.
const (
	flagDebug = 0x0002
	flagLZ4   = 0x2000
	flagZSTD  = 0x8000
)

// Offsets in the fatbin's header and in an entry's header. Entry headers of 64, 80, 96, 112 and 120 bytes exist; each
// tells its own size.
const (
	headSize     = 16 // u32 magic, u16 version, u16 header size, u64 bytes behind the header
	offKind      = 0  // u16
	offVersion   = 2  // u16
	offHeader    = 4  // u32 header size
	offPadded    = 8  // u64 payload bytes as stored, padding included
	offPacked    = 16 // u32 payload bytes of compressed data
	offMinor     = 24 // u16
	offMajor     = 26 // u16 PTX version
	offArch      = 28 // u32 89 for sm_89
	offFlags     = 40 // u64
	offUnpacked  = 56 // u64 payload bytes after decompression, 0 if it is not compressed
	minEntryHead = 64
	maxEntryHead = 4096
)

// Limits on what hostile input can make the reader do.
const (
	MaxSize     = 2 << 30 // bytes of a fatbin
	MaxEntries  = 1 << 16 // of one fatbin
	MaxUnpacked = 1 << 30 // bytes of all PTX of a fatbin, and of any other entry, after decompression
	maxRatioLZ4 = 255     // a byte of a match length stands for at most 255 bytes
	minWindow   = 8 << 20 // of ZSTD
	maxRatio    = 1 << 16 // of ZSTD: more is refused
)

// ErrFormat says that the data is no fatbin or a damaged one.
var ErrFormat = errors.New("fatbin: damaged or not a fatbin")

func bad(format string, a ...any) error {
	return fmt.Errorf("%w: %s", ErrFormat, fmt.Sprintf(format, a...))
}

// Entry is one entry of a fatbin. Its payload is packed until Data unpacks it.
type Entry struct {
	Kind         int    // KindPTX, KindELF or another number
	Major, Minor int    // for PTX: 8 and 4 for .version 8.4
	Arch         int    // 89 for sm_89
	Flags        uint64 // as in the file
	payload      []byte
	unpacked     uint64
}

// Debug reports whether the entry was compiled for debugging.
func (e *Entry) Debug() bool { return e.Flags&flagDebug != 0 }

// Size reads the number of bytes of the fatbin that begins with head, from its first 16 bytes; used where a fatbin comes
// as a bare address.
func Size(head []byte) (uint64, error) {
	if len(head) < headSize || binary.LittleEndian.Uint32(head) != Magic {
		return 0, bad("no magic number")
	}
	n := uint64(binary.LittleEndian.Uint16(head[6:]))
	if n < headSize {
		return 0, bad("a header of %d bytes", n)
	}
	body := binary.LittleEndian.Uint64(head[8:])
	if body > MaxSize {
		return 0, bad("%d bytes", body)
	}
	return n + body, nil
}

// Parse reads the entries of a fatbin. Bytes after its end are ignored.
func Parse(b []byte) ([]Entry, error) {
	n, err := Size(b)
	if err != nil {
		return nil, err
	}
	if n > uint64(len(b)) {
		return nil, bad("%d bytes of %d are there", len(b), n)
	}
	le := binary.LittleEndian
	rest := b[le.Uint16(b[6:]):n]
	var out []Entry
	var ptx uint64 // bytes of all PTX, unpacked
	for len(rest) >= minEntryHead {
		if len(out) == MaxEntries {
			return nil, bad("more than %d entries", MaxEntries)
		}
		head := uint64(le.Uint32(rest[offHeader:]))
		size := le.Uint64(rest[offPadded:])
		if head < minEntryHead || head > maxEntryHead || head > uint64(len(rest)) || size > uint64(len(rest))-head {
			return nil, bad("entry %d: header of %d bytes, payload of %d, %d are left", len(out), head, size, len(rest))
		}
		e := Entry{
			Kind:  int(le.Uint16(rest[offKind:])),
			Major: int(le.Uint16(rest[offMajor:])), Minor: int(le.Uint16(rest[offMinor:])),
			Arch:    int(le.Uint32(rest[offArch:])),
			Flags:   le.Uint64(rest[offFlags:]),
			payload: rest[head : head+size],
		}
		if e.Flags&(flagLZ4|flagZSTD) != 0 {
			packed := uint64(le.Uint32(rest[offPacked:]))
			if packed == 0 || packed > size {
				packed = size
			}
			e.payload = e.payload[:packed]
			e.unpacked = le.Uint64(rest[offUnpacked:])
			ratio := uint64(maxRatio)
			if e.Flags&flagZSTD == 0 {
				ratio = maxRatioLZ4
			}
			if e.unpacked > MaxUnpacked || e.unpacked > packed*ratio {
				return nil, bad("entry %d: %d bytes from %d", len(out), e.unpacked, packed)
			}
			if e.Kind == KindPTX {
				if ptx += e.unpacked; ptx > MaxUnpacked {
					return nil, bad("entry %d: more than %d bytes of PTX", len(out), MaxUnpacked)
				}
			}
		}
		out = append(out, e)
		rest = rest[head+size:]
	}
	return out, nil
}

// Data gives the entry's payload, unpacked. PTX loses its padding of nulls.
func (e *Entry) Data() ([]byte, error) {
	b := e.payload
	switch {
	case e.Flags&flagZSTD != 0:
		// What the entry announces is what it may become: a frame that holds much more is refused before it is unpacked. The
		// window that a frame asks for may be larger than its content, so the decoder's own bound has a floor.
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(max(e.unpacked, minWindow)))
		if err != nil {
			return nil, err
		}
		defer d.Close()
		out, err := d.DecodeAll(b, make([]byte, 0, min(e.unpacked, uint64(len(b))*maxRatioLZ4)))
		if err != nil {
			return nil, bad("zstd: %v", err)
		}
		if uint64(len(out)) > e.unpacked {
			return nil, bad("zstd: %d bytes where %d are announced", len(out), e.unpacked)
		}
		b = out
	case e.Flags&flagLZ4 != 0:
		out := make([]byte, e.unpacked)
		n, err := lz4.UncompressBlock(b, out)
		if err != nil {
			return nil, bad("lz4: %v", err)
		}
		b = out[:n]
	}
	if e.Kind == KindPTX {
		for len(b) > 0 && b[len(b)-1] == 0 {
			b = b[:len(b)-1]
		}
	}
	return b, nil
}
