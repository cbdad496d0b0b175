package hip

import (
	"encoding/binary"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"

	"ferry/elf"
	"ferry/hipffi"
)

// granule is the stand-in's.
const granule = 65536

// bytesAt is memory that the stand-in has mapped.
func bytesAt(p hipffi.Ptr, n int) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&p))), n)
}

func TestVirtualMemory(t *testing.T) {
	l, log, lib := fakes(t)
	d := l[0]
	if g := d.Properties().PageBytes; g != granule {
		t.Errorf("granularity %d", g)
	}
	va, err := d.Reserve(4*granule, 1<<20, 0x1000)
	if err != nil {
		t.Fatal(err)
	}
	if va%(1<<20) != 0 {
		t.Errorf("reserved at %#x", va)
	}
	m, err := d.Create(2 * granule)
	if err != nil {
		t.Fatal(err)
	}
	if m.Size() != 2*granule {
		t.Errorf("size %d", m.Size())
	}
	if err := d.Map(va+granule, 2*granule, 0, m); err != nil {
		t.Fatal(err)
	}
	if err := d.SetAccess(va+granule, 2*granule, 3); err != nil {
		t.Fatal(err)
	}
	copy(bytesAt(va+granule, 5), "ferry")
	// The order and the values of every argument, as hip_runtime_api.h has them.
	if got, want := log(), "reserve 262144 1048576 1000 0\ncreate 131072 handle 1 device 0\nmap 131072 0 0\naccess 131072 device 0 flags 3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// Exported, imported in both ways in which a runtime may read the handle, and mapped a second time.
	fd, err := m.Export()
	if err != nil {
		t.Fatal(err)
	}
	var byValue, noExport func(int)
	purego.RegisterLibFunc(&byValue, lib, "fakeImportByValue")
	purego.RegisterLibFunc(&noExport, lib, "fakeNoExport")
	for on := range 2 {
		byValue(on)
		n, err := d.(hipffi.Importer).Import(fd, true)
		if err != nil {
			t.Fatalf("by value %d: %v", on, err)
		}
		if n.Size() != 2*granule {
			t.Errorf("imported %d bytes", n.Size())
		}
		vb, err := d.Reserve(2*granule, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Map(vb, 2*granule, 0, n); err != nil {
			t.Fatal(err)
		}
		if err := d.SetAccess(vb, 2*granule, 1); err != nil {
			t.Fatal(err)
		}
		if got := string(bytesAt(vb, 5)); got != "ferry" {
			t.Errorf("by value %d: %q", on, got)
		}
		for _, err := range []error{d.Unmap(vb, 2*granule), n.Release(), d.Unreserve(vb, 2*granule)} {
			if err != nil {
				t.Error(err)
			}
		}
	}
	unix.Close(fd)
	log()
	for _, c := range []struct {
		name string
		err  error
		want hipffi.Fault
	}{
		{"a size that is no multiple", second(d.Reserve(granule+1, 0, 0)), hipffi.FaultOutOfMemory},
		{"too much", second(d.Create(1 << 30)), hipffi.FaultOutOfMemory},
		{"memory of an odd size", second(d.Create(granule + 1)), hipffi.FaultInvalidValue},
		{"an offset", d.Map(va, granule, granule, m), hipffi.FaultNotSupported},
		{"more than there is", d.Map(va, 3*granule, 0, m), hipffi.FaultInvalidValue},
		{"a closed descriptor", second(d.(hipffi.Importer).Import(fd, true)), hipffi.FaultInvalidValue},
		{"an allocation by file", second(d.(hipffi.Importer).Import(0, false)), hipffi.FaultNotSupported},
		{"unmap", d.Unmap(va+granule, 2*granule), hipffi.FaultNone},
		{"release", m.Release(), hipffi.FaultNone},
		{"release again", m.Release(), hipffi.FaultInvalidValue},
		{"unreserve", d.Unreserve(va, 4*granule), hipffi.FaultNone},
	} {
		if got := fault(c.err); got != c.want {
			t.Errorf("%s: %v, want fault %d", c.name, c.err, c.want)
		}
	}
	// A runtime that makes nothing to be exported still makes memory.
	noExport(1)
	log()
	if m, err = d.Create(granule); err != nil {
		t.Fatal(err)
	}
	if got, want := log(), "create 65536 handle 1 device 0\ncreate 65536 handle 0 device 0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := m.Export(); fault(err) != hipffi.FaultNotSupported {
		t.Errorf("export: %v", err)
	}
	// The second device has no virtual memory.
	if _, err := l[1].Reserve(granule, 0, 0); fault(err) != hipffi.FaultNotSupported {
		t.Errorf("reserve: %v", err)
	}
	if _, err := l[1].Create(granule); fault(err) != hipffi.FaultNotSupported {
		t.Errorf("create: %v", err)
	}
	if g := l[1].Properties().PageBytes; g != 2<<20 {
		t.Errorf("granularity %d", g)
	}
}

func second[T any](_ T, err error) error { return err }

// TestStructures compares sizes and places with hip_runtime_api.h on x86-64.
func TestStructures(t *testing.T) {
	var p allocationProp
	var a accessDesc
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"hipMemAllocationProp", unsafe.Sizeof(p), 32}, {"location", unsafe.Offsetof(p.location), 8},
		{"win32HandleMetaData", unsafe.Offsetof(p.win32HandleMetaData), 16}, {"allocFlags", unsafe.Offsetof(p.compression), 24},
		{"hipMemAccessDesc", unsafe.Sizeof(a), 12}, {"flags", unsafe.Offsetof(a.flags), 8},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.name, c.got, c.want)
		}
	}
}

// object is a code object with a kernel k of three arguments.
func object(t *testing.T, scratch uint32, dynamic bool) []byte {
	t.Helper()
	b, err := elf.WriteHSACO(&elf.Module{Target: "gfx1100", Functions: []elf.Function{{Name: "k", Code: make([]byte, 256),
		Kernel: &elf.Kernel{KernargSize: 32, VGPRs: 8, SGPRs: 8, ScratchSize: scratch, DynamicStack: dynamic,
			Args: []elf.Arg{{Name: "a", Size: 8}, {Name: "b", Offset: 8, Size: 4}, {Name: "ferry", Offset: 16, Size: 16}}}}}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func kernelOf(t *testing.T, d hipffi.Device, hsaco []byte) hipffi.Kernel {
	t.Helper()
	c, err := d.Load(hsaco)
	if err != nil {
		t.Fatal(err)
	}
	k, err := c.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestCooperative checks that the list of arguments points at what the metadata says.
func TestCooperative(t *testing.T) {
	d, log := fake(t)
	k := kernelOf(t, d, object(t, 0, false))
	q, err := d.NewQueue(0)
	if err != nil {
		t.Fatal(err)
	}
	args := make([]byte, 32)
	binary.LittleEndian.PutUint64(args, 0x1122334455667788)
	binary.LittleEndian.PutUint32(args[8:], 0x99aabbcc)
	copy(args[16:], "block\x00")
	log()
	l := &hipffi.Dispatch{Grid: [3]uint32{2, 3, 4}, Block: [3]uint32{5, 6, 7}, Shared: 8, Kernarg: args, Cooperative: true}
	if err := q.Launch(k, l); err != nil {
		t.Fatal(err)
	}
	if got, want := log(), "cooperative 34 grid 2 3 4 block 5 6 7 shared 8 stream 68 params 1122334455667788 99aabbcc block"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	l.Grid[0] = 999
	if err := q.Launch(k, l); fault(err) != hipffi.FaultLaunchResources {
		t.Errorf("too large: %v", err)
	}
	l.Kernarg = args[:12]
	if err := q.Launch(k, l); fault(err) != hipffi.FaultInvalidValue {
		t.Errorf("too few arguments: %v", err)
	}
	runtime.KeepAlive(args)
}

// TestStackSize checks when the runtime is told of a stack size, and that it is never asked for what it would cut down.
func TestStackSize(t *testing.T) {
	d, log := fake(t)
	q, err := d.NewQueue(0)
	if err != nil {
		t.Fatal(err)
	}
	fixed, dynamic, large := kernelOf(t, d, object(t, 64, false)), kernelOf(t, d, object(t, 1040, true)), kernelOf(t, d, object(t, 20<<10, true))
	for _, c := range []struct {
		name    string
		k       hipffi.Kernel
		scratch uint32
		fault   hipffi.Fault
		limit   string
	}{
		{"no stack of its own", fixed, 0, hipffi.FaultNone, ""},
		{"a stack of its own without recursion", fixed, 16, hipffi.FaultNotSupported, ""},
		{"what the descriptor has", dynamic, 0, hipffi.FaultNone, ""},
		{"more", dynamic, 3072, hipffi.FaultNone, "limit 0 0 4112"},
		{"less than before", dynamic, 1024, hipffi.FaultNone, ""},
		{"still more", dynamic, 15344, hipffi.FaultNone, "limit 0 0 16384"},
		{"more than the runtime gives", dynamic, 15345, hipffi.FaultLaunchResources, ""},
		{"a descriptor with more than the runtime gives", large, 0, hipffi.FaultLaunchResources, ""},
	} {
		log()
		err := q.Launch(c.k, &hipffi.Dispatch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}, Scratch: c.scratch})
		if fault(err) != c.fault {
			t.Errorf("%s: %v", c.name, err)
		}
		limit, launch, _ := strings.Cut(log(), "launch")
		if strings.TrimSpace(limit) != c.limit || (launch != "") != (c.fault == hipffi.FaultNone) {
			t.Errorf("%s: the runtime was told %q and %q", c.name, limit, launch)
		}
	}
}

func TestPeerAccess(t *testing.T) {
	l, log, _ := fakes(t)
	if !l[0].CanAccess(l[1]) || l[0].CanAccess(l[0]) || l[0].CanAccess(nil) {
		t.Error("who can access whom")
	}
	for range 2 { // the second time the runtime says that it is open already
		if err := l[1].EnableAccess(l[0]); err != nil {
			t.Error(err)
		}
	}
	if got, want := log(), "peer 1 0 0\npeer 1 0 0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := l[0].EnableAccess(l[0]); err == nil {
		t.Error("a device is its own peer")
	}
	if err := l[0].EnableAccess(nil); fault(err) != hipffi.FaultInvalidValue {
		t.Errorf("no device: %v", err)
	}
}

// TestMemoryHandles passes a handle of 64 bytes by value, as C does.
func TestMemoryHandles(t *testing.T) {
	d, log := fake(t)
	s := d.(hipffi.HandleSharer)
	h, err := s.MemoryHandle(0x7f0012345000)
	if err != nil {
		t.Fatal(err)
	}
	log()
	p, size, err := s.OpenMemory(h)
	if err != nil {
		t.Fatal(err)
	}
	if p != 0x7f0012345000 || size != 4096-256 {
		t.Errorf("opened %#x, %d bytes", p, size)
	}
	if err := s.CloseMemory(p); err != nil {
		t.Error(err)
	}
	if got, want := log(), "open 1\nclose"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	h[20] ^= 1
	if _, _, err := s.OpenMemory(h); fault(err) != hipffi.FaultInvalidValue {
		t.Errorf("a broken handle: %v", err)
	}
	if _, err := s.MemoryHandle(0); fault(err) != hipffi.FaultInvalidValue {
		t.Errorf("no memory: %v", err)
	}
}
