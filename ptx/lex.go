package ptx

import "strings"

// This file is the lexer: bytes to tokens, without copying.

type tokKind uint8

const (
	tEOF    tokKind = iota
	tIdent          // name, %reg, $label
	tDot            // .word or .word::word; text has no dot
	tInt            // integer literal
	tFloat          // decimal floating-point literal
	tF32            // 0f........
	tF64            // 0d................
	tString         // "..."; text has no quotes
	tPunct          // one of the bytes below, in token.ch
	tShl            // <<
	tShr            // >>
	tLE             // <=
	tGE             // >=
	tEQ             // ==
	tNE             // !=
	tAndAnd         // &&
	tOrOr           // ||
	tBad            // a byte or literal that is no token
)

type token struct {
	kind       tokKind
	ch         byte // tPunct
	start, end int
	line, col  int32
}

type lexer struct {
	src       string
	pos       int
	line      int32
	lineStart int
	tok       token
	prevEnd   int // where the token before tok ended
}

const (
	cLetter = 1 << iota // letters, _ $ %
	cDigit
	cHex
	cSpace
)

var class = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= cLetter
		t[c-32] |= cLetter
	}
	t['_'] |= cLetter
	t['$'] |= cLetter
	t['%'] |= cLetter
	for c := '0'; c <= '9'; c++ {
		t[c] |= cDigit | cHex
	}
	for c := 'a'; c <= 'f'; c++ {
		t[c] |= cHex
		t[c-32] |= cHex
	}
	t[' '] |= cSpace
	t['\t'] |= cSpace
	t['\r'] |= cSpace
	t['\f'] |= cSpace
	t['\v'] |= cSpace
	return
}()

func (l *lexer) text() string { return l.src[l.tok.start:l.tok.end] }

func (l *lexer) isPunct(c byte) bool { return l.tok.kind == tPunct && l.tok.ch == c }

// isDir reports whether the token is the directive or modifier .w.
func (l *lexer) isDir(w string) bool { return l.tok.kind == tDot && l.text() == w }

func (l *lexer) here() Pos { return Pos{l.tok.line, l.tok.col} }

// skipSpace moves to the next byte that is not white space or comment. It
// reports false at an unterminated comment, with pos at its start.
func (l *lexer) skipSpace() bool {
	src := l.src
	i := l.pos
	for i < len(src) {
		c := src[i]
		if class[c]&cSpace != 0 {
			i++
			continue
		}
		if c == '\n' {
			i++
			l.line++
			l.lineStart = i
			continue
		}
		if c == '#' {
			if j := lineMarkerEnd(src, i); j > i {
				i = j
				continue
			}
		}
		if c != '/' || i+1 >= len(src) {
			break
		}
		switch src[i+1] {
		case '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			continue
		case '*':
			j := i + 2
			line, start := l.line, l.lineStart
			for {
				if j+1 >= len(src) {
					l.pos = i
					return false
				}
				if src[j] == '*' && src[j+1] == '/' {
					break
				}
				if src[j] == '\n' {
					line++
					start = j + 1
				}
				j++
			}
			i = j + 2
			l.line, l.lineStart = line, start
			continue
		}
		break
	}
	l.pos = i
	return true
}

// lineMarkerEnd returns the end of the line that the C preprocessor's marker at i fills, # 1 "file" or #line 1 "file", or
// i if there is none.
func lineMarkerEnd(src string, i int) int {
	j := i + 1
	blanks := func() {
		for j < len(src) && (src[j] == ' ' || src[j] == '\t') {
			j++
		}
	}
	blanks()
	if strings.HasPrefix(src[j:], "line") {
		j += 4
		blanks()
	}
	if j == len(src) || class[src[j]]&cDigit == 0 {
		return i
	}
	for j < len(src) && src[j] != '\n' {
		j++
	}
	return j
}

// next scans one token into l.tok.
func (l *lexer) next() {
	l.prevEnd = l.tok.end
	ok := l.skipSpace()
	src := l.src
	i := l.pos
	t := &l.tok
	t.start = i
	t.line = l.line
	t.col = int32(i-l.lineStart) + 1
	if !ok {
		t.kind = tBad
		t.end = i + 2
		l.pos = len(src)
		return
	}
	if i >= len(src) {
		t.kind = tEOF
		t.end = i
		return
	}
	c := src[i]
	switch {
	case class[c]&cLetter != 0:
		i++
		for i < len(src) && class[src[i]]&(cLetter|cDigit) != 0 && src[i] != '%' {
			i++
		}
		t.kind = tIdent
		if i == t.start+1 {
			switch c {
			case '%':
				t.kind = tPunct
				t.ch = c
			case '$':
				t.kind = tBad
			}
		}
	case class[c]&cDigit != 0:
		i = l.number(i)
	case c == '.':
		j := i + 1
		for j < len(src) && class[src[j]]&cDigit != 0 {
			j++
		}
		if j > i+1 && (j == len(src) || class[src[j]]&cLetter == 0 || exponentEnd(src, j) > j) {
			t.kind = tFloat
			i = exponentEnd(src, j)
			break
		}
		j = scanDotWord(src, i)
		if j == i {
			t.kind = tBad
			i++
			break
		}
		t.kind = tDot
		t.start = i + 1
		i = j
	case c == '"':
		j := i + 1
		for j < len(src) && src[j] != '"' && src[j] != '\n' {
			j++ // there are no escapes
		}
		if j >= len(src) || src[j] != '"' {
			t.kind = tBad
			i++
			break
		}
		t.kind = tString
		t.start = i + 1
		t.end = j
		l.pos = j + 1
		return
	default:
		i++
		t.kind = tPunct
		t.ch = c
		switch c {
		case ';', ',', '[', ']', '{', '}', '(', ')', ':', '@', '+', '-', '*', '/', '%', '^', '~', '?':
		case '<', '>', '=', '!', '&', '|':
			if i < len(src) {
				k := tPunct
				switch string(c) + src[i:i+1] {
				case "<<":
					k = tShl
				case ">>":
					k = tShr
				case "<=":
					k = tLE
				case ">=":
					k = tGE
				case "==":
					k = tEQ
				case "!=":
					k = tNE
				case "&&":
					k = tAndAnd
				case "||":
					k = tOrOr
				}
				if k != tPunct {
					t.kind = k
					i++
				}
			}
		default:
			t.kind = tBad
		}
	}
	t.end = i
	l.pos = i
}

// scanDotWord returns the end of the .word(::word)* at i, or i if there is none.
func scanDotWord(src string, i int) int {
	j := i + 1
	for j < len(src) && class[src[j]]&(cLetter|cDigit) != 0 && src[j] != '%' && src[j] != '$' {
		j++
	}
	if j == i+1 {
		return i
	}
	for j+2 < len(src) && src[j] == ':' && src[j+1] == ':' && class[src[j+2]]&(cLetter|cDigit) != 0 {
		j += 2
		for j < len(src) && class[src[j]]&(cLetter|cDigit) != 0 {
			j++
		}
	}
	return j
}

// number scans a numeric literal at i, sets the token kind and returns its end.
func (l *lexer) number(i int) int {
	src := l.src
	t := &l.tok
	hexRun := func(j int) int {
		for j < len(src) && class[src[j]]&cHex != 0 {
			j++
		}
		return j
	}
	if src[i] == '0' && i+1 < len(src) {
		switch src[i+1] {
		case 'x', 'X':
			if j := hexRun(i + 2); j > i+2 {
				t.kind = tInt
				return l.suffixU(j)
			}
		case 'b', 'B':
			j := i + 2
			for j < len(src) && (src[j] == '0' || src[j] == '1') {
				j++
			}
			if j > i+2 {
				t.kind = tInt
				return l.suffixU(j)
			}
		case 'f', 'F':
			if j := hexRun(i + 2); j == i+10 {
				t.kind = tF32
				return j
			}
		case 'd', 'D':
			if j := hexRun(i + 2); j == i+18 {
				t.kind = tF64
				return j
			}
		}
	}
	j := i
	for j < len(src) && class[src[j]]&cDigit != 0 {
		j++
	}
	isFloat := false
	if j < len(src) && src[j] == '.' {
		k := j + 1
		for k < len(src) && class[src[k]]&cDigit != 0 {
			k++
		}
		// "5.u32" is not a float; "5." and "5.e3" are.
		if k == len(src) || class[src[k]]&cLetter == 0 || src[k] == 'e' || src[k] == 'E' || k > j+1 {
			isFloat = true
			j = k
		}
	}
	if k := exponentEnd(src, j); k > j {
		isFloat = true
		j = k
	}
	if isFloat {
		t.kind = tFloat
		return j
	}
	t.kind = tInt
	return l.suffixU(j)
}

// exponentEnd returns the end of the decimal exponent at j, or j if there is none.
func exponentEnd(src string, j int) int {
	if j >= len(src) || src[j] != 'e' && src[j] != 'E' {
		return j
	}
	k := j + 1
	if k < len(src) && (src[k] == '+' || src[k] == '-') {
		k++
	}
	if k >= len(src) || class[src[k]]&cDigit == 0 {
		return j
	}
	for k < len(src) && class[src[k]]&cDigit != 0 {
		k++
	}
	return k
}

func (l *lexer) suffixU(j int) int {
	if j < len(l.src) && l.src[j] == 'U' {
		j++
	}
	return j
}
