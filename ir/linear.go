package ir

// This file holds the types of linearised code: what isel translates block by block, in order.
//
// The contract. A wave executes the LBlocks of LFunc.Blocks in layout order; all control flow between them is scalar.
// Masks are mutable SGPRs (one dword on wave32), numbered from 0 to LFunc.NumMasks-1; they are not SSA. An LBlock does
//
//	Pre actions · the values of Block · Post actions · Term
//
// (phi moves for the successor's phis belong behind the values and before Post). EXEC changes only by ActEnter (and by
// isel inside expansions that put it back). On entry to the function EXEC holds the lanes of the wave that exist.

// ActionKind is what an Action does.
type ActionKind uint8

// Actions.
const (
	// ActInit: mask = 0.
	ActInit ActionKind = iota
	// ActOr: mask |= EXEC & cond. Cond nil: mask |= EXEC. Not: the condition's complement. Cond may be a lane mask or a
	// uniform I1.
	ActOr
	// ActSet: like ActOr with an empty mask: mask = EXEC & cond.
	ActSet
	// ActEnter: EXEC = mask; mask = 0; if EXEC == 0 go to the LBlock Target (EndProgram's block if nothing is left).
	// Only in Pre, as the last action.
	ActEnter
)

// Action is one step on masks.
type Action struct {
	Kind   ActionKind
	Not    bool
	Mask   int32
	Target int32  // ActEnter: LBlock index
	Cond   *Value // ActOr, ActSet
}

// TermKind is how an LBlock ends.
type TermKind uint8

// Terms.
const (
	// TermJump: go to Target (falls through where Target is the next LBlock).
	TermJump TermKind = iota
	// TermBranch: Cond is uniform: where it is true go to Target, else to Else.
	TermBranch
	// TermMask: if mask Mask is not zero go to Target, else to Else.
	TermMask
	// TermEnd: s_endpgm.
	TermEnd
	// TermReturn: return from a device function with EXEC as it was at the call.
	TermReturn
	// TermTrap: write an error record with code Block.TrapCode, then s_endpgm.
	TermTrap
)

// LTerm is the end of an LBlock. Target and Else are LBlock indices.
type LTerm struct {
	Kind         TermKind
	Target, Else int32
	Mask         int32
	Cond         *Value
}

// LBlock is one block of the layout. Block is nil for pure control.
type LBlock struct {
	Block     *Block
	Pre, Post []Action
	Term      LTerm
	// Succs are the successors that the wave can take (the linear CFG), each once: targets of Term and of ActEnter.
	Succs []int32
	// Logical are the successors that a lane can take, as LBlock indices (from Block.Succs; the last LBlock for the block
	// in which a function returns; empty for pure control).
	// They may lie anywhere in the layout.
	Logical []int32
	// Depth is the number of loops around the block.
	Depth int32
}

// LFunc is a function in linear form. Blocks[0] is the entry; the last LBlock is pure control with TermEnd (kernels) or
// TermReturn, where every lane that ended and every skip arrives.
type LFunc struct {
	Func     *Func
	Blocks   []LBlock
	NumMasks int
}
