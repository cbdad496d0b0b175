package emu

import "fmt"

// FaultKind classifies a fault.
type FaultKind uint8

// Kinds of faults. Those from FaultStrictWait on are found by strict mode only.
const (
	FaultNone           FaultKind = iota
	FaultIllegalInstr             // undecodable or unsupported instruction
	FaultBadPC                    // control left the program's code
	FaultAddress                  // access outside every allocation, LDS or scratch
	FaultMisaligned               // misaligned access
	FaultTrap                     // s_trap
	FaultTimeout                  // ended from outside or by the watchdog
	FaultInternal                 // the emulator itself failed
	FaultStrictWait               // register used before its s_waitcnt
	FaultStrictUninit             // an uninitialised register decides a result
	FaultStrictHazard             // missing hazard mitigation
	FaultStrictEncoding           // illegal pair or operand combination that hardware would misexecute
)

var faultNames = [...]string{"none", "illegal instruction", "bad program counter", "bad address", "misaligned address", "trap", "timeout", "internal error",
	"missing wait", "uninitialised register", "missing hazard mitigation", "illegal encoding"}

func (k FaultKind) String() string { return faultNames[k] }

// Fault says what went wrong and where. It is an error.
type Fault struct {
	Kind   FaultKind
	Detail string
	Kernel string
	Block  [3]uint32
	Wave   int
	Lane   int // -1 where the whole wave is meant
	Thread [3]uint32
	Off    uint32 // byte offset of the instruction in the program's code
	Addr   uint64 // for FaultAddress and FaultMisaligned
	Inst   string // the instruction's mnemonic
}

func (f *Fault) Error() string {
	return fmt.Sprintf("%s: %s at +%#x %s (kernel %s, block %d,%d,%d, wave %d, lane %d, thread %d,%d,%d)", f.Kind, f.Detail, f.Off, f.Inst,
		f.Kernel, f.Block[0], f.Block[1], f.Block[2], f.Wave, f.Lane, f.Thread[0], f.Thread[1], f.Thread[2])
}

// Fail stops the wave with a fault at instruction d; lane is -1 where no single lane is to blame. It
// does not return: it panics with the *Fault, which Run catches.
func (w *Wave) Fail(kind FaultKind, d *DInst, lane int, format string, args ...any) {
	f := &Fault{Kind: kind, Detail: fmt.Sprintf(format, args...), Wave: w.ID, Lane: lane}
	if d != nil {
		f.Off = d.Off
		if d.In != nil {
			f.Inst = d.In.Op.String()
		}
	}
	if w.Prog != nil {
		f.Kernel = w.Prog.Name
	}
	if g := w.WG; g != nil {
		f.Block = g.ID
		f.Thread = g.threadOf(w.ID, max(lane, 0))
	}
	panic(f)
}

// FailAddr is Fail for a bad address.
func (w *Wave) FailAddr(kind FaultKind, d *DInst, lane int, addr uint64, format string, args ...any) {
	defer func() {
		f := recover().(*Fault)
		f.Addr = addr
		panic(f)
	}()
	w.Fail(kind, d, lane, format, args...)
}

// threadOf gives the thread index of a lane of a wave.
func (g *WorkGroup) threadOf(wave, lane int) [3]uint32 {
	n := uint32(wave*WaveSize + lane)
	x, y := max(g.Dim[0], 1), max(g.Dim[1], 1)
	return [3]uint32{n % x, n / x % y, n / x / y}
}

// Run executes at most quota instructions and says why it stopped.
func (w *Wave) Run(quota int) (st Status) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(*Fault)
			if !ok {
				panic(r)
			}
			w.Fault, w.Status = f, Faulted
			st = Faulted
		}
	}()
	w.Status = Running
	code := w.Code
	n := quota
	late := false // the turn ends soon
	pc := w.PC
	w.event, w.extra, w.polled = false, 0, false
	// The next index must not come out of memory written by the last handler: that would put a store and a load on every step's critical path.
	for n > 0 {
		if uint(pc) >= uint(len(code)) {
			w.Fail(FaultBadPC, nil, -1, "program counter outside the code")
		}
		d := &code[pc]
		pc++
		n -= int(d.Count)
		d.H(w, d)
		if w.event {
			w.event = false
			n -= w.extra
			w.extra = 0
			if w.Status != Running {
				if !w.polled {
					break
				}
				w.Status, w.polled = Running, false
				if n > w.grace {
					quota -= n - w.grace // of which nothing will be used
					n = w.grace
				}
				late = true
				continue
			}
			pc = w.PC
		}
	}
	w.PC = pc
	w.Insts += uint64(quota - n)
	if late && w.Status == Running {
		w.Status = Yielded
	}
	return w.Status
}
