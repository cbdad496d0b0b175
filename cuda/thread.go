package cuda

import (
	"sync"
	"sync/atomic"
)

// MaxContextDepth is how many contexts one thread can have pushed at once.
const MaxContextDepth = 128

// Bits of Thread.Flags.
const (
	// ThreadPerThreadStream is set around a call that came in through a _ptsz or _ptds name: stream 0 means the
	// thread's own default stream.
	ThreadPerThreadStream = 1 << 0
	// ThreadInHostCall is set while the thread runs a host function or callback for a stream: calls into the driver are refused.
	ThreadInHostCall = 1 << 1
)

// Thread is what the driver keeps of one thread of the program. It lives in C thread-local storage, so it holds
// plain numbers only; exports mirrors its layout in its C header. A zeroed Thread is a new thread's.
type Thread struct {
	ID      uint64 // given out at the first need; 0 before
	Flags   uint32
	Capture int32  // CUstreamCaptureMode of cuThreadExchangeStreamCaptureMode
	Depth   uint32 // contexts on Stack
	_       uint32
	Stack   [MaxContextDepth]CUcontext
}

var lastThread atomic.Uint64

// id gives the thread's number, the first time a new one.
func (t *Thread) id() uint64 {
	if t.ID == 0 {
		t.ID = lastThread.Add(1)
	}
	return t.ID
}

// threadExit holds what is to be done when a thread that owns something ends, by thread number.
var threadExit struct {
	sync.Mutex
	fn map[uint64][]func()
}

// atThreadExit has fn called when the thread ends.
func (t *Thread) atThreadExit(fn func()) {
	id := t.id()
	threadExit.Lock()
	if threadExit.fn == nil {
		threadExit.fn = map[uint64][]func(){}
	}
	threadExit.fn[id] = append(threadExit.fn[id], fn)
	threadExit.Unlock()
}

// ThreadExit is called by the core when a thread ends that has a Thread: its per-thread default streams go.
func ThreadExit(t *Thread) {
	if t.ID == 0 {
		return
	}
	threadExit.Lock()
	fns := threadExit.fn[t.ID]
	delete(threadExit.fn, t.ID)
	threadExit.Unlock()
	for _, fn := range fns {
		fn()
	}
	t.Depth, t.ID = 0, 0
}
