package mem

// Load16 loads 16 bytes of memory that has been checked; aligned ones are not torn on hosts with AVX. Programs hand over a value
// and its flag in one such access, as CUB's look-back does.
//
//go:noescape
func Load16(a uint64) (lo, hi uint64)

// Store16 is the counterpart of Load16.
//
//go:noescape
func Store16(a, lo, hi uint64)
