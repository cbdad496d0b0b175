package cuda

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"ferry/abi"
	"ferry/hipffi"
)

// makeRing makes the context's printf ring.
func (c *context) makeRing() CUresult {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ring != 0 {
		return CUDA_SUCCESS
	}
	size := uint64(c.limits[CU_LIMIT_PRINTF_FIFO_SIZE]+7) &^ 7
	p, err := c.dev.dev.Alloc(hipffi.AllocHost, abi.PrintfHeader+size)
	if err != nil {
		return fromError(err)
	}
	b := make([]byte, abi.PrintfHeader+size)
	binary.LittleEndian.PutUint32(b[abi.PrintfCapacity:], uint32(size))
	if err := c.dev.dev.Write(p, b); err != nil {
		return fromError(err)
	}
	c.ring = p
	return CUDA_SUCCESS
}

// makeHeap makes the device heap.
func (c *context) makeHeap() CUresult { return CUDA_ERROR_NOT_SUPPORTED }

// drainPrintf prints what kernels have written to the ring and empties it. No kernel of the context that prints runs.
func (c *context) drainPrintf() {
	if c.ring == 0 {
		return
	}
	c.printMu.Lock()
	defer c.printMu.Unlock()
	dev := c.dev.dev
	var h [abi.PrintfHeader]byte
	le := binary.LittleEndian
	if dev.Read(h[:], c.ring) != nil {
		return
	}
	used := min(le.Uint32(h[abi.PrintfOffset:]), le.Uint32(h[abi.PrintfCapacity:]))
	if used == 0 {
		return
	}
	b := make([]byte, used)
	if dev.Read(b, c.ring+abi.PrintfHeader) != nil {
		return
	}
	var out []byte
	for len(b) >= abi.PrintfRecData {
		size, args := le.Uint32(b[abi.PrintfRecSize:]), le.Uint32(b[abi.PrintfRecArgs:])
		if size < abi.PrintfRecData || uint64(size) > uint64(len(b)) || args > size-abi.PrintfRecData {
			break
		}
		format := c.deviceString(le.Uint64(b[abi.PrintfRecFormat:]))
		out = appendPrintf(out, format, b[abi.PrintfRecData:abi.PrintfRecData+args], c.deviceString)
		b = b[size:]
	}
	clear(h[abi.PrintfOffset:])
	zero := make([]byte, used)
	dev.Write(c.ring+abi.PrintfHeader, zero)
	dev.Write(c.ring+abi.PrintfOffset, h[abi.PrintfOffset:])
	if len(out) > 0 {
		Host.Stdout(out)
	}
}

// appendPrintf formats as C's printf does. Arguments lie as a C caller lays out a struct of them: 4 bytes for int, 8
// for everything else, aligned; what is missing is taken as 0. str reads a %s argument.
func appendPrintf(out []byte, format string, args []byte, str func(uint64) string) []byte {
	at := 0
	next := func(size int) uint64 {
		at = (at + size - 1) &^ (size - 1)
		var w [8]byte
		if at < len(args) {
			copy(w[:size], args[at:min(at+size, len(args))])
		}
		at += size
		return binary.LittleEndian.Uint64(w[:])
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out = append(out, format[i])
			continue
		}
		start := i
		var spec printfSpec
		i = spec.parse(format, i+1, func() int { return int(int32(next(4))) })
		if i >= len(format) {
			return append(out, format[start:]...)
		}
		switch v := format[i]; v {
		case '%':
			out = append(out, '%')
		case 'd', 'i':
			n := int64(int32(0))
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
			if p := next(8); p != 0 {
				s = str(p)
			}
			if spec.prec >= 0 && spec.prec < len(s) {
				s = s[:spec.prec]
			}
			out = spec.pad(out, s)
		case 'p':
			s := "(nil)"
			if p := next(8); p != 0 {
				s = fmt.Sprintf("%#x", p)
			}
			out = spec.pad(out, s)
		case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
			out = spec.float(out, v, math.Float64frombits(next(8)))
		default:
			out = append(out, format[start:i+1]...)
		}
	}
	return out
}

// printfSpec is one conversion's flags, width and precision.
type printfSpec struct {
	minus, plus, space, zero, alt, long bool
	short                               int // 1 for h, 2 for hh
	width, prec                         int // prec -1 = none
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
		s.prec = min(number(), maxPrintfWidth)
	}
	for ; i < len(f); i++ {
		switch f[i] {
		case 'h':
			s.short++
		case 'l', 'j', 'z', 't', 'L', 'q':
			s.long = true
		default:
			return i
		}
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
	// %a
	t := ""
	if prec < 0 {
		t = fmt.Sprintf("%x", x)
	} else {
		t = fmt.Sprintf("%.*x", prec, x)
	}
	if i := strings.IndexByte(t, 'p'); i >= 0 { // C writes the exponent without leading zeroes
		exp := strings.TrimLeft(t[i+2:], "0")
		if exp == "" {
			exp = "0"
		}
		t = t[:i+2] + exp
	}
	return point(t)
}
