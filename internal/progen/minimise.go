package progen

import "slices"

// Minimise drops statements from a program for as long as fails still says so, and returns what is left. It tries the longest
// ranges of lines that belong together first, then single lines, until nothing more can go or budget calls are
// used up.
func Minimise(p *Program, budget int, fails func(*Program) bool) *Program {
	type item struct {
		text  string
		fixed bool
		id    int
	}
	items := make([]item, len(p.Lines))
	for i := range items {
		items[i] = item{p.Lines[i], p.Fixed[i], i}
	}
	program := func(its []item) *Program {
		q := *p
		q.Lines, q.Fixed, q.Spans = nil, nil, nil
		for _, it := range its {
			q.Lines = append(q.Lines, it.text)
			q.Fixed = append(q.Fixed, it.fixed)
		}
		return &q
	}
	try := func(drop func(id int) bool) bool {
		if budget <= 0 {
			return false
		}
		next := slices.DeleteFunc(slices.Clone(items), func(it item) bool { return !it.fixed && drop(it.id) })
		if len(next) == len(items) {
			return false
		}
		budget--
		if !fails(program(next)) {
			return false
		}
		items = next
		return true
	}
	spans := slices.Clone(p.Spans)
	slices.SortStableFunc(spans, func(a, b [2]int) int { return (b[1] - b[0]) - (a[1] - a[0]) })
	for again := true; again && budget > 0; {
		again = false
		for _, s := range spans {
			again = try(func(id int) bool { return id >= s[0] && id < s[1] }) || again
		}
		for n := len(items) / 4; n >= 1; n /= 2 {
			for i := 0; i < len(items); {
				lo := items[i].id
				hi := items[min(i+n, len(items))-1].id
				if try(func(id int) bool { return id >= lo && id <= hi }) {
					again = true
					continue
				}
				i += n
			}
		}
	}
	return program(items)
}
