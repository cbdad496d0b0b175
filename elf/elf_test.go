package elf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ferry/internal/llvm"
)

// words makes code of instruction dwords.
func words(w ...uint32) []byte {
	var b []byte
	for _, x := range w {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

// sampleModule has a kernel that takes the address of a variable, a device function, and one variable of each kind.
func sampleModule() *Module {
	// s_getpc_b64 s[2:3]; s_add_u32 s2, s2, counter@rel32@lo+4; s_addc_u32 s3, s3, counter@rel32@hi+12; s_endpgm
	kernel := words(0xbe824700, 0x8002ff02, 0, 0x8203ff03, 0, 0xbfb00000)
	device := words(0xbe80481e) // s_setpc_b64 s[30:31]
	return &Module{
		Target: "gfx1100",
		Functions: []Function{
			{Name: "first", Code: kernel, Kernel: &Kernel{KernargSize: 24, LDSSize: 1024, VGPRs: 17, SGPRs: 16, MaxFlatWorkgroupSize: 256, ReqdWorkgroupSize: [3]uint32{256, 1, 1},
				Args: []Arg{{Name: "a", Offset: 0, Size: 8, ValueKind: "global_buffer", AddressSpace: "global"}, {Offset: 8, Size: 16}}},
				Relocs: []Reloc{{Offset: 8, Type: RelRel32Lo, Symbol: "counter", Addend: 4}, {Offset: 16, Type: RelRel32Hi, Symbol: "counter", Addend: 12}}},
			{Name: "helper", Code: device},
			{Name: "second", Code: words(0xbfb00000), Kernel: &Kernel{ScratchSize: 64, VGPRs: 1, DynamicStack: true}},
		},
		Globals: []Global{
			{Name: "counter", Size: 4, Align: 4},
			{Name: "big", Size: 1 << 20, Align: 256},
			{Name: "table", Size: 24, Align: 8, Init: []byte{1, 2, 3}, Relocs: []Reloc{{Offset: 8, Type: RelAbs64, Symbol: "helper", Addend: 0}, {Offset: 16, Type: RelAbs64, Symbol: "outside", Addend: 5}}},
			{Name: "constants", Size: 8, Align: 16, Init: []byte("ferry"), Const: true},
			{Name: "hidden", Size: 4, Align: 4, Init: []byte{9}, Local: true},
		},
		Externs:   []string{"outside"},
		FerryMeta: []byte("private"),
	}
}

func mustWrite(t testing.TB, m *Module) []byte {
	t.Helper()
	b, err := WriteHSACO(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRoundTrip(t *testing.T) {
	b := mustWrite(t, sampleModule())
	if !bytes.Equal(b, mustWrite(t, sampleModule())) {
		t.Fatal("two writes differ")
	}
	o, err := ReadHSACO(b)
	if err != nil {
		t.Fatal(err)
	}
	if o.Target != "gfx1100" || o.ABIVersion != 3 || o.Version != [2]int{1, 2} || string(o.FerryMeta) != "private" || len(o.Kernels) != 2 || len(o.Segments) != 3 {
		t.Fatalf("%+v", o)
	}
	k, ok := o.Kernel("first")
	if !ok || k.KernargSize != 24 || k.KernargAlign != 16 || k.LDSSize != 1024 || k.VGPRs != 17 || k.SGPRs != 16 || k.MaxFlatWorkgroupSize != 256 || k.ReqdWorkgroupSize != [3]uint32{256, 1, 1} ||
		k.WavefrontSize != 32 || len(k.Args) != 2 || k.Args[0] != (ArgInfo{"a", 0, 8, "global_buffer", "global"}) || k.Args[1].ValueKind != "by_value" || k.CodeSize != 24 {
		t.Fatalf("%+v", k)
	}
	// Expected words by hand from AMDGPUUsage: 17 VGPRs are 3 granules of 8; denormals kept 0xf<<16; DX10_CLAMP, WGP, MEM_ORDERED, FWD_PROGRESS.
	d := k.Descriptor
	if d.Rsrc1 != 0xe02f0002 || d.Rsrc2 != 13<<1|7<<7|2<<11 || d.Rsrc3 != 1<<4 || d.Properties != 0x408 {
		t.Errorf("rsrc %#x %#x %#x properties %#x", d.Rsrc1, d.Rsrc2, d.Rsrc3, d.Properties)
	}
	if k.Entry%256 != 0 || k.DescriptorAddr%64 != 0 {
		t.Errorf("entry %#x descriptor %#x", k.Entry, k.DescriptorAddr)
	}
	s, _ := o.Kernel("second")
	if s.Descriptor.Rsrc2&1 != 1 || s.Descriptor.Properties != 0xc08 || s.Descriptor.PrivateSegmentSize != 64 || !s.DynamicStack {
		t.Errorf("%+v", s)
	}
	// The code's two literals add up to the address of counter.
	code := o.Bytes(k.Entry, 24)
	c, ok := o.Lookup("counter")
	if !ok {
		t.Fatal("no symbol counter")
	}
	le := binary.LittleEndian
	pc := k.Entry + 4
	if got := pc + uint64(le.Uint32(code[8:])) + uint64(le.Uint32(code[16:]))<<32; got != c.Addr {
		t.Errorf("code addresses %#x, counter is at %#x", got, c.Addr)
	}
	h, _ := o.Lookup("helper")
	tab, _ := o.Lookup("table")
	want := []DynReloc{{Addr: tab.Addr + 8, Type: RelRelative64, Addend: int64(h.Addr)}, {Addr: tab.Addr + 16, Type: RelAbs64, Symbol: "outside", Addend: 5}}
	if len(o.Relocs) != 2 || o.Relocs[0] != want[0] || o.Relocs[1] != want[1] {
		t.Errorf("relocations %+v, want %+v", o.Relocs, want)
	}
	big, _ := o.Lookup("big")
	if big.Addr%256 != 0 || o.Bytes(big.Addr, 1) != nil || big.Addr+big.Size > o.MemSize {
		t.Errorf("big at %#x, image %#x", big.Addr, o.MemSize)
	}
	cs, _ := o.Lookup("constants")
	if string(o.Bytes(cs.Addr, 8)) != "ferry\x00\x00\x00" {
		t.Error("constants have other bytes")
	}
}

func TestWriteErrors(t *testing.T) {
	cases := []struct {
		name string
		edit func(*Module)
		want string
	}{
		{"target", func(m *Module) { m.Target = "gfx9999" }, "unknown target"},
		{"twice", func(m *Module) { m.Globals[0].Name = "first" }, "defined twice"},
		{"undefined", func(m *Module) { m.Functions[0].Relocs[0].Symbol = "nowhere" }, "not defined here"},
		{"outside", func(m *Module) { m.Functions[0].Relocs[0].Offset = 21 }, "outside"},
		{"data reloc type", func(m *Module) { m.Globals[2].Relocs[0].Type = RelRel32 }, "not for data"},
		{"code reloc type", func(m *Module) { m.Functions[0].Relocs[0].Type = RelAbs64 }, "not for code"},
		{"vgprs", func(m *Module) { m.Functions[0].Kernel.VGPRs = 257 }, "257 VGPRs"},
		{"code", func(m *Module) { m.Functions[0].Code = []byte{1} }, "bytes of code"},
		{"init", func(m *Module) { m.Globals[3].Size = 2 }, "initial value"},
	}
	for _, c := range cases {
		m := sampleModule()
		c.edit(m)
		if _, err := WriteHSACO(m); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// LLVM's tools read what the writer makes, without a warning, and see the same.
func TestLLVMReads(t *testing.T) {
	readobj, objdump := llvm.Tool(t, "llvm-readobj"), llvm.Tool(t, "llvm-objdump")
	path := filepath.Join(t.TempDir(), "a.hsaco")
	if err := os.WriteFile(path, mustWrite(t, sampleModule()), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		c := exec.Command(name, args...)
		var out, errs bytes.Buffer
		c.Stdout, c.Stderr = &out, &errs
		if err := c.Run(); err != nil || errs.Len() != 0 {
			t.Fatalf("%s %v: %v\n%s", filepath.Base(name), args, err, errs.String())
		}
		return out.String()
	}
	out := run(readobj, "--all", path)
	for _, want := range []string{"OS/ABI: AMDGPU_HSA", "ABIVersion: 3", "EF_AMDGPU_MACH_AMDGCN_GFX1100", "Name: first.kd", ".vgpr_count:     17", ".reqd_workgroup_size:", "R_AMDGPU_RELATIVE64", "R_AMDGPU_ABS64 outside"} {
		if !strings.Contains(out, want) {
			t.Errorf("llvm-readobj does not print %q", want)
		}
	}
	dis := run(objdump, "-d", path)
	for _, want := range []string{"<first>:", "s_getpc_b64 s[2:3]", "s_endpgm", "s_setpc_b64 s[30:31]", "s_code_end"} {
		if !strings.Contains(dis, want) {
			t.Errorf("llvm-objdump does not print %q", want)
		}
	}
	kd := run(objdump, "-D", "--disassemble-symbols=first.kd", path)
	for _, want := range []string{".amdhsa_group_segment_fixed_size 1024", ".amdhsa_kernarg_size 24", ".amdhsa_ieee_mode 0", ".amdhsa_dx10_clamp 1", ".amdhsa_float_denorm_mode_32 3",
		".amdhsa_float_denorm_mode_16_64 3", ".amdhsa_workgroup_processor_mode 1", ".amdhsa_system_sgpr_workgroup_id_z 1", ".amdhsa_system_vgpr_workitem_id 2", ".amdhsa_wavefront_size32 1", ".amdhsa_user_sgpr_kernarg_segment_ptr 1"} {
		if !strings.Contains(kd, want) {
			t.Errorf("llvm-objdump of the descriptor does not print %q", want)
		}
	}
}

// Objects that clang makes (version 6) are read.
func TestClangObject(t *testing.T) {
	clang := llvm.Tool(t, "clang")
	dir := t.TempDir()
	src := filepath.Join(dir, "a.hip")
	text := `#include "shim.h"
extern "C" { __device__ int counter = 7; __device__ int zeros[100]; __device__ int *pointer = &counter;
__global__ void vadd(float *a, const float *b, int n) { __shared__ float s[64]; int i = blockIdx.x * blockDim.x + threadIdx.x; s[threadIdx.x & 63] = i; __syncthreads(); if (i < n) a[i] += b[i] + s[0] + *pointer; } }
`
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	shim, err := filepath.Abs("../testdata/llvm")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "a.hsaco")
	bc, obj := filepath.Join(dir, "a.bc"), filepath.Join(dir, "a.o")
	for _, c := range [][]string{
		{clang, "-x", "hip", "--offload-arch=gfx1100", "--cuda-device-only", "-nogpuinc", "-nogpulib", "-O2", "-I", shim, "-emit-llvm", "-c", "-o", bc, src},
		{clang, "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx1100", "-nogpulib", "-O2", "-c", "-o", obj, bc},
		{llvm.Tool(t, "ld.lld"), "-shared", "-o", out, obj},
	} {
		if msg, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", c, err, msg)
		}
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	o, err := ReadHSACO(b)
	if err != nil {
		t.Fatal(err)
	}
	k, ok := o.Kernel("vadd")
	if !ok || o.Target != "gfx1100" || o.ABIVersion != 4 || k.LDSSize != 256 || k.MaxFlatWorkgroupSize != 1024 || len(k.Args) < 3 || k.Args[2].Size != 4 || k.CodeSize == 0 || !k.Descriptor.Wave32() || !k.Descriptor.IEEE() {
		t.Fatalf("%+v", k)
	}
	p, ok := o.Lookup("pointer")
	if !ok || len(o.Relocs) != 1 || o.Relocs[0].Addr != p.Addr {
		t.Errorf("relocations %+v", o.Relocs)
	}
}

// A cubin is named and refused. OS ABI, ABI version and e_flags as ptxas 12.9 (0x33, 7) and 13 (0x41, 8) write them.
func TestCubin(t *testing.T) {
	cases := []struct {
		osabi, abi byte
		flags      uint32
		sm         int
	}{
		{0x33, 7, 0x00500550, 80},
		{0x33, 7, 0x00500559, 89},
		{0x41, 8, 0x06005004, 80},
		{0x41, 8, 0x06005a04, 90},
		{0x41, 8, 0x06007802, 120},
	}
	for _, c := range cases {
		b := make([]byte, 64)
		copy(b, "\x7fELF\x02\x01\x01")
		b[7], b[8] = c.osabi, c.abi
		binary.LittleEndian.PutUint16(b[18:], 190)
		binary.LittleEndian.PutUint32(b[48:], c.flags)
		_, err := ReadHSACO(b)
		var e *CubinError
		if !errors.As(err, &e) || e.SM != c.sm {
			t.Errorf("flags %#x: %v, want sm_%d", c.flags, err, c.sm)
		}
	}
}

func TestMsgpack(t *testing.T) {
	var p packer
	p.mapp(2)
	p.str(".a")
	p.uint(70000)
	p.str(strings.Repeat("k", 40))
	p.array(3)
	p.bool(true)
	p.uint(1 << 40)
	p.str("")
	v, err := unpack(p.b)
	if err != nil {
		t.Fatal(err)
	}
	l := v.get(strings.Repeat("k", 40)).list
	if v.get(".a").uint() != 70000 || len(l) != 3 || l[0].uint() != 1 || l[1].num != 1<<40 || l[2].kind != kindString {
		t.Errorf("%+v", v)
	}
	for _, bad := range []string{"\x81", "\xdf\xff\xff\xff\xff", "\xdb\xff\xff\xff\xffx", "\xc1", strings.Repeat("\x91", 40) + "\x01", "\x01\x01"} {
		if _, err := unpack([]byte(bad)); err == nil {
			t.Errorf("%x was taken", bad)
		}
	}
}

func FuzzMsgpack(f *testing.F) {
	b := mustWrite(f, sampleModule())
	if i := bytes.Index(b, []byte("AMDGPU\x00\x00")); i >= 0 {
		f.Add(b[i+8 : i+800])
	}
	f.Add([]byte("\x82\xa1a\x93\x01\xc3\xc0\xa1b\xcf\x00\x00\x00\x00\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, b []byte) { _, _ = unpack(b) })
}

func FuzzReadHSACO(f *testing.F) {
	f.Add(mustWrite(f, sampleModule()))
	m := sampleModule()
	m.Globals, m.Functions, m.Externs = nil, m.Functions[2:], nil
	f.Add(mustWrite(f, m))
	f.Fuzz(func(t *testing.T, b []byte) {
		o, err := ReadHSACO(b)
		if err == nil && o == nil {
			t.Fatal("neither object nor error")
		}
	})
}
