package exports_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"ferry/exports"
	"ferry/exports/internal/build"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func api(t *testing.T) []exports.Symbol {
	t.Helper()
	s, err := exports.API()
	require.NoError(t, err)
	return s
}

// The profiler's three functions are in a header of their own, which the wheels with cuda.h do not hold.
func inCudaH(name string) bool { return !strings.HasPrefix(name, "cuProfiler") }

func TestCounts(t *testing.T) {
	// CUDA 13.5's cuda.h has 485 base names, 580 with versions, 685 with per-thread flavours; OpenGL, EGL, VDPAU and the
	// profiler add the rest.
	bases, abis, all := map[string]bool{}, map[string]bool{}, 0
	for _, s := range api(t) {
		if regexp.MustCompile(`^cu(Graphics)?(GL|EGL|VDPAU)|^cuEventCreateFromEGLSync|MappedEglFrame|^cuProfiler`).MatchString(s.Name) {
			continue
		}
		bases[s.Base], abis[s.ABI()], all = true, true, all+1
	}
	assert.Equal(t, []int{485, 580, 685}, []int{len(bases), len(abis), all})
}

// TestNames: libcuda.so.1 exports every name of the table and nothing else.
func TestNames(t *testing.T) {
	out, err := exec.Command("nm", "-D", "--defined-only", filepath.Join(recordLibs(t), "libcuda.so.1")).Output()
	require.NoError(t, err)
	var got, want []string
	for _, l := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		f := strings.Fields(l)
		assert.Equal(t, "T", f[1], l)
		got = append(got, f[2])
	}
	for _, s := range api(t) {
		want = append(want, s.Name)
	}
	sort.Strings(got)
	sort.Strings(want)
	assert.Equal(t, want, got)
}

// TestHeader: NVIDIA's header declares the same functions with the same types: every row is declared once more behind the
// header's own declaration, which gcc refuses where they differ.
func TestHeader(t *testing.T) {
	inc, fake := wheelInclude(t), fakeGL(t)
	var c strings.Builder
	c.WriteString("#include <cudaall.h>\n")
	want := map[string]bool{}
	for _, s := range api(t) {
		if !inCudaH(s.Name) {
			continue
		}
		want[s.Name] = true
		fmt.Fprintf(&c, "CUresult %s(%s);\n", s.Name, params(s.Args))
	}
	gcc(t, c.String(), "-I"+inc, "-I"+fake, "-Wno-deprecated-declarations", "-c")

	pre := gcc(t, "#include <cudaall.h>\n", "-I"+inc, "-I"+fake, "-E", "-P")
	text, err := os.ReadFile(pre)
	require.NoError(t, err)
	got := map[string]bool{}
	for _, m := range regexp.MustCompile(`CUresult\s+(?:__attribute__\S+\s+)?(cu[A-Z]\w*)\s*\(`).FindAllStringSubmatch(string(text), -1) {
		got[m[1]] = true
	}
	assert.Equal(t, want, got)
}

func params(args []exports.Arg) string {
	if len(args) == 0 {
		return "void"
	}
	var s []string
	for _, a := range args {
		s = append(s, a.Type+" "+a.Name)
	}
	return strings.Join(s, ", ")
}

// TestVersions: the versions of cudaTypedefs.h (PFN_cuName_vNNNN) are those of the table, for each name and flavour.
func TestVersions(t *testing.T) {
	inc, fake := wheelInclude(t), fakeGL(t)
	pre := gcc(t, "#include <cudaversioned.h>\n", "-I"+inc, "-I"+fake, "-E", "-P")
	text, err := os.ReadFile(pre)
	require.NoError(t, err)
	got, want := map[string][]int{}, map[string][]int{}
	for _, m := range regexp.MustCompile(`\*\s*PFN_(cu\w+?)_v(\d+)(?:_(ptsz|ptds))?\)`).FindAllStringSubmatch(string(text), -1) {
		v, err := strconv.Atoi(m[2])
		require.NoError(t, err)
		got[m[1]+" "+m[3]] = append(got[m[1]+" "+m[3]], v)
	}
	for _, s := range api(t) {
		if inCudaH(s.Name) {
			k := s.Base + " " + strings.TrimPrefix(s.Stream, "none")
			want[k] = append(want[k], s.Since)
		}
	}
	for _, m := range []map[string][]int{got, want} {
		for _, v := range m {
			sort.Ints(v)
		}
	}
	assert.Equal(t, want, got)
}

// TestTypes: types.tsv says what gcc says of the header's types.
func TestTypes(t *testing.T) {
	inc, fake := wheelInclude(t), fakeGL(t)
	types, err := exports.Types()
	require.NoError(t, err)
	var c strings.Builder
	c.WriteString("#include <cudaall.h>\n#include <stdint.h>\n")
	for _, ty := range types {
		switch {
		case ty.Kind == exports.KindVoid || ty.Kind == exports.KindFuncType || ty.Name == "CUoutput_mode":
			continue
		case ty.Kind == exports.KindInt:
			fmt.Fprintf(&c, "_Static_assert(((%s)-1 > 0) == ((%s)-1 > 0), \"signedness of %s\");\n", ty.Name, ty.Int, ty.Name)
		}
		fmt.Fprintf(&c, "_Static_assert(sizeof(%s) == %d && _Alignof(%s) == %d, \"size of %s\");\n", ty.Name, ty.Size, ty.Name, ty.Align, ty.Name)
	}
	gcc(t, c.String(), "-I"+inc, "-I"+fake, "-c")
}

// TestErrors: errors.tsv has the codes and names of the header's CUresult.
func TestErrors(t *testing.T) {
	inc := wheelInclude(t)
	text, err := os.ReadFile(filepath.Join(inc, "cuda.h"))
	require.NoError(t, err)
	s := string(text)
	end := strings.Index(s, "} CUresult;")
	begin := strings.LastIndex(s[:end], "enum")
	got := map[string]int{}
	for _, m := range regexp.MustCompile(`(CUDA_\w+)\s*=\s*(\d+)`).FindAllStringSubmatch(s[begin:end], -1) {
		got[m[1]], err = strconv.Atoi(m[2])
		require.NoError(t, err)
	}
	want := map[string]int{}
	errs, err := exports.Errors()
	require.NoError(t, err)
	for i, e := range errs {
		want[e.Name] = e.Code
		assert.NotEmpty(t, e.Description, e.Name)
		assert.True(t, i == 0 || errs[i-1].Code < e.Code, "%s is out of order", e.Name)
	}
	assert.Equal(t, want, got)
}

// TestGenerated: the generated files fit the tables and package cuda.
func TestGenerated(t *testing.T) {
	cmd := exec.Command("go", "run", "./exports/gen", "-check")
	cmd.Dir = root()
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, string(out))
}

// TestGlibcFloor: the built files ask for no newer glibc than the README says.
func TestGlibcFloor(t *testing.T) {
	for _, f := range []string{"libcuda.so.1", "libferry_core.so"} {
		out, err := exec.Command("readelf", "-W", "--version-info", filepath.Join(recordLibs(t), f)).Output()
		require.NoError(t, err)
		ms := regexp.MustCompile(`GLIBC_(\d+)\.(\d+)`).FindAllStringSubmatch(string(out), -1)
		require.NotEmpty(t, ms)
		floor := version(t, build.GlibcFloor)
		for _, m := range ms {
			assert.LessOrEqual(t, version(t, m[1]+"."+m[2]), floor, "%s wants glibc %s.%s", f, m[1], m[2])
		}
	}
}

func version(t *testing.T, s string) int {
	a, b, ok := strings.Cut(s, ".")
	require.True(t, ok)
	x, err := strconv.Atoi(a)
	require.NoError(t, err)
	y, err := strconv.Atoi(b)
	require.NoError(t, err)
	return 1000*x + y
}

// TestSoname: the C library is libcuda.so.1, stays loaded, and needs no Go core to be loaded.
func TestSoname(t *testing.T) {
	out, err := exec.Command("readelf", "-W", "-d", filepath.Join(recordLibs(t), "libcuda.so.1")).Output()
	require.NoError(t, err)
	assert.Contains(t, string(out), "soname: [libcuda.so.1]")
	assert.Contains(t, string(out), "NODELETE")
	assert.NotContains(t, string(out), "libferry_core")
}
