package cuda

import (
	"encoding/binary"
	"fmt"
	"os"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"ferry/hipffi"
)

// sharedEvent is an event that several processes use: two numbers in a page of shared memory. A record takes the next
// ticket and has its stream write it as done; whoever waits does so until the ticket of the latest record is done.
type sharedEvent struct {
	fd   int
	page []byte
	dev  hipffi.Device
}

const sharedPage = 4096

func (s *sharedEvent) ticket() *atomic.Uint64 { return (*atomic.Uint64)(unsafe.Pointer(&s.page[0])) }
func (s *sharedEvent) done() *atomic.Uint64   { return (*atomic.Uint64)(unsafe.Pointer(&s.page[64])) }
func (s *sharedEvent) doneAddr() hipffi.Ptr   { return hipffi.Ptr(addr(unsafe.Pointer(&s.page[64]))) }

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
	return &sharedEvent{fd, page, dev}, nil
}

// end gives the page back; no queue refers to it any more.
func (s *sharedEvent) end() {
	s.dev.Unregister(hipffi.Ptr(addr(unsafe.Pointer(&s.page[0]))))
	unix.Munmap(s.page)
	unix.Close(s.fd)
}

func (s *sharedEvent) record(q hipffi.Queue) error {
	return q.WriteValue(s.doneAddr(), s.ticket().Add(1), 64)
}

func (s *sharedEvent) wait(q hipffi.Queue) error {
	return q.WaitValue(s.doneAddr(), s.ticket().Load(), CU_STREAM_WAIT_VALUE_GEQ, 64)
}

func (s *sharedEvent) query() bool { return s.done().Load() >= s.ticket().Load() }

func (s *sharedEvent) synchronize() {
	goal := s.ticket().Load()
	for pause := 10 * time.Microsecond; s.done().Load() < goal; pause = min(2*pause, time.Millisecond) {
		time.Sleep(pause)
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
		d.drain() // an error of a context is not this event's
		s.end()
	}()
}

const ipcEventMagic = 0x66797665

// CuIpcGetEventHandle gives a handle of an event made with INTERPROCESS for another process.
func CuIpcGetEventHandle(t *Thread, h *CUipcEventHandle, ev CUevent) CUresult {
	e, _, r := t.event(ev)
	if r != CUDA_SUCCESS {
		return r
	}
	if h == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	if e.shared == nil {
		return CUDA_ERROR_INVALID_HANDLE
	}
	*h = CUipcEventHandle{}
	w := (*[64]byte)(unsafe.Pointer(h))
	binary.LittleEndian.PutUint32(w[0:], ipcEventMagic)
	binary.LittleEndian.PutUint32(w[4:], uint32(os.Getpid()))
	binary.LittleEndian.PutUint32(w[8:], uint32(e.shared.fd))
	return CUDA_SUCCESS
}

// CuIpcOpenEventHandle gives an event of another process.
func CuIpcOpenEventHandle(t *Thread, ph *CUevent, h CUipcEventHandle) CUresult {
	c, r := t.live()
	if r != CUDA_SUCCESS {
		return r
	}
	w := (*[64]byte)(unsafe.Pointer(&h))
	if ph == nil || binary.LittleEndian.Uint32(w[0:]) != ipcEventMagic {
		return CUDA_ERROR_INVALID_VALUE
	}
	pid, fd := binary.LittleEndian.Uint32(w[4:]), int32(binary.LittleEndian.Uint32(w[8:]))
	if int(pid) == os.Getpid() {
		return CUDA_ERROR_INVALID_CONTEXT // a process cannot open its own event
	}
	own, err := unix.Open(fmt.Sprintf("/proc/%d/fd/%d", pid, fd), unix.O_RDWR|unix.O_CLOEXEC, 0)
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
	return c.enterEvent(ph, &event{ctx: c, flags: CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS, shared: s, recorded: true})
}
