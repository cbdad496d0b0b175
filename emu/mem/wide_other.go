//go:build !amd64

package mem

// Load16 loads 16 bytes of memory that has been checked.
func Load16(a uint64) (lo, hi uint64) { return *P64(a), *P64(a + 8) }

// Store16 is the counterpart of Load16.
func Store16(a, lo, hi uint64) { *P64(a), *P64(a + 8) = lo, hi }
