// Command gen turns the instruction tables of amdgpu/tables into Go: the Op and Enc constants (ops_gen.go)
// and one table file per chip. Run it with go generate ./amdgpu.
//
// It derives and checks; it holds no knowledge of single instructions beyond corrections.go.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"log"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// targets lists the chips whose tables are generated.
var targets = []string{"gfx1100"}

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "amdgpu", "folder of package amdgpu")
	flag.Parse()
	var all []*table
	for _, name := range targets {
		t, err := load(filepath.Join(*dir, "tables", name+".json.gz"))
		if err != nil {
			log.Fatal(err)
		}
		correct(t)
		all = append(all, t)
	}
	g := newGenerator(all)
	write(filepath.Join(*dir, "ops_gen.go"), g.ops())
	for _, t := range all {
		write(filepath.Join(*dir, t.Arch+"_gen.go"), g.target(t))
	}
}

func write(path string, src []byte) {
	out, err := format.Source(src)
	if err != nil {
		os.WriteFile(path+".bad", src, 0o644)
		log.Fatalf("%s: %v", path, err)
	}
	if err := os.WriteFile(path, out, 0o644); err != nil {
		log.Fatal(err)
	}
}

// table is one tables/*.json.gz, as far as the generator reads it.
type table struct {
	Arch   string `json:"arch"`
	Source struct {
		Layout string `json:"layout_and_names"`
		Note   string `json:"note"`
	} `json:"source"`
	Encodings []struct {
		Name  string `json:"name"`
		Size  int    `json:"size_bits"`
		Mask  string `json:"ident_mask"`
		Value string `json:"ident_value"`
		Field []struct {
			Name  string  `json:"name"`
			Lo    int     `json:"lo"`
			Width int     `json:"width"`
			Fixed *uint64 `json:"fixed"`
		} `json:"fields"`
	} `json:"encodings"`
	Instructions []instruction `json:"instructions"`
}

type instruction struct {
	Name    string  `json:"name"`
	Formats []*form `json:"formats"`
}

type form struct {
	Encoding  string            `json:"encoding"`
	Opcode    int               `json:"opcode"`
	OpField   string            `json:"op_field"`
	Mode      string            `json:"mode"`
	Returns   bool              `json:"returns"`
	Asm       string            `json:"asm"`
	Operands  []operand         `json:"operands"`
	Modifiers map[string]string `json:"modifier_fields"`
	Reads     []string          `json:"implicit_reads"`
	Writes    []string          `json:"implicit_writes"`
	MayLoad   bool              `json:"may_load"`
	MayStore  bool              `json:"may_store"`
	TSFlags   string            `json:"llvm_tsflags"`
	Literal   bool              `json:"literal_required"`
	Sample    struct {
		Fields map[string]uint64 `json:"fields"`
		Asm    string            `json:"asm"`
	} `json:"sample"`
	Image *struct {
		Class   string `json:"class"`
		Dim     int    `json:"dim"`
		Dwords  int    `json:"addr_dwords"`
		Sampler bool   `json:"sampler"`
		Rule    string `json:"data_rule"`
	} `json:"image"`

	name string // of the instruction
}

type operand struct {
	Text     string          `json:"text"`
	Field    string          `json:"field"`
	Dir      string          `json:"dir"`
	Kind     string          `json:"kind"`
	RegClass string          `json:"regclass"`
	Bits     int             `json:"reg_bits"`
	Bits64   int             `json:"reg_bits_wave64"`
	Format   string          `json:"data_format"`
	DataBits int             `json:"data_bits"`
	Accepts  []string        `json:"accepts"`
	Inline   int             `json:"inline_half_bits"`
	List     json.RawMessage `json:"list"`

	splat bool // inline constants fill both halves
	noFP  bool // takes no neg and abs although the instruction has them
}

func load(path string) (*table, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	t := new(table)
	if err := json.NewDecoder(z).Decode(t); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i := range t.Instructions {
		for _, f := range t.Instructions[i].Formats {
			f.name = t.Instructions[i].Name
		}
	}
	return t, nil
}

// encodings is every encoding of every chip in the order of the Enc constants: smaller forms first, so
// that the order is also the encoder's preference.
var encodings = []string{
	"SOP1", "SOP2", "SOPC", "SOPK", "SOPP", "VOP1", "VOP2", "VOPC", "SMEM", "DS", "LDSDIR", "VOP3", "VOP3SD", "VOP3P", "VINTERP",
	"VOP1_DPP16", "VOP2_DPP16", "VOPC_DPP16", "VOP3_DPP16", "VOP3SD_DPP16", "VOP3P_DPP16",
	"VOP1_DPP8", "VOP2_DPP8", "VOPC_DPP8", "VOP3_DPP8", "VOP3SD_DPP8", "VOP3P_DPP8",
	"VOPD", "MUBUF", "MTBUF", "FLAT", "GLOBAL", "SCRATCH", "MIMG", "MIMG_NSA1", "EXP",
	"VOP1_SDWA", "VOP2_SDWA", "VOPC_SDWA", "MIMG_NSA2", "MIMG_NSA3", "VOP3P_MFMA", "VIMAGE", "VSAMPLE", "VBUFFER", "VDS", "VEXPORT", "VDSDIR", "VFLAT", "VGLOBAL", "VSCRATCH",
}

type generator struct {
	names  []string       // mnemonics, sorted; position+1 is the Op
	op     map[string]int // mnemonic -> Op
	fields []string       // field names, modifiers first; position is the fieldID
	field  map[string]int
	fmts   []string // data formats, sorted; position+1 is the DataFormat
	format map[string]int
	enc    map[string]int
}

// laneSel is the name under which the eight dpp8 selectors are one field of 24 bits.
const laneSel = "dpp8"

func fieldName(n string) string {
	if strings.HasPrefix(n, "lane_sel_") {
		return laneSel
	}
	return n
}

func newGenerator(all []*table) *generator {
	g := &generator{op: map[string]int{}, field: map[string]int{}, format: map[string]int{}, enc: map[string]int{}}
	for i, e := range encodings {
		g.enc[e] = i + 1
	}
	names, fields, fmts := map[string]bool{}, map[string]bool{}, map[string]bool{}
	// Fields that are modifiers somewhere are numbered first, so that a row's set of them fits 64 bits.
	mods := map[string]bool{"offset": true, "tfe": true, "done": true, "row": true}
	for _, t := range all {
		for _, e := range t.Encodings {
			if strings.HasSuffix(e.Name, "_LIT") {
				continue
			}
			if g.enc[e.Name] == 0 {
				log.Fatalf("%s: encoding %s is not in the list", t.Arch, e.Name)
			}
			for _, f := range e.Field {
				fields[fieldName(f.Name)] = true
			}
		}
		for _, in := range t.Instructions {
			names[in.Name] = true
			for _, f := range in.Formats {
				for m := range f.Modifiers {
					mods[fieldName(m)] = true
				}
				for _, o := range f.Operands {
					if o.Format != "" {
						fmts[o.Format] = true
					}
				}
			}
		}
	}
	for m := range mods {
		delete(fields, m)
	}
	g.names, g.fields, g.fmts = keys(names), append(keys(mods), keys(fields)...), keys(fmts)
	for i, n := range g.names {
		g.op[n] = i + 1
	}
	for i, n := range g.fields {
		g.field[n] = i
	}
	for i, n := range g.fmts {
		g.format[n] = i + 1
	}
	if len(mods) > 64 {
		log.Fatal("too many modifier fields")
	}
	return g
}

func keys(m map[string]bool) []string {
	s := make([]string, 0, len(m))
	for k := range m {
		s = append(s, k)
	}
	sort.Strings(s)
	return s
}

// camel makes a Go identifier of a mnemonic: v_add_f32 -> VAddF32.
func camel(s string) string {
	var b strings.Builder
	for _, p := range strings.Split(s, "_") {
		if p != "" {
			b.WriteString(strings.ToUpper(p[:1]) + p[1:])
		}
	}
	return b.String()
}

func encIdent(e string) string { return "Enc" + strings.ReplaceAll(e, "_", "") }

func fmtIdent(f string) string {
	return "Fmt" + strings.ReplaceAll(camel(strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(f, "FMT_NUM_"), "FMT_"))), "_", "")
}

func (g *generator) ops() []byte {
	b := new(bytes.Buffer)
	fmt.Fprintf(b, "// Code generated by amdgpu/gen from amdgpu/tables; DO NOT EDIT.\n\npackage amdgpu\n\n")
	fmt.Fprintf(b, "// Op is an instruction, whatever its encoding. The constants are the mnemonics of LLVM without encoding suffix.\ntype Op uint16\n\n")
	fmt.Fprintf(b, "// OpInvalid is no instruction.\nconst OpInvalid Op = 0\n\n// The instructions.\nconst (\n")
	for i, n := range g.names {
		if i == 0 {
			fmt.Fprintf(b, "\t%s Op = iota + 1\n", camel(n))
		} else {
			fmt.Fprintf(b, "\t%s\n", camel(n))
		}
	}
	fmt.Fprintf(b, ")\n\n// NumOps is one more than the last Op.\nconst NumOps = %d\n\n", len(g.names)+1)
	fmt.Fprintf(b, "var opNames = [NumOps]string{\n")
	fmt.Fprintf(b, "\t\"(invalid)\",\n")
	for _, n := range g.names {
		fmt.Fprintf(b, "\t%q,\n", n)
	}
	fmt.Fprintf(b, "}\n\n// Enc is an encoding. Forms with a literal are not encodings of their own.\ntype Enc uint8\n\n")
	fmt.Fprintf(b, "// EncAuto lets the encoder choose.\nconst EncAuto Enc = 0\n\n// The encodings.\nconst (\n")
	for i, e := range encodings {
		if i == 0 {
			fmt.Fprintf(b, "\t%s Enc = iota + 1\n", encIdent(e))
		} else {
			fmt.Fprintf(b, "\t%s\n", encIdent(e))
		}
	}
	fmt.Fprintf(b, "\tnumEncs\n)\n\n// DataFormat is the type of the data of an operand, as AMD's XML names it.\ntype DataFormat uint8\n\n// The data formats; FmtNone where the tables do not say.\nconst (\n\tFmtNone DataFormat = iota\n")
	for _, f := range g.fmts {
		fmt.Fprintf(b, "\t%s\n", fmtIdent(f))
	}
	fmt.Fprintf(b, ")\n\n// Bit fields of the encodings.\nconst (\n")
	for i, f := range g.fields {
		if i == 0 {
			fmt.Fprintf(b, "\tfld%s = iota\n", camel(f))
		} else {
			fmt.Fprintf(b, "\tfld%s\n", camel(f))
		}
	}
	fmt.Fprintf(b, "\tnumFields\n)\n")
	return b.Bytes()
}

// placed is where a field lies in an encoding.
type placed struct{ lo, width int }

// layout is one encoding while generating.
type layout struct {
	name        string
	size        int
	mask, value uint64
	fields      map[string]placed
	base        int
	opcodes     int
}

func hex(s string) uint64 {
	var v uint64
	if _, err := fmt.Sscanf(s, "0x%x", &v); err != nil {
		log.Fatalf("bad number %q", s)
	}
	return v
}

// row is one Row while generating.
type row struct {
	*form
	enc       *layout
	opcode    int
	opx       bool // first half of a VOPD pair
	sig, nops int
	suffix    string
	img       int
	opsel     int
	flags     []string
	bits, sel uint64
	mods      []int // field ids
}

func (g *generator) target(t *table) []byte {
	lay := map[string]*layout{}
	for _, e := range t.Encodings {
		if strings.HasSuffix(e.Name, "_LIT") {
			continue
		}
		l := &layout{name: e.Name, size: e.Size / 8, mask: hex(e.Mask), value: hex(e.Value), fields: map[string]placed{}}
		for _, f := range e.Field {
			if fieldName(f.Name) == laneSel {
				if f.Name == "lane_sel_0" {
					l.fields[laneSel] = placed{f.Lo, 24}
				}
				continue
			}
			l.fields[f.Name] = placed{f.Lo, f.Width}
		}
		lay[e.Name] = l
	}

	var rows []*row
	opndIdx := map[string]int{}
	var opnds []string
	sigIdx := map[string]int{}
	var sigs []int
	imgIdx := map[string]int{"{}": 0}
	imgs := []string{"{}"}
	base := map[string]bool{} // forms that may carry a literal
	var lits []*form

	for _, in := range t.Instructions {
		images := map[string]*imageRow{}
		var imgOrder []string
		for _, f := range in.Formats {
			if strings.HasSuffix(f.Encoding, "_LIT") {
				lits = append(lits, f)
				continue
			}
			if f.Image != nil {
				k := f.Encoding
				ir := images[k]
				if ir == nil {
					ir = &imageRow{f: f}
					images[k] = ir
					imgOrder = append(imgOrder, k)
				}
				ir.add(f)
				continue
			}
			l := lay[f.Encoding]
			r := &row{form: f, enc: l, opcode: f.Opcode, opx: f.OpField == "opx"}
			rows = append(rows, r)
		}
		for _, k := range imgOrder {
			ir := images[k]
			r := &row{form: ir.f, enc: lay[k], opcode: ir.f.Opcode}
			s := ir.source(images)
			n, ok := imgIdx[s]
			if !ok {
				n = len(imgs)
				imgIdx[s] = n
				imgs = append(imgs, s)
			}
			r.img = n
			rows = append(rows, r)
		}
	}

	// Operands, modifiers, constant bits.
	returning := map[string]bool{}
	for _, r := range rows {
		if r.Returns {
			returning[r.enc.name+r.name] = true
		}
	}
	for _, r := range rows {
		g.finish(r, returning[r.enc.name+r.name])
		for i := range r.Operands {
			if slices.Contains(r.Operands[i].Accepts, "l") || r.Operands[i].Kind == "literal" {
				base[r.enc.name+" "+r.name+" "+r.OpField] = true
			}
		}
		var list []int
		for i := range r.ordered() {
			s := g.opnd(r, i)
			n, ok := opndIdx[s]
			if !ok {
				n = len(opnds)
				opndIdx[s] = n
				opnds = append(opnds, s)
			}
			list = append(list, n)
		}
		r.nops = len(list)
		k := fmt.Sprint(list)
		n, ok := sigIdx[k]
		if !ok {
			n = len(sigs)
			sigIdx[k] = n
			sigs = append(sigs, list...)
		}
		r.sig = n
	}
	for _, f := range lits {
		e := strings.TrimSuffix(f.Encoding, "_LIT")
		// VOPD halves without a literal of their own (v_dual_mov as Y) share the other half's.
		if !base[e+" "+f.name+" "+f.OpField] {
			log.Fatalf("%s: %s in %s has a literal form but no base form that takes one", t.Arch, f.name, f.Encoding)
		}
	}

	rows = dedupe(rows)
	// Order: encoding, opcode, half of a pair, more selective rows first.
	ones := func(x uint64) (n int) {
		for ; x != 0; x &= x - 1 {
			n++
		}
		return
	}
	sort.SliceStable(rows, func(i, j int) bool {
		a, b := rows[i], rows[j]
		if x, y := g.enc[a.enc.name], g.enc[b.enc.name]; x != y {
			return x < y
		}
		if a.slot() != b.slot() {
			return a.slot() < b.slot()
		}
		if x, y := ones(a.sel), ones(b.sel); x != y {
			return x > y
		}
		return a.name < b.name
	})

	// Index by encoding and opcode.
	var index []string
	idx := 0
	for _, e := range encodings {
		l := lay[e]
		if l == nil {
			continue
		}
		l.base = len(index)
		max := -1
		for _, r := range rows {
			if r.enc == l && r.slot() > max {
				max = r.slot()
			}
		}
		l.opcodes = max + 1
		for op := 0; op <= max; op++ {
			first := idx
			for idx < len(rows) && rows[idx].enc == l && rows[idx].slot() == op {
				idx++
			}
			n := idx - first
			if n > 15 {
				log.Fatalf("%s %s: %d rows for opcode %d", t.Arch, e, n, op)
			}
			index = append(index, fmt.Sprint((first+1)<<4|n))
		}
	}

	b := new(bytes.Buffer)
	fmt.Fprintf(b, "// Code generated by amdgpu/gen from amdgpu/tables/%s.json.gz; DO NOT EDIT.\n", t.Arch)
	fmt.Fprintf(b, "// Input: %s; %s.\n\npackage amdgpu\n\n", t.Source.Layout, t.Source.Note)
	id := strings.ToUpper(t.Arch)
	fmt.Fprintf(b, "var %sISA = isa{\n\tencs: []encLayout{{}", t.Arch)
	for _, e := range encodings {
		l := lay[e]
		if l == nil {
			fmt.Fprintf(b, ",\n\t\t{name: %q}", e)
			continue
		}
		fmt.Fprintf(b, ",\n\t\t{name: %q, size: %d, base: %d, opcodes: %d, bits: %#x, mask: %#x, fields: [numFields]field{", e, l.size, l.base, l.opcodes, l.value, l.mask)
		for _, f := range g.fields {
			if p, ok := l.fields[f]; ok {
				fmt.Fprintf(b, "fld%s: {%d, %d}, ", camel(f), p.lo, p.width)
			}
		}
		fmt.Fprintf(b, "}}")
	}
	fmt.Fprintf(b, ",\n\t},\n\ttop: &%sTop, index: %sIndex[:], rows: %sRows[:], sigs: %sSigs[:], opnds: %sOpnds[:], imgs: %sImgs[:], ops: %sOps[:], byOp: %sByOp[:],\n}\n\n",
		t.Arch, t.Arch, t.Arch, t.Arch, t.Arch, t.Arch, t.Arch, t.Arch)
	fmt.Fprintf(b, "// %s is the chip with 32-lane waves.\nvar %s = &Target{Name: %q, isa: &%sISA}\n\n// %sWave64 is the chip with 64-lane waves.\nvar %sWave64 = &Target{Name: %q, Wave64: true, isa: &%sISA}\n\n", id, id, t.Arch, t.Arch, id, id, t.Arch, t.Arch)

	fmt.Fprintf(b, "var %sTop = [512]Enc{", t.Arch)
	for i := range 512 {
		if i%32 == 0 {
			fmt.Fprintf(b, "\n\t")
		}
		e := g.topEnc(lay, uint64(i)<<23)
		if e == "" {
			fmt.Fprint(b, "0, ")
		} else {
			fmt.Fprintf(b, "%d, ", g.enc[e])
		}
	}
	fmt.Fprintf(b, "\n}\n\nvar %sIndex = [...]uint32{", t.Arch)
	for i, s := range index {
		if i%24 == 0 {
			fmt.Fprintf(b, "\n\t")
		}
		fmt.Fprintf(b, "%s, ", s)
	}
	fmt.Fprintf(b, "\n}\n\nvar %sRows = [...]Row{\n\t{},\n", t.Arch)
	for _, r := range rows {
		fl := "0"
		if len(r.flags) > 0 {
			fl = strings.Join(r.flags, "|")
		}
		var mods uint64
		for _, m := range r.mods {
			mods |= 1 << m
		}
		fmt.Fprintf(b, "\t{%s, %s, %d, %d, %d, %d, %d, %d, %s, %#x, %#x, %#x, %s, %s},\n", camel(r.name), encIdent(r.enc.name), r.opcode, r.sig, r.nops, suffixes[r.suffix], r.img, r.opsel, fl, r.bits, r.sel, mods, implicit(r.Reads), implicit(r.Writes))
	}
	fmt.Fprintf(b, "}\n\nvar %sSigs = [...]uint16{", t.Arch)
	for i, s := range sigs {
		if i%32 == 0 {
			fmt.Fprintf(b, "\n\t")
		}
		fmt.Fprintf(b, "%d, ", s)
	}
	fmt.Fprintf(b, "\n}\n\nvar %sOpnds = [...]OperandInfo{\n", t.Arch)
	for _, o := range opnds {
		fmt.Fprintf(b, "\t%s,\n", o)
	}
	fmt.Fprintf(b, "}\n\nvar %sImgs = [...]ImageInfo{\n", t.Arch)
	for _, s := range imgs {
		fmt.Fprintf(b, "\t%s,\n", s)
	}
	fmt.Fprintf(b, "}\n\n")

	// Rows by op, in order of the encoder's preference: encodings stand in order of size already.
	perOp := map[string][]int{}
	for i, r := range rows {
		perOp[r.name] = append(perOp[r.name], i+1)
	}
	var byOp []int
	fmt.Fprintf(b, "var %sOps = [NumOps]OpInfo{\n", t.Arch)
	for _, n := range g.names {
		list := perOp[n]
		if len(list) == 0 {
			continue
		}
		if len(list) > 255 {
			log.Fatalf("%s: %d rows", n, len(list))
		}
		var rs []*row
		for _, i := range list {
			rs = append(rs, rows[i-1])
		}
		fmt.Fprintf(b, "\t%s: {%s, %d, %d},\n", camel(n), opFlags(rs), len(byOp), len(list))
		byOp = append(byOp, list...)
	}
	fmt.Fprintf(b, "}\n\nvar %sByOp = [...]uint16{", t.Arch)
	for i, s := range byOp {
		if i%24 == 0 {
			fmt.Fprintf(b, "\n\t")
		}
		fmt.Fprintf(b, "%d, ", s)
	}
	fmt.Fprintf(b, "\n}\n")
	return b.Bytes()
}

// slot orders the halves of VOPD pairs: X opcodes first, then Y from 32 upwards.
func (r *row) slot() int {
	if r.OpField == "opy" {
		return 32 + r.opcode
	}
	return r.opcode
}

// topEnc finds the base encoding of a first dword by its top 9 bits; forms told apart by more than
// that (DPP, segments, NSA, VOP3SD) share one entry, and the decoder refines it.
func (g *generator) topEnc(lay map[string]*layout, w uint64) string {
	best, bits := "", -1
	for _, e := range encodings {
		l := lay[e]
		if l == nil || strings.Contains(e, "_DPP") || strings.Contains(e, "_NSA") || strings.Contains(e, "_SDWA") || e == "VOP3SD" || e == "GLOBAL" || e == "SCRATCH" {
			continue
		}
		m := l.mask & 0xff800000
		if w&m == l.value&m {
			n := 0
			for x := m; x != 0; x &= x - 1 {
				n++
			}
			if n > bits {
				best, bits = e, n
			}
		}
	}
	return best
}

// dedupe drops rows that say the same (cache control instructions appear once per address form).
func dedupe(rows []*row) []*row {
	seen := map[string]bool{}
	out := rows[:0]
	for _, r := range rows {
		k := fmt.Sprint(r.name, r.enc.name, r.slot(), r.bits, r.sel, r.sig, r.nops, r.flags)
		if !seen[k] {
			seen[k] = true
			out = append(out, r)
		}
	}
	return out
}
