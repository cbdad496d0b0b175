package exports_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ferry/exports/internal/build"

	"github.com/stretchr/testify/require"
)

// tmp holds what the tests build once.
var tmp string

func TestMain(m *testing.M) {
	var err error
	if tmp, err = os.MkdirTemp("", "ferry-exports"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(tmp)
	os.Exit(code)
}

func root() string {
	r, err := filepath.Abs("..")
	if err != nil {
		panic(err)
	}
	return r
}

type built struct {
	once sync.Once
	dir  string
	err  error
}

func (b *built) get(t *testing.T, name string, o build.Options) string {
	t.Helper()
	b.once.Do(func() {
		b.dir = filepath.Join(tmp, name)
		o.Root, o.Out, o.NoGen = root(), b.dir, true
		b.err = build.Libs(o)
	})
	require.NoError(t, b.err)
	return b.dir
}

var recordBuild, realBuild built

// recordLibs is the build whose core only writes down its calls.
func recordLibs(t *testing.T) string {
	return recordBuild.get(t, "record", build.Options{Record: true})
}

// realLibs is the whole of ferry.
func realLibs(t *testing.T) string { return realBuild.get(t, "real", build.Options{}) }

// wheelInclude finds the folder with NVIDIA's cuda.h: in the environment that ./run makes, or where FERRY_VENV says.
func wheelInclude(t *testing.T) string {
	t.Helper()
	for _, v := range []string{os.Getenv("FERRY_VENV"), filepath.Join(root(), "build", "venv")} {
		if v == "" {
			continue
		}
		m, _ := filepath.Glob(filepath.Join(v, "lib", "python3*", "site-packages", "nvidia", "cu13", "include", "cuda.h"))
		if len(m) > 0 {
			return filepath.Dir(m[0])
		}
	}
	if os.Getenv("CI") != "" || os.Getenv("FERRY_TEST_ALL") != "" {
		t.Fatal("no cuda.h: ./run test installs it into build/venv")
	}
	t.Skip("no cuda.h: ./run test installs it into build/venv")
	return ""
}

// fakeGL writes the few types that cudaGL.h, cudaEGL.h and cudaVDPAU.h take from headers of others.
func fakeGL(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"GL/gl.h":         "typedef unsigned int GLuint; typedef unsigned int GLenum; typedef int GLint;",
		"EGL/egl.h":       "typedef int EGLint; typedef void *EGLDisplay;",
		"EGL/eglext.h":    "typedef void *EGLStreamKHR; typedef void *EGLImageKHR; typedef void *EGLSyncKHR;",
		"vdpau/vdpau.h":   "typedef unsigned int VdpDevice, VdpVideoSurface, VdpOutputSurface, VdpStatus, VdpFuncId; typedef VdpStatus VdpGetProcAddress(VdpDevice d, VdpFuncId f, void **p);",
		"cudaall.h":       "#define __CUDA_API_VERSION_INTERNAL\n#include <cuda.h>\n#include <cudaGL.h>\n#include <cudaEGL.h>\n#include <vdpau/vdpau.h>\n#include <cudaVDPAU.h>\n",
		"cudapublic.h":    "#include <cuda.h>\n#include <cudaGL.h>\n#include <cudaEGL.h>\n#include <vdpau/vdpau.h>\n#include <cudaVDPAU.h>\n",
		"cudaversioned.h": "#define __CUDA_API_VERSION_INTERNAL\n#include <cudaTypedefs.h>\n#include <cudaGLTypedefs.h>\n#include <cudaEGLTypedefs.h>\n#include <vdpau/vdpau.h>\n#include <cudaVDPAUTypedefs.h>\n",
	} {
		p := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o777))
		require.NoError(t, os.WriteFile(p, []byte(text+"\n"), 0o666))
	}
	return dir
}

// gcc compiles one C text into a program or, with -E and the like, whatever args ask for.
func gcc(t *testing.T, text string, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	src := filepath.Join(dir, "t.c")
	require.NoError(t, os.WriteFile(src, []byte(text), 0o666))
	out := filepath.Join(dir, "t")
	cmd := exec.Command("gcc", append([]string{"-std=gnu11", "-D_GNU_SOURCE", "-pthread", "-o", out, src}, args...)...)
	if b, err := cmd.CombinedOutput(); err != nil {
		s := string(b)
		if len(s) > 4000 {
			s = s[:4000]
		}
		require.NoError(t, err, s)
	}
	return out
}

// start runs a program with libs in front of the library path and gives all it printed.
func start(t *testing.T, libs string, env []string, limit time.Duration, name string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+libs)
	cmd.Env = append(cmd.Env, env...)
	cmd.WaitDelay = time.Second
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Start())
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	if !timer.Stop() {
		err = fmt.Errorf("killed after %v: %w", limit, err)
	}
	return out.String(), err
}
