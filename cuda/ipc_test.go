package cuda

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// helper is another process of this test: this binary again, running one of the functions below. It takes lines and answers
// in lines.
type helper struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

const helperVar = "FERRY_TEST_HELPER"

func startHelper(t *testing.T, role string, files ...*os.File) *helper {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHelperProcess$")
	cmd.Env = append(os.Environ(), helperVar+"="+role)
	cmd.ExtraFiles = files
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	h := &helper{t, cmd, in, bufio.NewReader(out)}
	t.Cleanup(h.kill)
	return h
}

func (h *helper) say(format string, a ...any) { fmt.Fprintf(h.in, format+"\n", a...) }

func (h *helper) hear() string {
	h.t.Helper()
	l, err := h.out.ReadString('\n')
	if err != nil {
		h.t.Fatalf("the other process: %v after %q", err, l)
	}
	return strings.TrimSpace(l)
}

func (h *helper) kill() {
	h.cmd.Process.Kill()
	h.cmd.Wait()
}

// helperRoles are what another process can do: each gets a thread with a context and its input.
var helperRoles = map[string]func(t *testing.T, th *Thread, in *bufio.Scanner){
	// importer opens a memory handle, reports a word, writes one, opens an event and records it behind a fill.
	"importer": func(t *testing.T, th *Thread, in *bufio.Scanner) {
		in.Scan()
		var h CUipcMemHandle
		unhex(&h.Reserved, in.Text())
		var p, q CUdeviceptr
		var before, free, total uintptr
		ok(t, CuMemGetInfo_v2(th, &before, &total))
		ok(t, CuIpcOpenMemHandle_v2(th, &p, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS))
		ok(t, CuIpcOpenMemHandle_v2(th, &q, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS))
		ok(t, CuMemGetInfo_v2(th, &free, &total))
		var base CUdeviceptr
		var size uintptr
		ok(t, CuMemGetAddressRange_v2(th, &base, &size, p+8))
		fmt.Println(words(read(t, th, p+4, 4)), p == q, base == p, size, before-free)
		in.Scan()
		var eh CUipcEventHandle
		unhex(&eh.Reserved, in.Text())
		var e CUevent
		ok(t, CuIpcOpenEventHandle(th, &e, eh))
		ok(t, CuMemsetD32Async(th, p, 77, 16, 0))
		ok(t, CuEventRecord(th, e, 0))
		fmt.Println("recorded")
		in.Scan()
		ok(t, CuStreamWaitEvent(th, 0, e, 0))
		ok(t, CuCtxSynchronize(th))
		want(t, "free of an import", CuMemFree_v2(th, p), CUDA_ERROR_INVALID_VALUE)
		ok(t, CuIpcCloseMemHandle(th, p))
		ok(t, CuMemsetD32_v2(th, p, 78, 1))
		ok(t, CuIpcCloseMemHandle(th, p))
		want(t, "closed", CuIpcCloseMemHandle(th, p), CUDA_ERROR_INVALID_VALUE)
		ok(t, CuEventDestroy_v2(th, e))
		fmt.Println("closed")
	},
	// exporter makes memory and an event, records the event behind a wait that never ends, and waits to be killed.
	"exporter": func(t *testing.T, th *Thread, in *bufio.Scanner) {
		p := alloc(t, th, 1<<20)
		ok(t, CuMemsetD32_v2(th, p, 4711, 4))
		ok(t, CuCtxSynchronize(th)) // a memset does not wait
		var h CUipcMemHandle
		ok(t, CuIpcGetMemHandle(th, &h, p))
		fmt.Println(hexOf(&h.Reserved))
		var e CUevent
		ok(t, CuEventCreate(th, &e, CU_EVENT_DISABLE_TIMING|CU_EVENT_INTERPROCESS))
		var eh CUipcEventHandle
		ok(t, CuIpcGetEventHandle(th, &eh, e))
		ok(t, CuStreamWaitValue32_v2(th, 0, p+64, 1, CU_STREAM_WAIT_VALUE_EQ))
		ok(t, CuEventRecord(th, e, 0))
		fmt.Println(hexOf(&eh.Reserved))
		in.Scan()
	},
	// pool takes in the pool behind descriptor 3 and an allocation of it.
	"pool": func(t *testing.T, th *Thread, in *bufio.Scanner) {
		var p CUmemoryPool
		ok(t, CuMemPoolImportFromShareableHandle(th, &p, word(3), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0))
		unix.Close(3)
		in.Scan()
		var d CUmemPoolPtrExportData
		unhex(&d.Reserved, in.Text())
		var a, b CUdeviceptr
		ok(t, CuMemPoolImportPointer(th, &a, p, &d))
		want(t, "allocation from an imported pool", CuMemAllocFromPoolAsync(th, &b, 64, p, 0), CUDA_ERROR_INVALID_VALUE)
		want(t, "current pool", CuDeviceSetMemPool(th, 0, p), CUDA_ERROR_INVALID_VALUE)
		fmt.Println(words(read(t, th, a, 8)))
		ok(t, CuMemsetD32_v2(th, a, 8, 1))
		ok(t, CuMemFreeAsync(th, a, 0))
		ok(t, CuStreamSynchronize(th, 0))
		want(t, "freed", CuMemFree_v2(th, a), CUDA_ERROR_INVALID_VALUE)
		ok(t, CuMemPoolDestroy(th, p))
		fmt.Println("freed")
	},
}

// TestHelperProcess is no test: it is what other processes run.
func TestHelperProcess(t *testing.T) {
	f := helperRoles[os.Getenv(helperVar)]
	if f == nil {
		t.SkipNow()
	}
	f(t, thread(t), bufio.NewScanner(os.Stdin))
}

func hexOf(b *[64]int8) string { return hex.EncodeToString((*[64]byte)(unsafe.Pointer(b))[:]) }

func unhex[T any](dst *T, s string) {
	hex.Decode(unsafe.Slice((*byte)(unsafe.Pointer(dst)), unsafe.Sizeof(*dst)), []byte(s))
}

// TestIPC shares memory and an event with another process, in both directions.
func TestIPC(t *testing.T) {
	th := thread(t)
	alloc(t, th, 100<<10) // so that the allocation lies somewhere in the midst
	p := alloc(t, th, 3<<20)
	var h CUipcMemHandle
	ok(t, CuIpcGetMemHandle(th, &h, p))
	var own CUdeviceptr
	want(t, "own handle", CuIpcOpenMemHandle_v2(th, &own, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS), CUDA_ERROR_INVALID_CONTEXT)
	ok(t, CuMemsetD32_v2(th, p, 42, 2))
	o := startHelper(t, "importer")
	o.say("%s", hexOf(&h.Reserved))
	if got, want := o.hear(), fmt.Sprint("42 true true ", 3<<20, " 0"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var e CUevent
	ok(t, CuEventCreate(th, &e, CU_EVENT_DISABLE_TIMING|CU_EVENT_INTERPROCESS))
	var eh CUipcEventHandle
	ok(t, CuIpcGetEventHandle(th, &eh, e))
	o.say("%s", hexOf(&eh.Reserved))
	o.hear()
	ok(t, CuStreamWaitEvent(th, 0, e, 0))
	out := make([]uint32, 16)
	ok(t, CuMemcpyDtoHAsync_v2(th, unsafe.Pointer(&out[0]), p, 64, 0))
	ok(t, CuCtxSynchronize(th))
	if out[0] != 77 || out[15] != 77 {
		t.Errorf("behind the other process's record: %v", out)
	}
	ok(t, CuEventRecord(th, e, 0))
	o.say("go on")
	if got := o.hear(); got != "closed" {
		t.Errorf("got %q", got)
	}
	if got := words(read(t, th, p, 8)); got != "78 77" {
		t.Errorf("got %s", got)
	}
	ok(t, CuEventDestroy_v2(th, e))
}

// TestIPCKilled: a process that dies leaves its memory to those who map it, no handle to open, and nobody waiting.
func TestIPCKilled(t *testing.T) {
	th := thread(t)
	o := startHelper(t, "exporter")
	var h CUipcMemHandle
	unhex(&h.Reserved, o.hear())
	var p CUdeviceptr
	ok(t, CuIpcOpenMemHandle_v2(th, &p, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS))
	var eh CUipcEventHandle
	unhex(&eh.Reserved, o.hear())
	var e CUevent
	ok(t, CuIpcOpenEventHandle(th, &e, eh))
	want(t, "pending", CuEventQuery(th, e), CUDA_ERROR_NOT_READY)
	ok(t, CuStreamWaitEvent(th, 0, e, 0))
	want(t, "behind the event", CuStreamQuery(th, 0), CUDA_ERROR_NOT_READY)
	o.kill()
	done := time.AfterFunc(20*time.Second, func() { panic("the event of a dead process is waited for without end") })
	ok(t, CuStreamSynchronize(th, 0))
	ok(t, CuEventSynchronize(th, e))
	ok(t, CuEventQuery(th, e))
	done.Stop()
	if got := words(read(t, th, p, 16)); got != "4711 4711 4711 4711" {
		t.Errorf("got %s", got)
	}
	ok(t, CuIpcCloseMemHandle(th, p))
	want(t, "memory of a dead process", CuIpcOpenMemHandle_v2(th, &p, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS), CUDA_ERROR_INVALID_HANDLE)
	want(t, "event of a dead process", CuIpcOpenEventHandle(th, &e, eh), CUDA_ERROR_INVALID_HANDLE)

	// A dead importer leaves nothing either.
	q := alloc(t, th, 1<<20)
	ok(t, CuIpcGetMemHandle(th, &h, q))
	i := startHelper(t, "importer")
	i.say("%s", hexOf(&h.Reserved))
	i.hear()
	i.kill()
	ok(t, CuMemsetD32_v2(th, q, 1, 4))
	ok(t, CuMemFree_v2(th, q))
}

// TestPoolShared exports a pool and memory of it to another process.
func TestPoolShared(t *testing.T) {
	th := thread(t)
	props := CUmemPoolProps{AllocType: CU_MEM_ALLOCATION_TYPE_PINNED, HandleTypes: CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR}
	props.Location.Type = CU_MEM_LOCATION_TYPE_DEVICE
	var pool CUmemoryPool
	ok(t, CuMemPoolCreate(th, &pool, &props))
	var fd int32
	ok(t, CuMemPoolExportToShareableHandle(th, unsafe.Pointer(&fd), pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0))
	var a CUdeviceptr
	ok(t, CuMemAllocFromPoolAsync(th, &a, 1000, pool, 0))
	ok(t, CuMemsetD32Async(th, a, 5, 2, 0))
	var d CUmemPoolPtrExportData
	ok(t, CuMemPoolExportPointer(th, &d, a))
	ok(t, CuCtxSynchronize(th))
	f := os.NewFile(uintptr(fd), "pool")
	o := startHelper(t, "pool", f)
	f.Close()
	o.say("%s", hexOf((*[64]int8)(unsafe.Pointer(&d.Reserved))))
	if got := o.hear(); got != "5 5" {
		t.Errorf("got %q", got)
	}
	if got := o.hear(); got != "freed" {
		t.Errorf("got %q", got)
	}
	if got := words(read(t, th, a, 8)); got != "8 5" {
		t.Errorf("got %s", got)
	}
	ok(t, CuMemFreeAsync(th, a, 0))
	ok(t, CuCtxSynchronize(th))
	ok(t, CuMemPoolDestroy(th, pool))
}
