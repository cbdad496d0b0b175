package elf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// The part of msgpack that code object metadata uses: nil, bool, integers, strings, binary, arrays, maps. Floats and extensions are read and skipped as nil.

// packer appends msgpack to b in the shortest form.
type packer struct{ b []byte }

func (p *packer) uint(v uint64) {
	switch {
	case v < 128:
		p.b = append(p.b, byte(v))
	case v <= math.MaxUint8:
		p.b = append(p.b, 0xcc, byte(v))
	case v <= math.MaxUint16:
		p.b = binary.BigEndian.AppendUint16(append(p.b, 0xcd), uint16(v))
	case v <= math.MaxUint32:
		p.b = binary.BigEndian.AppendUint32(append(p.b, 0xce), uint32(v))
	default:
		p.b = binary.BigEndian.AppendUint64(append(p.b, 0xcf), v)
	}
}

func (p *packer) bool(v bool) {
	if v {
		p.b = append(p.b, 0xc3)
	} else {
		p.b = append(p.b, 0xc2)
	}
}

func (p *packer) str(s string) {
	switch n := len(s); {
	case n < 32:
		p.b = append(p.b, 0xa0|byte(n))
	case n <= math.MaxUint8:
		p.b = append(p.b, 0xd9, byte(n))
	case n <= math.MaxUint16:
		p.b = binary.BigEndian.AppendUint16(append(p.b, 0xda), uint16(n))
	default:
		p.b = binary.BigEndian.AppendUint32(append(p.b, 0xdb), uint32(n))
	}
	p.b = append(p.b, s...)
}

func (p *packer) array(n int) { p.head(n, 0x90, 0xdc) }
func (p *packer) mapp(n int)  { p.head(n, 0x80, 0xde) }

func (p *packer) head(n int, fix, wide byte) {
	switch {
	case n < 16:
		p.b = append(p.b, fix|byte(n))
	case n <= math.MaxUint16:
		p.b = binary.BigEndian.AppendUint16(append(p.b, wide), uint16(n))
	default:
		p.b = binary.BigEndian.AppendUint32(append(p.b, wide+1), uint32(n))
	}
}

// valueKind is the type of a value.
type valueKind uint8

const (
	kindNil valueKind = iota
	kindBool
	kindInt
	kindString
	kindArray
	kindMap
)

// value is a decoded msgpack value. Maps keep the order of the file: keys at even, values at odd places of list.
type value struct {
	kind valueKind
	num  int64
	str  string
	list []value
}

// maxValues bounds the values of one document, maxDepth their nesting.
const (
	maxValues = 1 << 18
	maxDepth  = 16
)

var errMsgpack = errors.New("elf: malformed msgpack metadata")

type unpacker struct {
	b    []byte
	left int
}

// unpack decodes one value and demands that nothing but zero padding follows.
func unpack(b []byte) (value, error) {
	u := unpacker{b: b, left: maxValues}
	v, err := u.value(0)
	if err != nil {
		return value{}, err
	}
	for _, c := range u.b {
		if c != 0 {
			return value{}, errMsgpack
		}
	}
	return v, nil
}

func (u *unpacker) take(n uint64) ([]byte, error) {
	if n > uint64(len(u.b)) {
		return nil, errMsgpack
	}
	s := u.b[:n]
	u.b = u.b[n:]
	return s, nil
}

// be reads an n-byte big-endian number.
func (u *unpacker) be(n int) (uint64, error) {
	s, err := u.take(uint64(n))
	if err != nil {
		return 0, err
	}
	var v uint64
	for _, c := range s {
		v = v<<8 | uint64(c)
	}
	return v, nil
}

func (u *unpacker) value(depth int) (value, error) {
	if depth > maxDepth {
		return value{}, fmt.Errorf("%w: nested deeper than %d", errMsgpack, maxDepth)
	}
	if u.left--; u.left < 0 {
		return value{}, fmt.Errorf("%w: more than %d values", errMsgpack, maxValues)
	}
	h, err := u.be(1)
	if err != nil {
		return value{}, err
	}
	c := byte(h)
	switch {
	case c < 0x80:
		return value{kind: kindInt, num: int64(c)}, nil
	case c < 0x90:
		return u.seq(uint64(c&15), true, depth)
	case c < 0xa0:
		return u.seq(uint64(c&15), false, depth)
	case c < 0xc0:
		return u.string(uint64(c & 31))
	case c >= 0xe0:
		return value{kind: kindInt, num: int64(int8(c))}, nil
	}
	switch c {
	case 0xc0:
		return value{}, nil
	case 0xc2, 0xc3:
		return value{kind: kindBool, num: int64(c & 1)}, nil
	case 0xc4, 0xc5, 0xc6, 0xd9, 0xda, 0xdb: // bin and str with 1, 2, 4 bytes of length
		n := 1 << (c - 0xc4)
		if c >= 0xd9 {
			n = 1 << (c - 0xd9)
		}
		l, err := u.be(n)
		if err != nil {
			return value{}, err
		}
		return u.string(l)
	case 0xcc, 0xcd, 0xce, 0xcf:
		v, err := u.be(1 << (c - 0xcc))
		return value{kind: kindInt, num: int64(v)}, err
	case 0xd0, 0xd1, 0xd2, 0xd3:
		n := 1 << (c - 0xd0)
		v, err := u.be(n)
		s := 64 - 8*n
		return value{kind: kindInt, num: int64(v<<s) >> s}, err
	case 0xca:
		_, err := u.take(4)
		return value{}, err
	case 0xcb:
		_, err := u.take(8)
		return value{}, err
	case 0xd4, 0xd5, 0xd6, 0xd7, 0xd8:
		_, err := u.take(1 + 1<<(c-0xd4))
		return value{}, err
	case 0xc7, 0xc8, 0xc9:
		l, err := u.be(1 << (c - 0xc7))
		if err != nil {
			return value{}, err
		}
		_, err = u.take(l + 1)
		return value{}, err
	case 0xdc, 0xdd, 0xde, 0xdf:
		l, err := u.be(2 << (c & 1))
		if err != nil {
			return value{}, err
		}
		return u.seq(l, c >= 0xde, depth)
	}
	return value{}, errMsgpack
}

func (u *unpacker) string(n uint64) (value, error) {
	s, err := u.take(n)
	return value{kind: kindString, str: string(s)}, err
}

// seq reads n elements, or n pairs of a map. Each takes at least one byte, which bounds the allocation by the input.
func (u *unpacker) seq(n uint64, isMap bool, depth int) (value, error) {
	k := kindArray
	if isMap {
		k = kindMap
		n *= 2
	}
	if n > uint64(len(u.b)) || n > uint64(u.left) {
		return value{}, errMsgpack
	}
	v := value{kind: k, list: make([]value, 0, n)}
	for range n {
		e, err := u.value(depth + 1)
		if err != nil {
			return value{}, err
		}
		v.list = append(v.list, e)
	}
	return v, nil
}

// get finds a key of a map; the nil value if it is not there.
func (v value) get(key string) value {
	if v.kind != kindMap {
		return value{}
	}
	for i := 0; i+1 < len(v.list); i += 2 {
		if v.list[i].kind == kindString && v.list[i].str == key {
			return v.list[i+1]
		}
	}
	return value{}
}

// uint is an integer or boolean as uint64, 0 for anything else.
func (v value) uint() uint64 {
	if v.kind == kindInt || v.kind == kindBool {
		return uint64(v.num)
	}
	return 0
}
