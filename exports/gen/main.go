// Command gen makes the C trampolines of libcuda.so.1 and the dispatch table of the Go core from the
// tables of package exports and the Go source of package cuda. A function of the tables is implemented
// when package cuda has it; a signature that does not fit the C prototype is an error.
//
//	go run ./exports/gen [-C root] [-check]
//
// With -check nothing is written: it fails when a file would change.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"ferry/exports"
)

// answered are the functions that libcuda's own C answers, before cuInit too.
var answered = map[string]bool{
	"cuDriverGetVersion": true, "cuGetProcAddress": true, "cuGetProcAddress_v2": true,
	"cuGetExportTable": true, "cuGetErrorName": true, "cuGetErrorString": true,
}

// fn is one ABI variant: one Go function, one slot of the dispatch table.
type fn struct {
	c, goName string
	args      []exports.Arg
	impl      *goFunc // nil: not implemented
	internal  bool
}

type generator struct {
	symbols []exports.Symbol
	types   map[string]exports.Type
	order   []exports.Type
	errs    []exports.ErrorCode
	fns     []fn
	index   map[string]int // by C name of the ABI variant
	src     *source
	hash    uint64
}

func main() {
	root := flag.String("C", ".", "root of the module")
	check := flag.Bool("check", false, "write nothing, fail if a file would change")
	list := flag.Bool("list", false, "print which functions are implemented, and stop")
	flag.Parse()
	if err := run(*root, *check, *list); err != nil {
		fmt.Fprintln(os.Stderr, "exports/gen:", err)
		os.Exit(1)
	}
}

func run(root string, check, list bool) error {
	g, err := load(root)
	if err != nil {
		return err
	}
	if list {
		n := 0
		for _, f := range g.fns {
			state := "-"
			if f.impl != nil || answered[f.c] {
				state, n = "implemented", n+1
			}
			fmt.Printf("%s\t%s\n", f.c, state)
		}
		fmt.Printf("# %d of %d ABI variants\n", n, len(g.fns))
		return nil
	}
	real, err := g.goTable(false)
	if err != nil {
		return err
	}
	rec, err := g.goTable(true)
	if err != nil {
		return err
	}
	recorder, err := g.recorder()
	if err != nil {
		return err
	}
	doc, err := g.doc(root)
	if err != nil {
		return err
	}
	files := []struct {
		name string
		data []byte
	}{
		{"exports/libcuda/types_gen.h", g.cTypes()},
		{"exports/libcuda/thread_gen.h", g.cThread()},
		{"exports/libcuda/calls_gen.h", g.cCalls()},
		{"exports/libcuda/api_gen.c", g.cAPI()},
		{"exports/libcuda/table_gen.c", g.cTable()},
		{"exports/core/table_gen.go", real},
		{"exports/core/table_record_gen.go", rec},
		{"exports/internal/record/record_gen.go", recorder},
		{"docs/api.md", doc},
	}
	for _, f := range files {
		path := filepath.Join(root, f.name)
		old, _ := os.ReadFile(path)
		if bytes.Equal(old, f.data) {
			continue
		}
		if check {
			return fmt.Errorf("%s is out of date: run ./run build", f.name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

func load(root string) (*generator, error) {
	g := &generator{types: map[string]exports.Type{}, index: map[string]int{}}
	var err error
	if g.symbols, err = exports.API(); err != nil {
		return nil, err
	}
	if g.order, err = exports.Types(); err != nil {
		return nil, err
	}
	if g.errs, err = exports.Errors(); err != nil {
		return nil, err
	}
	internal, err := exports.Internal()
	if err != nil {
		return nil, err
	}
	for _, t := range g.order {
		g.types[t.Name] = t
	}
	if g.src, err = parseSource(filepath.Join(root, "cuda")); err != nil {
		return nil, err
	}
	for i := range g.symbols {
		s := &g.symbols[i]
		if _, ok := g.index[s.ABI()]; ok {
			continue
		}
		g.index[s.ABI()] = 0
		g.fns = append(g.fns, fn{c: s.ABI(), goName: "C" + s.ABI()[1:], args: s.Args})
	}
	sort.Slice(g.fns, func(i, j int) bool { return g.fns[i].c < g.fns[j].c })
	for _, s := range internal {
		g.fns = append(g.fns, fn{c: s.Name, goName: s.Name, args: s.Args, internal: true})
	}
	h := sha256.New()
	for i := range g.fns {
		f := &g.fns[i]
		g.index[f.c] = i
		if gf := g.src.funcs[f.goName]; gf != nil && !answered[f.c] {
			if err := g.fits(f, gf); err != nil {
				return nil, err
			}
			f.impl = gf
		}
		fmt.Fprintln(h, i, f.c, f.args, f.impl != nil)
	}
	fmt.Fprintln(h, g.src.threadC)
	g.hash = binary.LittleEndian.Uint64(h.Sum(nil))
	return g, nil
}

// class is what of a C type decides how it travels in a frame.
func (g *generator) class(ct string) (exports.Type, error) {
	base, stars := exports.SplitPointer(ct)
	t, ok := g.types[base]
	if !ok {
		return t, fmt.Errorf("unknown C type %q", ct)
	}
	if stars > 0 {
		return exports.Type{Name: ct, Kind: exports.KindPointer, Size: 8, Align: 8}, nil
	}
	return t, nil
}

// fits checks that a Go function takes what the C prototype hands over.
func (g *generator) fits(f *fn, gf *goFunc) error {
	bad := func(format string, a ...any) error {
		return fmt.Errorf("%s: cuda.%s: %s", gf.pos, f.goName, fmt.Sprintf(format, a...))
	}
	if gf.result != "CUresult" {
		return bad("returns %q, not CUresult", gf.result)
	}
	if len(gf.params) == 0 || gf.params[0] != "*Thread" {
		return bad("the first parameter is not *Thread")
	}
	if len(gf.params)-1 != len(f.args) {
		return bad("%d arguments, the C function has %d", len(gf.params)-1, len(f.args))
	}
	for i, a := range f.args {
		t, err := g.class(a.Type)
		if err != nil {
			return err
		}
		p := gf.params[i+1]
		under := g.src.underlying(p)
		ok := false
		switch t.Kind {
		case exports.KindPointer:
			ok = under == "pointer" || under == "uintptr"
		case exports.KindHandle, exports.KindFunc:
			ok = under == "uintptr" || under == "pointer"
		case exports.KindEnum:
			ok = under == "int32" || under == "uint32"
		case exports.KindFloat:
			ok = under == "float32"
		case exports.KindInt:
			ok = under == goInt(t.Int) || t.Int == "size_t" && under == "uint64"
		case exports.KindStruct, exports.KindUnion:
			ok = p == t.Name && under == "struct"
		}
		if !ok {
			return bad("parameter %d is %s (%s); C passes %s", i+1, p, under, a.Type)
		}
	}
	return nil
}

func goInt(c string) string {
	switch c {
	case "char":
		return "int8"
	case "unsigned char":
		return "uint8"
	case "unsigned short":
		return "uint16"
	case "int":
		return "int32"
	case "unsigned int", "uint32_t":
		return "uint32"
	case "unsigned long long", "uint64_t":
		return "uint64"
	case "size_t":
		return "uintptr"
	}
	panic("no Go type for C's " + c)
}

const cHead = "// Made by exports/gen from exports/*.tsv and package cuda; do not edit.\n\n"

// byValue lists the structs that some function takes by value: only they need a definition.
func (g *generator) byValue() map[string]bool {
	m := map[string]bool{}
	for _, f := range g.fns {
		for _, a := range f.args {
			if t, err := g.class(a.Type); err == nil && (t.Kind == exports.KindStruct || t.Kind == exports.KindUnion) {
				m[t.Name] = true
			}
		}
	}
	return m
}

func (g *generator) cTypes() []byte {
	var b bytes.Buffer
	b.WriteString(cHead + "#ifndef FERRY_TYPES_GEN_H\n#define FERRY_TYPES_GEN_H\n#include <stddef.h>\n#include <stdint.h>\n\n")
	val := g.byValue()
	for _, t := range g.order {
		switch t.Kind {
		case exports.KindHandle:
			fmt.Fprintf(&b, "typedef struct %s_cell *%s;\n", t.Name, t.Name)
		case exports.KindEnum:
			fmt.Fprintf(&b, "typedef int32_t %s;\n", t.Name)
		case exports.KindInt:
			if t.Int != t.Name {
				fmt.Fprintf(&b, "typedef %s %s;\n", t.Int, t.Name)
			}
		case exports.KindFunc:
			fmt.Fprintf(&b, "typedef void (*%s)(void);\n", t.Name)
		case exports.KindFuncType:
			fmt.Fprintf(&b, "typedef void %s(void);\n", t.Name)
		case exports.KindStruct, exports.KindUnion:
			if val[t.Name] {
				fmt.Fprintf(&b, "typedef struct { uint%d_t w[%d]; } %s;\n", 8*t.Align, t.Size/t.Align, t.Name)
			} else {
				fmt.Fprintf(&b, "typedef %s %s %s;\n", t.Kind, t.Name, t.Name)
			}
		}
	}
	b.WriteString("\n")
	for _, s := range g.symbols {
		fmt.Fprintf(&b, "CUresult %s(%s);\n", s.Name, cParams(s.Args))
	}
	b.WriteString("#endif\n")
	return b.Bytes()
}

func (g *generator) cThread() []byte {
	return []byte(cHead + "#ifndef FERRY_THREAD_GEN_H\n#define FERRY_THREAD_GEN_H\n#include <stdint.h>\n\n// cuda.Thread as C sees it.\n" + g.src.threadC + "\n#endif\n")
}

func cParams(args []exports.Arg) string {
	if len(args) == 0 {
		return "void"
	}
	var s []string
	for _, a := range args {
		s = append(s, a.Type+" "+a.Name)
	}
	return strings.Join(s, ", ")
}

// body writes what one entry does: pack the arguments into a frame and go into the core.
func body(b *bytes.Buffer, args []exports.Arg, index int, perThread bool) {
	frame := "0"
	if len(args) > 0 {
		b.WriteString("\tstruct {")
		for i, a := range args {
			fmt.Fprintf(b, " %s f%d;", a.Type, i)
		}
		b.WriteString(" } a = {")
		for i, a := range args {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(a.Name)
		}
		b.WriteString("};\n")
		frame = "&a"
	}
	flag := "0"
	if perThread {
		flag = "FERRY_PER_THREAD_STREAM"
	}
	fmt.Fprintf(b, "\treturn ferry_enter(%d, %s, %s);\n}\n\n", index, flag, frame)
}

// cCalls declares the functions that C reaches through export tables only.
func (g *generator) cCalls() []byte {
	var b bytes.Buffer
	b.WriteString(cHead + "#ifndef FERRY_CALLS_GEN_H\n#define FERRY_CALLS_GEN_H\n#include \"ferry.h\"\n\n")
	fmt.Fprintf(&b, "#define FERRY_ABI 0x%016xull // of this table and cuda.Thread: libcuda and the core must agree\n#define FERRY_CALL_INIT %d\n\n", g.hash, g.index["cuInit"])
	for i, f := range g.fns {
		if !f.internal {
			continue
		}
		fmt.Fprintf(&b, "static inline CUresult ferry_%s(%s)\n{\n", f.goName, cParams(f.args))
		if f.impl == nil {
			b.WriteString("#ifndef FERRY_RECORD\n")
			for _, a := range f.args {
				fmt.Fprintf(&b, "\t(void)%s;\n", a.Name)
			}
			fmt.Fprintf(&b, "\treturn ferry_unsupported(%d);\n#else\n", i)
		}
		var e bytes.Buffer
		body(&e, f.args, i, false)
		if f.impl == nil {
			b.WriteString(strings.TrimSuffix(e.String(), "}\n\n") + "#endif\n}\n\n")
		} else {
			b.Write(e.Bytes())
		}
	}
	b.WriteString("#endif\n")
	return b.Bytes()
}

func (g *generator) cAPI() []byte {
	var b bytes.Buffer
	b.WriteString(cHead + "#include \"ferry.h\"\n\n")
	for i := range g.symbols {
		s := &g.symbols[i]
		if answered[s.Name] || s.Name == "cuInit" {
			continue
		}
		k := g.index[s.ABI()]
		if g.fns[k].impl == nil {
			fmt.Fprintf(&b, "#ifndef FERRY_RECORD\nFERRY_API CUresult %s(%s)\n{\n", s.Name, cParams(s.Args))
			for _, a := range s.Args {
				fmt.Fprintf(&b, "\t(void)%s;\n", a.Name)
			}
			fmt.Fprintf(&b, "\treturn ferry_unsupported(%d);\n}\n#else\n", k)
		}
		fmt.Fprintf(&b, "FERRY_API CUresult %s(%s)\n{\n", s.Name, cParams(s.Args))
		body(&b, s.Args, k, s.Stream != "none")
		if g.fns[k].impl == nil {
			b.Truncate(b.Len() - 1)
			b.WriteString("#endif\n\n")
		}
	}
	return b.Bytes()
}

func (g *generator) cTable() []byte {
	var b bytes.Buffer
	b.WriteString(cHead + "#include \"ferry.h\"\n\n#ifdef FERRY_RECORD\n#define IMPL(x) 1\n#else\n#define IMPL(x) x\n#endif\n\n")
	b.WriteString("// By name, then by version; the plain flavour before the per-thread one.\nconst struct ferry_symbol ferry_symbols[] = {\n")
	syms := append([]exports.Symbol(nil), g.symbols...)
	sort.SliceStable(syms, func(i, j int) bool {
		a, b := &syms[i], &syms[j]
		if a.Base != b.Base {
			return a.Base < b.Base
		}
		if a.Since != b.Since {
			return a.Since < b.Since
		}
		return a.Stream == "none" && b.Stream != "none"
	})
	for _, s := range syms {
		impl := 0
		if answered[s.Name] || g.fns[g.index[s.ABI()]].impl != nil {
			impl = 1
		}
		pt := 0
		if s.Stream != "none" {
			pt = 1
		}
		fmt.Fprintf(&b, "\t{\"%s\", (void (*)(void))%s, %d, %d, IMPL(%d)},\n", s.Base, s.Name, s.Since, pt, impl)
	}
	fmt.Fprintf(&b, "};\nconst unsigned ferry_symbol_count = %d;\n\n", len(syms))
	b.WriteString("const struct ferry_error ferry_errors[] = {\n")
	for _, e := range g.errs {
		fmt.Fprintf(&b, "\t{%d, \"%s\", \"%s\"},\n", e.Code, e.Name, e.Description)
	}
	fmt.Fprintf(&b, "};\nconst unsigned ferry_error_count = %d;\n\n", len(g.errs))
	b.WriteString("const char *const ferry_names[] = {\n")
	for _, f := range g.fns {
		fmt.Fprintf(&b, "\t\"%s\",\n", f.c)
	}
	b.WriteString("};\n")
	fmt.Fprintf(&b, "unsigned char ferry_said[%d];\n", len(g.fns))
	return b.Bytes()
}

// recType is the Go type of a C type in the recording core.
func (g *generator) recType(ct string) string {
	t, err := g.class(ct)
	if err != nil {
		panic(err)
	}
	switch t.Kind {
	case exports.KindPointer:
		return "unsafe.Pointer"
	case exports.KindHandle, exports.KindFunc:
		return "uintptr"
	case exports.KindEnum:
		return "int32"
	case exports.KindFloat:
		return "float32"
	case exports.KindInt:
		return goInt(t.Int)
	}
	return t.Name
}

// goTable makes the core's dispatch table: of package cuda, or of the recorder that stands in for it in tests.
func (g *generator) goTable(record bool) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("// Code generated by exports/gen. DO NOT EDIT.\n\n")
	if record {
		b.WriteString("//go:build cgo && ferry_record\n\npackage main\n\nimport (\n\t\"unsafe\"\n\n\timpl \"ferry/exports/internal/record\"\n)\n\n")
	} else {
		b.WriteString("//go:build cgo && !ferry_record\n\npackage main\n\nimport (\n\t\"unsafe\"\n\n\timpl \"ferry/cuda\"\n)\n\n")
	}
	fmt.Fprintf(&b, "// abi is the hash of this table and of cuda.Thread that libcuda carries too.\nconst abi = 0x%016x\n\n", g.hash)
	fmt.Fprintf(&b, "// calls is indexed by a trampoline's number; a is the frame in which C left the arguments.\nvar calls = [%d]func(t *impl.Thread, a unsafe.Pointer) impl.CUresult{\n", len(g.fns))
	for i, f := range g.fns {
		if answered[f.c] || !record && f.impl == nil {
			continue
		}
		var typ, pass []string
		for j, a := range f.args {
			ty := g.recType(a.Type)
			if !record {
				ty = f.impl.params[j+1]
			}
			typ = append(typ, fmt.Sprintf("F%d %s", j, qualify(ty)))
			pass = append(pass, fmt.Sprintf(", a.F%d", j))
		}
		if len(typ) == 0 {
			fmt.Fprintf(&b, "\t%d: func(t *impl.Thread, _ unsafe.Pointer) impl.CUresult { return impl.%s(t) },\n", i, f.goName)
			continue
		}
		fmt.Fprintf(&b, "\t%d: func(t *impl.Thread, p unsafe.Pointer) impl.CUresult {\n\t\ta := (*struct { %s })(p)\n\t\treturn impl.%s(t%s)\n\t},\n",
			i, strings.Join(typ, "; "), f.goName, strings.Join(pass, ""))
	}
	b.WriteString("}\n\nvar callNames = [...]string{\n")
	for _, f := range g.fns {
		fmt.Fprintf(&b, "\t\"%s\",\n", f.c)
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}

// qualify puts impl. before a type name of package cuda.
func qualify(t string) string {
	n := 0
	for n < len(t) && t[n] == '*' {
		n++
	}
	name := t[n:]
	if strings.Contains(name, ".") || isBasic(name) {
		return t
	}
	return t[:n] + "impl." + name
}

func (g *generator) recorder() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("// Code generated by exports/gen. DO NOT EDIT.\n\npackage record\n\nimport \"unsafe\"\n\n")
	b.WriteString(g.src.threadGo + "\n\n")
	val := g.byValue()
	for _, t := range g.order {
		if val[t.Name] {
			fmt.Fprintf(&b, "type %s [%d]uint%d\n", t.Name, t.Size/t.Align, 8*t.Align)
		}
	}
	for _, f := range g.fns {
		if answered[f.c] {
			continue
		}
		var par, rec []string
		for j, a := range f.args {
			par = append(par, fmt.Sprintf(", a%d %s", j, g.recType(a.Type)))
			rec = append(rec, fmt.Sprintf(", at(unsafe.Pointer(&a%d), unsafe.Sizeof(a%d))", j, j))
		}
		fmt.Fprintf(&b, "\nfunc %s(t *Thread%s) CUresult {\n\treturn note(t, \"%s\"%s)\n}\n", f.goName, strings.Join(par, ""), f.c, strings.Join(rec, ""))
	}
	return format.Source(b.Bytes())
}
