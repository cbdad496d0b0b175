package ptx

// SampleOf writes one instruction of a given mnemonic, as Samples does for the table's rows. It reports false where operands
// cannot be made without context (calls), or the mnemonic is none.
func SampleOf(mnemonic string) (Sample, bool) {
	m := theTables().resolve(mnemonic)
	for _, f := range m.forms {
		if f.rest {
			continue
		}
		ops, ok := genOperands(f, m)
		if !ok {
			continue
		}
		n := f.needs().and(m.needs())
		t := Target{SM: max(n.sm, 75)}
		if n.arch {
			t.Suffix = 'a'
		}
		ver := n.ver
		if v := knownSMs[t.SM]; ver.Less(v) {
			ver = v
		}
		return Sample{m.Op, m.Op.String() + " | " + f.source, mnemonic + " " + joinOperands(ops) + ";", ver, t, ops}, true
	}
	return Sample{}, false
}
