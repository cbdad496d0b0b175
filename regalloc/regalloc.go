// Package regalloc assigns physical registers to virtual ones. It knows registers, classes,
// liveness and interference; it knows no AMD opcode and writes no code. The caller describes its
// machine code as a Program, asks Allocate, inserts the spill code that the Result asks for and
// asks again until nothing is spilled; Check proves a result against the program.
//
// The program is not in SSA form: a virtual register may have several definitions, and an
// instruction may write a part of a tuple. Liveness and interference are kept per dword, so that
// halves of a 64-bit value, or the four registers of a 128-bit load, live and die on their own.
//
// A GPU wave has two control-flow graphs (see package ir's linear form). A vector register is
// written under the EXEC mask, so it only changes the lanes that logically stand there: its
// liveness follows the logical graph. A scalar register is shared by all lanes: its liveness
// follows the graph of what the wave really executes. A Class says which graph it follows.
//
// The method is that of the later linear-scan allocators with holes (Wimmer and Franz 2010) on
// intervals after aggressive coalescing of copies, with eviction by weight.
package regalloc

import "fmt"

// CFG names one of a program's two control-flow graphs.
type CFG uint8

const (
	Logical CFG = iota // what one lane executes
	Linear             // what the wave executes
	numCFG
)

// File is a set of physical units (dwords), numbered from 0.
type File struct {
	Name  string
	Units int
}

// Class is a kind of virtual register.
type Class struct {
	Name string
	File int // index into Program.Files
	CFG  CFG
	// Units are the units that the class may use, in order of preference. A tuple takes
	// consecutive unit numbers, all of which must be in the list.
	Units []int32
}

// VReg is a virtual register: a tuple of Width dwords.
type VReg struct {
	Class uint8
	Width uint8
	Align uint8 // of the first unit's number; 0 counts as 1
	// NoSpill marks the short temporaries of spill code: they are never spilled or coalesced.
	NoSpill bool
	// Orig is 1 + the virtual register whose spill code made this one, for Check; 0 for none.
	Orig int32
	// OrigSub is which dword of Orig this register's first dword stands for.
	OrigSub uint8
	// Hint is 1 + a unit of the class's file that the register would like to start at; 0 for none.
	Hint int32
}

// Kind says how an instruction uses an operand.
type Kind uint8

const (
	Use      Kind = iota
	Def           // written when all uses have been read: may share a unit with a use that dies here
	UseDef        // read and written in place (tied)
	EarlyDef      // written while uses are still read: shares no unit with them
	UndefUse      // read, but any content will do (what PTX leaves undefined)
)

func (k Kind) reads() bool  { return k == Use || k == UseDef }
func (k Kind) writes() bool { return k == Def || k == UseDef || k == EarlyDef }

// Operand is Width dwords of a virtual register from dword Sub on, or Width units of a file.
type Operand struct {
	// VReg is the virtual register, or Fixed(file, unit).
	VReg  int32
	Sub   uint8
	Width uint8
	Kind  Kind
}

const fixedFileShift = 20

// Fixed makes the VReg field of an operand that is a physical unit.
func Fixed(file, unit int) int32 { return -1 - int32(file<<fixedFileShift|unit) }

func unfix(v int32) (file, unit int) {
	x := int(-1 - v)
	return x >> fixedFileShift, x & (1<<fixedFileShift - 1)
}

// InstKind marks the instructions that the allocator treats specially.
type InstKind uint8

const (
	Plain InstKind = iota
	// Copy moves Ops[1] to Ops[0] and nothing else: the allocator may give both one register.
	Copy
	// SpillStore writes Ops[0] to slots from Slot on; SpillLoad reads them back.
	SpillStore
	SpillLoad
)

// Inst is one instruction: Program.Ops[OpFirst:OpLast].
type Inst struct {
	OpFirst, OpLast int32
	Kind            InstKind
	Slot            int32 // of SpillStore and SpillLoad
	// Clobbers is 1 + an index into Program.Clobbers (what a call destroys), 0 for none.
	Clobbers int32
}

// Block is a straight run of instructions, Program.Insts[First:Last]. Blocks stand in layout order.
type Block struct {
	First, Last int32
	Depth       int32 // loop nesting, 0 outside
	Succs       [numCFG][]int32
}

// Program is the allocator's view of one function.
type Program struct {
	Files    []File
	Classes  []Class
	VRegs    []VReg
	Blocks   []Block
	Insts    []Inst
	Ops      []Operand
	Clobbers [][]Operand // fixed operands, Kind Def
}

// Result is an assignment.
type Result struct {
	// Unit is the first unit of each virtual register, -1 where it has none (unused or spilled).
	Unit []int32
	// Spilled lists the virtual registers that got none, in ascending order; the caller must
	// keep them in memory (or elsewhere) at slots SpillSlot, in dwords, and allocate again.
	Spilled   []int32
	SpillSlot []int32 // beside Spilled: first dword of the slot, counted from SlotBase
	Slots     int32   // dwords of slots that this round used, over all classes
	// Used is how many units of each file are in use: highest used unit + 1.
	Used []int
	// Coalesced counts the copies whose two sides share a register.
	Coalesced int
}

// Allocate assigns units to p's virtual registers. It fails only if the program cannot be allocated
// at all: registers that must not be spilled need more units than there are.
func Allocate(p *Program) (*Result, error) {
	a := &allocator{p: p}
	a.number()
	a.liveness()
	a.weights()
	a.coalesce()
	if err := a.assign(); err != nil {
		return nil, err
	}
	return a.result(), nil
}

// seg is a half-open range of program points. Instruction i reads at point 2i and writes at 2i+1.
type seg struct{ from, to int32 }

type allocator struct {
	p *Program
	// base is the first slot of each virtual register; slot base[v]+k is its dword k.
	// Physical units follow: unitBase[f]+u.
	base     []int32
	unitBase []int32
	slots    int32 // slots of virtual registers
	all      int32 // slots and units

	segs [][]seg // per slot and per unit, ascending

	weight []float64 // per virtual register; after coalescing of its root

	// Coalescing: register v is dwords off[v].. of root[v]. Only roots' slots have segments.
	root      []int32
	off       []int32
	align     []int32 // of roots
	coalesced int

	unit    []int32 // of roots: -1 none
	spilled []bool  // of roots
}

func (a *allocator) number() {
	p := a.p
	a.base = make([]int32, len(p.VRegs)+1)
	n := int32(0)
	for i := range p.VRegs {
		a.base[i] = n
		n += int32(p.VRegs[i].Width)
	}
	a.base[len(p.VRegs)] = n
	a.slots = n
	a.unitBase = make([]int32, len(p.Files))
	for i, f := range p.Files {
		a.unitBase[i] = n
		n += int32(f.Units)
	}
	a.all = n
}

// slot is the slot (or unit) of an operand's dword 0, and the graph that its liveness follows.
func (a *allocator) slot(o *Operand) (int32, CFG) {
	if o.VReg >= 0 {
		return a.base[o.VReg] + int32(o.Sub), a.p.Classes[a.p.VRegs[o.VReg].Class].CFG
	}
	f, u := unfix(o.VReg)
	return a.unitBase[f] + int32(u), Linear
}

func (a *allocator) result() *Result {
	p := a.p
	r := &Result{Unit: make([]int32, len(p.VRegs)), Used: make([]int, len(p.Files)), Coalesced: a.coalesced}
	slotOf := map[int32]int32{}
	for v := range p.VRegs {
		root := a.root[v]
		r.Unit[v] = -1
		switch {
		case a.spilled[root]:
			s, ok := slotOf[root]
			if !ok {
				s = r.Slots
				slotOf[root] = s
				r.Slots += int32(p.VRegs[root].Width)
			}
			r.Spilled = append(r.Spilled, int32(v))
			r.SpillSlot = append(r.SpillSlot, s+a.off[v])
		case a.unit[root] >= 0:
			u := a.unit[root] + a.off[v]
			r.Unit[v] = u
			f := p.Classes[p.VRegs[v].Class].File
			r.Used[f] = max(r.Used[f], int(u)+int(p.VRegs[v].Width))
		}
	}
	for f := range p.Files {
		for u := p.Files[f].Units - 1; u >= r.Used[f]; u-- {
			if len(a.segs[a.unitBase[f]+int32(u)]) > 0 {
				r.Used[f] = u + 1
				break
			}
		}
	}
	return r
}

func (p *Program) name(v int32) string {
	if v < 0 {
		f, u := unfix(v)
		return fmt.Sprintf("%s%d", p.Files[f].Name, u)
	}
	return fmt.Sprintf("%%%s%d", p.Classes[p.VRegs[v].Class].Name, v)
}
