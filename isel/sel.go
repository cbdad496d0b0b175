package isel

import (
	"fmt"
	"slices"

	"ferry/amdgpu"
	"ferry/ir"
)

// Select translates a linearised function. The error is an *ir.Refusal where the target lacks what the code needs.
func Select(lf *ir.LFunc, t *amdgpu.Target) (f *Func, err error) {
	s := &sel{
		f: NewFunc(lf.Func.Name, t), t: t, lf: lf, fn: lf.Func,
		reg:    make([]amdgpu.Reg, lf.Func.NumValues()),
		scalar: make([]bool, lf.Func.NumValues()),
		folded: make([]bool, lf.Func.NumValues()),
		fuse:   make([]fused, lf.Func.NumValues()),
		multi:  map[int32][]amdgpu.Reg{},
	}
	defer func() {
		if r := recover(); r != nil {
			ref, ok := r.(*ir.Refusal)
			if !ok {
				panic(r)
			}
			f, err = nil, ref
		}
	}()
	s.f.Insts = slices.Grow(s.f.Insts, 2*lf.Func.NumValues()+64)
	s.f.VRegs = slices.Grow(s.f.VRegs, lf.Func.NumValues()+64)
	s.f.Blocks = slices.Grow(s.f.Blocks, 2*len(lf.Blocks)+16)
	s.f.ScratchBytes = s.fn.LocalBytes
	s.f.function = !s.fn.Kernel
	s.fn.CountUses()
	s.place()
	s.masks = make([]amdgpu.Reg, lf.NumMasks)
	for i := range s.masks {
		s.masks[i] = s.f.NewVReg(ClassSGPR, s.laneMaskDwords())
	}
	s.f.masks = s.masks
	s.blocks()
	s.f.Calls, s.f.src = s.fn.Calls, s.fn
	s.f.budget(s.fn)
	return s.f, nil
}

// sel is the state of one selection.
type sel struct {
	f  *Func
	t  *amdgpu.Target
	lf *ir.LFunc
	fn *ir.Func

	// By value ID: the register (0 while there is none), whether it is scalar, and whether a consumer computes the value.
	reg    []amdgpu.Reg
	scalar []bool
	folded []bool
	fuse   []fused
	multi  map[int32][]amdgpu.Reg // the results of tuples

	masks []amdgpu.Reg
	line  int32

	// Launch registers, copied at the entry.
	kernarg, tid amdgpu.Reg
	group        [3]amdgpu.Reg
	// A function's arguments, results, return address, frame and the lanes that called it.
	params, results     []amdgpu.Reg
	ret, frame, callers amdgpu.Reg

	zeroReg   amdgpu.Operand // of the machine block zeroBlock
	zeroBlock int

	blockStart []int32 // first machine block of each LBlock
}

func (s *sel) refuse(format string, args ...any) {
	panic(&ir.Refusal{Line: int(s.line), What: fmt.Sprintf(format, args...)})
}

// laneMaskDwords is the width of a lane mask.
func (s *sel) laneMaskDwords() int {
	if s.t.Wave64 {
		return 2
	}
	return 1
}

// width is the number of dwords of a value.
func width(t ir.Type) int {
	if t == ir.I64 {
		return 2
	}
	return 1
}

// Operand and register helpers.

func r1(r amdgpu.Reg) amdgpu.Operand { return amdgpu.R(r, 1) }
func r2(r amdgpu.Reg) amdgpu.Operand { return amdgpu.R(r, 2) }

func imm(v int64) amdgpu.Operand { return amdgpu.Imm(v) }

// lo and hi are the halves of a 64-bit operand.
func lo(o amdgpu.Operand) amdgpu.Operand {
	if o.Kind == amdgpu.OpdImm {
		return imm(int64(uint32(o.Imm)))
	}
	return amdgpu.Operand{Kind: o.Kind, Width: 1, Reg: o.Reg}
}

func hi(o amdgpu.Operand) amdgpu.Operand {
	if o.Kind == amdgpu.OpdImm {
		return imm(int64(uint32(o.Imm >> 32)))
	}
	return amdgpu.Operand{Kind: o.Kind, Width: 1, Reg: o.Reg + 1}
}

func (s *sel) v32() amdgpu.Reg { return s.f.NewVReg(ClassVGPR, 1) }
func (s *sel) v64() amdgpu.Reg { return s.f.NewVReg(ClassVGPR, 2) }
func (s *sel) s32() amdgpu.Reg { return s.f.NewVReg(ClassSGPR, 1) }
func (s *sel) s64() amdgpu.Reg { return s.f.NewVReg(ClassSGPR, 2) }

// mask is a new lane mask.
func (s *sel) mask() amdgpu.Reg { return s.f.NewVReg(ClassSGPR, s.laneMaskDwords()) }

// carry is a new lane mask for use in the next few instructions.
func (s *sel) carry() amdgpu.Reg {
	r := s.mask()
	id, _ := SplitVirt(r)
	s.f.VRegs[id].VCC = true
	return r
}

// op is the operand of a value: its register or its constant.
func (s *sel) op(v *ir.Value) amdgpu.Operand {
	switch v.Op {
	case ir.OpConst:
		switch v.Type {
		case ir.I1:
			if v.Imm&1 != 0 {
				return imm(-1)
			}
			return imm(0)
		case ir.I16:
			return imm(int64(uint16(v.Imm)))
		case ir.I32:
			return imm(int64(uint32(v.Imm)))
		}
		return imm(int64(v.Imm))
	case ir.OpFrameAddr:
		return imm(int64(uint32(v.Imm)))
	}
	r := s.reg[v.ID]
	if r == 0 {
		panic(fmt.Sprintf("isel: %s (%s) is used before its definition", v, v.Op))
	}
	return amdgpu.R(r, s.valueWidth(v))
}

func (s *sel) valueWidth(v *ir.Value) int {
	if v.Type == ir.I1 {
		return s.laneMaskDwords()
	}
	return width(v.Type)
}

// arg is the operand of argument i of v.
func (s *sel) arg(v *ir.Value, i int) amdgpu.Operand { return s.op(v.Args[i]) }

// dst makes the register of v.
func (s *sel) dst(v *ir.Value) amdgpu.Operand {
	r := s.reg[v.ID]
	if r == 0 {
		c := ClassVGPR
		if v.Type == ir.I1 || s.scalar[v.ID] {
			c = ClassSGPR
		}
		r = s.f.NewVReg(c, s.valueWidth(v))
		s.reg[v.ID] = r
		if v.Type == ir.I1 && v.Op != ir.OpPhi && v.Uses == 1 {
			id, _ := SplitVirt(r)
			s.f.VRegs[id].VCC = true
		}
	}
	return amdgpu.R(r, s.valueWidth(v))
}

// alias lets v share the register (or a part of it) of another value.
func (s *sel) alias(v, from *ir.Value, sub int) {
	o := s.op(from)
	if o.Kind == amdgpu.OpdReg && s.isScalarReg(o.Reg) == s.wantsScalar(v) {
		s.reg[v.ID] = o.Reg + amdgpu.Reg(sub)
		return
	}
	w := s.valueWidth(v)
	if o.Kind == amdgpu.OpdReg {
		o = amdgpu.R(o.Reg+amdgpu.Reg(sub), w)
	} else if sub == 1 {
		o = hi(o)
	} else if w == 1 {
		o = lo(o)
	}
	s.copyTo(s.dst(v), o)
}

func (s *sel) wantsScalar(v *ir.Value) bool { return v.Type == ir.I1 || s.scalar[v.ID] }

func (s *sel) isScalarReg(r amdgpu.Reg) bool { return s.f.ClassOf(r) == ClassSGPR }

// copyTo moves src to dst whatever the classes; a VGPR that goes to an SGPR holds the same value in all lanes.
func (s *sel) copyTo(dst, src amdgpu.Operand) {
	op := PseudoCopy
	if src.Kind == amdgpu.OpdReg && s.isScalarReg(dst.Reg) && !s.isScalarReg(src.Reg) {
		op = PseudoReadCopy
	}
	s.raw(op, dst, src)
}

// raw appends an instruction as it is.
func (s *sel) raw(op amdgpu.Op, opds ...amdgpu.Operand) *Inst {
	if len(opds) > maxOps {
		s.refuse("%s with %d operands", op, len(opds))
	}
	s.f.Insts = append(s.f.Insts, Inst{})
	in := &s.f.Insts[len(s.f.Insts)-1]
	in.Line = s.line
	in.Op, in.N = op, uint8(len(opds))
	copy(in.Opd[:], opds)
	return in
}

// e appends an instruction after bringing its operands into a form that the hardware takes: values in the wrong kind of
// register, constants that do not fit and too many scalar operands go through temporaries.
func (s *sel) e(op amdgpu.Op, opds ...amdgpu.Operand) *Inst {
	d := s.f.desc.lookup(op, len(opds))
	if d == nil {
		s.refuse("%s has no instruction %s with %d operands", s.t.Name, op, len(opds))
	}
	var o [maxOps]amdgpu.Operand
	copy(o[:], opds)
	n := len(opds)
	if n == 3 && commutes(op) && scalarOperand(s, &o[2]) && !scalarOperand(s, &o[1]) {
		o[1], o[2] = o[2], o[1] // the short form takes a scalar first
	}
	for k := range n {
		if d.dir[k]&amdgpu.DirOut == 0 {
			s.fit(d, k, &o[k])
		}
	}
	flags := s.t.Info(op).Flags
	switch {
	case flags&amdgpu.OpVALU != 0:
		s.constantBus(op, d, o[:n])
	case flags&amdgpu.OpSALU != 0:
		s.oneLiteral(d, o[:n])
	}
	return s.raw(op, o[:n]...)
}

func scalarOperand(s *sel, o *amdgpu.Operand) bool {
	return o.Kind == amdgpu.OpdImm || o.Kind == amdgpu.OpdReg && s.isScalarReg(o.Reg)
}

// fit moves a source operand into a register where the instruction cannot take it as it is.
func (s *sel) fit(d *opDesc, k int, o *amdgpu.Operand) {
	acc := d.accept[k]
	switch o.Kind {
	case amdgpu.OpdReg:
		if s.isScalarReg(o.Reg) {
			if acc&(amdgpu.AcceptS|amdgpu.AcceptVCC|amdgpu.AcceptEXEC) == 0 {
				s.toVGPR(o)
			}
		} else if acc&amdgpu.AcceptV == 0 {
			s.toSGPR(o)
		}
	case amdgpu.OpdImm:
		switch {
		case d.class[k] == amdgpu.ClassImm || d.class[k] == amdgpu.ClassLiteral:
		case isInline(o.Imm, d, k):
		case acc&amdgpu.AcceptLit != 0 && literalFits(o.Imm, d, k):
		case acc&amdgpu.AcceptS != 0:
			s.constReg(o, ClassSGPR, int(max(d.dwords[k], 1)))
		default:
			s.constReg(o, ClassVGPR, int(max(d.dwords[k], 1)))
		}
	}
}

func (s *sel) constReg(o *amdgpu.Operand, c Class, w int) {
	r := s.f.NewVReg(c, w)
	m := o.Mods
	s.raw(PseudoCopy, amdgpu.R(r, w), imm(o.Imm))
	*o = amdgpu.R(r, w)
	o.Mods = m
}

func (s *sel) toVGPR(o *amdgpu.Operand) {
	w := int(max(o.Width, 1))
	r := s.f.NewVReg(ClassVGPR, w)
	s.raw(PseudoCopy, amdgpu.R(r, w), amdgpu.R(o.Reg, w))
	o.Reg = r
}

func (s *sel) toSGPR(o *amdgpu.Operand) {
	w := int(max(o.Width, 1))
	r := s.f.NewVReg(ClassSGPR, w)
	s.raw(PseudoReadCopy, amdgpu.R(r, w), amdgpu.R(o.Reg, w))
	o.Reg = r
}

// vgpr is o in a VGPR of w dwords.
func (s *sel) vgpr(o amdgpu.Operand, w int) amdgpu.Operand {
	if o.Kind == amdgpu.OpdReg && !s.isScalarReg(o.Reg) {
		return o
	}
	r := s.f.NewVReg(ClassVGPR, w)
	s.raw(PseudoCopy, amdgpu.R(r, w), o)
	return amdgpu.R(r, w)
}

// sgpr is o in an SGPR of w dwords; o is uniform.
func (s *sel) sgpr(o amdgpu.Operand, w int) amdgpu.Operand {
	if o.Kind == amdgpu.OpdReg && s.isScalarReg(o.Reg) {
		return o
	}
	r := s.f.NewVReg(ClassSGPR, w)
	s.copyTo(amdgpu.R(r, w), o)
	return amdgpu.R(r, w)
}

// isInline reports whether a constant has an inline code in operand k.
func isInline(v int64, d *opDesc, k int) bool {
	if d.accept[k]&amdgpu.AcceptInt == 0 {
		return false
	}
	x := v
	switch {
	case d.half[k]:
		x = int64(int16(v))
	case d.dwords[k] < 2:
		x = int64(int32(v))
	}
	if x >= -16 && x <= 64 {
		return true
	}
	if d.accept[k]&amdgpu.AcceptFloat == 0 {
		return false
	}
	switch {
	case d.half[k] || d.inline[k] == 16 && v>>16 == 0:
		switch uint16(v) {
		case 0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118:
			return true
		}
	case d.dwords[k] == 2:
		switch uint64(v) {
		case 0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000, 0xbff0000000000000,
			0x4000000000000000, 0xc000000000000000, 0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882:
			return true
		}
	case d.inline[k] == 32:
		switch uint32(v) {
		case 0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983:
			return true
		}
	}
	return false
}

// literalFits reports whether a constant that is not inline can be a literal of operand k.
func literalFits(v int64, d *opDesc, k int) bool {
	if d.dwords[k] < 2 {
		return true
	}
	return d.f64[k] && uint32(v) == 0
}

// constantBus keeps the number of scalar operands of a VALU instruction within what the hardware reads: two on gfx10 and
// later, where a literal counts (64-bit shifts: one).
func (s *sel) constantBus(op amdgpu.Op, d *opDesc, o []amdgpu.Operand) {
	limit := 2
	switch op {
	case amdgpu.VLshlrevB64, amdgpu.VLshrrevB64, amdgpu.VAshrrevI64:
		limit = 1
	}
	var regs [4]amdgpu.Reg
	n := 0
	if d.reads&amdgpu.ImpVCC != 0 {
		regs[0], n = amdgpu.VCCLo, 1
	}
	lit, haveLit := int64(0), false
	// Operands that must be scalar come first: lane masks and the like.
	for pass := range 2 {
		for k := range o {
			if d.dir[k]&amdgpu.DirOut != 0 {
				continue
			}
			must := d.accept[k]&amdgpu.AcceptV == 0
			if must != (pass == 0) {
				continue
			}
			switch o[k].Kind {
			case amdgpu.OpdReg:
				if !s.isScalarReg(o[k].Reg) || o[k].Reg == amdgpu.Null {
					continue
				}
				seen := false
				for _, r := range regs[:n] {
					seen = seen || r == o[k].Reg
				}
				if seen {
					continue
				}
				used := n
				if haveLit {
					used++
				}
				if used >= limit && !must {
					s.toVGPR(&o[k])
					continue
				}
				regs[n] = o[k].Reg
				n++
			case amdgpu.OpdImm:
				if d.class[k] == amdgpu.ClassImm || isInline(o[k].Imm, d, k) {
					continue
				}
				v := o[k].Imm
				if d.dwords[k] == 2 {
					v >>= 32
				}
				v = int64(uint32(v))
				if haveLit && v == lit {
					continue
				}
				if haveLit || n >= limit {
					s.constReg(&o[k], ClassVGPR, int(max(d.dwords[k], 1)))
					continue
				}
				lit, haveLit = v, true
			}
		}
	}
}

// oneLiteral keeps a SALU instruction from having two different literals.
func (s *sel) oneLiteral(d *opDesc, o []amdgpu.Operand) {
	lit, have := int64(0), false
	for k := range o {
		if o[k].Kind != amdgpu.OpdImm || d.dir[k]&amdgpu.DirOut != 0 || d.class[k] == amdgpu.ClassImm || isInline(o[k].Imm, d, k) {
			continue
		}
		v := int64(uint32(o[k].Imm))
		if have && v != lit {
			s.constReg(&o[k], ClassSGPR, int(max(d.dwords[k], 1)))
			continue
		}
		lit, have = v, true
	}
}

// commutes lists the three-operand instructions whose sources may be swapped.
func commutes(op amdgpu.Op) bool {
	switch op {
	case amdgpu.VAddNcU32, amdgpu.VAndB32, amdgpu.VOrB32, amdgpu.VXorB32, amdgpu.VXnorB32,
		amdgpu.VAddF32, amdgpu.VMulF32, amdgpu.VMinF32, amdgpu.VMaxF32,
		amdgpu.VAddF16, amdgpu.VMulF16, amdgpu.VMinF16, amdgpu.VMaxF16,
		amdgpu.VMinI32, amdgpu.VMaxI32, amdgpu.VMinU32, amdgpu.VMaxU32,
		amdgpu.VMulU32U24, amdgpu.VMulI32I24, amdgpu.VMulHiU32U24, amdgpu.VMulHiI32I24,
		amdgpu.VAddF64, amdgpu.VMulF64, amdgpu.VMinF64, amdgpu.VMaxF64, amdgpu.VMulLoU32, amdgpu.VMulHiU32, amdgpu.VMulHiI32:
		return true
	}
	return false
}

// budget sets how many registers the kernel may use: what lets the largest work-group that it allows be resident, and
// .maxnreg.
func (f *Func) budget(fn *ir.Func) {
	const most = 1024 // whatever the directives say
	extent := fn.ReqNTid
	if extent[0] == 0 {
		extent = fn.MaxNTid
	}
	threads := most
	if extent[0] > 0 {
		threads = 1
		for _, n := range extent {
			threads = min(threads*max(n, 1), most)
		}
	}
	f.MaxVGPR = VGPRBudget(threads)
	if fn.MaxNReg > 0 {
		f.MaxVGPR = min(f.MaxVGPR, max(fn.MaxNReg, minVGPRs))
	}
	if f.hasCalls() {
		f.MaxVGPR = max(f.MaxVGPR, minVGPRsCalls)
	}
	f.MaxSGPR = maxSGPRs
	if len(f.Insts) > longBranchInsts {
		f.MaxSGPR = longBranchPair
	}
}

const (
	maxSGPRs = 106
	minVGPRs = 24
	// VGPR file of a gfx1100 SIMD: 1,536 registers a lane in wave32, allocated by 24; four SIMDs share a work-group in
	// WGP mode (AMDGPUUsage; the numbers are those of LLVM's occupancy tables).
	vgprFile    = 1536
	vgprGranule = 24
	simdsPerWGP = 4
)

// VGPRBudget is how many VGPRs a work-group of so many threads can have.
func VGPRBudget(threads int) int {
	waves := (max(threads, 1) + ir.WaveSize - 1) / ir.WaveSize
	perSIMD := (waves + simdsPerWGP - 1) / simdsPerWGP
	n := vgprFile / perSIMD / vgprGranule * vgprGranule
	return min(n, numVUnits)
}

// LimitVGPRs lowers the VGPR budget to n, as CU_JIT_MAX_REGISTERS asks, but not below what code needs to exist.
func (f *Func) LimitVGPRs(n int) {
	least := minVGPRs
	if f.hasCalls() {
		least = minVGPRsCalls
	}
	f.MaxVGPR = min(f.MaxVGPR, max(n, least))
}
