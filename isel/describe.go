package isel

import (
	"sync"

	"ferry/amdgpu"
)

// opDesc says how an instruction uses its operands, whatever encoding it gets: the union of the table rows that have the
// same number of operands.
type opDesc struct {
	n             uint8
	ok            bool
	dir           [amdgpu.MaxOperands]amdgpu.Dir
	class         [amdgpu.MaxOperands]amdgpu.OpndClass
	accept        [amdgpu.MaxOperands]amdgpu.Accept
	dwords        [amdgpu.MaxOperands]uint8
	inline        [amdgpu.MaxOperands]uint8 // width of floating-point inline constants
	half          [amdgpu.MaxOperands]bool  // constants are 16 bits wide
	f64           [amdgpu.MaxOperands]bool  // a double
	reads, writes amdgpu.Implicit
}

// descTable holds the descriptions of one target: descs[first[op]:first[op+1]].
type descTable struct {
	first []int32
	descs []opDesc
}

var (
	descMu     sync.Mutex
	descTables = map[*amdgpu.Target]*descTable{}
)

func describe(t *amdgpu.Target) *descTable {
	descMu.Lock()
	defer descMu.Unlock()
	if d := descTables[t]; d != nil {
		return d
	}
	d := buildDescs(t)
	descTables[t] = d
	return d
}

func buildDescs(t *amdgpu.Target) *descTable {
	byOp := make([][]opDesc, amdgpu.NumOps)
	for i := 1; i < t.NumRows(); i++ {
		r := t.RowAt(i)
		if r.Flags&(amdgpu.RowDPP16|amdgpu.RowDPP8) != 0 {
			continue // DPP keeps the old destination: usesOf adds that
		}
		n := r.NumOperands()
		if n > amdgpu.MaxOperands {
			continue
		}
		var d *opDesc
		for k := range byOp[r.Op] {
			if int(byOp[r.Op][k].n) == n {
				d = &byOp[r.Op][k]
			}
		}
		if d == nil {
			byOp[r.Op] = append(byOp[r.Op], opDesc{n: uint8(n), reads: r.Reads, writes: r.Writes})
			d = &byOp[r.Op][len(byOp[r.Op])-1]
		}
		// A form that names VCC in its text reads it "implicitly", the long form through the operand.
		d.reads &= r.Reads
		d.writes &= r.Writes
		for k := range n {
			o := t.Operand(r, k)
			d.dir[k] |= o.Dir
			d.accept[k] |= o.Accept
			if !d.ok || o.Class == amdgpu.ClassSrc || o.Class == amdgpu.ClassSSrc || o.Class == amdgpu.ClassVGPR || o.Class == amdgpu.ClassSGPR {
				d.class[k] = o.Class
			}
			switch o.Class {
			case amdgpu.ClassVGPR:
				d.accept[k] |= amdgpu.AcceptV
			case amdgpu.ClassSGPR:
				d.accept[k] |= amdgpu.AcceptS
			}
			d.dwords[k] = max(d.dwords[k], o.Dwords)
			d.inline[k] = max(d.inline[k], o.Inline)
			d.half[k] = d.half[k] || o.Half || o.Bits == 16 && o.Dwords <= 1 && o.Inline == 16
			d.f64[k] = d.f64[k] || o.Format == amdgpu.FmtF64
		}
		d.ok = true
	}
	out := &descTable{first: make([]int32, amdgpu.NumOps+1)}
	for op := range byOp {
		out.first[op] = int32(len(out.descs))
		out.descs = append(out.descs, byOp[op]...)
	}
	out.first[amdgpu.NumOps] = int32(len(out.descs))
	return out
}

// lookup finds the description of op with n operands, nil if the target has no such form.
func (d *descTable) lookup(op amdgpu.Op, n int) *opDesc {
	if int(op) >= amdgpu.NumOps {
		return nil
	}
	for i := d.first[op]; i < d.first[op+1]; i++ {
		if int(d.descs[i].n) == n {
			return &d.descs[i]
		}
	}
	return nil
}
