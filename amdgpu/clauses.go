package amdgpu

// maxClause is the number of instructions that ferry puts into one clause. s_clause itself counts to 63 (RDNA3 ISA, "S_CLAUSE").
const maxClause = 32

// clauseKind is the kind of clause that an instruction can be part of, 0 for none. The instructions of a clause are all of one kind.
func (t *Target) clauseKind(in *Inst) int {
	const (
		none = iota
		scalar
		load
		store
	)
	switch in.Op {
	case SLoadB32, SLoadB64, SLoadB128, SLoadB256, SLoadB512:
		return scalar
	}
	fl := t.ops[in.Op].Flags
	switch {
	case fl&(OpGlobal|OpScratch) == 0 || fl&OpAtomic != 0:
	case fl&OpMayStore != 0:
		return store
	case fl&OpMayLoad != 0:
		return load
	}
	return none
}

// InsertClauses puts s_clause before runs of scalar loads, of vector loads and of vector stores, so that the memory unit takes them
// without turning to another wave in between. Nothing may come between the instructions of a clause, so this pass is the last
// that inserts instructions.
func InsertClauses(t *Target, blocks []Block) {
	if !t.Has(SClause) {
		return
	}
	for b := range blocks {
		t.clauses(&blocks[b])
	}
}

func (t *Target) clauses(b *Block) {
	var out []Inst
	from := 0 // what of the block is in out
	for i := 0; i < len(b.Insts); {
		kind := t.clauseKind(&b.Insts[i])
		n := 1
		for kind != 0 && n < maxClause && i+n < len(b.Insts) && t.clauseKind(&b.Insts[i+n]) == kind {
			n++
		}
		if n > 1 {
			if out == nil {
				out = make([]Inst, 0, len(b.Insts)+len(b.Insts)/8+4)
			}
			out = append(out, b.Insts[from:i]...)
			from = i
			c := Inst{Op: SClause, N: 1, Line: b.Insts[i].Line}
			c.Opd[0] = Operand{Kind: OpdField, Imm: int64(n - 1)}
			out = append(out, c)
		}
		i += n
	}
	if out != nil {
		b.Insts = append(out, b.Insts[from:]...)
	}
}
