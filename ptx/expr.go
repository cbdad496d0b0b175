package ptx

import (
	"math"
	"strconv"
	"strings"
)

// This file evaluates constant expressions (PTX manual, "Constant
// Expressions"): 64-bit integers, signed or unsigned, and binary64.

// constant is the value of a constant expression.
type constant struct {
	kind     OpndKind // OpndInt, OpndF32, OpndF64
	unsigned bool
	hex      bool
	bits     uint64 // two's complement, or the float's bits
}

func (c constant) float() float64 {
	switch c.kind {
	case OpndF32:
		return float64(math.Float32frombits(uint32(c.bits)))
	case OpndF64:
		return math.Float64frombits(c.bits)
	}
	if c.unsigned {
		return float64(c.bits)
	}
	return float64(int64(c.bits))
}

func (c constant) isFloat() bool { return c.kind != OpndInt }

func intConst(v int64) constant { return constant{kind: OpndInt, bits: uint64(v)} }

func boolConst(b bool) constant {
	if b {
		return intConst(1)
	}
	return intConst(0)
}

func floatConst(f float64) constant {
	return constant{kind: OpndF64, bits: math.Float64bits(f), hex: math.IsInf(f, 0) || math.IsNaN(f)}
}

const maxExprDepth = 200

// startsConst reports whether the token can begin a constant expression.
func (p *parser) startsConst() bool {
	switch p.tok.kind {
	case tInt, tFloat, tF32, tF64:
		return true
	case tPunct:
		switch p.tok.ch {
		case '-', '+', '~', '!', '(':
			return true
		}
	case tIdent:
		return p.text() == "WARP_SZ"
	}
	return false
}

// expr parses a constant expression.
func (p *parser) expr() (constant, bool) { return p.ternary(0) }

// integerExpected is the complaint about a binary64 value where an operator takes integers only.
const integerExpected = "Integer constant expression expected"

func (p *parser) ternary(depth int) (constant, bool) {
	if p.tok.kind == tF32 || p.tok.kind == tF64 {
		return p.hexFloat()
	}
	c, ok := p.binary(0, depth)
	if !ok || !p.isPunct('?') {
		return c, ok
	}
	pos := p.here()
	p.next()
	a, ok := p.ternary(depth + 1)
	if !ok || !p.expectPunct(':') {
		return a, false
	}
	b, ok := p.ternary(depth + 1)
	if !ok {
		return b, false
	}
	if c.isFloat() || a.isFloat() || b.isFloat() {
		p.errorAt(pos, KindInvalid, "?", integerExpected)
		return b, false
	}
	if c.bits != 0 {
		return a, true
	}
	return b, true
}

// binaryPrec is the precedence of the current token as a binary operator, 0 if
// it is none. '|' ends an operand list of predicates elsewhere, but between
// constants it is the operator.
func (p *parser) binaryPrec() int {
	switch p.tok.kind {
	case tOrOr:
		return 1
	case tAndAnd:
		return 2
	case tEQ, tNE:
		return 6
	case tLE, tGE:
		return 7
	case tShl, tShr:
		return 8
	case tPunct:
		switch p.tok.ch {
		case '|':
			return 3
		case '^':
			return 4
		case '&':
			return 5
		case '<', '>':
			return 7
		case '+', '-':
			return 9
		case '*', '/', '%':
			return 10
		}
	}
	return 0
}

func (p *parser) binary(minPrec, depth int) (constant, bool) {
	if depth > maxExprDepth {
		p.errorHere(KindLimit, "Constant expression nests too deeply")
		return constant{}, false
	}
	a, ok := p.unary(depth)
	for ok {
		prec := p.binaryPrec()
		if prec == 0 || prec <= minPrec {
			return a, true
		}
		k, ch, pos, word := p.tok.kind, p.tok.ch, p.here(), p.text()
		p.next()
		b, ok2 := p.binary(prec, depth+1)
		if !ok2 {
			return b, false
		}
		a, ok = p.apply(k, ch, a, b, pos, word)
	}
	return a, ok
}

func (p *parser) unary(depth int) (constant, bool) {
	if depth > maxExprDepth {
		p.errorHere(KindLimit, "Constant expression nests too deeply")
		return constant{}, false
	}
	if p.tok.kind == tPunct {
		ch := p.tok.ch
		switch ch {
		case '-', '+', '~', '!':
			p.next()
			c, ok := p.unary(depth + 1)
			if !ok {
				return c, false
			}
			switch {
			case c.isFloat() && (ch == '!' || ch == '~'):
				p.errorHere(KindInvalid, integerExpected)
				return c, false
			case ch == '!':
				return boolConst(c.bits == 0), true
			case ch == '+':
				return c, true
			case c.isFloat():
				return floatConst(-c.float()), true
			case ch == '~':
				c.bits = ^c.bits
			default:
				c.bits = -c.bits
			}
			return c, true
		case '(':
			p.next()
			if p.tok.kind == tDot { // cast
				w := p.text()
				if w != "s64" && w != "u64" {
					p.errorHere(KindInvalid, "Unsupported cast operation")
					return constant{}, false
				}
				p.next()
				if !p.expectPunct(')') {
					return constant{}, false
				}
				c, ok := p.unary(depth + 1)
				if ok && c.isFloat() {
					p.errorHere(KindInvalid, integerExpected)
					return c, false
				}
				c.unsigned = w == "u64"
				return c, ok
			}
			c, ok := p.ternary(depth + 1)
			if !ok || !p.expectPunct(')') {
				return c, false
			}
			return c, true
		}
	}
	return p.literal()
}

// literal parses one numeric literal or WARP_SZ.
func (p *parser) literal() (constant, bool) {
	s := p.text()
	switch p.tok.kind {
	case tInt:
		c := constant{kind: OpndInt}
		if strings.HasSuffix(s, "U") {
			s = s[:len(s)-1]
			c.unsigned = true
		}
		base := 10
		switch {
		case len(s) > 2 && (s[1] == 'x' || s[1] == 'X'):
			s, base = s[2:], 16
		case len(s) > 2 && (s[1] == 'b' || s[1] == 'B'):
			s, base = s[2:], 2
		case len(s) > 1 && s[0] == '0':
			s, base = s[1:], 8
		}
		v, err := parseUint(s, base)
		if err != nil {
			if base == 8 && err == strconv.ErrSyntax {
				p.syntaxError()
			} else {
				p.errorHere(KindInvalid, "Constant overflow")
			}
			return c, false
		}
		c.bits = v
		if v > math.MaxInt64 {
			c.unsigned = true
		}
		p.next()
		return c, true
	case tFloat:
		f, err := strconv.ParseFloat(s, 64)
		switch {
		case math.IsInf(f, 0), math.Abs(f) < minNormal && strings.ContainsAny(mantissa(s), "123456789"):
			p.errorHere(KindInvalid, "Constant overflow") // a subnormal is out of range too
			return constant{}, false
		case err != nil:
			p.syntaxError()
			return constant{}, false
		}
		p.next()
		return floatConst(f), true
	case tIdent:
		if s == "WARP_SZ" {
			p.next()
			return intConst(32), true
		}
	}
	p.syntaxError()
	return constant{}, false
}

// minNormal is the smallest normal binary64 value.
const minNormal = 0x1p-1022

// mantissa is a decimal floating-point literal without its exponent.
func mantissa(s string) string {
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		return s[:i]
	}
	return s
}

// hexFloat parses 0f... or 0d..., which no operator takes, unless it stands in parentheses.
func (p *parser) hexFloat() (constant, bool) {
	v, err := strconv.ParseUint(p.text()[2:], 16, 64)
	if err != nil {
		p.syntaxError()
		return constant{}, false
	}
	k := OpndF32
	if p.tok.kind == tF64 {
		k = OpndF64
	}
	p.next()
	if p.binaryPrec() != 0 || p.isPunct('?') {
		p.syntaxError()
		return constant{}, false
	}
	return constant{kind: k, bits: v, hex: true}, true
}

// parseUint is strconv.ParseUint without its error's allocation on the common
// path.
func parseUint(s string, base int) (uint64, error) {
	if len(s) < 16 && base == 10 {
		v := uint64(0)
		for i := 0; i < len(s); i++ {
			v = v*10 + uint64(s[i]-'0')
		}
		return v, nil
	}
	v, err := strconv.ParseUint(s, base, 64)
	if err != nil {
		return 0, err.(*strconv.NumError).Err
	}
	return v, nil
}

const divisionByZero = "Constant expression has division by zero"

func (p *parser) apply(k tokKind, ch byte, a, b constant, pos Pos, word string) (constant, bool) {
	logical := k == tAndAnd || k == tOrOr || k == tPunct && (ch == '&' || ch == '|' || ch == '^')
	if a.isFloat() != b.isFloat() && !logical {
		p.errorAt(pos, KindInvalid, word, "Constant expression type mismatch")
		return a, false
	}
	if a.isFloat() || b.isFloat() {
		x, y := a.float(), b.float()
		switch {
		case k == tEQ:
			return boolConst(x == y), true
		case k == tNE:
			return boolConst(x != y), true
		case k == tLE:
			return boolConst(x <= y), true
		case k == tGE:
			return boolConst(x >= y), true
		case k != tPunct:
		case ch == '/' && y == 0:
			p.errorAt(pos, KindInvalid, word, divisionByZero)
			return a, false
		case ch == '<':
			return boolConst(x < y), true
		case ch == '>':
			return boolConst(x > y), true
		case ch == '+':
			return floatConst(x + y), true
		case ch == '-':
			return floatConst(x - y), true
		case ch == '*':
			return floatConst(x * y), true
		case ch == '/':
			return floatConst(x / y), true
		}
		p.errorAt(pos, KindInvalid, word, integerExpected)
		return a, false
	}
	uns := a.unsigned || b.unsigned
	res := func(v uint64) (constant, bool) { return constant{kind: OpndInt, bits: v, unsigned: uns}, true }
	x, y := a.bits, b.bits
	sx, sy := int64(x), int64(y)
	less := sx < sy
	if uns {
		less = x < y
	}
	switch k {
	case tEQ:
		return boolConst(x == y), true
	case tNE:
		return boolConst(x != y), true
	case tLE:
		return boolConst(less || x == y), true
	case tGE:
		return boolConst(!less), true
	case tAndAnd:
		return boolConst(x != 0 && y != 0), true
	case tOrOr:
		return boolConst(x != 0 || y != 0), true
	case tShl, tShr:
		// The shift's type is that of its left operand.
		uns = a.unsigned
		if k == tShl {
			return res(x << y)
		}
		if a.unsigned {
			return res(x >> y)
		}
		return res(uint64(sx >> y))
	}
	switch ch {
	case '<':
		return boolConst(less), true
	case '>':
		return boolConst(!less && x != y), true
	case '+':
		return res(x + y)
	case '-':
		return res(x - y)
	case '*':
		return res(x * y)
	case '&':
		return res(x & y)
	case '|':
		return res(x | y)
	case '^':
		return res(x ^ y)
	case '/', '%':
		if y == 0 {
			p.errorAt(pos, KindInvalid, word, divisionByZero)
			return a, false
		}
		switch {
		case uns && ch == '/':
			return res(x / y)
		case uns:
			return res(x % y)
		case sy == -1 && ch == '/':
			return res(-x)
		case sy == -1:
			return res(0)
		case ch == '/':
			return res(uint64(sx / sy))
		}
		return res(uint64(sx % sy))
	}
	p.errorAt(pos, KindSyntax, word, "Parsing error near '"+word+"': syntax error")
	return a, false
}
