package ptx

// Nodes are cut from slabs: one allocation for a few hundred of them.

// slabSize bounds a slab; a small source gets small ones.
const slabSize = 512

func (p *parser) slabLen() int { return min(max(len(p.src)/64, 16), slabSize) }

func cut[T any](slab *[]T, n int) *T {
	if len(*slab) == 0 {
		*slab = make([]T, n)
	}
	p := &(*slab)[0]
	*slab = (*slab)[1:]
	return p
}

func (p *parser) newInstr() *Instr     { return cut(&p.instrs, p.slabLen()) }
func (p *parser) newReg() *Reg         { return cut(&p.regs, p.slabLen()/4) }
func (p *parser) newBinding() *binding { return cut(&p.bindings, p.slabLen()/4) }

// operands returns n zeroed operands that stay where they are.
func (p *parser) operands(n int) []Operand {
	if n == 0 {
		return nil
	}
	if n > len(p.opnds) {
		size := 2 * p.slabLen()
		if n > size {
			return make([]Operand, n)
		}
		p.opnds = make([]Operand, size)
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
