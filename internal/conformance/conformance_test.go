package conformance

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGenerators compares every input buffer of the kernel suite, and probes of every generator and type,
// with numpy 2's (and Python's) output: testdata/numpy.tsv holds the CRC-32 of what run_kernels.py makes.
func TestGenerators(t *testing.T) {
	raw, err := os.ReadFile("testdata/numpy.tsv")
	require.NoError(t, err)
	ks, err := Kernels()
	require.NoError(t, err)
	bufs := map[string]*buffer{}
	for _, k := range ks {
		for _, list := range []buffers{k.spec.Bufs, k.spec.Globals} {
			for i := range list {
				bufs[k.Name+"/"+list[i].name] = &list[i]
			}
		}
	}
	n := 0
	for line := range strings.Lines(string(raw)) {
		key, want, _ := strings.Cut(strings.TrimSpace(line), "\t")
		var got []byte
		parts := strings.SplitN(key, "/", 3)
		switch {
		case key == "programs":
			for _, v := range ProgramInputs() {
				got = binary.LittleEndian.AppendUint64(got, v)
			}
		case parts[0] == "probe":
			got, err = generate("probe", &buffer{name: parts[1] + parts[2], T: parts[1], N: 5001, G: parts[2]})
		default:
			got, err = generate(parts[0], bufs[key])
		}
		require.NoError(t, err, key)
		sum := crc32.ChecksumIEEE(got)
		if g := hex8(sum); g != want {
			t.Errorf("%s: %s not %s", key, g, want)
		}
		n++
	}
	require.Greater(t, n, 80)
}

func hex8(v uint32) string {
	const d = "0123456789abcdef"
	var b [8]byte
	for i := range b {
		b[i] = d[v>>(28-4*i)&15]
	}
	return string(b[:])
}

// TestSuitesAreWhole counts what the data's README says is there.
func TestSuitesAreWhole(t *testing.T) {
	ks, err := Kernels()
	require.NoError(t, err)
	require.Len(t, ks, 36)
	for _, k := range ks {
		require.NotEmpty(t, k.expected, k.Name)
	}
	s, err := Vectors()
	require.NoError(t, err)
	require.Len(t, s.Cases, 1622)
	for i := range s.Cases {
		require.Contains(t, s.PTX(&s.Cases[i]), ".entry "+s.Cases[i].ID+"(")
	}
	ps, err := Programs()
	require.NoError(t, err)
	require.Len(t, ps, 178)
}

// TestRules: one line a case; the rules are those of vectors.py's head.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		t, rule      string
		got, want, a uint64
		ok           bool
	}{
		{"f32", "exact", 0x7fc00000, 0xffffffff, 0, true},
		{"f32", "bits", 0x7fc00000, 0xffffffff, 0, false},
		{"f32", "exact", 0x00000000, 0x80000000, 0, false},
		{"f32", "ulp:1", 0x00000000, 0x80000000, 0, true},
		{"f32", "ulp:1", 0x3f800000, 0x3f800001, 0, true},
		{"f32", "ulp:1", 0x3f800000, 0x3f800002, 0, false},
		{"u32", "exact", 1, 2, 0, false},
		{"f16x2", "exact", 0x7e003c00, 0xfe003c00, 0, true},
		{"f16x2", "exact", 0x3c017e00, 0x3c007e00, 0, false},
		{"f64", "hi32", 0x3ff0000200000000, 0x3ff0000012345678, 0, true},
		{"f64", "hi32", 0x3ff0000200000001, 0x3ff0000012345678, 0, false},
		{"f32", "trig", 0x3f800000, 0x3f800009, 0x40000000, false},
		{"f32", "trig", 0x3f800000, 0x3e800000, 0x50000000, true},
		{"f32", "trig", 0x3f800000, 0x7f800000, 0x50000000, false},
		{"f32", "lg2", 0x3f800000, 0x3f800004, 0x3f800000, true},
	} {
		ok, err := agree(c.t, c.rule, c.got, c.want, c.a)
		require.NoError(t, err)
		require.Equal(t, c.ok, ok, "%+v", c)
	}
}
