package abi

// The printf ring is host memory into which kernels write records, one behind the other and round and round: whatever
// the host has not read when the writers come by again is lost, the oldest first. Positions count bytes from the
// beginning of time; byte p of the ring is at p modulo the capacity. A record is reserved by adding its size to
// PrintfTail. The writer that takes the last byte in front of a page's first one says in the page's mark where the
// first record behind that begins, so that a reader that was overtaken finds a beginning again.
const (
	PrintfTail     = 0  // u64 bytes reserved so far
	PrintfCapacity = 8  // u32 bytes of records, a multiple of PrintfPage
	PrintfStart    = 12 // u32 where the records are, from the ring's address
	PrintfMarks    = 64 // u64 for each page, by its number modulo their count
	PrintfPage     = 4096
)

// Offsets in a printf record. Records are multiples of 8 long and begin at such. The tag is written last; where it is
// something else the record is not finished.
const (
	PrintfRecTag  = 0  // u64 the record's position and 1
	PrintfRecSize = 8  // u32 bytes of the whole record
	PrintfRecArgs = 12 // u32 bytes of arguments, a multiple of 8; PrintfAssert
	PrintfRecData = 16 // the format, the arguments as vprintf's caller laid them out, the strings that they point to
)

// PrintfAssert in PrintfRecArgs says that an assertion failed: the format is its text, the arguments are PrintfAssertWords
// words (block, thread, line, zero), the strings are file and function.
const (
	PrintfAssert      = 1 << 31
	PrintfAssertWords = 8
)

// PrintfMaxArgs is the number of arguments that one printf takes; what is beyond them is printed as it stands (CUDA C++
// Programming Guide, Formatted Output).
const PrintfMaxArgs = 32

// PrintfSize gives the capacity of a ring for a FIFO of size bytes, and the bytes of the whole ring.
func PrintfSize(size uint64) (capacity, ring uint64) {
	capacity = (size + PrintfPage - 1) &^ (PrintfPage - 1)
	return capacity, PrintfMarks + capacity/PrintfPage*8 + capacity
}
