package compiler

// Options steer one compilation.
type Options struct {
	Target   string // "gfx1100"
	OptLevel int    // 0 = fastest compile, 3 = default level; 1 and 2 count as 3
	MaxRegs  int    // CU_JIT_MAX_REGISTERS; 0 = no bound of the caller's
	Name     string // for diagnostics, "ptxas <name>, line 5; error ..."
	// Dump, where not nil, is given each stage's text (stage names as in the pass table) of the kernels whose name matches DumpKernel ("" = all).
	Dump       func(stage, kernel, text string)
	DumpKernel string
	Verbose    bool   // fill Object.Info with ptxas -v style lines
	Times      *Times // where not nil: receives what each pass took
	// CheckAllocation proves every register allocation (slow; for tests).
	CheckAllocation bool
	// NoInline really calls every function (for tests).
	NoInline bool
}

// Object is the result of compiling one PTX module. It can be stored: Marshal and UnmarshalObject.
type Object struct {
	HSACO                 []byte
	Target                string // AMD target
	PTXVersion, PTXTarget int    // 80 for .version 8.0; 90 for sm_90
	Kernels               []Kernel
	Globals               []Global
	Patches               []Patch // what a loader must still write after it has placed the code
	Info                  string  // what goes into the JIT info log
	PTXInsts, AMDInsts    int
}

// Kernel is what the driver must know of one kernel.
type Kernel struct {
	Name                               string
	Refused                            string // not empty: the kernel is unavailable, this is why (instruction and line)
	Params                             []Param
	ParamBytes                         int  // kernarg: abi.Size(ParamBytes)
	SharedBytes                        int  // static
	FerryShared                        int  // LDS bytes that ferry's own block takes on top
	LocalBytes                         int  // scratch a thread
	DynamicStack                       bool // calls that may be nested to any depth: abi.DefaultStack on top of LocalBytes, more if the launch asks
	NumRegs                            int  // VGPRs
	SGPRs                              int
	MaxThreads                         int    // a block
	ReqThreads                         [3]int // .reqntid, zero if none
	UsesGridSync, UsesPrintf, UsesHeap bool
	Spills                             int
	PTXInsts, AMDInsts                 int
	Lines                              []Line // by ascending PC
	Sites                              []Site // what an error record's site index means
}

// Param is one kernel parameter: its place in the parameter block.
type Param struct{ Offset, Size, Align int }

// Global is a module variable.
type Global struct {
	Name                    string
	Size                    uint64
	Const, Managed, Visible bool
}

// Patch is a part of an address in a variable's initial value that no relocation of AMD's loaders can write: Size bytes of
// (address of Symbol + Addend) >> Shift at Offset in Var, little-endian.
type Patch struct {
	Var    string
	Offset uint64
	Symbol string
	Addend int64
	Shift  uint8
	Size   uint8 // 1 to 4
}

// Line maps the code from PC (bytes from the kernel's entry) to a line of the PTX text, and to the source where .loc is there.
type Line struct {
	PC, Line uint32
	File     string
	Source   uint32
}

// Site is a place in a kernel that can raise an error by itself (trap, assert, ...).
type Site struct {
	Line uint32
	What string
}
