package abi

import "encoding/binary"

// The device heap is one piece of device memory: the header below, a bit for each unit that says whether a block that
// the program has begins there, and the units. Blocks lie one behind the other; each begins with a unit of its own:
// its size in units with HeapFree, the block in front of it, and in the list of free blocks of its size the next and
// the previous one. Blocks are named by their first unit's number, of which 0 is none. ir/runtime.ptx works on it.
const (
	HeapLock    = 0    // u32 0, or 1 while a thread is at work
	HeapRows    = 4    // u32 a bit for each row of lists that has blocks
	HeapBase    = 8    // u64 address of unit 0
	HeapUnits   = 16   // u32 number of units
	HeapColumns = 64   // 32 u32: a bit for each list of a row that has blocks
	HeapLists   = 256  // 32 by 16 u32: the first block of each list
	HeapStarts  = 2304 // the bits
	HeapUnit    = 16   // bytes
)

// HeapFree marks the size of a free block.
const HeapFree = 1 << 31

// HeapMax bounds the heap's size in bytes, since sizes are 31 bits of units.
const HeapMax = 16 << 30

// HeapSize gives the bytes of device memory for a heap that has size bytes for blocks, and where its units begin.
func HeapSize(size uint64) (total, base uint64) {
	units := size/HeapUnit + 2 // the number 0, and the end
	base = (HeapStarts + (units+31)/32*4 + 255) &^ 255
	return base + units*HeapUnit, base
}

// HeapInit gives what an empty heap of size bytes at address p holds: the bytes at its beginning, and those of its last
// unit, at offset end. Between them are the free block's units, whose contents do not matter.
func HeapInit(p, size uint64) (head, last []byte, end uint64) {
	total, base := HeapSize(size)
	units := uint32((total - base) / HeapUnit)
	n := units - 2
	head = make([]byte, base+2*HeapUnit)
	le := binary.LittleEndian
	le.PutUint64(head[HeapBase:], p+base)
	le.PutUint32(head[HeapUnits:], units)
	row, col := heapList(n)
	le.PutUint32(head[HeapRows:], 1<<row)
	le.PutUint32(head[HeapColumns+4*row:], 1<<col)
	le.PutUint32(head[HeapLists+4*(16*row+col):], 1)
	le.PutUint32(head[base+HeapUnit:], n|HeapFree)
	last = make([]byte, HeapUnit)
	le.PutUint32(last[4:], 1)
	return head, last, total - HeapUnit
}

// heapList is the list of blocks of n units.
func heapList(n uint32) (row, col int) {
	if n < 16 {
		return 0, int(n)
	}
	m := 31
	for n>>m == 0 {
		m--
	}
	return m - 3, int(n>>(m-4)) & 15
}
