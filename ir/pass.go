package ir

// Pass is one machine-independent pass.
type Pass struct {
	Name string
	Run  func(f *Func)
	// Level is the lowest optimisation level that runs it: 0 always.
	Level int
}

// Passes are all passes in the order in which they run, between Build and Diverge.
var Passes = []Pass{
	{"dce", deadCode, 0},
	{"renumber", renumber, 0},
	{"phielim", trivialPhis, 0},
	{"contract", contract, 0},
	{"simplify", simplifyAll, 1},
	{"gvn", gvn, 1},
	{"licm", licm, 1},
	{"address", address32, 1},
	{"late-dce", deadCode, 0},
	{"late-renumber", renumber, 0},
}

// Run runs the passes of a level.
func Run(f *Func, level int) {
	for _, p := range Passes {
		if p.Level <= level {
			p.Run(f)
		}
	}
}
