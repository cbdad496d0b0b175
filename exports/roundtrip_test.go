package exports_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// handAnswered are not trampolines: C answers them, and probes_test.go looks at what.
var handAnswered = map[string]bool{"cuInit": true, "cuDriverGetVersion": true, "cuGetProcAddress": true, "cuGetProcAddress_v2": true,
	"cuGetExportTable": true, "cuGetErrorName": true, "cuGetErrorString": true}

const roundtripHead = `
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <dlfcn.h>
#include "types_gen.h"
static unsigned seed = 12345;
static void fill(void *p, size_t n)
{
	for (unsigned char *q = p; n-- > 0; q++) { seed = seed * 1103515245 + 12345; *q = (unsigned char)(seed >> 16); }
}
static char want[4096], got[4096];
static size_t at;
static void begin(const char *name, int flags) { at = (size_t)sprintf(want, "%s %d", name, flags); }
static void arg(const void *p, size_t n)
{
	want[at++] = ' ';
	for (const unsigned char *q = p; n-- > 0; q++) at += (size_t)sprintf(want + at, "%02x", *q);
}
static void (*last)(char *, int);
static int bad, expect = 100000;
static void check(CUresult r)
{
	last(got, sizeof got);
	if (strcmp(want, got) != 0) { printf("sent %s\ncame %s\n", want, got); bad++; }
	if (r != ++expect) { printf("%s: result %d, %d sent\n", want, r, expect); bad++; }
}
`

// TestRoundtrip calls every exported function with argument bytes that are all different, through the header's own
// prototypes, and looks at what arrives in Go: every byte of every argument, the stream flavour, and the result on its way back.
func TestRoundtrip(t *testing.T) {
	libs := recordLibs(t)
	var c strings.Builder
	c.WriteString(roundtripHead)
	n := 0
	for _, s := range api(t) {
		if handAnswered[s.Name] {
			continue
		}
		flags := 0
		if s.Stream != "none" {
			flags = 1
		}
		fmt.Fprintf(&c, "static void t%d(void)\n{\n\tbegin(\"%s\", %d);\n", n, s.ABI(), flags)
		var pass []string
		for i, a := range s.Args {
			fmt.Fprintf(&c, "\t%s a%d; fill(&a%d, sizeof a%d); arg(&a%d, sizeof a%d);\n", a.Type, i, i, i, i, i)
			pass = append(pass, fmt.Sprintf("a%d", i))
		}
		fmt.Fprintf(&c, "\tcheck(%s(%s));\n}\n", s.Name, strings.Join(pass, ", "))
		n++
	}
	c.WriteString("int main(void)\n{\n\tif (cuInit(0) != 0) return 2;\n\tvoid *core = dlopen(\"libferry_core.so\", RTLD_NOW | RTLD_NOLOAD);\n" +
		"\tif (core == NULL || (last = (void (*)(char *, int))dlsym(core, \"ferry_record_last\")) == NULL) return 3;\n")
	for i := range n {
		fmt.Fprintf(&c, "\tt%d();\n", i)
	}
	c.WriteString("\tprintf(\"%d functions, %d bad\\n\", expect - 100000, bad);\n\treturn bad != 0;\n}\n")
	prog := gcc(t, c.String(), "-O1", "-Wno-incompatible-pointer-types", "-I"+filepath.Join(root(), "exports", "libcuda"), "-L"+libs, "-lcuda")
	out, err := start(t, libs, nil, time.Minute, prog)
	require.NoError(t, err, out)
	assert.Equal(t, fmt.Sprintf("%d functions, 0 bad\n", n), out)
}
