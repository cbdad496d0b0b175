package main

import (
	"fmt"
	"log"
	"slices"
	"sort"
	"strings"
)

// suffixes numbers the mnemonic suffixes of rows.
var suffixes = map[string]int{"": 0, "_e32": 1, "_e64": 2, "_dpp": 3, "_e64_dpp": 4, "_sdwa": 5}

// selectors are fields that choose between rows of one opcode in every row of the opcode.
var selectors = []string{"offen", "idxen", "sve"}

// ordered gives the operands in assembler order, as Inst holds them.
func (r *row) ordered() []operand {
	out := make([]operand, 0, len(r.Operands)+1)
	switch r.enc.name {
	case "SMEM":
		// Both address forms have one shape: data, base, offset register or none.
		var off bool
		for _, o := range r.Operands {
			if o.Field == "offset" {
				o = operand{Kind: "sgpr", Field: "soffset", Dir: "in", Bits: 32, RegClass: "SReg_32", Format: o.Format, DataBits: 32}
			}
			off = off || o.Field == "soffset"
			out = append(out, o)
		}
		return out
	case "EXP":
		out = append(out, operand{Kind: "imm", Field: "target", Dir: "in"})
	}
	for _, o := range r.Operands {
		if o.Kind == "vgpr_list" {
			// One operand per address register; the first one stands for the shape, the rest follow it at run time.
			o.Kind, o.Bits = "vgpr", 32
		}
		if r.enc.name == "VOPD" && o.Kind == "literal" && r.OpField == "opy" && out == nil {
			continue
		}
		out = append(out, o)
	}
	return out
}

// finish works out what the row's bits are besides operands.
func (g *generator) finish(r *row, returning bool) {
	l := r.enc
	asm := r.Asm
	if !strings.HasPrefix(asm, r.name) {
		log.Fatalf("%s: mnemonic %s", r.name, asm)
	}
	r.suffix = asm[len(r.name):]
	if _, ok := suffixes[r.suffix]; !ok {
		log.Fatalf("%s: suffix %q", r.name, r.suffix)
	}
	isOpnd := map[string]bool{}
	for _, o := range r.Operands {
		isOpnd[o.Field] = true
		if o.Field == "attr" {
			isOpnd["attr_chan"] = true
		}
	}
	for i := range 8 {
		isOpnd[fmt.Sprintf("vaddr%d", i)] = true
	}
	r.bits = l.value
	mask := l.mask
	put := func(name string, v uint64, selective bool) {
		p, ok := l.fields[name]
		if !ok || p.lo+p.width > 64 {
			log.Fatalf("%s %s: constant field %s", r.name, l.name, name)
		}
		m := (uint64(1)<<p.width - 1) << p.lo
		r.bits = r.bits&^m | v<<p.lo
		if selective {
			mask |= m
		}
	}
	opf := "op"
	if r.OpField != "" {
		opf = r.OpField
	}
	if _, ok := l.fields[opf]; ok {
		put(opf, uint64(r.Opcode), false)
	}
	var names []string
	for n := range r.Sample.Fields {
		names = append(names, n)
	}
	sort.Strings(names)
	img := r.Image != nil
	for _, n := range names {
		v := r.Sample.Fields[n]
		_, mod := r.Modifiers[n]
		switch {
		case n == opf, isOpnd[n], mod && n != "glc" && !(n == "gds"), fieldName(n) == laneSel, n == "literal":
			continue
		case l.name == "VOPD" || n == "src1" || n == "src2":
			continue // the other half; stray source fields of a sample
		case n == "src0":
			put(n, v, false) // marker of DPP
		case n == "glc" && r.Returns:
			put(n, v, true)
		case mod:
			continue
		case img && (n == "a16" || n == "dim" || n == "nsa" || n == "glc"):
			continue
		case n == "saddr" || n == "soffset" && l.name == "SMEM":
			if l.name != "SMEM" {
				put(n, v, l.name != "FLAT")
			}
		case n == "dmask", n == "unrm", n == "r128", n == "vdst", n == "opsel_hi", n == "opsel_hi2", n == "seg", n == "gds":
			put(n, v, false)
			if n == "gds" {
				r.flags = append(r.flags, "RowGDS")
			}
		case slices.Contains(selectors, n):
			put(n, v, true)
		default:
			log.Fatalf("%s %s %s: what is constant field %s=%d?", r.name, l.name, r.Mode, n, v)
		}
	}
	if r.Mode != "" && !img {
		for _, n := range selectors {
			if _, ok := l.fields[n]; ok && (n != "sve" || l.name == "SCRATCH") {
				put(n, r.Sample.Fields[n], true)
			}
		}
	}
	if returning && !img && !r.Returns {
		put("glc", 0, true)
	}
	r.sel = mask &^ l.mask
	for n, text := range r.Modifiers {
		if text == "(mc operand only)" {
			continue // the bits exist, but the instruction gives them no meaning
		}
		switch {
		case n == "opsel" && strings.HasPrefix(text, "op_sel:"):
			r.opsel = strings.Count(text, ",") + 1
		case n == "neg" && strings.HasPrefix(text, "neg_lo:"):
			r.flags = append(r.flags, "RowPacked")
		}
		id := g.field[fieldName(n)]
		if !slices.Contains(r.mods, id) {
			r.mods = append(r.mods, id)
		}
	}
	// tfe adds a status dword to buffer loads; the tables leave it out because it changes a width.
	if _, ok := l.fields["tfe"]; ok && !img && r.MayLoad && !r.MayStore && len(r.Operands) > 0 {
		r.mods = append(r.mods, g.field["tfe"])
	}
	if l.name == "SMEM" && len(r.Operands) > 0 {
		r.mods = append(r.mods, g.field["offset"])
	}
	if l.name == "EXP" {
		r.mods = append(r.mods, g.field["done"], g.field["row"])
	}
	sort.Ints(r.mods)
	if slices.Contains(r.mods, g.field["nsa"]) {
		log.Fatal("nsa as a modifier")
	}
	if max := slices.Max(append([]int{0}, r.mods...)); max > 63 {
		log.Fatalf("modifier field number %d", max)
	}

	for _, o := range r.Operands {
		if o.Kind == "imm" && l.name != "SMEM" && strings.HasPrefix(o.Text, "0x") {
			r.flags = append(r.flags, "RowHex")
		}
	}
	if r.OpField == "opy" {
		r.flags = append(r.flags, "RowVOPDY")
	}
	if r.Returns {
		r.flags = append(r.flags, "RowReturns")
	}
	if r.MayLoad {
		r.flags = append(r.flags, "RowMayLoad")
	}
	if r.MayStore {
		r.flags = append(r.flags, "RowMayStore")
	}
	if strings.HasPrefix(r.Modifiers["offset1"], "offset1") {
		r.flags = append(r.flags, "RowTwoOffs")
	}
	for _, o := range r.Operands {
		if o.Kind == "literal" {
			r.flags = append(r.flags, "RowLiteral")
		}
	}
	if strings.HasSuffix(l.name, "_DPP16") {
		r.flags = append(r.flags, "RowDPP16")
	}
	if strings.HasSuffix(l.name, "_DPP8") {
		r.flags = append(r.flags, "RowDPP8")
	}
}

func implicit(regs []string) string {
	var s []string
	for _, r := range regs {
		switch r {
		case "VCC", "EXEC", "SCC", "M0", "MODE":
			s = append(s, "Imp"+r)
		case "FLAT_SCR":
			s = append(s, "ImpFlatScratch")
		default:
			log.Fatalf("implicit register %s", r)
		}
	}
	if s == nil {
		return "0"
	}
	return strings.Join(s, "|")
}

// opnd is the source text of one OperandInfo.
func (g *generator) opnd(r *row, i int) string {
	o := r.ordered()[i]
	var s []string
	add := func(f string, a ...any) { s = append(s, fmt.Sprintf(f, a...)) }
	class := map[string]string{"vgpr": "ClassVGPR", "sgpr": "ClassSGPR", "src": "ClassSrc", "ssrc": "ClassSSrc", "imm": "ClassImm",
		"literal": "ClassLiteral", "label": "ClassLabel", "implicit": "ClassVCC", "fixed": "ClassOff"}[o.Kind]
	if class == "" {
		log.Fatalf("%s: operand kind %s", r.name, o.Kind)
	}
	add("Class: %s", class)
	dir := o.Dir
	if o.Kind == "implicit" {
		// vcc_lo before the sources is written, after them it is read.
		dir = "in"
		if i <= 1 {
			dir = "out"
		}
		o.Bits, o.Bits64 = 32, 64
	}
	switch dir {
	case "in":
		add("Dir: DirIn")
	case "out":
		add("Dir: DirOut")
	case "inout":
		add("Dir: DirInOut")
	}
	if o.Bits > 0 {
		add("Dwords: %d", (o.Bits+31)/32)
	}
	if o.Bits64 > 0 {
		add("Wide: %d", o.Bits64/32)
	}
	if o.DataBits > 0 && o.DataBits < 256 {
		add("Bits: %d", o.DataBits)
	}
	if o.Format != "" {
		add("Format: %s", fmtIdent(o.Format))
	}
	if strings.Contains(r.enc.name, "_DPP") {
		o.Accepts = slices.DeleteFunc(slices.Clone(o.Accepts), func(s string) bool { return s == "l" }) // no room for a literal
	}
	if len(o.Accepts) > 0 {
		m := map[string]string{"v": "AcceptV", "s": "AcceptS", "i": "AcceptInt", "f": "AcceptFloat", "l": "AcceptLit", "vcc": "AcceptVCC", "m0": "AcceptM0", "scc": "AcceptSCC", "exec": "AcceptEXEC"}
		var a []string
		for _, k := range o.Accepts {
			if m[k] == "" {
				log.Fatalf("%s: accepts %s", r.name, k)
			}
			a = append(a, m[k])
		}
		add("Accept: %s", strings.Join(a, "|"))
	}
	if o.Inline > 0 {
		add("Inline: %d", o.Inline)
	}
	if strings.HasSuffix(o.Text, ".l") || strings.HasSuffix(o.Text, ".h") {
		add("Half: true")
	}
	if strings.HasSuffix(o.RegClass, "_Lo128") {
		add("lo128: true")
	}
	if o.Field != "" && o.Field != "literal" {
		p, ok := r.enc.fields[o.Field]
		if !ok {
			log.Fatalf("%s %s: no field %s", r.name, r.enc.name, o.Field)
		}
		add("field: field{%d, %d}", p.lo, p.width)
		switch {
		case o.Kind != "sgpr":
		case o.Field == "sbase":
			add("scale: 1")
		case o.Field == "srsrc" || o.Field == "ssamp":
			add("scale: 2")
		}
	}
	mod := 255
	switch o.Field {
	case "src0", "vsrc0", "srcx0", "srcy0":
		mod = 0
	case "src1", "vsrc1":
		mod = 1
	case "src2":
		mod = 2
	case "vdst":
		mod = 3
	case "literal":
		mod = 255
	}
	if strings.HasPrefix(r.enc.name, "EXP") {
		mod = 255
	}
	add("mod: %d", mod)
	if o.splat {
		add("Splat: true")
	}
	if _, ok := r.Modifiers["neg"]; mod < 3 && (ok || r.Modifiers["src0_neg"] != "") && !strings.HasPrefix(r.enc.name, "VOP3P") {
		switch o.Format {
		case "FMT_NUM_U32", "FMT_NUM_I32", "FMT_NUM_U16", "FMT_NUM_I16", "FMT_NUM_U8":
			o.noFP = true
		}
		if o.noFP {
			add("noFP: true")
		}
	}
	return "{" + strings.Join(s, ", ") + "}"
}

// opFlags is the source text of an instruction's OpFlags.
func opFlags(rows []*row) string {
	set := map[string]bool{}
	for _, r := range rows {
		n := r.name
		switch e := r.enc.name; {
		case strings.HasPrefix(e, "VOPD"):
			set["OpVALU"], set["OpVOPD"] = true, true
		case strings.HasPrefix(e, "VOP"), e == "VINTERP":
			set["OpVALU"] = true
			if e == "VINTERP" {
				set["OpVINTERP"] = true
			}
		case e == "SOPP":
			set["OpSOPP"] = true
		case strings.HasPrefix(e, "SOP"):
			set["OpSALU"] = true
		case e == "SMEM":
			set["OpSMEM"] = true
		case e == "DS":
			set["OpDS"] = true
		case e == "MUBUF", e == "MTBUF":
			set["OpBuffer"] = true
		case e == "FLAT":
			set["OpFlat"] = true
		case e == "GLOBAL":
			set["OpGlobal"] = true
		case e == "SCRATCH":
			set["OpScratch"] = true
		case strings.HasPrefix(e, "MIMG"):
			set["OpImage"] = true
		case e == "EXP":
			set["OpExport"] = true
		case e == "LDSDIR":
			set["OpLDSDir"] = true
		default:
			log.Fatalf("%s: encoding %s", n, e)
		}
		if r.enc.name == "VOPC" || strings.HasPrefix(n, "v_cmp") {
			set["OpVOPC"] = true
		}
		if strings.HasPrefix(n, "v_wmma") {
			set["OpWMMA"] = true
		}
		if hex(r.TSFlags)>>16&1 != 0 && strings.HasPrefix(r.enc.name, "VOP") {
			set["OpTrans"] = true // LLVM's TRANS bit
		}
		if r.MayLoad {
			set["OpMayLoad"] = true
		}
		if r.MayStore {
			set["OpMayStore"] = true
		}
		if strings.Contains(n, "_atomic_") || r.enc.name == "DS" && r.MayLoad && r.MayStore {
			set["OpAtomic"] = true
		}
		for _, o := range r.Operands {
			if o.Kind == "label" {
				set["OpBranch"] = true
			}
		}
		switch n {
		case "s_setpc_b64", "s_swappc_b64", "s_rfe_b64":
			set["OpBranch"] = true
		}
		switch n {
		case "s_branch", "s_setpc_b64", "s_rfe_b64", "s_endpgm", "s_endpgm_saved", "s_endpgm_ordered_ps_done":
			set["OpTerminator"] = true
		}
	}
	if len(set) == 0 {
		return "0"
	}
	return strings.Join(keys(set), "|")
}

// imageRow gathers the rows of one image instruction in one encoding.
type imageRow struct {
	f    *form
	addr [8][2]int
}

func (ir *imageRow) add(f *form) {
	a16 := 0
	if strings.Contains(f.Mode, "a16") {
		a16 = 1
	}
	ir.addr[f.Image.Dim][a16] = f.Image.Dwords
}

// source is the text of the ImageInfo; address counts come from both the consecutive and the NSA forms.
func (ir *imageRow) source(all map[string]*imageRow) string {
	cl := ir.f.Image.Class
	if ir.f.Image.Rule == "atomic_cmpswap" {
		cl = ir.f.Image.Rule
	}
	id := map[string]string{"load": "ImgLoad", "store": "ImgStore", "atomic": "ImgAtomic", "atomic_cmpswap": "ImgAtomicCmpSwap", "sample": "ImgSample",
		"gather4": "ImgGather4", "get_lod": "ImgGetLod", "get_resinfo": "ImgGetResinfo", "msaa_load": "ImgMSAALoad", "bvh": "ImgBVH"}[cl]
	if id == "" {
		log.Fatalf("image class %s", cl)
	}
	var addr [8][2]int
	for _, o := range all {
		for d := range addr {
			for a := range addr[d] {
				if n := o.addr[d][a]; n != 0 {
					if addr[d][a] != 0 && addr[d][a] != n {
						log.Fatalf("%s: address dwords differ between forms", ir.f.name)
					}
					addr[d][a] = n
				}
			}
		}
	}
	s := fmt.Sprintf("{Class: %s, Sampler: %v, Addr: [8][2]uint8{", id, ir.f.Image.Sampler)
	for d := range addr {
		s += fmt.Sprintf("{%d, %d}, ", addr[d][0], addr[d][1])
	}
	return s + "}}"
}
