package abi

// The printf ring is host memory that kernels append records to: its header, then Capacity bytes of records. A kernel
// reserves room by adding a record's size to PrintfOffset; if the old value plus the size is beyond the capacity it
// adds one to PrintfDropped and writes nothing (the host then takes what fits: the records before that point). The
// host empties the ring at synchronisation and sets the offset to 0.
const (
	PrintfCapacity = 0 // u32 bytes of records, a multiple of 8
	PrintfOffset   = 4 // u32 bytes reserved so far
	PrintfDropped  = 8 // u32 records that found no room
	PrintfHeader   = 16
)

// Offsets in a printf record. Records begin at multiples of 8 and are written whole before the kernel ends; the size
// word is written last, so a zero size is a record that is not finished.
const (
	PrintfRecSize   = 0  // u32 bytes of the whole record, a multiple of 8
	PrintfRecArgs   = 4  // u32 bytes of arguments
	PrintfRecFormat = 8  // u64 address of the format string
	PrintfRecData   = 16 // the arguments, as vprintf's caller laid them out
)
