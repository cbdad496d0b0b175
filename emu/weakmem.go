package emu

import (
	"encoding/binary"

	"ferry/emu/mem"
)

// Weak mode's memory: the caches of an RDNA3 device between the waves and L2, which is the memory itself. (AMDGPUUsage, "Memory Model
// gfx10-gfx11"; amdgpu/notes/abi.md, section 9.) A vector L0 for each CU, a scalar cache for each work-group processor, a GL1 for each shader
// array. None of them is told when another changes memory: a line stays as it was read until it is invalidated, falls out, or a store or
// atomic of its own side passes through it.
//
// Lines are also brought in that nobody asked for, and thrown out, at random: other waves on the CU could have done so.

const (
	weakWGPs   = 6 // two CUs each
	weakArrays = 3
	weakLine   = 128 // bytes
	weakSets   = 64  // lines of a cache
	weakRecent = 64  // lines remembered for stir
)

// weakCache is a direct-mapped cache.
type weakCache struct {
	gen  uint64 // lines of former generations are invalid
	sets [weakSets]weakEntry
}

type weakEntry struct {
	line, gen uint64
	data      [weakLine]byte
}

func (c *weakCache) invalidate() { c.gen++ }

// find gives the data of a line that is there.
func (c *weakCache) find(line uint64) *weakEntry {
	if e := &c.sets[line%weakSets]; e.gen == c.gen && e.line == line {
		return e
	}
	return nil
}

func (c *weakCache) drop(line uint64) {
	if e := c.find(line); e != nil {
		e.gen = 0
	}
}

// put makes room for a line.
func (c *weakCache) put(line uint64) *weakEntry {
	e := &c.sets[line%weakSets]
	e.line, e.gen = line, c.gen
	return e
}

// weakPlace is where a wave runs.
type weakPlace struct{ cu, wgp, array int }

// weakMem is the memory system that a launch sees, with the random choices that make it adversarial. One goroutine at a time uses it.
type weakMem struct {
	state uint64 // of the random numbers
	// Chances out of 256 (of an event at each instruction, of the others at each turn), and the most instructions of a turn and turns of a slice: chosen anew for each launch.
	// hurry is the chance that a wait ends at a turn.
	events, stirs, evicts, hurry int
	burst, slice                 int
	// late is what the events like to leave for later.
	late weakLate

	l0     [2 * weakWGPs]weakCache
	scalar [weakWGPs]weakCache
	gl1    [weakArrays]weakCache

	recent  [weakRecent]uint64
	nRecent int
	free    []*weakOp
}

// weakLate is a kind of operations.
type weakLate uint8

const (
	lateNone weakLate = iota
	lateLoads
	lateStores
	lateOlder
	lateKinds
)

// reset readies the memory for a launch: all caches are empty, as the packet processor leaves them.
func (m *weakMem) reset(seed uint64) {
	m.state = seed
	for i := range m.l0 {
		m.l0[i].invalidate()
	}
	for i := range m.scalar {
		m.scalar[i].invalidate()
	}
	for i := range m.gl1 {
		m.gl1[i].invalidate()
	}
	m.nRecent = 0
	m.events = [...]int{4, 24, 80, 160}[m.below(4)]
	m.stirs = [...]int{0, 8, 64, 160}[m.below(4)]
	m.evicts = [...]int{0, 0, 1, 32}[m.below(4)]
	m.hurry = [...]int{2, 16, 64, 256}[m.below(4)]
	m.burst = [...]int{1, 4, 16, 64}[m.below(4)]
	m.late = weakLate(m.below(int(lateKinds)))
	m.slice = [...]int{1, 8, 32}[m.below(3)]
}

func (m *weakMem) rand() uint64 {
	m.state += 0x9e3779b97f4a7c15
	x := m.state
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below is a random number from 0 to n-1.
func (m *weakMem) below(n int) int { return int(m.rand() >> 33 % uint64(n)) }

// chance is true n times of 256.
func (m *weakMem) chance(n int) bool { return n > 0 && m.below(256) < n }

// place chooses a work-group processor.
func (m *weakMem) place() weakPlace {
	wgp := m.below(weakWGPs)
	return weakPlace{cu: 2*wgp + m.below(2), wgp: wgp, array: wgp % weakArrays}
}

// note remembers a line that the launch has accessed.
func (m *weakMem) note(line uint64) {
	m.recent[m.nRecent%weakRecent] = line
	m.nRecent++
}

// fetch gives a line through a first-level cache and a GL1.
func (m *weakMem) fetch(c *weakCache, array int, line uint64) *weakEntry {
	if e := c.find(line); e != nil {
		return e
	}
	g := m.gl1[array].find(line)
	if g == nil {
		g = m.gl1[array].put(line)
		loadBytes(g.data[:], line*weakLine)
	}
	e := c.put(line)
	copy(e.data[:], g.data[:])
	return e
}

// read loads bytes for a vector instruction. With bypass (GLC) neither L0 nor GL1 may answer, and both forget the line.
func (m *weakMem) read(p *weakPlace, addr uint64, b []byte, bypass bool) {
	for len(b) > 0 {
		line, o := addr/weakLine, addr%weakLine
		n := min(len(b), int(weakLine-o))
		m.note(line)
		if bypass {
			m.l0[p.cu].drop(line)
			m.gl1[p.array].drop(line)
			loadBytes(b[:n], addr)
		} else {
			copy(b[:n], m.fetch(&m.l0[p.cu], p.array, line).data[o:])
		}
		b, addr = b[n:], addr+uint64(n)
	}
}

// readScalar loads bytes for a scalar instruction.
func (m *weakMem) readScalar(p *weakPlace, addr uint64, b []byte) {
	for len(b) > 0 {
		line, o := addr/weakLine, addr%weakLine
		n := min(len(b), int(weakLine-o))
		m.note(line)
		copy(b[:n], m.fetch(&m.scalar[p.wgp], p.array, line).data[o:])
		b, addr = b[n:], addr+uint64(n)
	}
}

// write stores bytes: L0 and GL1 write through; what they hold of the line is changed or dropped.
func (m *weakMem) write(p *weakPlace, addr uint64, b []byte) {
	storeBytes(addr, b)
	for len(b) > 0 {
		line, o := addr/weakLine, addr%weakLine
		n := min(len(b), int(weakLine-o))
		m.note(line)
		for _, c := range [2]*weakCache{&m.l0[p.cu], &m.gl1[p.array]} {
			if e := c.find(line); e != nil {
				if m.chance(128) {
					copy(e.data[o:], b[:n])
				} else {
					e.gen = 0
				}
			}
		}
		b, addr = b[n:], addr+uint64(n)
	}
}

// passed notes that L2 has done an atomic for a wave: the line goes from the caches on the way.
func (m *weakMem) passed(p *weakPlace, addr uint64) {
	line := addr / weakLine
	m.note(line)
	m.l0[p.cu].drop(line)
	m.gl1[p.array].drop(line)
}

// stir brings a line in, for p or somewhere else; evict throws one out.
func (m *weakMem) stir(p weakPlace) {
	n := min(m.nRecent, weakRecent)
	if n == 0 {
		return
	}
	line := m.recent[m.below(n)]
	if m.chance(64) {
		p = m.place()
	}
	if m.chance(32) {
		m.fetch(&m.scalar[p.wgp], p.array, line)
	} else {
		m.fetch(&m.l0[p.cu], p.array, line)
	}
}

func (m *weakMem) evict() {
	set := m.below(weakSets)
	switch m.below(3) {
	case 0:
		m.scalar[m.below(weakWGPs)].sets[set].gen = 0
	case 1:
		m.gl1[m.below(weakArrays)].sets[set].gen = 0
	default:
		m.l0[m.below(2*weakWGPs)].sets[set].gen = 0
	}
}

// loadBytes reads memory; 1, 2, 4 or 8 bytes in one access.
func loadBytes(b []byte, addr uint64) {
	le := binary.LittleEndian
	switch len(b) {
	case 1:
		b[0] = *mem.P8(addr)
	case 2:
		le.PutUint16(b, *mem.P16(addr))
	case 4:
		le.PutUint32(b, *mem.P32(addr))
	case 8:
		le.PutUint64(b, *mem.P64(addr))
	default:
		copy(b, mem.Bytes(addr, uint64(len(b))))
	}
}

// storeBytes is its counterpart.
func storeBytes(addr uint64, b []byte) {
	le := binary.LittleEndian
	switch len(b) {
	case 1:
		*mem.P8(addr) = b[0]
	case 2:
		*mem.P16(addr) = le.Uint16(b)
	case 4:
		*mem.P32(addr) = le.Uint32(b)
	case 8:
		*mem.P64(addr) = le.Uint64(b)
	default:
		copy(mem.Bytes(addr, uint64(len(b))), b)
	}
}
