package compiler

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"ferry/abi"
	"ferry/amdgpu"
	"ferry/elf"
	"ferry/ir"
	"ferry/isel"
	"ferry/ptx"
)

// CUresults of a failed compilation (cuda.h).
const (
	resultInvalidPTX         = 218
	resultUnsupportedVersion = 222
	resultNoBinaryForGPU     = 209
)

// unit is one kernel on its way through the passes.
type unit struct {
	opt    *Options
	target *amdgpu.Target
	mod    *ptx.Module
	calls  *ir.Calls
	src    *ptx.Function
	apart  bool // lowered for lanes that synchronise at different places

	ssa    *ir.Func
	linear *ir.LFunc
	mir    *isel.Func
	blocks []amdgpu.Block
	code   *isel.Code

	// A kernel's functions, callees before callers, and where they are found by their form as SSA.
	callees []*unit
	unitOf  map[*ir.Func]*unit
}

// pass is one step of the pipeline. dump shows the unit after it, for Options.Dump.
type pass struct {
	name string
	run  func(u *unit) error
	dump func(u *unit) string
}

// passes is the pipeline, in order.
var passes = [...]pass{
	{"ast", func(*unit) error { return nil }, func(u *unit) string { return u.astText() }},
	{"build", func(u *unit) (err error) {
		u.ssa, err = ir.Build(u.mod, u.src, ir.Options{Calls: u.calls, Apart: u.apart})
		return err
	}, func(u *unit) string { return u.ssa.String() }},
	// From here on a kernel's functions go through the passes before it, each by itself.
	{"ssa", func(u *unit) error { ir.Run(u.ssa, u.opt.level()); return nil }, func(u *unit) string { return u.ssa.String() }},
	{"diverge", func(u *unit) error { return ir.Diverge(u.ssa) }, nil},
	{"linear", func(u *unit) error { u.linear = ir.Linearise(u.ssa); return nil }, func(u *unit) string { return u.linear.String() }},
	{"mir", func(u *unit) (err error) {
		u.mir, err = isel.Select(u.linear, u.target)
		return err
	}, func(u *unit) string { return u.mir.String() }},
	{"lanes", func(u *unit) error {
		if u.opt.level() > 0 {
			isel.SimplifyLanes(u.mir)
		}
		return nil
	}, func(u *unit) string { return u.mir.String() }},
	{"cleanup", func(u *unit) error { isel.RemoveDead(u.mir); return nil }, nil},
	{"schedule", func(u *unit) error {
		if u.opt.level() > 0 {
			isel.Schedule(u.mir)
		}
		return nil
	}, func(u *unit) string { return u.mir.String() }},
	{"merge", func(u *unit) error {
		if u.opt.level() > 0 {
			isel.MergeAccesses(u.mir)
		}
		return nil
	}, func(u *unit) string { return u.mir.String() }},
	{"modes", func(u *unit) error { isel.InsertModes(u.mir); return nil }, func(u *unit) string { return u.mir.String() }},
	{"ra", func(u *unit) error {
		if n := u.opt.MaxRegs; n > 0 {
			u.mir.LimitVGPRs(n)
		}
		u.mir.SetCallees(u.callee)
		return isel.Allocate(u.mir, u.opt.CheckAllocation)
	}, func(u *unit) string { return u.mir.String() }},
	{"expand", func(u *unit) error { isel.ExpandPseudos(u.mir); return nil }, nil},
	{"shorten", func(u *unit) error { isel.Shorten(u.mir); return nil }, nil},
	{"jumps", func(u *unit) error {
		if u.opt.level() > 0 {
			isel.SimplifyJumps(u.mir)
		}
		return nil
	}, func(u *unit) string { return u.mir.String() }},
	{"lower", func(u *unit) error { u.blocks = isel.Lower(u.mir); return nil }, nil},
	{"vopd", func(u *unit) error {
		if u.opt.level() > 0 {
			amdgpu.PairVALU(u.target, u.blocks)
		}
		return nil
	}, nil},
	{"waits", func(u *unit) error { return amdgpu.InsertWaits(u.target, u.blocks) }, nil},
	{"hazards", func(u *unit) error { return amdgpu.InsertHazards(u.target, u.blocks) }, nil},
	{"clauses", func(u *unit) error {
		if u.opt.level() > 0 {
			amdgpu.InsertClauses(u.target, u.blocks)
		}
		return nil
	}, nil},
	{"encode", func(u *unit) (err error) {
		u.code, err = isel.Encode(u.mir, u.blocks)
		return err
	}, nil},
}

// builtPasses is the number of passes that a kernel and its functions go through as one.
const builtPasses = 2

// PassNames lists the passes in order.
func PassNames() []string {
	names := make([]string, len(passes))
	for i := range passes {
		names[i] = passes[i].name
	}
	return names
}

func (o *Options) level() int {
	if o.OptLevel == 0 {
		return 0
	}
	return 3
}

// targets are the AMD targets that the compiler serves.
func targetByName(name string) *amdgpu.Target {
	switch name {
	case "gfx1100", "":
		return amdgpu.GFX1100
	}
	return nil
}

// Compile turns one PTX module into a HSACO. A module that is not valid PTX gives an *Error. A kernel that is valid but
// uses what ferry cannot do is left out of the code, and its Kernel says why in Refused.
func Compile(src []byte, opt Options) (*Object, error) {
	target := targetByName(opt.Target)
	if target == nil {
		return nil, &Error{Result: resultNoBinaryForGPU, Log: fmt.Sprintf("ferry has no compiler for %s", opt.Target)}
	}
	name := opt.Name
	if name == "" {
		name = "application ptx input"
	}
	mod, diags := ptx.Load(src, ptx.Options{Name: name})
	if len(diags) > 0 {
		return nil, diagError(diags)
	}
	if e := unresolved(mod); e != nil {
		return nil, e
	}
	obj := &Object{
		Target:     target.Name,
		PTXVersion: int(mod.Version.Major)*10 + int(mod.Version.Minor),
		PTXTarget:  mod.Target.SM,
	}
	var funcs []*ptx.Function
	for _, f := range mod.Funcs {
		if f.Entry && f.HasBody {
			funcs = append(funcs, f)
		}
	}
	calls := ir.AnalyseCalls(mod, opt.NoInline)
	units := make([]unit, len(funcs))
	errs := make([]error, len(funcs))
	for i, f := range funcs {
		units[i] = unit{opt: &opt, target: target, mod: mod, calls: calls, src: f}
	}
	workers := min(runtime.GOMAXPROCS(0), len(units))
	if opt.Dump != nil {
		workers = 1
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				errs[i] = units[i].compile()
			}
		}()
	}
	for i := range units {
		next <- i
	}
	close(next)
	wg.Wait()

	// The section says that launches of this object get ferry's block and error record.
	m := &elf.Module{Target: target.Name, FerryMeta: fmt.Appendf(nil, "ferry abi %d\n", abi.Version)}
	bad, err := globals(mod, calls, m, obj)
	if err != nil {
		return nil, err
	}
	for i := range units {
		if errs[i] == nil {
			errs[i] = units[i].usesBad(bad)
		}
		k := units[i].kernel(errs[i])
		obj.PTXInsts += k.PTXInsts
		obj.AMDInsts += k.AMDInsts
		if errs[i] == nil {
			m.Functions = append(m.Functions, units[i].function(&k))
			m.FerryMeta = units[i].alignments(m.FerryMeta)
		}
		obj.Kernels = append(obj.Kernels, k)
	}
	hsaco, err := elf.WriteHSACO(m)
	if err != nil {
		return nil, &Error{Result: resultInvalidPTX, Log: fmt.Sprintf("ptxas %s; error: %v", name, err)}
	}
	obj.HSACO = hsaco
	obj.Info = info(obj, &opt)
	return obj, nil
}

// unresolved reports what the module uses and nobody defines.
func unresolved(mod *ptx.Module) error {
	var b strings.Builder
	for _, s := range mod.Externs() {
		switch x := s.(type) {
		case *ptx.Function:
			if !ir.IsRuntime(x.Name) && !ir.IsSystemCall(x.Name) {
				fmt.Fprintf(&b, "ptxas fatal   : Unresolved extern function '%s'\n", x.Name)
			}
		case *ptx.Variable:
			if sp := x.Space.Base(); (sp == ptx.SpaceGlobal || sp == ptx.SpaceConst) && !defaulted(x) {
				fmt.Fprintf(&b, "ptxas fatal   : Unresolved extern variable '%s'\n", x.Name)
			}
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return &Error{Result: resultInvalidPTX, Log: b.String()}
}

// defaulted reports a global variable that nobody defines and that NVIDIA's JIT compiler then defines itself, as zeros
// (testdata/probes, extern_global_use). Its size must be known.
func defaulted(v *ptx.Variable) bool {
	return v.Linkage == ptx.LinkExtern && v.Space.Base() == ptx.SpaceGlobal && v.Size() > 0
}

func diagError(diags []ptx.Diag) *Error {
	e := &Error{Result: resultInvalidPTX}
	var b strings.Builder
	for _, d := range diags {
		if d.Kind == ptx.KindVersion {
			e.Result = resultUnsupportedVersion
		}
		b.WriteString(d.String())
		b.WriteByte('\n')
	}
	b.WriteString("ptxas fatal   : Ptx assembly aborted due to errors\n")
	e.Log = b.String()
	return e
}

// compile runs the passes. A panic in one of them is a fault of the compiler: it makes this kernel unavailable, by name,
// and leaves the others alone.
func (u *unit) compile() error {
	err := u.once()
	if errors.Is(err, ir.ErrApart) {
		u.apart = true
		u.callees, u.unitOf = nil, nil
		err = u.once()
	}
	return err
}

func (u *unit) once() (err error) {
	at := ""
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error in pass %s: %v", at, r)
			if debugPanics {
				panic(r)
			}
		}
	}()
	dump := u.opt.Dump != nil && (u.opt.DumpKernel == "" || u.opt.DumpKernel == u.src.Name)
	run := func(x *unit, passes []pass) error {
		for i := range passes {
			p := &passes[i]
			at = p.name
			t := time.Now()
			if err := p.run(x); err != nil {
				return err
			}
			if u.opt.Times != nil {
				u.opt.Times.add(p.name, time.Since(t))
			}
			if dump && p.dump != nil {
				u.opt.Dump(p.name, x.name(), p.dump(x))
			}
		}
		return nil
	}
	finish := func(x *unit) {
		if dump {
			u.opt.Dump("asm", x.name(), x.asmText())
			u.opt.Dump("bytes", x.name(), x.bytesText())
		}
		// Only facts about the function and its code are needed from here on.
		x.mir.Release()
		x.blocks, x.linear = nil, nil
	}
	if err := run(u, passes[:builtPasses]); err != nil {
		return err
	}
	sites := 0
	u.openCallees()
	for _, x := range u.callees {
		x.ssa.FirstSite = sites
		if err := run(x, passes[builtPasses:]); err != nil {
			return err
		}
		sites += len(x.mir.Sites)
		finish(x)
	}
	u.ssa.FirstSite = sites
	if err := run(u, passes[builtPasses:]); err != nil {
		return err
	}
	finish(u)
	at = "link"
	return u.link()
}

// debugPanics lets a compiler fault stop the process, for tests.
var debugPanics = false

func (u *unit) kernel(err error) Kernel {
	k := Kernel{Name: u.src.Name, PTXInsts: u.src.NInstr}
	if u.ssa != nil {
		f := u.ssa
		for _, p := range f.Params {
			k.Params = append(k.Params, Param{Offset: p.Offset, Size: p.Size, Align: p.Align})
		}
		k.ParamBytes = f.ParamBytes
		k.SharedBytes = f.SharedBytes
		if f.FerryShared > 0 {
			// Ferry's part starts 16-aligned behind a dynamic part of any size.
			k.FerryShared = f.FerryShared + 15
		}
		k.UsesGridSync, k.UsesPrintf, k.UsesHeap = f.UsesGridSync, f.UsesPrintf, f.UsesHeap
		k.ReqThreads = f.ReqNTid
	}
	k.MaxThreads = maxThreads(u.src)
	if err != nil {
		k.Refused = err.Error()
		return k
	}
	k.LocalBytes = u.stackBytes()
	k.NumRegs, k.SGPRs, k.Spills = u.mir.NumVGPR, u.mir.NumSGPR, u.mir.Spills
	k.AMDInsts = u.code.Insts
	u.lineTable(&k)
	for _, x := range append(u.callees, u) {
		for _, s := range x.mir.Sites {
			k.Sites = append(k.Sites, Site{Line: uint32(s.Line), What: s.What})
		}
	}
	for _, x := range u.callees {
		k.Spills += x.mir.Spills
		k.NumRegs, k.SGPRs = max(k.NumRegs, x.mir.NumVGPR), max(k.SGPRs, x.mir.NumSGPR)
		k.DynamicStack = k.DynamicStack || x.ssa.Cycle > 0
	}
	return k
}

// maxThreads is the largest work-group that a kernel allows.
func maxThreads(f *ptx.Function) int {
	const most = 1024
	d := f.ReqNTid
	if d.N == 0 {
		d = f.MaxNTid
	}
	if d.N == 0 {
		return most
	}
	n := 1
	for _, x := range [...]uint32{d.X, d.Y, d.Z} {
		n = min(n*int(max(x, 1)), most)
	}
	return n
}

// lineTable fills the kernel's line table; .loc lines come from the PTX text's own directives.
func (u *unit) lineTable(k *Kernel) {
	files := map[uint32]string{}
	for _, d := range u.mod.Decls {
		if f, ok := d.(*ptx.FileDir); ok {
			files[f.Index] = f.Name
		}
	}
	type loc struct {
		line, src uint32
		file      string
	}
	var locs []loc
	for _, s := range u.src.Body {
		if l, ok := s.(*ptx.Loc); ok {
			locs = append(locs, loc{uint32(l.Pos.Line), l.Line, files[l.File]})
		}
	}
	k.Lines = make([]Line, 0, len(u.code.Lines))
	for _, e := range u.code.Lines {
		ln := Line{PC: e.PC, Line: e.Line}
		lo, hi := 0, len(locs)
		for lo < hi { // the last .loc above the line
			m := (lo + hi) / 2
			if locs[m].line <= e.Line {
				lo = m + 1
			} else {
				hi = m
			}
		}
		if lo > 0 {
			ln.File, ln.Source = locs[lo-1].file, locs[lo-1].src
		}
		k.Lines = append(k.Lines, ln)
	}
}

// alignments adds a line for each access of the kernel that has less alignment than its size: "align KERNEL PC BYTES", PC in
// hexadecimal from the kernel's first byte. The emulator, which faults as NVIDIA's hardware does on what is not aligned, reads them.
func (u *unit) alignments(meta []byte) []byte {
	for _, a := range u.code.Aligns {
		meta = fmt.Appendf(meta, "align %s %x %d\n", u.src.Name, a.PC, a.Align)
	}
	return meta
}

// relocTypes maps the relocations of code to those of the object.
var relocTypes = map[isel.Rel]elf.RelocType{
	isel.RelLo: elf.RelRel32Lo, isel.RelHi: elf.RelRel32Hi, isel.AbsLo: elf.RelAbs32Lo, isel.AbsHi: elf.RelAbs32Hi,
}

// usesBad refuses a kernel that names a variable whose initial value ferry cannot make.
func (u *unit) usesBad(bad map[string]string) error {
	if len(bad) == 0 {
		return nil
	}
	for _, r := range u.code.Relocs {
		if why := bad[r.Sym.Name]; why != "" {
			return &ir.Refusal{Line: int(u.src.Pos.Line), What: why}
		}
	}
	return nil
}

func (u *unit) function(k *Kernel) elf.Function {
	f := elf.Function{Name: u.src.Name, Code: u.code.Bytes}
	for _, r := range u.code.Relocs {
		f.Relocs = append(f.Relocs, elf.Reloc{Offset: r.Offset, Type: relocTypes[r.Sym.Rel], Symbol: r.Sym.Name, Addend: r.Sym.Addend})
	}
	scratch := k.LocalBytes
	if k.DynamicStack {
		scratch += abi.DefaultStack
	}
	f.Kernel = &elf.Kernel{
		KernargSize: uint32(abi.Size(k.ParamBytes)), KernargAlign: abi.Align,
		LDSSize: uint32(k.SharedBytes + k.FerryShared), ScratchSize: uint32(scratch+15) &^ 15,
		DynamicStack: k.DynamicStack,
		VGPRs:        k.NumRegs, SGPRs: k.SGPRs,
		MaxFlatWorkgroupSize: k.MaxThreads,
		VGPRSpills:           k.Spills,
	}
	if k.ReqThreads[0] > 0 {
		for i := range 3 {
			f.Kernel.ReqdWorkgroupSize[i] = uint32(max(k.ReqThreads[i], 1))
		}
	}
	for i, p := range k.Params {
		f.Kernel.Args = append(f.Kernel.Args, elf.Arg{Name: fmt.Sprintf("p%d", i), Offset: uint32(p.Offset), Size: uint32(p.Size)})
	}
	f.Kernel.Args = append(f.Kernel.Args, elf.Arg{Name: "ferry", Offset: uint32(abi.BlockOffset(k.ParamBytes)), Size: abi.BlockSize})
	return f
}

// info is the JIT info log: one line for each refused kernel, and with Verbose ptxas -v's lines.
func info(o *Object, opt *Options) string {
	var b strings.Builder
	for i := range o.Kernels {
		k := &o.Kernels[i]
		if k.Refused != "" {
			fmt.Fprintf(&b, "ferry: kernel %s is not available: %s\n", k.Name, k.Refused)
			continue
		}
		if !opt.Verbose {
			continue
		}
		fmt.Fprintf(&b, "ptxas info    : Compiling entry function '%s' for '%s'\n", k.Name, o.Target)
		fmt.Fprintf(&b, "ptxas info    : Function properties for %s\n    %d bytes stack frame, %d spilled registers\n", k.Name, k.LocalBytes, k.Spills)
		fmt.Fprintf(&b, "ptxas info    : Used %d registers, %d scalar registers, %d bytes smem, %d bytes parameters\n",
			k.NumRegs, k.SGPRs, k.SharedBytes, k.ParamBytes)
	}
	return b.String()
}

func (u *unit) astText() string {
	var b bytes.Buffer
	if err := ptx.Print(&b, u.mod); err != nil {
		return err.Error()
	}
	return b.String()
}

func (u *unit) asmText() string {
	var b strings.Builder
	for i := range u.blocks {
		fmt.Fprintf(&b, "b%d:\n", i)
		for k := range u.blocks[i].Insts {
			fmt.Fprintf(&b, "\t%s\n", amdgpu.Format(u.target, &u.blocks[i].Insts[k]))
		}
	}
	return b.String()
}

func (u *unit) bytesText() string {
	var b strings.Builder
	for i := 0; i < len(u.code.Bytes); i += 4 {
		if i%32 == 0 {
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%06x:", i)
		}
		fmt.Fprintf(&b, " %02x%02x%02x%02x", u.code.Bytes[i+3], u.code.Bytes[i+2], u.code.Bytes[i+1], u.code.Bytes[i])
	}
	b.WriteByte('\n')
	return b.String()
}
