package ptx

// This file compiles tableText into forms and matches mnemonics against them.

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// slot is one modifier position of a form.
type slot struct {
	words []string
	opt   bool
	typ   bool // the words are types
	types []Type
	shape bool // any .mMnNkK
}

// opndSpec is one operand position of a form; see tableText for the roles.
type opndSpec struct {
	role    byte
	typ     Type // explicit type, or NoType
	idx     int8 // type modifier that gives the type, or -1
	wide    bool // twice the width of Types[idx]
	relaxed bool // wider registers fit
	vec     int8 // 0 scalar; n a vector of n; vecMods, vecAny
	opt     bool
	mayPair bool // Q?
}

const (
	vecMods int8 = -1 // as many elements as Mods.Vec says
	vecAny  int8 = -2
)

// form is one row of the instruction table.
type form struct {
	op     Opcode
	slots  []slot
	opnds  []opndSpec
	nreq   int // operands that are not optional
	rest   bool
	ver    Version
	sm     int
	arch   bool // needs an a or f target
	ndst   uint8
	source string // the modifiers column, for tests
}

type tables struct {
	forms   [NumOpcodes][]*form
	byHead  map[string][]opWords // first word -> opcodes, most words first
	known   map[string]bool      // every word that is a modifier of something
	typeOf  map[string]Type
	spaceOf map[string]Space
	set     map[string]func(*Mods)
}

type opWords struct {
	op    Opcode
	words []string
}

var theTables = sync.OnceValue(buildTables)

func buildTables() *tables {
	t := &tables{
		byHead:  map[string][]opWords{},
		known:   map[string]bool{},
		typeOf:  map[string]Type{},
		spaceOf: map[string]Space{},
	}
	for i, w := range typeWords {
		if w != "" {
			t.typeOf[w] = Type(i)
			t.known[w] = true
		}
	}
	for i, w := range spaceWords {
		if w != "" {
			t.spaceOf[w] = Space(i)
		}
	}
	t.set = fieldSetters()
	byName := map[string]Opcode{}
	for op := OpNone + 1; op < NumOpcodes; op++ {
		ws := strings.Split(op.String(), ".")
		byName[op.String()] = op
		t.byHead[ws[0]] = append(t.byHead[ws[0]], opWords{op, ws[1:]})
		for _, w := range ws[1:] {
			t.known[w] = true
		}
	}
	for _, l := range t.byHead {
		slices.SortStableFunc(l, func(a, b opWords) int { return len(b.words) - len(a.words) })
	}
	sets := map[string]string{}
	for _, line := range strings.Split(tableText, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if line[0] == '$' {
			name, val, _ := strings.Cut(line[1:], " ")
			sets[name] = strings.TrimSpace(val)
			continue
		}
		f := t.parseRow(line, sets, byName)
		t.forms[f.op] = append(t.forms[f.op], f)
	}
	return t
}

// parseRow reads one row; the table is part of the program, so a mistake in it
// is a panic that any test meets.
func (t *tables) parseRow(line string, sets map[string]string, byName map[string]Opcode) *form {
	col := strings.Split(line, "|")
	// An alternative may not contain '|', but Q? may: the columns are fixed.
	for i := range col {
		col[i] = strings.TrimSpace(col[i])
	}
	op, ok := byName[col[0]]
	if !ok {
		panic("ptx: table names unknown opcode " + col[0])
	}
	f := &form{op: op, source: col[1], ver: Version{1, 0}}
	for _, w := range strings.Fields(col[1]) {
		f.slots = append(f.slots, t.parseSlot(w, sets))
	}
	counting := true
	for _, w := range strings.Fields(col[2]) {
		if w == "*" {
			f.rest = true
			break
		}
		o := parseOpnd(w)
		f.opnds = append(f.opnds, o)
		if !o.opt {
			f.nreq = len(f.opnds)
		}
		if counting && strings.IndexByte("dDPQOz", o.role) >= 0 {
			f.ndst++
		} else {
			counting = false
		}
	}
	if len(col) > 3 && col[3] != "" {
		a, b, _ := strings.Cut(col[3], ".")
		f.ver = Version{uint16(mustInt(a)), uint16(mustInt(b))}
	}
	if len(col) > 4 {
		s := col[4]
		f.arch = strings.HasSuffix(s, "a")
		f.sm = mustInt(strings.TrimSuffix(s, "a"))
	}
	return f
}

func (t *tables) parseSlot(w string, sets map[string]string) slot {
	var s slot
	if strings.HasSuffix(w, "?") {
		s.opt = true
		w = w[:len(w)-1]
	}
	w = strings.Trim(w, "()")
	for _, alt := range strings.Split(w, "/") {
		switch {
		case alt == "$shape":
			s.shape = true
		case alt[0] == '$':
			def, ok := sets[alt[1:]]
			if !ok {
				panic("ptx: table uses unknown set " + alt)
			}
			s.words = append(s.words, strings.Split(def, "/")...)
		default:
			s.words = append(s.words, alt)
		}
	}
	for _, x := range s.words {
		t.known[x] = true
		if ty, ok := t.typeOf[x]; ok {
			s.typ = true
			s.types = append(s.types, ty)
		} else if s.typ {
			panic("ptx: table mixes types and words in " + w)
		}
	}
	return s
}

func parseOpnd(w string) opndSpec {
	o := opndSpec{idx: -1}
	if strings.HasPrefix(w, "[") {
		o.role = '['
		if strings.HasPrefix(w, "[t]") {
			o.role = '('
		}
		o.opt = strings.HasSuffix(w, "?")
		return o
	}
	o.role = w[0]
	w = w[1:]
	if o.role == 'Q' && strings.HasPrefix(w, "?") {
		o.mayPair = true
		w = w[1:]
	}
	if strings.HasSuffix(w, "?") {
		o.opt = true
		w = w[:len(w)-1]
	}
	if strings.HasSuffix(w, "+") {
		o.relaxed = true
		w = w[:len(w)-1]
	}
	if strings.HasPrefix(w, "v") {
		o.vec = vecMods
		w = w[1:]
	}
	if strings.HasPrefix(w, "w") {
		o.wide = true
		w = w[1:]
	}
	if i := strings.LastIndexByte(w, 'x'); i >= 0 {
		if w[i+1:] == "*" {
			o.vec = vecAny
		} else {
			o.vec = int8(mustInt(w[i+1:]))
		}
		w = w[:i]
	}
	switch {
	case w == "":
	case w[0] == ':':
		i := slices.Index(typeWords[:], w[1:])
		if i <= 0 {
			panic("ptx: table uses unknown type " + w)
		}
		o.typ = Type(i)
	default:
		o.idx = int8(mustInt(w))
	}
	return o
}

func mustInt(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("ptx: bad number in instruction table: " + s)
	}
	return n
}

// fieldSetters maps a modifier to what it sets in Mods, for those words that
// mean the same with every opcode.
func fieldSetters() map[string]func(*Mods) {
	m := map[string]func(*Mods){}
	for i, w := range flagWords {
		f := Flag(1) << i
		m[w] = func(d *Mods) { d.Flags |= f }
	}
	for i, w := range roundWords {
		m[w] = func(d *Mods) { d.Round = Round(i) }
	}
	for i, w := range scopeWords {
		m[w] = func(d *Mods) { d.Scope = Scope(i) }
	}
	for i, w := range semWords {
		m[w] = func(d *Mods) { d.Sem = Sem(i) }
	}
	for i, w := range cacheOpWords {
		m[w] = func(d *Mods) { d.Cache = CacheOp(i) }
	}
	for i, w := range geomWords {
		m[w] = func(d *Mods) { d.Geom = Geom(i) }
	}
	for i, w := range redOpWords {
		m[w] = func(d *Mods) { d.Red = RedOp(i) }
	}
	// In mma's .xor.popc the operation is .xor.
	m["popc"] = func(d *Mods) {
		d.Flags |= Popc
		if d.Red == RedNone {
			d.Red = RedPopc
		}
	}
	for i, w := range modeWords {
		if m[w] == nil {
			m[w] = func(d *Mods) { d.Mode = Mode(i) }
		}
	}
	for i, w := range layoutWords {
		m[w] = func(d *Mods) {
			if d.Layouts[0] == LayoutNone {
				d.Layouts[0] = Layout(i)
			} else {
				d.Layouts[1] = Layout(i)
			}
		}
	}
	for i, w := range partWords {
		m[w] = func(d *Mods) { d.Part = Part(i) }
	}
	for _, n := range []uint8{2, 4, 8} {
		m["v"+strconv.Itoa(int(n))] = func(d *Mods) { d.Vec = n }
	}
	for _, n := range []uint8{1, 2, 4, 8, 16, 32, 64, 128} {
		m["x"+strconv.Itoa(int(n))] = func(d *Mods) { d.Num = n }
	}
	delete(m, "")
	return m
}

// parseShape reads mMnN or mMnNkK.
func parseShape(w string) (Shape, bool) {
	var v [3]uint16
	i := 0
	for n, c := range []byte("mnk") {
		if i == len(w) && n == 2 {
			break
		}
		if i >= len(w) || w[i] != c {
			return Shape{}, false
		}
		i++
		start := i
		for i < len(w) && i-start < 4 && w[i] >= '0' && w[i] <= '9' {
			v[n] = v[n]*10 + uint16(w[i]-'0')
			i++
		}
		if i == start {
			return Shape{}, false
		}
	}
	if i != len(w) {
		return Shape{}, false
	}
	return Shape{v[0], v[1], v[2]}, true
}

// resolve turns a mnemonic into its Mods. It never fails: what is wrong is in
// Mods.bad, to be reported at each use.
func (t *tables) resolve(text string) *Mods {
	m := &Mods{Text: text, Vec: 1}
	ws := strings.Split(text, ".")
	if len(ws) > 40 {
		m.bad.msg = "Too many modifiers for instruction '" + ws[0] + "'"
		return m
	}
	head := ws[0]
	words := ws[1:]
	if head == "tcgen05" && len(words) > 0 {
		// .fence::x and .wait::x are an opcode word and a modifier.
		if a, b, ok := strings.Cut(words[0], "::"); ok && (a == "fence" || a == "wait") {
			words = append([]string{a, b}, words[1:]...)
		}
	}
	m.Words = words
	used := make([]bool, len(words))
	cands := t.byHead[head]
	for _, c := range cands {
		if (c.op == OpTcgen05Ld || c.op == OpTcgen05St) && len(words) > 0 && words[0] == "wait" {
			continue // .wait::ld
		}
		if claim(words, c.words, used) {
			m.Op = c.op
			break
		}
	}
	for i, w := range words {
		if !used[i] && !t.known[w] {
			if _, ok := parseShape(w); !ok {
				m.bad.unknown = append(m.bad.unknown, w)
			}
		}
	}
	if len(cands) == 0 {
		m.bad.msg = "Not a name of any known instruction: '" + head + "'"
		return m
	}
	if m.Op == OpNone {
		if len(m.bad.unknown) == 0 {
			m.bad.msg = "Unexpected modifiers for instruction '" + head + "'"
		}
		return m
	}
	rest := make([]string, 0, len(words))
	for i, w := range words {
		if !used[i] {
			rest = append(rest, w)
		}
	}
	t.fillFields(m, rest)
	if len(m.bad.unknown) > 0 {
		return m
	}
	for _, f := range t.forms[m.Op] {
		if t.matches(f, rest) {
			m.forms = append(m.forms, f)
		}
	}
	if len(m.forms) == 0 {
		m.bad.msg = t.explain(m, rest)
		return m
	}
	m.NDst = m.forms[0].ndst
	return m
}

// claim marks the words of an opcode among words; false, with nothing marked,
// if one is missing.
func claim(words, want []string, used []bool) bool {
	for _, w := range want {
		found := false
		for i, x := range words {
			if !used[i] && x == w {
				used[i] = true
				found = true
				break
			}
		}
		if !found {
			clear(used)
			return false
		}
	}
	return true
}

func (t *tables) fillFields(m *Mods, words []string) {
	for _, w := range words {
		if ty, ok := t.typeOf[w]; ok {
			if int(m.NTypes) < len(m.Types) {
				m.Types[m.NTypes] = ty
				m.NTypes++
			}
			m.SrcType = ty
			continue
		}
		if sp, ok := t.spaceOf[w]; ok {
			if m.Space == SpaceNone {
				m.Space = sp
			} else {
				m.SrcSpace = sp
			}
			continue
		}
		switch m.Op {
		case OpSet, OpSetp, OpVset, OpVset2, OpVset4:
			if i := slices.Index(cmpWords[:], w); i > 0 {
				m.Cmp = Cmp(i)
				continue
			}
			if i := slices.Index(redOpWords[:], w); i > 0 && (m.Op == OpSet || m.Op == OpSetp) {
				m.Bool = RedOp(i)
				continue
			}
		case OpVote:
			if w == "uni" {
				m.Mode = ModeUni
				continue
			}
		case OpSuld, OpSust, OpSured:
			if w == "b" || w == "p" {
				continue
			}
		case OpTxq:
			if w == "level" {
				continue
			}
		}
		if f := t.set[w]; f != nil {
			f(m)
			continue
		}
		if sh, ok := parseShape(w); ok {
			m.Shape = sh
		}
	}
	m.Type = m.Types[0]
}

// matches reports whether the words are exactly what f allows: types in order,
// the rest in any order.
func (t *tables) matches(f *form, words []string) bool {
	var taken [32]bool
	next := 0 // first slot that a type may still fill
	for _, w := range words {
		if ty, ok := t.typeOf[w]; ok {
			for next < len(f.slots) {
				s := &f.slots[next]
				if s.typ && slices.Contains(s.types, ty) {
					break
				}
				if s.typ && !s.opt {
					return false
				}
				next++
			}
			if next == len(f.slots) {
				return false
			}
			taken[next] = true
			next++
			continue
		}
		ok := false
		for i := range f.slots {
			s := &f.slots[i]
			if taken[i] || s.typ {
				continue
			}
			if slices.Contains(s.words, w) {
				ok = true
			} else if s.shape {
				_, ok = parseShape(w)
			}
			if ok {
				taken[i] = true
				break
			}
		}
		if !ok {
			return false
		}
	}
	for i := range f.slots {
		if !taken[i] && !f.slots[i].opt {
			return false
		}
	}
	return true
}

// explain says, as ptxas would, why no form of m.Op fits.
func (t *tables) explain(m *Mods, words []string) string {
	name := m.Op.String()
	seen := map[string]bool{}
	for _, w := range words {
		if seen[w] && t.typeOf[w] == NoType && w != "row" && w != "col" {
			return "Duplicate ." + w + " modifier"
		}
		seen[w] = true
	}
	var types, other []string
	for _, w := range words {
		if t.typeOf[w] != NoType {
			types = append(types, w)
		} else {
			other = append(other, w)
		}
	}
	var near []*form // forms whose types fit
	for _, f := range t.forms[m.Op] {
		g := *f
		g.slots = nil
		for _, s := range f.slots {
			if s.typ {
				g.slots = append(g.slots, s)
			}
		}
		if t.matches(&g, types) {
			near = append(near, f)
		}
	}
	if len(near) == 0 {
		return "Unexpected instruction types specified for '" + name + "'"
	}
	for _, w := range other {
		legal := false
		for _, f := range near {
			for i := range f.slots {
				if slices.Contains(f.slots[i].words, w) {
					legal = true
				}
			}
		}
		if !legal {
			if slices.Contains(roundWords[:], w) {
				return "Illegal rounding modifier for instruction '" + name + "'"
			}
			return "Illegal modifier '." + w + "' for instruction '" + name + "'"
		}
	}
	if m.Round == RoundNone {
		for _, f := range near {
			if t.matches(f, append(slices.Clone(words), "rn")) {
				return "Rounding modifier required for instruction '" + name + "'"
			}
		}
	}
	return "Incorrect modifiers for instruction '" + name + "'"
}

// badMods records why a mnemonic has no form.
type badMods struct {
	unknown []string // words that are no modifier of any instruction
	msg     string
}

// modsCache shares resolved mnemonics among modules. Only good ones enter, and
// only so many.
var modsCache = struct {
	sync.RWMutex
	m map[string]*Mods
}{m: map[string]*Mods{}}

const maxCachedMods = 8192

// lookupMods returns the Mods of a mnemonic.
func lookupMods(text string) *Mods {
	modsCache.RLock()
	m := modsCache.m[text]
	modsCache.RUnlock()
	if m != nil {
		return m
	}
	m = theTables().resolve(text)
	if m.bad.msg == "" && len(m.bad.unknown) == 0 {
		modsCache.Lock()
		if have := modsCache.m[text]; have != nil {
			m = have
		} else if len(modsCache.m) < maxCachedMods {
			modsCache.m[text] = m
		}
		modsCache.Unlock()
	}
	return m
}
