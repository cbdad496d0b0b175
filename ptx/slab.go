package ptx

// Nodes are cut from slabs: one allocation for a few hundred of them.

const slabSize = 512

func cut[T any](slab *[]T) *T {
	if len(*slab) == 0 {
		*slab = make([]T, slabSize)
	}
	p := &(*slab)[0]
	*slab = (*slab)[1:]
	return p
}

func (p *parser) newInstr() *Instr     { return cut(&p.instrs) }
func (p *parser) newReg() *Reg         { return cut(&p.regs) }
func (p *parser) newBinding() *binding { return cut(&p.bindings) }

// operands returns n zeroed operands that stay where they are.
func (p *parser) operands(n int) []Operand {
	if n == 0 {
		return nil
	}
	if n > len(p.opnds) {
		if n > slabSize {
			return make([]Operand, n)
		}
		p.opnds = make([]Operand, 2*slabSize)
	}
	s := p.opnds[:n:n]
	p.opnds = p.opnds[n:]
	return s
}

// keep copies the operands on the parser's stack above base to a slab and
// drops them from the stack.
func (p *parser) keep(base int) []Operand {
	s := p.operands(len(p.stack) - base)
	copy(s, p.stack[base:])
	p.stack = p.stack[:base]
	return s
}
