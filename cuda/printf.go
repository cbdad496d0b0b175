package cuda

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"

	"ferry/abi"
	"ferry/hipffi"
)

// printRing is a context's printf ring (package abi).
type printRing struct {
	addr atomic.Uint64 // 0 until a kernel needs it

	mu    sync.Mutex // of what reads it
	read  uint64     // position of the next record
	lost  uint64     // bytes that were overwritten before they were read
	bytes []byte     // a copy of the ring
}

// makeRing makes the context's printf ring.
func (c *context) makeRing() CUresult {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ring.addr.Load() != 0 {
		return CUDA_SUCCESS
	}
	capacity, size := abi.PrintfSize(uint64(c.limits[CU_LIMIT_PRINTF_FIFO_SIZE]))
	p, err := c.dev.dev.Alloc(hipffi.AllocHost, size)
	if err != nil {
		return fromError(err)
	}
	b := make([]byte, size)
	binary.LittleEndian.PutUint32(b[abi.PrintfCapacity:], uint32(capacity))
	binary.LittleEndian.PutUint32(b[abi.PrintfStart:], uint32(size-capacity))
	if err := c.dev.dev.Write(p, b); err != nil {
		return fromError(err)
	}
	c.ring.read, c.ring.lost = 0, 0
	c.ring.addr.Store(uint64(p))
	return CUDA_SUCCESS
}

// drainPrintf prints the records that kernels have finished, up to the first one that is not. Kernels may run meanwhile.
func (c *context) drainPrintf() {
	p := hipffi.Ptr(c.ring.addr.Load())
	if p == 0 {
		return
	}
	r := &c.ring
	r.mu.Lock()
	defer r.mu.Unlock()
	var out printed
	for r.next(c.dev.dev, p, &out) {
	}
	out.flush()
}

// printed is text on its way to the program's stdio.
type printed struct {
	text   []byte
	stderr bool
}

// to says where what follows goes.
func (o *printed) to(stderr bool) {
	if o.stderr != stderr || len(o.text) > 1<<16 {
		o.flush()
	}
	o.stderr = stderr
}

func (o *printed) flush() {
	if len(o.text) > 0 {
		if o.stderr {
			Host.Stderr(o.text)
		} else {
			Host.Stdout(o.text)
		}
	}
	o.text = o.text[:0]
}

// next reads what is new in the ring at p, and reports whether there may be more.
func (r *printRing) next(dev hipffi.Device, p hipffi.Ptr, out *printed) bool {
	le := binary.LittleEndian
	var h [abi.PrintfMarks]byte
	if dev.Read(h[:], p) != nil {
		return false
	}
	tail, capacity := le.Uint64(h[abi.PrintfTail:]), uint64(le.Uint32(h[abi.PrintfCapacity:]))
	if r.read == tail {
		return false
	}
	start := p + hipffi.Ptr(le.Uint32(h[abi.PrintfStart:]))
	if tail-r.read > capacity && !r.resume(dev, p, tail, capacity) {
		return false
	}
	// One copy of what is new, in one piece.
	n := tail - r.read
	if uint64(cap(r.bytes)) < n {
		r.bytes = make([]byte, n)
	}
	b := r.bytes[:n]
	at := r.read % capacity
	k := min(n, capacity-at)
	if dev.Read(b[:k], start+hipffi.Ptr(at)) != nil || k < n && dev.Read(b[k:], start) != nil {
		return false
	}
	// What writers have reached meanwhile is not read.
	if dev.Read(h[:8], p) != nil {
		return false
	}
	if le.Uint64(h[:])-r.read > capacity {
		return true
	}
	some := false
	for uint64(len(b)) >= abi.PrintfRecData && le.Uint64(b[abi.PrintfRecTag:]) == r.read+1 {
		size := uint64(le.Uint32(b[abi.PrintfRecSize:]))
		if size < abi.PrintfRecData || size > uint64(len(b)) {
			break
		}
		appendRecord(out, b[:size])
		r.read += size
		b = b[size:]
		some = true
	}
	return some
}

// resume finds the oldest record that has not been overwritten.
func (r *printRing) resume(dev hipffi.Device, p hipffi.Ptr, tail, capacity uint64) bool {
	old := r.read
	pages := capacity / abi.PrintfPage
	marks := make([]byte, 8*pages)
	if dev.Read(marks, p+abi.PrintfMarks) != nil {
		return false
	}
	for page := (tail - capacity + abi.PrintfPage - 1) / abi.PrintfPage; page*abi.PrintfPage <= tail; page++ {
		m := binary.LittleEndian.Uint64(marks[8*(page%pages):])
		// Where the output ends at a page's end, the oldest page's mark is that of the page to come.
		if m >= page*abi.PrintfPage && m <= tail && m < page*abi.PrintfPage+capacity {
			r.read = m
			r.lost += m - old
			logf("printf: %d bytes of output were overwritten before they could be printed", m-old)
			return true
		}
	}
	return false
}

// appendRecord formats one record. A record whose parts do not fit together is left out.
func appendRecord(out *printed, b []byte) {
	words := binary.LittleEndian.Uint32(b[abi.PrintfRecArgs:])
	size := int(words &^ abi.PrintfAssert)
	b = b[abi.PrintfRecData:]
	text := func() string {
		n := bytes.IndexByte(b, 0)
		if n < 0 {
			n = len(b)
		}
		s := string(b[:n])
		b = b[min((n+8)&^7, len(b)):]
		return s
	}
	format := text()
	if size > len(b) {
		return
	}
	args := b[:size]
	b = b[size:]
	if words&abi.PrintfAssert == 0 {
		out.to(false)
		out.text = appendPrintf(out.text, format, args, text)
		return
	}
	if size != 4*abi.PrintfAssertWords {
		return
	}
	w := func(i int) uint32 { return binary.LittleEndian.Uint32(args[4*i:]) }
	file, function := text(), text()
	out.to(true)
	out.text = fmt.Appendf(out.text, "%s:%d: %s: block: [%d,%d,%d], thread: [%d,%d,%d] Assertion `%s` failed.\n",
		file, w(6), function, w(0), w(1), w(2), w(3), w(4), w(5), format)
}

// appendPrintf formats as C's printf does, of what the CUDA C++ Programming Guide lists (Formatted Output), and of
// precisions from an argument and hh, which it does not. What is no such conversion is printed as it stands and takes no
// argument; so is everything behind abi.PrintfMaxArgs arguments. ir/runtime.ptx reads formats in the same way. Arguments
// lie as a C caller lays out a struct of them: 4 bytes for int, 8 for everything else, aligned; what is missing is taken
// as 0. str gives the next %s argument that is not null.
func appendPrintf(out []byte, format string, args []byte, str func() string) []byte {
	at, taken := 0, 0
	next := func(size int) uint64 {
		at = (at + size - 1) &^ (size - 1)
		var w [8]byte
		if at < len(args) {
			copy(w[:size], args[at:min(at+size, len(args))])
		}
		at += size
		taken++
		return binary.LittleEndian.Uint64(w[:])
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out = append(out, format[i])
			continue
		}
		start, at0, taken0 := i, at, taken
		var spec printfSpec
		i = spec.parse(format, i+1, func() int { return int(int32(next(4))) })
		if i >= len(format) {
			return append(out, format[start:]...)
		}
		v := format[i]
		if !strings.ContainsRune("cdiouxXpeEfFgGaAs", rune(v)) || taken >= abi.PrintfMaxArgs {
			at, taken = at0, taken0
			switch {
			case v == '%' && strings.Trim(format[start+1:i], " ") == "":
				out = append(out, '%')
			case spec.length < i: // as recorded, a length goes
				out = append(append(out, format[start:spec.length]...), v)
			default:
				out = append(out, format[start:i+1]...)
			}
			continue
		}
		switch v {
		case 'd', 'i':
			var n int64
			if spec.long {
				n = int64(next(8))
			} else {
				n = int64(int32(next(4)))
			}
			switch spec.short {
			case 1:
				n = int64(int16(n))
			case 2:
				n = int64(int8(n))
			}
			digits := fmt.Sprintf("%d", n)
			sign := ""
			if n < 0 {
				sign, digits = "-", digits[1:]
			} else if spec.plus {
				sign = "+"
			} else if spec.space {
				sign = " "
			}
			out = spec.number(out, sign, digits, n == 0)
		case 'u', 'x', 'X', 'o':
			n := uint64(0)
			if spec.long {
				n = next(8)
			} else {
				n = uint64(uint32(next(4)))
			}
			switch spec.short {
			case 1:
				n = uint64(uint16(n))
			case 2:
				n = uint64(uint8(n))
			}
			digits, prefix := "", ""
			switch v {
			case 'u':
				digits = fmt.Sprintf("%d", n)
			case 'o':
				digits = fmt.Sprintf("%o", n)
				if spec.alt && n != 0 {
					digits = "0" + digits
				}
			case 'x':
				digits = fmt.Sprintf("%x", n)
				if spec.alt && n != 0 {
					prefix = "0x"
				}
			case 'X':
				digits = fmt.Sprintf("%X", n)
				if spec.alt && n != 0 {
					prefix = "0X"
				}
			}
			out = spec.number(out, prefix, digits, n == 0)
		case 'c':
			out = spec.pad(out, string([]byte{byte(next(4))}))
		case 's':
			s := "(null)"
			if next(8) != 0 {
				s = str()
			}
			if spec.prec >= 0 && spec.prec < len(s) {
				s = s[:spec.prec]
			}
			out = spec.pad(out, s)
		case 'p':
			p := next(8)
			if p == 0 {
				out = spec.pad(out, "(nil)")
				break
			}
			sign := "0x"
			if spec.plus {
				sign = "+0x"
			} else if spec.space {
				sign = " 0x"
			}
			out = spec.number(out, sign, fmt.Sprintf("%x", p), false)
		case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
			out = spec.float(out, v, math.Float64frombits(next(8)))
		}
	}
	return out
}

// printfSpec is one conversion's flags, width and precision.
type printfSpec struct {
	minus, plus, space, zero, alt, long bool
	short                               int // 1 for h, 2 for hh
	width, prec                         int // prec -1 = none
	length                              int // where h and l stand in the format
}

// maxPrintfWidth bounds widths and precisions.
const maxPrintfWidth = 4096

func (s *printfSpec) parse(f string, i int, star func() int) int {
	s.prec = -1
flags:
	for ; i < len(f); i++ {
		switch f[i] {
		case '-':
			s.minus = true
		case '+':
			s.plus = true
		case ' ':
			s.space = true
		case '0':
			s.zero = true
		case '#':
			s.alt = true
		default:
			break flags
		}
	}
	number := func() int {
		if i < len(f) && f[i] == '*' {
			i++
			return star()
		}
		n := 0
		for ; i < len(f) && f[i] >= '0' && f[i] <= '9'; i++ {
			n = min(n*10+int(f[i]-'0'), maxPrintfWidth)
		}
		return n
	}
	s.width = number()
	if s.width < 0 {
		s.minus, s.width = true, -s.width
	}
	s.width = min(s.width, maxPrintfWidth)
	if i < len(f) && f[i] == '.' {
		i++
		s.prec = max(min(number(), maxPrintfWidth), -1)
	}
	s.length = i
	for k := 0; k < 2 && i < len(f) && (f[i] == 'h' || f[i] == 'l') && f[i] == f[s.length]; k++ {
		if f[i] == 'l' {
			s.long = true
		} else {
			s.short++
		}
		i++
	}
	return i
}

func (s *printfSpec) pad(out []byte, t string) []byte {
	n := s.width - len(t)
	if s.minus {
		return appendN(append(out, t...), ' ', n)
	}
	return append(appendN(out, ' ', n), t...)
}

func appendN(out []byte, c byte, n int) []byte {
	for range n {
		out = append(out, c)
	}
	return out
}

// number appends an integer: sign or prefix, then digits brought to precision and width.
func (s *printfSpec) number(out []byte, sign, digits string, zero bool) []byte {
	if s.prec == 0 && zero {
		digits = ""
	}
	if n := s.prec - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	if n := s.width - len(sign) - len(digits); s.zero && !s.minus && s.prec < 0 && n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	return s.pad(out, sign+digits)
}

func (s *printfSpec) float(out []byte, verb byte, x float64) []byte {
	sign := ""
	if math.Signbit(x) {
		sign, x = "-", -x
	} else if s.plus {
		sign = "+"
	} else if s.space {
		sign = " "
	}
	upper := verb < 'a'
	t := ""
	switch {
	case math.IsNaN(x):
		t = "nan"
	case math.IsInf(x, 0):
		t = "inf"
	default:
		t = cFloat(verb|0x20, s.prec, s.alt, x)
	}
	if upper {
		t = strings.ToUpper(t)
	}
	if n := s.width - len(sign) - len(t); s.zero && !s.minus && n > 0 && !math.IsNaN(x) && !math.IsInf(x, 0) {
		// The zeroes of a hexadecimal number come after its 0x.
		head := ""
		if verb|0x20 == 'a' {
			head, t = t[:2], t[2:]
		}
		t = head + strings.Repeat("0", n) + t
	}
	return s.pad(out, sign+t)
}

// cFloat formats a finite x >= 0 as C does; verb is lower case.
func cFloat(verb byte, prec int, alt bool, x float64) string {
	point := func(t string) string {
		if alt && !strings.Contains(t, ".") {
			if i := strings.IndexAny(t, "ep"); i >= 0 {
				return t[:i] + "." + t[i:]
			}
			return t + "."
		}
		return t
	}
	switch verb {
	case 'f', 'e':
		if prec < 0 {
			prec = 6
		}
		return point(fmt.Sprintf("%.*"+string(rune(verb)), prec, x))
	case 'g':
		if prec < 0 {
			prec = 6
		}
		prec = max(prec, 1)
		e := fmt.Sprintf("%.*e", prec-1, x)
		exp := 0
		fmt.Sscanf(e[strings.IndexByte(e, 'e')+1:], "%d", &exp)
		t := e
		if exp >= -4 && exp < prec {
			t = fmt.Sprintf("%.*f", prec-1-exp, x)
		}
		if alt {
			return point(t)
		}
		mant, tail := t, ""
		if i := strings.IndexByte(t, 'e'); i >= 0 {
			mant, tail = t[:i], t[i:]
		}
		if strings.Contains(mant, ".") {
			mant = strings.TrimRight(strings.TrimRight(mant, "0"), ".")
		}
		return mant + tail
	}
	// %a, as glibc: a leading digit 1, 0 for subnormal numbers, and 2 where rounding carries into it.
	u := math.Float64bits(x)
	exp, m := int(u>>52)-1023, u&(1<<52-1)|1<<52
	if u>>52 == 0 {
		exp, m = -1022, u
	}
	if u == 0 {
		exp = 0
	}
	digits := 13
	if prec >= 0 && prec < 13 {
		digits = prec
		shift := uint(4 * (13 - prec))
		half, rest := uint64(1)<<(shift-1), m&(1<<shift-1)
		m >>= shift
		if rest > half || rest == half && m&1 != 0 {
			m++
		}
	}
	tail := ""
	if digits > 0 {
		tail = fmt.Sprintf("%0*x", digits, m&(1<<(4*digits)-1))
	}
	if prec < 0 {
		tail = strings.TrimRight(tail, "0")
	} else if prec > 13 {
		tail += strings.Repeat("0", prec-13)
	}
	if tail != "" {
		tail = "." + tail
	}
	return point(fmt.Sprintf("0x%d%sp%+d", m>>(4*digits), tail, exp))
}
