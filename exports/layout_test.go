package exports_test

import (
	"debug/dwarf"
	"debug/elf"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLayouts compares each public structure of NVIDIA's header, as gcc lays it out (read from the debugging
// information), with the type of that name in package cuda, as Go lays it out.
func TestLayouts(t *testing.T) {
	inc, fake := wheelInclude(t), fakeGL(t)
	obj := gcc(t, "#include <cudaall.h>\nint x;\n", "-I"+inc, "-I"+fake, "-c", "-gdwarf-4", "-fno-eliminate-unused-debug-types")
	f, err := elf.Open(obj)
	require.NoError(t, err)
	defer f.Close()
	d, err := f.DWARF()
	require.NoError(t, err)
	structs := map[string]*dwarf.StructType{}
	for r := d.Reader(); ; {
		e, err := r.Next()
		require.NoError(t, err)
		if e == nil {
			break
		}
		if e.Tag != dwarf.TagTypedef {
			continue
		}
		ty, err := d.Type(e.Offset)
		require.NoError(t, err)
		td := ty.(*dwarf.TypedefType)
		under := td.Type
		for {
			n, ok := under.(*dwarf.TypedefType)
			if !ok {
				break
			}
			under = n.Type
		}
		if st, ok := under.(*dwarf.StructType); ok && st.Kind != "class" && !st.Incomplete && strings.HasPrefix(td.Name, "CU") {
			structs[td.Name] = st
		}
	}
	require.Greater(t, len(structs), 90)

	goTypes := cudaTypes(t)
	sizes := types.SizesFor("gc", "amd64")
	var names []string
	for n := range structs {
		names = append(names, n)
	}
	sort.Strings(names)
	seen, missing := 0, []string{}
	for _, n := range names {
		c := structs[n]
		obj := goTypes.Lookup(n)
		if obj == nil && strings.HasPrefix(n, "CUegl") {
			continue // package cuda has no EGL interoperation
		}
		if obj == nil {
			missing = append(missing, n)
			continue
		}
		seen++
		gt := obj.Type().Underlying()
		assert.Equal(t, c.ByteSize, sizes.Sizeof(gt), "size of %s", n)
		st, ok := gt.(*types.Struct)
		if c.Kind != "struct" || !ok {
			continue // a union: its size is what counts
		}
		var fields []*types.Var
		for i := range st.NumFields() {
			fields = append(fields, st.Field(i))
		}
		off := sizes.Offsetsof(fields)
		at := map[string]int{}
		for i, v := range fields {
			at[v.Name()] = i
		}
		for _, m := range c.Field {
			name := m.Name
			if name == "" {
				name = "u"
			}
			i, ok := at[strings.ToUpper(name[:1])+name[1:]]
			if !ok {
				assert.Regexp(t, "(?i)reserved|padding", name, "%s has no field for %s", n, name)
				continue
			}
			assert.Equal(t, m.ByteOffset, off[i], "offset of %s.%s", n, name)
			assert.Equal(t, m.Type.Size(), sizes.Sizeof(fields[i].Type()), "size of %s.%s", n, name)
		}
	}
	assert.Empty(t, missing, "structures that package cuda lacks")
	t.Logf("%d structures compared", seen)
}

// cudaTypes reads the types of package cuda; the package need not be complete.
func cudaTypes(t *testing.T) *types.Scope {
	fset := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(root(), "cuda", "*.go"))
	require.NoError(t, err)
	var files []*ast.File
	for _, n := range names {
		if strings.HasSuffix(n, "_test.go") {
			continue
		}
		b, err := os.ReadFile(n)
		require.NoError(t, err)
		f, err := parser.ParseFile(fset, n, b, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, f)
	}
	conf := types.Config{Importer: onlyUnsafe{}, IgnoreFuncBodies: true, Error: func(error) {}, Sizes: types.SizesFor("gc", "amd64")}
	pkg, _ := conf.Check("ferry/cuda", fset, files, nil)
	require.NotNil(t, pkg)
	return pkg.Scope()
}

// onlyUnsafe imports nothing else: the API's structures need nothing else.
type onlyUnsafe struct{}

func (onlyUnsafe) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return importer.Default().Import("no such package")
}
