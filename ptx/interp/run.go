package interp

import (
	"errors"
	"fmt"
	"math/bits"

	"ferry/ptx"
)

// Launch is one launch of a kernel.
type Launch struct {
	Grid, Block [3]uint32
	Shared      uint32 // dynamic shared memory, bytes
	Cooperative bool
	Params      []byte // each naturally aligned
	MaxSteps    int    // bound on the instructions of all lanes, 0: 20,000,000,000
	Defined     bool   // end with ErrUndefined where a lane takes a value that PTX leaves undefined
}

// resident is how many blocks run at a time.
const resident = 16

// fault stops a launch.
type fault struct {
	msg string
	err error
}

// ErrSteps is a launch's error when it takes more than MaxSteps instructions.
var ErrSteps = errors.New("the launch takes too many instructions")

// ErrUndefined is the error of a launch with Defined set that takes a value which PTX leaves undefined, such as a shuffle's from a
// lane that is not there.
var ErrUndefined = errors.New("the launch takes an undefined value")

func faultf(format string, args ...any) *fault { return &fault{msg: fmt.Sprintf(format, args...)} }

type grid struct {
	m    *Module
	l    *Launch
	c    *code
	left int
	sync uint64 // a cooperative launch's workspace
}

type block struct {
	g      *grid
	id     [3]uint32
	shared []byte
	warps  []*warp
	bars   [clusterBarrier + 1]barrier
	live   int // lanes that have not exited
	size   int
}

// barrier is the state of one named barrier.
type barrier struct {
	arrived []*lane // in order of arrival, those that wait and those that do not
	preds   []bool  // bar.red's predicates of arrived
	want    int     // threads, 0: all of the block
	inWarp  map[*warp]uint32
}

type warp struct {
	b     *block
	id    int
	lanes []*lane
	steps int
}

type laneState uint8

const (
	running laneState = iota
	atWarpOp
	atBarrier
	exited
)

// lane is one thread.
type lane struct {
	w      *warp
	id     int // lane number
	tid    [3]uint32
	state  laneState
	frames []frame
	f      *frame
	params []byte
	locals []byte
	cc     bool
	active uint32 // lanes that execute the current instruction together
	mask   uint32 // member mask that the lane waits with
	wait   *ptx.Instr
}

type frame struct {
	c            *code
	pc           int
	regs         []uint64
	param, local uint64 // where the frame's memory begins
	top          uint64 // where its alloca memory ends
}

// Launch runs a kernel to its end.
func (m *Module) Launch(kernel string, l *Launch) (err error) {
	f := m.mod.Func(kernel)
	if f == nil || !f.Entry || !f.HasBody {
		return fmt.Errorf("interp: no kernel %s", kernel)
	}
	g := &grid{m: m, l: l, c: m.code[f], left: l.MaxSteps}
	if g.left == 0 {
		g.left = 20e9
	}
	if len(l.Params) < g.c.entryParams {
		return fmt.Errorf("interp: %s needs %d bytes of parameters, not %d", kernel, g.c.entryParams, len(l.Params))
	}
	if l.Cooperative {
		g.sync = m.mem.Alloc(256)
		b, err := m.mem.Bytes(g.sync, 256)
		if err != nil {
			return err
		}
		clear(b)
		defer func() { err = errors.Join(err, m.mem.Free(g.sync)) }()
	}
	var cur *lane
	defer func() {
		if r := recover(); r != nil {
			ft, ok := r.(*fault)
			if !ok {
				panic(r)
			}
			if ft.err != nil {
				err = ft.err
				return
			}
			err = fmt.Errorf("interp: %s%s", ft.msg, cur.where())
		}
	}()
	n := int(l.Grid[0]) * int(l.Grid[1]) * int(l.Grid[2])
	next := 0
	var blocks []*block
	for len(blocks) > 0 || next < n {
		for next < n && (len(blocks) < resident || l.Cooperative) {
			blocks = append(blocks, g.newBlock(next))
			next++
		}
		progress := false
		keep := blocks[:0]
		for _, b := range blocks {
			for _, w := range b.warps {
				for range 256 {
					ran, polls := w.step(&cur)
					progress = progress || ran
					if !ran || polls {
						break
					}
				}
			}
			if b.live > 0 {
				keep = append(keep, b)
			}
		}
		blocks = keep
		if !progress && len(blocks) > 0 {
			for _, w := range blocks[0].warps {
				for _, ln := range w.lanes {
					if ln.state != exited {
						cur = ln
					}
				}
			}
			panic(faultf("deadlock: no lane can go on"))
		}
	}
	return nil
}

func (l *lane) where() string {
	if l == nil {
		return ""
	}
	s := fmt.Sprintf(" (block %d,%d,%d thread %d,%d,%d", l.w.b.id[0], l.w.b.id[1], l.w.b.id[2], l.tid[0], l.tid[1], l.tid[2])
	if l.f != nil && l.f.pc < len(l.f.c.ins) {
		in := l.f.c.ins[l.f.pc]
		s += fmt.Sprintf(", line %d: %s", in.Pos.Line, in.Text)
	}
	return s + ")"
}

func (g *grid) newBlock(i int) *block {
	l := g.l
	b := &block{g: g, shared: make([]byte, g.c.shared+uint64(l.Shared))}
	for k := range b.shared {
		b.shared[k] = 0xa5
	}
	b.id[0] = uint32(i) % l.Grid[0]
	b.id[1] = uint32(i) / l.Grid[0] % l.Grid[1]
	b.id[2] = uint32(i) / l.Grid[0] / l.Grid[1]
	b.size = int(l.Block[0] * l.Block[1] * l.Block[2])
	b.live = b.size
	for t := range b.size {
		if t%32 == 0 {
			b.warps = append(b.warps, &warp{b: b, id: t / 32})
		}
		w := b.warps[len(b.warps)-1]
		ln := &lane{w: w, id: t % 32}
		u := uint32(t)
		ln.tid = [3]uint32{u % l.Block[0], u / l.Block[0] % l.Block[1], u / l.Block[0] / l.Block[1]}
		ln.enter(g.c)
		copy(ln.params, l.Params[:g.c.entryParams])
		w.lanes = append(w.lanes, ln)
	}
	return b
}

// enter pushes a frame for a function.
func (l *lane) enter(c *code) {
	if len(l.frames) > 10000 {
		panic(faultf("more than 10,000 calls deep"))
	}
	f := frame{c: c, regs: make([]uint64, c.words)}
	if l.f != nil {
		f.local = l.f.top
	}
	f.param = alignUp(uint64(len(l.params)), 128)
	f.local = alignUp(f.local, 16)
	f.top = f.local + c.localSize
	l.params = append(l.params, make([]byte, f.param+c.paramSize-uint64(len(l.params)))...)
	l.growLocals(f.top)
	clear(l.locals[f.local:f.top])
	l.frames = append(l.frames, f)
	l.f = &l.frames[len(l.frames)-1]
}

func (l *lane) growLocals(n uint64) {
	if n > 64<<20 {
		panic(faultf("more than 64 MiB of local memory"))
	}
	if uint64(len(l.locals)) < n {
		l.locals = append(l.locals, make([]byte, n-uint64(len(l.locals)))...)
	}
}

// leave pops the frame; the last one ends the lane.
func (l *lane) leave() {
	f := l.f
	l.frames = l.frames[:len(l.frames)-1]
	if len(l.frames) == 0 {
		l.exit()
		return
	}
	l.params = l.params[:f.param]
	l.f = &l.frames[len(l.frames)-1]
}

func (l *lane) exit() {
	l.state = exited
	l.w.b.live--
	l.w.release()
	for i := range l.w.b.bars {
		l.w.b.checkBarrier(i)
	}
}

// place orders where lanes stand: deeper calls first, then lower addresses.
func (l *lane) place() int {
	return (1<<20-len(l.frames))<<32 | (l.f.c.base + l.f.pc)
}

// step executes one instruction for the lanes of the warp that stand together. It reports whether there were any, and whether
// the instruction may be part of a loop that waits for another warp, which should then have its turn.
func (w *warp) step(cur **lane) (ran, polls bool) {
	w.steps++
	var lead *lane
	best := 0
	for i := range w.lanes {
		l := w.lanes[i]
		if l.state != running {
			continue
		}
		p := l.place()
		if w.steps&1023 >= 768 {
			// Another lane's turn for 32 steps, so that one that others spin for gets on.
			p = (i - w.steps>>10*8 - w.steps>>5) & 31
		}
		if lead == nil || p < best {
			lead, best = l, p
		}
	}
	if lead == nil {
		return false, false
	}
	at := lead.place()
	mask := uint32(0)
	for i, l := range w.lanes {
		if l.state == running && l.place() == at {
			mask |= 1 << i
		}
	}
	g := w.b.g
	c, pc := lead.f.c, lead.f.pc
	if pc >= len(c.ins) {
		// Falling off the end returns.
		for m := mask; m != 0; m &= m - 1 {
			w.lanes[bits.TrailingZeros32(m)].leaveTo()
		}
		return true, false
	}
	in := c.ins[pc]
	if in.Guard != ptx.NoReg {
		for m := mask; m != 0; m &= m - 1 {
			l := w.lanes[bits.TrailingZeros32(m)]
			if (l.f.regs[c.slot[in.Guard]] != 0) == in.GuardNot {
				l.f.pc++
				mask &^= 1 << l.id
			}
		}
	}
	for m := mask; m != 0; m &= m - 1 {
		l := w.lanes[bits.TrailingZeros32(m)]
		*cur = l
		if g.left--; g.left < 0 {
			panic(&fault{err: ErrSteps})
		}
		l.active = mask
		l.exec(in)
	}
	return true, in.Has(ptx.Volatile) || in.Sem != ptx.SemNone && in.Op == ptx.OpLd || in.Op == ptx.OpAtom
}
