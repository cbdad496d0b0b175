package hip

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"ferry/hipffi"
)

// fake builds the stand-in runtime and opens its first device.
func fake(t *testing.T) (hipffi.Device, func() string) {
	t.Helper()
	l, log, _ := fakes(t)
	return l[0], log
}

// fakes builds the stand-in runtime and opens its devices; lib is its handle.
func fakes(t *testing.T) (l []hipffi.Device, log func() string, lib uintptr) {
	t.Helper()
	cc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc: the stand-in for the HIP runtime cannot be built")
	}
	so := filepath.Join(t.TempDir(), "libfakehip.so")
	if out, err := exec.Command(cc, "-shared", "-fPIC", "-w", "-o", so, "testdata/fakehip.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	l, err = open([]string{so})
	if err != nil {
		t.Fatal(err)
	}
	if len(l) != 2 {
		t.Fatalf("%d devices", len(l))
	}
	lib, err = purego.Dlopen(so, purego.RTLD_NOW)
	if err != nil {
		t.Fatal(err)
	}
	var text func() string
	var reset func()
	purego.RegisterLibFunc(&text, lib, "fakeLog")
	purego.RegisterLibFunc(&reset, lib, "fakeReset")
	reset()
	return l, func() string { s := strings.TrimSpace(text()); reset(); return s }, lib
}

func fault(err error) hipffi.Fault {
	var e *hipffi.Error
	if errors.As(err, &e) {
		return e.Fault
	}
	return hipffi.FaultNone
}

func TestProperties(t *testing.T) {
	d, _ := fake(t)
	p := d.Properties()
	if p.Name != "Fake Radeon" || p.Target != "gfx1100" || p.TotalMemory != 1<<30 || p.ComputeUnits != 48 || p.WavesPerCU != 64 || p.Embedded {
		t.Errorf("%+v", p)
	}
	if f, n := d.MemInfo(); f != 5 || n != 7 {
		t.Errorf("memory %d %d", f, n)
	}
}

func TestEachKindIsFreedItsOwnWay(t *testing.T) {
	d, log := fake(t)
	for _, c := range []struct {
		kind hipffi.AllocKind
		want string
	}{
		{hipffi.AllocDevice, "malloc 64\nfree"},
		{hipffi.AllocHost, "hostmalloc 64 3\nhostfree"},
		{hipffi.AllocManaged, "managed 64 1\nfree"},
	} {
		p, err := d.Alloc(c.kind, 64)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Free(p); err != nil {
			t.Fatal(err)
		}
		if got := log(); got != c.want {
			t.Errorf("kind %d: %q", c.kind, got)
		}
		if fault(d.Free(p)) != hipffi.FaultInvalidValue {
			t.Errorf("kind %d: freed twice", c.kind)
		}
	}
	if _, err := d.Alloc(hipffi.AllocDevice, 1<<30); fault(err) != hipffi.FaultOutOfMemory {
		t.Errorf("out of memory: %v", err)
	}
}

func TestLaunchHandsOverTheArgumentBuffer(t *testing.T) {
	d, log := fake(t)
	c, err := d.Load([]byte("HSACO"))
	if err != nil {
		t.Fatal(err)
	}
	k, err := c.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Kernel("other"); err == nil {
		t.Error("a kernel that is not there")
	}
	if _, err := d.Load([]byte("nonsense")); fault(err) != hipffi.FaultInvalidImage {
		t.Errorf("bad image: %v", err)
	}
	q, err := d.NewQueue(-1)
	if err != nil {
		t.Fatal(err)
	}
	log()
	l := &hipffi.Dispatch{Grid: [3]uint32{2, 3, 4}, Block: [3]uint32{5, 6, 7}, Shared: 8, Kernarg: []byte("args\x00")}
	if err := q.Launch(k, l); err != nil {
		t.Fatal(err)
	}
	// 34 = 0x22, 68 = 0x44; the buffer protocol's marks 1, 2, 3 are HIP_LAUNCH_PARAM_* of hip_runtime_api.h.
	if got := log(); got != "launch 34 grid 2 3 4 block 5 6 7 shared 8 stream 68 params 0 extra 1 2 3 5 args" {
		t.Error(got)
	}
	l.Grid[0] = 999
	if err := q.Launch(k, l); fault(err) != hipffi.FaultIllegalAddress {
		t.Errorf("fault: %v", err)
	}
	l.Cooperative = true
	if err := q.Launch(k, l); fault(err) != hipffi.FaultNotSupported {
		t.Errorf("cooperative, of an object that names no arguments: %v", err)
	}
	if n := testing.AllocsPerRun(100, func() {
		l.Cooperative = false
		l.Grid[0] = 1
		_ = q.Launch(k, l)
	}); n > 1 { // purego's own argument block
		t.Errorf("%v allocations a launch", n)
	}
}

func TestQueueWork(t *testing.T) {
	d, log := fake(t)
	q, err := d.NewQueue(0)
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.NewEvent(false)
	if err != nil {
		t.Fatal(err)
	}
	log()
	a := make([]byte, 64)
	pa := hipffi.Ptr(uintptr(unsafe.Pointer(&a[0])))
	ran := false
	for _, c := range []struct {
		want string
		do   func() error
	}{
		{"memcpyasync 8 4 68", func() error { return q.Copy(pa, pa+32, 8) }},
		{"2d 8 16 4 2 4\n2d 8 16 4 2 4", func() error {
			return q.CopyRect(&hipffi.Copy2D{Dst: pa, Src: pa, DstPitch: 8, SrcPitch: 16, Width: 4, Height: 2, Depth: 2})
		}},
		{"d8 7 5", func() error { return q.Fill(pa, [16]byte{7}, 1, 5, 1, 0) }},
		{"d16 513 5\nd16 513 5", func() error { return q.Fill(pa, [16]byte{1, 2}, 2, 5, 2, 16) }},
		{"d32 4030201 3", func() error { return q.Fill(pa, [16]byte{1, 2, 3, 4}, 4, 3, 1, 0) }},
		{"d32 4030201 6", func() error { return q.Fill(pa, [16]byte{1, 2, 3, 4, 1, 2, 3, 4}, 8, 3, 1, 0) }},
		{"", func() error { return q.Call(func() { ran = true }) }},
		{"record 85", func() error { return q.Record(e) }},
		{"wait 85", func() error { return q.Wait(e) }},
		{"wait32 9 1 ffffffff", func() error { return q.WaitValue(pa, 9, 1, 32) }},
		{"wait64 9 2", func() error { return q.WaitValue(pa, 9, 2, 64) }},
		{"write32 9", func() error { return q.WriteValue(pa, 9, 32) }},
		{"write64 9", func() error { return q.WriteValue(pa, 9, 64) }},
	} {
		if err := c.do(); err != nil {
			t.Errorf("%s: %v", c.want, err)
		}
		if got := log(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if !ran {
		t.Error("the host function did not run")
	}
	if done, err := q.Query(); done || err != nil {
		t.Errorf("query: %v %v", done, err)
	}
	if fault(q.Fill(pa, [16]byte{1, 2, 3, 4, 5, 6, 7, 8}, 8, 3, 1, 0)) != hipffi.FaultNotSupported {
		t.Error("an 8-byte pattern must be refused")
	}
	if err := d.Write(pa, []byte("xyz")); err != nil || string(a[:3]) != "xyz" {
		t.Error("write", err)
	}
	b := make([]byte, 3)
	if err := d.Read(b, pa); err != nil || string(b) != "xyz" {
		t.Error("read", err)
	}
	if ns, err := e.Elapsed(e); err != nil || ns != 1500000 {
		t.Error("elapsed", ns, err)
	}
}

func TestNoRuntime(t *testing.T) {
	if _, err := open([]string{"libdoesnotexist.so.99"}); err == nil || !strings.Contains(err.Error(), "no HIP runtime") {
		t.Error(err)
	}
}
