package isel

import "ferry/ir"

// rule translates one value.
type rule func(s *sel, v *ir.Value)

// rules has one entry for every operation; what has none is refused by name.
var rules [ir.NumOps]rule

func init() {
	for _, t := range [...]map[ir.Op]rule{
		plainRules, integerRules, bitRules, compareRules, floatRules, convertRules, memoryRules, warpRules, specialRules, callRules,
	} {
		for op, r := range t {
			rules[op] = r
		}
	}
}

func (s *sel) value(v *ir.Value) {
	s.line = v.Line
	if s.folded[v.ID] {
		return // its user does the work
	}
	if s.fuse[v.ID].comb != 0 {
		s.selFused(v)
		return
	}
	r := rules[v.Op]
	if r == nil {
		s.refuse("operation %s is not supported", v.Op)
	}
	r(s, v)
}
