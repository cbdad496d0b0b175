package cuda

import (
	"encoding/binary"
	"os"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"ferry/hipffi"
)

// sharedEvent is an event that several processes use, in a page of shared memory: the latest record's number with the
// process that made it, and a ring of numbers that are done. A record takes the next number and has its stream write it into
// its place in the ring; whoever waits does so until the number of the latest record stands there. A record whose
// process has died counts as done: its work will not go on.
type sharedEvent struct {
	fd   int
	page []byte
	dev  hipffi.Device
	refs atomic.Int64 // the event, and whoever looks at the page

	foreign bool // of another process
}

const (
	sharedPage  = 4096
	sharedRing  = 256                   // records that can be pending at once
	sharedPID   = 24                    // bits of a process's number; Linux gives no more than 22
	sharedCheck = 50 * time.Millisecond // after which a waiter looks whether the record's process still exists
)

// latest is the word of the latest record: its number above sharedPID bits of the process.
func (s *sharedEvent) latest() *atomic.Uint64 { return (*atomic.Uint64)(unsafe.Pointer(&s.page[0])) }

// done is a record's place in the ring.
func (s *sharedEvent) done(n uint64) *atomic.Uint64 {
	return (*atomic.Uint64)(unsafe.Pointer(&s.page[64+n%sharedRing*8]))
}

func (s *sharedEvent) doneAddr(n uint64) hipffi.Ptr {
	return hipffi.Ptr(addr(unsafe.Pointer(s.done(n))))
}

// point is one record: its number and its process.
func (s *sharedEvent) point() (n uint64, pid int) {
	w := s.latest().Load()
	return w >> sharedPID, int(w & (1<<sharedPID - 1))
}

// newSharedEvent maps a page, of fd if it is not negative, and lets the device see it.
func newSharedEvent(dev hipffi.Device, fd int) (*sharedEvent, error) {
	var err error
	if fd < 0 {
		if fd, err = unix.MemfdCreate("ferry-event", unix.MFD_CLOEXEC); err != nil {
			return nil, err
		}
		if err = unix.Ftruncate(fd, sharedPage); err != nil {
			unix.Close(fd)
			return nil, err
		}
	}
	page, err := unix.Mmap(fd, 0, sharedPage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	if err := dev.Register(hipffi.Ptr(addr(unsafe.Pointer(&page[0]))), sharedPage); err != nil {
		unix.Munmap(page)
		unix.Close(fd)
		return nil, err
	}
	s := &sharedEvent{fd: fd, page: page, dev: dev}
	s.refs.Store(1)
	return s, nil
}

// hold keeps the page while somebody looks at it; false if it is gone.
func (s *sharedEvent) hold() bool {
	for {
		n := s.refs.Load()
		if n == 0 {
			return false
		}
		if s.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// drop gives the page back when nobody needs it; no queue refers to it any more.
func (s *sharedEvent) drop() {
	if s.refs.Add(-1) == 0 {
		s.dev.Unregister(hipffi.Ptr(addr(unsafe.Pointer(&s.page[0]))))
		unix.Munmap(s.page)
		unix.Close(s.fd)
	}
}

func (s *sharedEvent) record(q hipffi.Queue) error {
	for {
		w := s.latest().Load()
		n := w>>sharedPID + 1
		if s.latest().CompareAndSwap(w, n<<sharedPID|uint64(os.Getpid())) {
			return q.WriteValue(s.doneAddr(n), n, 64)
		}
	}
}

func (s *sharedEvent) wait(q hipffi.Queue) error {
	n, pid := s.point()
	if s.done(n).Load() < n && pid != os.Getpid() && s.hold() {
		go func() {
			defer s.drop()
			s.await(n, pid)
		}()
	}
	return q.WaitValue(s.doneAddr(n), n, CU_STREAM_WAIT_VALUE_GEQ, 64)
}

func (s *sharedEvent) query() bool {
	if !s.hold() {
		return true
	}
	defer s.drop()
	n, pid := s.point()
	if s.done(n).Load() < n && pid != os.Getpid() {
		s.ended(n, pid)
	}
	return s.done(n).Load() >= n
}

func (s *sharedEvent) synchronize() {
	if !s.hold() {
		return
	}
	defer s.drop()
	n, pid := s.point()
	s.await(n, pid)
}

// await returns when a record is done.
func (s *sharedEvent) await(n uint64, pid int) {
	own := pid == os.Getpid()
	begin := time.Now()
	for pause := 10 * time.Microsecond; s.done(n).Load() < n; pause = min(2*pause, time.Millisecond) {
		if !own && time.Since(begin) > sharedCheck {
			begin = time.Now()
			s.ended(n, pid)
			continue
		}
		time.Sleep(pause)
	}
}

// ended counts a record as done if its process has ended.
func (s *sharedEvent) ended(n uint64, pid int) {
	fd, err := unix.PidfdOpen(pid, 0)
	if err == nil {
		defer unix.Close(fd)
		p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if k, _ := unix.Poll(p, 0); k <= 0 || p[0].Revents&unix.POLLIN == 0 {
			return
		}
	} else if err != unix.ESRCH {
		return
	}
	for d := s.done(n); ; {
		v := d.Load()
		if v >= n || d.CompareAndSwap(v, n) {
			return
		}
	}
}

// query reports whether the event's latest record has been reached.
func (e *event) query() (bool, error) {
	if e.shared != nil {
		return e.shared.query(), nil
	}
	return e.ev.Query()
}

// synchronize waits for the event's latest record.
func (e *event) synchronize() error {
	if e.shared != nil {
		e.shared.synchronize()
		return nil
	}
	return e.ev.Synchronize()
}

// record and wait are the event's two ends in a queue.
func (e *event) record(q hipffi.Queue) error {
	if e.shared != nil {
		return e.shared.record(q)
	}
	return q.Record(e.ev)
}

func (e *event) wait(q hipffi.Queue) error {
	if e.shared != nil {
		return e.shared.wait(q)
	}
	return q.Wait(e.ev)
}

// destroy ends what is behind the event. Queues may still refer to a shared page: it goes when they are done.
func (e *event) destroy() {
	if e.shared == nil {
		e.ev.Destroy()
		return
	}
	s, d := e.shared, e.ctx.dev
	go func() {
		if d.drain() == CUDA_SUCCESS { // else the page stays: queues of a dead context may be anywhere
			s.drop()
		}
	}()
}

// An event handle: 0 u32 magic, 4 u32 process, 8 i32 descriptor of the page, 40 u64 file system and 48 u64 inode of it.
const ipcEventMagic = 0x66797665

// CuIpcGetEventHandle gives a handle of an event made with INTERPROCESS for another process.
func CuIpcGetEventHandle(t *Thread, h *CUipcEventHandle, ev CUevent) CUresult {
	if h == nil || ev == 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	e, _, r := t.event(ev)
	if r != CUDA_SUCCESS {
		return r
	}
	if e.shared == nil || e.shared.foreign {
		return CUDA_ERROR_INVALID_HANDLE
	}
	dev, ino, err := fileID(e.shared.fd)
	if err != nil {
		return CUDA_ERROR_OPERATING_SYSTEM
	}
	*h = CUipcEventHandle{}
	w := (*[64]byte)(unsafe.Pointer(h))
	binary.LittleEndian.PutUint32(w[0:], ipcEventMagic)
	binary.LittleEndian.PutUint32(w[4:], uint32(os.Getpid()))
	binary.LittleEndian.PutUint32(w[8:], uint32(e.shared.fd))
	binary.LittleEndian.PutUint64(w[40:], dev)
	binary.LittleEndian.PutUint64(w[48:], ino)
	return CUDA_SUCCESS
}

// CuIpcOpenEventHandle gives an event of another process.
func CuIpcOpenEventHandle(t *Thread, ph *CUevent, h CUipcEventHandle) CUresult {
	if ph == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	w := (*[64]byte)(unsafe.Pointer(&h))
	if ph == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if binary.LittleEndian.Uint32(w[0:]) != ipcEventMagic {
		return CUDA_ERROR_MAP_FAILED
	}
	pid, fd := binary.LittleEndian.Uint32(w[4:]), int32(binary.LittleEndian.Uint32(w[8:]))
	if int(pid) == os.Getpid() {
		return CUDA_ERROR_INVALID_CONTEXT // a process cannot open its own event
	}
	if r := isForeign(pid, fd, binary.LittleEndian.Uint64(w[40:]), binary.LittleEndian.Uint64(w[48:])); r != CUDA_SUCCESS {
		return r
	}
	own, err := openForeign(pid, fd)
	if err != nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	var st unix.Stat_t
	if unix.Fstat(own, &st) != nil || st.Size != sharedPage {
		unix.Close(own)
		return CUDA_ERROR_INVALID_VALUE
	}
	s, err := newSharedEvent(c.dev.dev, own)
	if err != nil {
		return CUDA_ERROR_MAP_FAILED
	}
	s.foreign = true
	return c.enterEvent(ph, &event{ctx: c, flags: CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS, shared: s, recorded: true})
}
