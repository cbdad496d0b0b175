package amdgpu

// Latency is about how many cycles pass from the issue of an instruction to that of one that uses its result, on a CU that is
// not loaded. It serves the scheduler: what counts is that memory is far slower than arithmetic, and that each kind has its
// place. The figures for arithmetic follow from the depth of the pipelines that s_delay_alu speaks of (RDNA3 ISA,
// "S_DELAY_ALU"): a VALU result after five cycles, one of the quarter-rate transcendental unit after about ten, doubles at
// a sixteenth of the rate; those for memory are of the order that microbenchmarks of RDNA find.
func (t *Target) Latency(op Op) int {
	fl := t.Info(op).Flags
	switch {
	case fl&(OpGlobal|OpFlat|OpBuffer|OpImage|OpScratch) != 0:
		return 300
	case fl&OpSMEM != 0:
		return 100
	case fl&OpDS != 0:
		return 40
	case fl&OpTrans != 0:
		return 10
	case fl&OpVALU != 0:
		return 5
	case fl&OpSALU != 0:
		return 2
	}
	return 1
}
