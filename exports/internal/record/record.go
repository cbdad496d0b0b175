// Package record stands in for package cuda in a test build of the core (build tag ferry_record): its
// functions only write down which of them was called and with which bytes, so that a test can prove
// that every argument of every driver function arrives intact.
package record

import (
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// CUresult is the twin of cuda.CUresult.
type CUresult int32

var (
	mu    sync.Mutex
	last  string
	count int32 = 100000 // no CUresult is as large
)

// PanicNext makes the next call panic.
var PanicNext atomic.Bool

func at(p unsafe.Pointer, n uintptr) []byte { return unsafe.Slice((*byte)(p), n) }

// note writes down one call. Its answer counts up, so that a test sees the result travel back as well.
func note(t *Thread, name string, args ...[]byte) CUresult {
	if PanicNext.CompareAndSwap(true, false) {
		panic("asked for")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d", name, t.Flags)
	for _, a := range args {
		b.WriteByte(' ')
		b.WriteString(hex.EncodeToString(a))
	}
	mu.Lock()
	defer mu.Unlock()
	last = b.String()
	if name == "cuInit" {
		return 0
	}
	count++
	return CUresult(count)
}

// Last gives the latest call: C name, thread flags, and each argument's bytes in hexadecimal.
func Last() string {
	mu.Lock()
	defer mu.Unlock()
	return last
}
