package emu_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ferry/amdgpu"
	"ferry/elf"
	"ferry/emu"
	"ferry/hipffi/embedded"
	"ferry/internal/conformance"

	"github.com/stretchr/testify/require"
)

// The mutation test proves strict mode: from code that clang made and that runs correctly, one wait, one hazard
// instruction or one initialisation is deleted at a time. Each mutant must fault, or be named redundant by an analysis of the instruction stream of
// the good run that shares no code with strict mode. What does neither has escaped.

var mutationKernels = []string{"vecadd", "saxpy_stride", "reduce_shared", "scan_block", "histogram", "transpose", "gemm_tiled", "conv2d_const",
	"mandelbrot", "sha256", "bitonic", "local_array", "switch_jump", "recursion", "dyn_shared", "softmax"}

// sampleStep is the share of mutants that an ordinary run tries: one in so many. FERRY_MUTATION=full tries all.
const sampleStep = 9

func TestMutation(t *testing.T) {
	step := sampleStep
	if os.Getenv("FERRY_MUTATION") == "full" {
		step = 1
	}
	var total, faulted, redundant, escaped int
	n := 0
	for _, name := range mutationKernels {
		c, err := conformance.FindKernel(name)
		require.NoError(t, err)
		obj := mutationObject(t, c.Source)
		tr := newTracer()
		emu.SetTrace(tr.see)
		err = runObject(t, c, obj)
		emu.SetTrace(nil)
		require.NoError(t, err, name)
		for _, m := range mutantsOf(t, obj, tr) {
			n++
			if n%step != 0 {
				continue
			}
			total++
			err := runObject(t, c, m.object)
			switch {
			case err != nil && m.detected(err):
				faulted++
			case m.redundant != "" && (err == nil):
				redundant++
			case m.init && err == nil:
				redundant++ // the recorded answers do not depend on it
			default:
				escaped++
				t.Logf("%s: %s escapes (result: %v)", name, m.what, err)
			}
		}
	}
	t.Logf("%d mutants: %d faulted, %d redundant, %d escaped (%.2f %%)", total, faulted, redundant, escaped, 100*float64(escaped)/float64(total))
	if escaped*100 >= total {
		t.Errorf("%d of %d mutants escaped", escaped, total)
	}
}

type mutant struct {
	what      string
	object    []byte
	init      bool
	redundant string // why deleting it changes nothing
}

// detected reports whether err is a fault of the emulator, not just a wrong answer.
func (m *mutant) detected(err error) bool {
	s := err.Error()
	for _, k := range []string{"missing wait", "uninitialised", "missing hazard", "bad address", "bad program counter", "illegal", "watchdog", "time"} {
		if strings.Contains(s, k) {
			return true
		}
	}
	return false
}

func mutationObject(t *testing.T, source string) []byte {
	t.Helper()
	if b, err := os.ReadFile(filepath.Join(os.Getenv("FERRY_TEST_OBJECTS"), strings.TrimSuffix(filepath.Base(source), ".cu")+".hsaco")); err == nil {
		return b
	}
	tools := [3]string{"clang++-22", "llc-22", "ld.lld-22"}
	for _, p := range tools {
		if _, err := exec.LookPath(p); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is not installed: the mutation proof cannot run", p)
			}
			t.Skipf("SKIPPED: %s is not installed, so the mutation proof does not run", p)
		}
	}
	root, err := conformance.Root()
	require.NoError(t, err)
	dir := t.TempDir()
	bc, o, out := filepath.Join(dir, "k.bc"), filepath.Join(dir, "k.o"), filepath.Join(dir, "k.hsaco")
	for _, c := range [][]string{
		{tools[0], "-x", "hip", "--cuda-device-only", "--offload-arch=gfx1100", "-nogpuinc", "-nogpulib", "-O3", "-Wno-everything",
			"-include", filepath.Join(root, "..", "llvm", "shim.h"), "-emit-llvm", "-c", source, "-o", bc},
		{tools[1], "-O3", "-mcpu=gfx1100", bc, "-filetype=obj", "-o", o},
		{tools[2], "-shared", o, "-o", out},
	} {
		text, err := exec.Command(c[0], c[1:]...).CombinedOutput()
		require.NoError(t, err, "%s", text)
	}
	b, err := os.ReadFile(out)
	require.NoError(t, err)
	return b
}

func runObject(t *testing.T, c *conformance.Kernel, obj []byte) error {
	return runWith(t, c, obj, embedded.Options{Memory: 64 << 20, Threads: 1, Strict: true, StrictMemory: true, Watchdog: 20 * time.Second})
}

// TestSeeds runs the kernels with the approximate instructions as bad as AMD documents them, under three seeds: correct code does not care.
func TestSeeds(t *testing.T) {
	for _, name := range mutationKernels {
		c, err := conformance.FindKernel(name)
		require.NoError(t, err)
		obj := mutationObject(t, c.Source)
		for seed := uint64(1); seed <= 3; seed++ {
			require.NoError(t, runWith(t, c, obj, embedded.Options{Memory: 64 << 20, Threads: 1, Seed: seed}), "%s, seed %d", name, seed)
		}
		require.NoError(t, runWith(t, c, obj, embedded.Options{Memory: 64 << 20, Threads: 1, Scalar: true}), "%s, scalar", name)
	}
}

func runWith(t *testing.T, c *conformance.Kernel, obj []byte, o embedded.Options) error {
	d, err := embedded.New(o)
	require.NoError(t, err)
	defer d.Close()
	m, err := conformance.OnDevice(d, false)
	require.NoError(t, err)
	defer m.Close()
	mod, err := m.Load(obj)
	if err != nil {
		return err
	}
	tol := 0.0
	if c.Name == "softmax" {
		tol = 1e-5 // the shim's expf is a bare exp2
	}
	return c.RunWithin(m, mod, tol)
}

// mutantsOf lists the mutants of an object.
func mutantsOf(t *testing.T, obj []byte, tr *tracer) []mutant {
	t.Helper()
	tg := amdgpu.GFX1100
	o, err := elf.ReadHSACO(obj)
	require.NoError(t, err)
	var seg *elf.Segment
	for i := range o.Segments {
		if o.Segments[i].Exec {
			seg = &o.Segments[i]
		}
	}
	fileOff := bytes.Index(obj, seg.Data)
	require.GreaterOrEqual(t, fileOff, 0)
	var list []mutant
	add := func(off, size int, what string, init bool, redundant string) {
		b := append([]byte(nil), obj...)
		for i := 0; i < size; i += 4 {
			copy(b[fileOff+off+i:], []byte{0, 0, 0x80, 0xbf}) // s_nop 0
		}
		list = append(list, mutant{what: fmt.Sprintf("%s without %s at %#x", map[bool]string{true: "initialisation", false: "code"}[init], what, off), object: b, init: init, redundant: redundant})
	}
	for off := 0; off < len(seg.Data); {
		var in amdgpu.Inst
		if err := amdgpu.Decode(tg, seg.Data[off:], &in); err != nil {
			break
		}
		name := in.Op.String()
		if name == "s_code_end" {
			break
		}
		text := amdgpu.Format(tg, &in)
		switch {
		case name == "s_waitcnt" || strings.HasPrefix(name, "s_waitcnt_") && name != "s_waitcnt_depctr", name == "s_waitcnt_depctr":
			why := ""
			if !tr.needed[uint32(off)] {
				why = "nothing it waits for is used before another wait"
			}
			add(off, int(in.Size), text, false, why)
		default:
			// Definitions of registers that hold nothing before: their deletion leaves an operand without initialisation.
			if tr.defines[uint32(off)] && !tr.redefines[uint32(off)] && tg.Info(in.Op).Flags&(amdgpu.OpBranch|amdgpu.OpTerminator) == 0 {
				add(off, int(in.Size), text, true, "")
			}
		}
		off += int(in.Size)
	}
	return list
}

// tracer watches the good run: for each memory operation it finds the first wait that covers it, and whether its registers (or, for
// stores and LDS, a barrier) come before a second wait would have covered it too. It knows the counters' order rules only.
type tracer struct {
	needed map[uint32]bool // by code offset: a wait that something depends on
	waves  map[*emu.Wave]*waveTrace
	// defines are the instructions seen to write registers; redefines those that in some wave wrote one that another instruction or the
	// launch had written before, or that read their own destination.
	defines, redefines map[uint32]bool
}

type memOp struct {
	counter int // 0 vm, 1 lgkm, 2 vs
	smem    bool
	young   int    // operations of the same counter issued after it
	by      uint32 // offset of the first covering wait
	covered bool
	regs    []amdgpu.Reg
	barrier bool
}

type waveTrace struct {
	ops []*memOp
	// writer is who wrote each register last (code offset + 1; 1<<31 for the launch).
	writer [512]uint32
	// Transcendental results and how many VALU and transcendental instructions came after; dep is the depctr that covered them.
	trans []*transOp
}

type transOp struct {
	reg     amdgpu.Reg
	valu    int
	trans   int
	by      uint32
	covered bool
}

func newTracer() *tracer {
	return &tracer{needed: map[uint32]bool{}, waves: map[*emu.Wave]*waveTrace{}, defines: map[uint32]bool{}, redefines: map[uint32]bool{}}
}

func (tr *tracer) see(w *emu.Wave, d *emu.DInst) {
	tg := amdgpu.GFX1100
	in := d.In
	off := d.Off
	tw := tr.waves[w]
	if tw == nil {
		tw = &waveTrace{}
		tr.waves[w] = tw
		for i := range 16 { // user and system SGPRs
			tw.writer[amdgpu.S(i)] = 1 << 31
		}
		tw.writer[amdgpu.V(0)], tw.writer[amdgpu.ExecLo], tw.writer[amdgpu.SCC] = 1<<31, 1<<31, 1<<31
	}
	name := in.Op.String()
	fl := tg.Info(in.Op).Flags
	wait := func(counter, n int) {
		smem := false
		for _, op := range tw.ops {
			smem = smem || op.counter == counter && op.smem && !op.covered
		}
		keep := tw.ops[:0]
		for _, op := range tw.ops {
			hit := op.counter == counter && op.young >= n && (counter != 1 || n == 0 || !smem && !op.smem)
			switch {
			case hit && op.covered: // a second wait: the first was not needed for this one
				continue
			case hit:
				op.covered, op.by = true, off
			}
			keep = append(keep, op)
		}
		tw.ops = keep
	}
	used := func(match func(*memOp) bool) {
		keep := tw.ops[:0]
		for _, op := range tw.ops {
			if op.covered && match(op) {
				tr.needed[op.by] = true
				continue
			}
			keep = append(keep, op)
		}
		tw.ops = keep
	}
	switch name {
	case "s_waitcnt":
		v := int(in.Opd[0].Imm)
		wait(0, v>>10&63)
		wait(1, v>>4&63)
		return
	case "s_waitcnt_vscnt":
		wait(2, int(in.Opd[1].Imm))
		return
	case "s_waitcnt_depctr":
		if in.Opd[0].Imm>>12&15 == 0 {
			keep := tw.trans[:0]
			for _, x := range tw.trans {
				if !x.covered {
					x.covered, x.by = true, off
					keep = append(keep, x)
				}
			}
			tw.trans = keep
		}
		return
	case "s_barrier":
		used(func(op *memOp) bool { return op.barrier })
		return
	case "s_endpgm":
		delete(tr.waves, w)
		return
	}
	var regs, outs []amdgpu.Reg
	valu := fl&(amdgpu.OpVALU|amdgpu.OpVOPC|amdgpu.OpVOPD) != 0
	tg.Uses(in, func(r amdgpu.Reg, n int, dir amdgpu.Dir) {
		for k := range n {
			regs = append(regs, r+amdgpu.Reg(k))
			if dir&amdgpu.DirOut != 0 {
				outs = append(outs, r+amdgpu.Reg(k))
				if r == amdgpu.SCC || r == amdgpu.Null {
					continue
				}
				q := &tw.writer[r+amdgpu.Reg(k)]
				if *q != 0 && *q != off+1 || dir&amdgpu.DirIn != 0 {
					tr.redefines[off] = true
				}
				*q = off + 1
				tr.defines[off] = true
			}
		}
	})
	has := func(list []amdgpu.Reg, r amdgpu.Reg) bool {
		for _, x := range list {
			if x == r {
				return true
			}
		}
		return false
	}
	mem := fl&(amdgpu.OpSMEM|amdgpu.OpDS|amdgpu.OpVMEM) != 0 && !strings.HasPrefix(name, "buffer_gl")
	used(func(op *memOp) bool {
		for _, r := range op.regs {
			if has(regs, r) {
				return true
			}
		}
		return false
	})
	if valu {
		keep := tw.trans[:0]
		for _, x := range tw.trans {
			if has(regs, x.reg) {
				if x.covered && x.valu <= 5 && x.trans <= 1 {
					tr.needed[x.by] = true
				}
				continue
			}
			x.valu++
			if fl&amdgpu.OpTrans != 0 {
				x.trans++
			}
			keep = append(keep, x)
		}
		tw.trans = keep
		if fl&amdgpu.OpTrans != 0 {
			for _, r := range outs {
				tw.trans = append(tw.trans, &transOp{reg: r})
			}
		}
	}
	if !mem {
		return
	}
	if fl&amdgpu.OpSMEM == 0 {
		tw.trans = tw.trans[:0]
	}
	push := func(op *memOp) {
		for _, x := range tw.ops {
			if x.counter == op.counter {
				x.young++
			}
		}
		tw.ops = append(tw.ops, op)
	}
	row := tg.Row(in)
	returns := len(outs) > 0 && outs[0] != amdgpu.ExecLo
	var dst []amdgpu.Reg
	for _, r := range outs {
		if r.IsVGPR() || r.IsSGPR() || r == amdgpu.VCCLo || r == amdgpu.VCCHi {
			dst = append(dst, r)
		}
	}
	_, _ = row, returns
	switch {
	case fl&amdgpu.OpSMEM != 0:
		push(&memOp{counter: 1, smem: true, regs: dst})
	case fl&amdgpu.OpDS != 0:
		push(&memOp{counter: 1, regs: dst, barrier: true})
	case len(dst) > 0:
		push(&memOp{counter: 0, regs: dst, barrier: true})
	default:
		push(&memOp{counter: 2, barrier: true})
	}
	if fl&amdgpu.OpFlat != 0 {
		push(&memOp{counter: 1, regs: dst, barrier: true})
	}
}
