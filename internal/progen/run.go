package progen

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"ferry/compiler"
	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
	"ferry/ptx/interp"
)

// Answer is what a machine made of a program: every thread's slots, then scratch memory.
type Answer []byte

// ErrRefused is the answer of a compiler that says by name what it cannot do; it is no difference.
var ErrRefused = errors.New("refused")

// ErrNoAnswer is the answer of the interpreter when a program runs too long or takes an undefined value: there is nothing to compare.
var ErrNoAnswer = errors.New("no answer")

// Machine runs programs.
type Machine struct {
	Name  string
	level int  // -1: the interpreter
	fast  bool // on the emulator as users have it, which has code of its own where it is not strict
	m     conformance.Machine
	d     *embedded.Device
}

// Watchdog ends kernels that hang.
var Watchdog = time.Minute

// Machines are those that are compared: the interpreter, compiled code without and with optimisation in strict mode, and the latter again as users run it.
func Machines() ([]*Machine, error) {
	ms := []*Machine{{Name: "interpreter", level: -1}}
	for _, m := range []*Machine{{Name: "-O0"}, {Name: "-O3", level: 3}, {Name: "-O3, not strict", level: 3, fast: true}} {
		if err := m.open(); err != nil {
			return nil, err
		}
		ms = append(ms, m)
	}
	return ms, nil
}

// open gives the machine a new device: one that has faulted answers nothing but its fault.
func (m *Machine) open() error {
	if m.d != nil {
		m.d.Close()
	}
	d, err := embedded.New(embedded.Options{Strict: !m.fast, Memory: 64 << 20, Threads: 1, Watchdog: Watchdog})
	if err != nil {
		return err
	}
	m.d = d
	m.m, err = conformance.OnDevice(d, true)
	return err
}

// Run gives a machine's answer.
func (m *Machine) Run(p *Program) (Answer, error) {
	if m.level < 0 {
		return m.interpret(p)
	}
	obj, err := compiler.Compile([]byte(p.Text()), compiler.Options{OptLevel: m.level, CheckAllocation: !m.fast})
	if err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	if why := obj.Kernels[0].Refused; why != "" {
		if strings.Contains(why, "internal error") {
			return nil, fmt.Errorf("compile: %s", why)
		}
		return nil, fmt.Errorf("%w: %s", ErrRefused, why)
	}
	mod, err := m.m.Load(obj.HSACO)
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	a, err := answer(m.m, p, func(params []byte) error {
		if err := mod.Launch("k", &conformance.Launch{Grid: [3]uint32{p.Grid, 1, 1}, Block: [3]uint32{p.Block, 1, 1}, Params: params}); err != nil {
			return err
		}
		return mod.Sync()
	})
	if err = errors.Join(err, mod.Unload()); err != nil {
		err = errors.Join(err, m.open())
	}
	return a, err
}

// maxSteps bounds the lane instructions of one program.
const maxSteps = 20_000_000

func (m *Machine) interpret(p *Program) (Answer, error) {
	mem := interp.NewMemory()
	mod, err := interp.Load([]byte(p.Text()), mem)
	if err != nil {
		return nil, err
	}
	a, err := answer(&conformance.Interpreter{Memory: mem}, p, func(params []byte) error {
		return mod.Launch("k", &interp.Launch{Grid: [3]uint32{p.Grid, 1, 1}, Block: [3]uint32{p.Block, 1, 1}, Params: params, MaxSteps: maxSteps, Defined: true})
	})
	if errors.Is(err, interp.ErrSteps) || errors.Is(err, interp.ErrUndefined) {
		return nil, fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	return a, err
}

// answer prepares memory, launches, and reads the results.
func answer(m conformance.Machine, p *Program, launch func(params []byte) error) (a Answer, err error) {
	in := make([]byte, 8*Inputs)
	for i, v := range conformance.ProgramInputs() {
		binary.LittleEndian.PutUint64(in[8*i:], v)
	}
	threads := int(p.Grid * p.Block)
	out := make([]byte, 8*p.Slots*threads)
	scratch := make([]byte, 1024+ScratchBytes*threads)
	for i := range scratch[1024:] {
		scratch[1024+i] = byte(i * 37)
	}
	var params []byte
	var at []uint64
	for _, b := range [][]byte{in, out, scratch} {
		x, err := m.Alloc(len(b))
		if err != nil {
			return nil, err
		}
		at = append(at, x)
		defer func() { err = errors.Join(err, m.Free(x)) }()
		if err := m.Write(x, b); err != nil {
			return nil, err
		}
		params = binary.LittleEndian.AppendUint64(params, x)
	}
	if err := launch(params); err != nil {
		return nil, err
	}
	a = make([]byte, len(out)+len(scratch))
	if err := m.Read(a[:len(out)], at[1]); err != nil {
		return nil, err
	}
	return a, m.Read(a[len(out):], at[2])
}

// Difference describes where machines disagree about a program.
type Difference struct {
	Machine string
	What    string
}

// Compare runs a program everywhere. It returns nil if all agree. refused says that a compiler refused the program by name,
// long that the interpreter gave up; then there is no comparison.
func Compare(ms []*Machine, p *Program) (d *Difference, refused string, long bool) {
	want, err := ms[0].Run(p)
	if errors.Is(err, ErrNoAnswer) {
		return nil, "", true
	}
	if err != nil {
		return &Difference{ms[0].Name, err.Error()}, "", false
	}
	for _, m := range ms[1:] {
		got, err := m.Run(p)
		switch {
		case errors.Is(err, ErrRefused):
			refused = err.Error()
			continue
		case err != nil:
			return &Difference{m.Name, err.Error()}, refused, false
		}
		if w := p.differ(got, want); w != "" {
			return &Difference{m.Name, w}, refused, false
		}
	}
	return nil, refused, false
}

// differ describes the first difference of two answers.
func (p *Program) differ(got, want Answer) string {
	threads := int(p.Grid * p.Block)
	first, n := "", 0
	for i := range threads * p.Slots {
		g, w := binary.LittleEndian.Uint64(got[8*i:]), binary.LittleEndian.Uint64(want[8*i:])
		if g != w {
			if n == 0 {
				first = fmt.Sprintf("thread %d %s: %#x not %#x", i/p.Slots, p.Names[i%p.Slots], g, w)
			}
			n++
		}
	}
	if n > 0 {
		return fmt.Sprintf("%d values differ, first %s", n, first)
	}
	at := 8 * threads * p.Slots
	for i := at; i < len(got); i++ {
		if got[i] != want[i] {
			return fmt.Sprintf("scratch memory differs at byte %d: %#x not %#x", i-at-1024, got[i], want[i])
		}
	}
	return ""
}
