package progen

import (
	"cmp"
	"slices"
)

// Minimise drops statements from a program for as long as fails still says so, and returns what is left. It takes whole statements
// only (Spans), outer ones and long runs of them first, so that what is left is as well defined as what it was given: a barrier
// never goes without the accesses that it orders. budget bounds the calls of fails.
func Minimise(p *Program, budget int, fails func(*Program) bool) *Program {
	gone := make([]bool, len(p.Lines))
	try := func(lo, hi int) bool {
		if budget <= 0 {
			return false
		}
		next := slices.Clone(gone)
		same := true
		for i := lo; i < hi; i++ {
			if !p.Fixed[i] && !next[i] {
				next[i], same = true, false
			}
		}
		if same {
			return false
		}
		budget--
		if !fails(p.without(next)) {
			return false
		}
		gone = next
		return true
	}
	root := p.statements()
	for again := true; again && budget > 0; {
		again = false
		level := []*statement{root}
		for len(level) > 0 {
			var inner []*statement
			for _, s := range level {
				again = s.reduce(try) || again
				inner = append(inner, s.parts...)
			}
			level = inner
		}
	}
	return p.without(gone)
}

// without is the program less some lines.
func (p *Program) without(gone []bool) *Program {
	q := *p
	q.Lines, q.Fixed, q.Spans = nil, nil, nil
	for i, t := range p.Lines {
		if !gone[i] {
			q.Lines = append(q.Lines, t)
			q.Fixed = append(q.Fixed, p.Fixed[i])
		}
	}
	return &q
}

// statement is a span of lines and the statements within it.
type statement struct {
	lo, hi int
	parts  []*statement
}

// statements is the tree of a program's spans.
func (p *Program) statements() *statement {
	spans := slices.Clone(p.Spans)
	slices.SortStableFunc(spans, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], b[1]-a[1]) })
	root := &statement{0, len(p.Lines), nil}
	open := []*statement{root}
	for _, s := range spans {
		for open[len(open)-1].hi < s[1] {
			open = open[:len(open)-1]
		}
		x := &statement{s[0], s[1], nil}
		top := open[len(open)-1]
		top.parts = append(top.parts, x)
		open = append(open, x)
	}
	return root
}

// reduce drops runs of the statement's parts, long ones first, and forgets those that went.
func (s *statement) reduce(try func(lo, hi int) bool) (any bool) {
	for n := len(s.parts); n >= 1; n /= 2 {
		for i := 0; i < len(s.parts); {
			hi := min(i+n, len(s.parts))
			if try(s.parts[i].lo, s.parts[hi-1].hi) {
				s.parts = slices.Delete(s.parts, i, hi)
				any = true
				continue
			}
			i += n
		}
	}
	return any
}
