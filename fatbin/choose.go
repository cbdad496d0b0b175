package fatbin

// Candidate is what the choice of an image looks at: the PTX text's .target.
type Candidate struct {
	Arch   int  // 90 for sm_90
	Suffix byte // 'a' architecture-specific, 'f' family-specific, 0 plain
}

// Choose picks the PTX that a device of compute capability cc (89 for 8.9) runs, -1 if there is none: the newest plain
// target not above cc; an architecture-specific one only at exactly its capability, where it wins, a family-specific one
// in its family (same major, not newer). Where only newer PTX is there, the oldest plain one of it is taken, since
// ferry's compiler knows it; failing that, the oldest specific one.
func Choose(c []Candidate, cc int) int {
	best := -1
	rank := func(x Candidate) (fits bool, key int) {
		switch x.Suffix {
		case 'a':
			return x.Arch == cc, x.Arch*4 + 2
		case 'f':
			return x.Arch/10 == cc/10 && x.Arch <= cc, x.Arch*4 + 1
		}
		return x.Arch <= cc, x.Arch * 4
	}
	bestKey := -1
	for i, x := range c {
		if fits, key := rank(x); fits && key > bestKey {
			best, bestKey = i, key
		}
	}
	if best >= 0 {
		return best
	}
	for i, x := range c {
		key := x.Arch * 4
		if x.Suffix != 0 {
			key += 1 << 20
		}
		if best < 0 || key < bestKey {
			best, bestKey = i, key
		}
	}
	return best
}

// Target reads the .target of a PTX text: architecture and suffix; ok is false if it has none that is understood.
func Target(ptx []byte) (c Candidate, ok bool) {
	for i := 0; i < len(ptx); {
		switch {
		case ptx[i] == '/' && i+1 < len(ptx) && ptx[i+1] == '/':
			for i < len(ptx) && ptx[i] != '\n' {
				i++
			}
		case ptx[i] == '/' && i+1 < len(ptx) && ptx[i+1] == '*':
			i += 2
			for i+1 < len(ptx) && (ptx[i] != '*' || ptx[i+1] != '/') {
				i++
			}
			i += 2
		case hasWord(ptx[i:], ".target"):
			return parseTarget(ptx[i+len(".target"):])
		case ptx[i] == '{' || ptx[i] == ';':
			return c, false // a body: the header is over
		default:
			i++
		}
	}
	return c, false
}

func hasWord(b []byte, w string) bool {
	return len(b) > len(w) && string(b[:len(w)]) == w && (b[len(w)] == ' ' || b[len(w)] == '\t')
}

func parseTarget(b []byte) (c Candidate, ok bool) {
	i := 0
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	b = b[i:]
	if len(b) < 4 || string(b[:3]) != "sm_" {
		return c, false
	}
	for i = 3; i < len(b) && i < 8 && b[i] >= '0' && b[i] <= '9'; i++ {
		c.Arch = c.Arch*10 + int(b[i]-'0')
	}
	if i < len(b) && (b[i] == 'a' || b[i] == 'f') {
		c.Suffix = b[i]
	}
	return c, c.Arch > 0
}
