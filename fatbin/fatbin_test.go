package fatbin

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// entry makes an entry as nvcc does, with a header of head bytes.
func entry(kind, arch, head int, flags uint64, data []byte) []byte {
	payload, unpacked := data, uint64(0)
	switch {
	case flags&flagZSTD != 0:
		e, _ := zstd.NewWriter(nil)
		payload, unpacked = e.EncodeAll(data, nil), uint64(len(data))
		e.Close()
	case flags&flagLZ4 != 0:
		b := make([]byte, lz4.CompressBlockBound(len(data)))
		n, _ := lz4.CompressBlock(data, b, nil)
		payload, unpacked = b[:n], uint64(len(data))
	}
	padded := (len(payload) + 7) &^ 7
	b := make([]byte, head+padded)
	le := binary.LittleEndian
	le.PutUint16(b[offKind:], uint16(kind))
	le.PutUint16(b[offVersion:], 0x101)
	le.PutUint32(b[offHeader:], uint32(head))
	le.PutUint64(b[offPadded:], uint64(padded))
	if unpacked > 0 {
		le.PutUint32(b[offPacked:], uint32(len(payload)))
	}
	le.PutUint16(b[offMinor:], 4)
	le.PutUint16(b[offMajor:], 8)
	le.PutUint32(b[offArch:], uint32(arch))
	le.PutUint64(b[offFlags:], flags)
	le.PutUint64(b[offUnpacked:], unpacked)
	copy(b[head:], payload)
	return b
}

func fatbin(entries ...[]byte) []byte {
	body := bytes.Join(entries, nil)
	b := make([]byte, headSize, headSize+len(body))
	binary.LittleEndian.PutUint32(b, Magic)
	binary.LittleEndian.PutUint16(b[4:], 1)
	binary.LittleEndian.PutUint16(b[6:], headSize)
	binary.LittleEndian.PutUint64(b[8:], uint64(len(body)))
	return append(b, body...)
}

var ptxText = []byte(".version 8.4\n.target sm_86\n.address_size 64\n" + strings.Repeat("// some text that packs well\n", 50))

func TestParse(t *testing.T) {
	for _, head := range []int{64, 80, 96, 112, 120} { // sizes met: shared/cuda/README.md
		for name, flags := range map[string]uint64{"raw": 0x11, "lz4": 0x11 | flagLZ4, "zstd": 0x11 | flagZSTD} {
			b := fatbin(entry(KindELF, 86, head, 0x11, []byte("\x7fELF0123")), entry(KindPTX, 86, head, flags, ptxText))
			if n, err := Size(b[:16]); err != nil || n != uint64(len(b)) {
				t.Fatalf("%s/%d: size %d, %v", name, head, n, err)
			}
			e, err := Parse(append(b, "rubbish behind the end"...))
			if err != nil || len(e) != 2 {
				t.Fatalf("%s/%d: %d entries, %v", name, head, len(e), err)
			}
			if e[0].Kind != KindELF || e[1].Kind != KindPTX || e[1].Arch != 86 || e[1].Major != 8 || e[1].Minor != 4 {
				t.Errorf("%s/%d: %+v", name, head, e)
			}
			got, err := e[1].Data()
			if err != nil || !bytes.Equal(got, ptxText) {
				t.Errorf("%s/%d: %d bytes, %v", name, head, len(got), err)
			}
		}
	}
}

func TestDamage(t *testing.T) {
	good := fatbin(entry(KindPTX, 86, 64, flagLZ4, ptxText), entry(KindPTX, 90, 64, flagZSTD, ptxText))
	for n := range good {
		e, err := Parse(good[:n])
		if err == nil {
			t.Fatalf("the first %d bytes are accepted: %d entries", n, len(e))
		}
	}
	put := func(off int, v uint64, size int) []byte {
		b := bytes.Clone(good)
		switch size {
		case 2:
			binary.LittleEndian.PutUint16(b[off:], uint16(v))
		case 4:
			binary.LittleEndian.PutUint32(b[off:], uint32(v))
		case 8:
			binary.LittleEndian.PutUint64(b[off:], v)
		}
		return b
	}
	for name, b := range map[string][]byte{
		"magic":                  put(0, 1, 4),
		"header size":            put(6, 4, 2),
		"body size":              put(8, 1<<40, 8),
		"entry header size":      put(16+offHeader, 8, 4),
		"huge entry header size": put(16+offHeader, 1<<31, 4),
		"payload size":           put(16+offPadded, 1<<60, 8),
		"unpacked size":          put(16+offUnpacked, 1<<62, 8),
	} {
		if e, err := Parse(b); err == nil {
			t.Errorf("%s: accepted, %d entries", name, len(e))
		}
	}
	for name, b := range map[string][]byte{
		"packed short":   put(16+offPacked, 9, 4),
		"unpacked short": put(16+offUnpacked, 5, 8),
	} {
		e, err := Parse(b)
		if err != nil {
			t.Fatal(name, err)
		}
		if _, err := e[0].Data(); err == nil {
			t.Errorf("%s: unpacked", name)
		}
	}
}

func TestChoose(t *testing.T) { // RATIONALE.md, Choice of image
	c := func(s ...string) (out []Candidate) {
		for _, x := range s {
			k, ok := Target([]byte(".version 8.0\n.target " + x + "\n"))
			if !ok {
				t.Fatal(x)
			}
			out = append(out, k)
		}
		return
	}
	for _, x := range []struct {
		have []Candidate
		cc   int
		want int
	}{
		{c("sm_52", "sm_80", "sm_86", "sm_90"), 89, 2},
		{c("sm_90", "sm_52"), 89, 1},
		{c("sm_89"), 89, 0},
		{c("sm_80", "sm_90a", "sm_90"), 90, 1},
		{c("sm_80", "sm_90a"), 89, 0},
		{c("sm_80", "sm_90a"), 100, 0},
		{c("sm_80", "sm_100f"), 103, 1},
		{c("sm_80", "sm_100f"), 120, 0},
		{c("sm_80", "sm_103f"), 100, 0},
		{c("sm_120"), 89, 0},
		{c("sm_120", "sm_100"), 89, 1},
		{c("sm_90a", "sm_120"), 89, 1},
		{c("sm_90a"), 89, 0},
		{nil, 89, -1},
	} {
		if got := Choose(x.have, x.cc); got != x.want {
			t.Errorf("%v on %d: %d, want %d", x.have, x.cc, got, x.want)
		}
	}
}

func TestTarget(t *testing.T) {
	for text, want := range map[string]Candidate{
		".version 7.0\n.target sm_52\n":                              {Arch: 52},
		"// .target sm_10\n/* .target sm_20 */ .target\tsm_86,debug": {Arch: 86},
		".version 8.0\n.target sm_90a\n":                             {90, 'a'},
		".version 8.8\n.target sm_120f, debug\n":                     {120, 'f'},
	} {
		if got, ok := Target([]byte(text)); !ok || got != want {
			t.Errorf("%q: %v %v", text, got, ok)
		}
	}
	for _, text := range []string{"", ".version 7.0\n", ".target", ".target sm", ".target x", ".entry k(){ .target sm_52 }", "/* .target sm_52"} {
		if got, ok := Target([]byte(text)); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestNVCC reads what a real nvcc of CUDA 13 makes (ZSTD), where there is one.
func TestNVCC(t *testing.T) {
	nvcc := os.Getenv("FERRY_NVCC")
	if nvcc == "" {
		nvcc, _ = exec.LookPath("nvcc")
	}
	if nvcc == "" {
		t.Skip("no nvcc: set FERRY_NVCC to the path of one")
	}
	dir := t.TempDir()
	src := filepath.Join(dir, "k.cu")
	os.WriteFile(src, []byte("__global__ void k(int *p){ p[threadIdx.x] = 1; }\n"), 0o600)
	out := filepath.Join(dir, "k.fatbin")
	cmd := exec.Command(nvcc, "-fatbin", "-gencode", "arch=compute_75,code=compute_75", "-gencode", "arch=compute_86,code=[sm_86,compute_86]", "-o", out, src)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("nvcc: %v: %s", err, msg)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[int]int{}
	for i := range e {
		kinds[e[i].Kind]++
		d, err := e[i].Data()
		if err != nil {
			t.Fatal(err)
		}
		if e[i].Kind == KindPTX {
			if c, ok := Target(d); !ok || c.Arch != e[i].Arch {
				t.Errorf("entry %d: header says %d, text %v", i, e[i].Arch, c)
			}
		}
	}
	if kinds[KindPTX] != 2 || kinds[KindELF] != 1 {
		t.Errorf("kinds %v", kinds)
	}
}

func FuzzFatbin(f *testing.F) {
	f.Add(fatbin(entry(KindPTX, 86, 64, 0, ptxText)))
	f.Add(fatbin(entry(KindPTX, 86, 80, flagLZ4, ptxText), entry(KindELF, 90, 112, 0, []byte("\x7fELF"))))
	f.Add(fatbin(entry(KindPTX, 90, 120, flagZSTD, ptxText)))
	f.Add(fatbin())
	f.Add([]byte{0x50, 0xed, 0x55, 0xba})
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := Parse(b)
		if err != nil {
			return
		}
		for i := range e {
			if d, err := e[i].Data(); err == nil {
				Target(d)
			}
		}
	})
}
