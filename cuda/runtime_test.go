package cuda

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// Answers are testdata/runtime/answers.json's, recorded on an H200, where a test does not name another source.

// runtimeAnswers reads what was recorded of the cases whose names begin with prefix, in the order of their numbers.
func runtimeAnswers(t *testing.T, prefix string) [][]any {
	t.Helper()
	b, err := os.ReadFile("../testdata/runtime/answers.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][]any
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	var names []string
	for n := range all {
		if strings.HasPrefix(n, prefix) {
			names = append(names, n)
		}
	}
	sort.Slice(names, func(i, k int) bool {
		return len(names[i]) < len(names[k]) || len(names[i]) == len(names[k]) && names[i] < names[k]
	})
	var out [][]any
	for _, n := range names {
		out = append(out, all[n])
	}
	if len(out) == 0 {
		t.Fatalf("no answers %s", prefix)
	}
	return out
}

// stdio takes what kernels print.
type stdio struct {
	mu       sync.Mutex
	out, err strings.Builder
}

func captureStdio(t *testing.T) *stdio {
	s := &stdio{}
	old := Host
	Host.Stdout = func(b []byte) { s.mu.Lock(); s.out.Write(b); s.mu.Unlock() }
	Host.Stderr = func(b []byte) { s.mu.Lock(); s.err.Write(b); s.mu.Unlock() }
	t.Cleanup(func() { Host = old })
	return s
}

// take gives what came since the last take.
func (s *stdio) take() (out, err string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out, err = s.out.String(), s.err.String()
	s.out.Reset()
	s.err.Reset()
	return out, err
}

// latin1 is the bytes of a recorded text.
func latin1(s string) string {
	var b []byte
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}

const ptxVprintf = ptxHead + `.extern .func (.param .b32 r) vprintf(.param .b64 f,.param .b64 a);
.visible .entry vp(.param .u64 f,.param .u64 a,.param .u64 o){.reg .b64 %f,%a,%o;.reg .b32 %r;
ld.param.u64 %f,[f];ld.param.u64 %a,[a];ld.param.u64 %o,[o];
{.param .b64 p;.param .b64 q;.param .b32 r;st.param.b64 [p],%f;st.param.b64 [q],%a;call.uni (r),vprintf,(p,q);ld.param.b32 %r,[r];}
st.global.u32 [%o],%r;ret;}`

// TestPrintfFormats prints every recorded format with its arguments. Where ferry answers in its own way, own says how:
// the precision from an argument, hh, ll before f and l before c and s, with which NVIDIA's runtime reads beside the
// argument or prints what stands there.
func TestPrintfFormats(t *testing.T) {
	own := map[string]string{
		"%.*d|": "0042|", "%*.*f|": "      3.14|", "%.*f|": "2.000|", "%.*s|": "he|", "%*.*s|": "ab      |",
		"%S": "%S", "%ls %ls %ls": "hello  longer than that", "%lc %lc %lc %lc": "A \x00 \xff B",
		"%.2147483648d": strings.Repeat("0", 4095) + "1", // precisions end at maxPrintfWidth
		"%hhd %hhd %hhd %hhd %hhd %hhd %hhd %hhd": "0 1 -1 7 -42 21 0 -1",
		"%hhu %hhu %hhu %hhu %hhu %hhu %hhu %hhu": "0 1 255 7 214 21 0 255",
		"%hhx %hhx %hhx %hhx %hhx %hhx %hhx %hhx": "0 1 ff 7 d6 15 0 ff",
	}
	th := thread(t)
	f := load(t, th, ptxVprintf, "vp")
	io := captureStdio(t)
	place := func(b []byte) CUdeviceptr {
		p := alloc(t, th, uintptr(len(b)+8))
		ok(t, CuMemcpyHtoD_v2(th, p, unsafe.Pointer(&append(b, 0)[0]), uintptr(len(b)+1)))
		return p
	}
	ret := alloc(t, th, 4)
	rows := 0
	for _, a := range runtimeAnswers(t, "formats_") {
		for _, r := range a[0].([]any)[1].([]any) {
			row := r.([]any)
			format := latin1(row[0].(string))
			var args_ []byte
			le := binary.LittleEndian
			for _, x := range row[1].([]any) {
				kind, v := x.([]any)[0].(string), x.([]any)[1]
				if kind == "i" {
					args_ = le.AppendUint32(args_, uint32(int32(v.(float64))))
					continue
				}
				for len(args_)%8 != 0 {
					args_ = append(args_, 0)
				}
				switch kind {
				case "q":
					n, _ := v.(float64)
					w := int64(n)
					if n == -math.MaxInt64-1 {
						w = math.MinInt64
					}
					args_ = le.AppendUint64(args_, uint64(w))
				case "d":
					d, err := strconv.ParseFloat(v.(string), 64)
					if err != nil {
						t.Fatal(err)
					}
					args_ = le.AppendUint64(args_, math.Float64bits(d))
				case "s":
					args_ = le.AppendUint64(args_, uint64(place([]byte(v.(string)))))
				}
			}
			want, n := latin1(row[3].(string)), int(row[2].(float64))
			if w, mine := own[format]; mine {
				if format == "%.*d|" && le.Uint32(args_) == 0xfffffffc {
					w = "42|"
				}
				want, n = w, -1
			}
			if strings.Contains(format, "%llf") {
				continue
			}
			fp, ap := place([]byte(format)), place(args_)
			ok(t, CuLaunchKernel(th, f, 1, 1, 1, 1, 1, 1, 0, 0, args(unsafe.Pointer(&fp), unsafe.Pointer(&ap), unsafe.Pointer(&ret)), nil))
			ok(t, CuCtxSynchronize(th))
			got, _ := io.take()
			if got != want {
				t.Errorf("%q: got %.300q, want %.300q", format, got, want)
			}
			if g := int(int32(le.Uint32(read(t, th, ret, 4)))); n >= 0 && g != n {
				t.Errorf("%q: returned %d, want %d", format, g, n)
			}
			rows++
		}
	}
	if rows < 150 {
		t.Errorf("only %d formats", rows)
	}
}

// runtimeModule loads the program of testdata/runtime.
func runtimeModule(t *testing.T, th *Thread) CUmodule {
	t.Helper()
	needCompiler(t)
	b, err := os.ReadFile("../testdata/runtime/runtime.ptx")
	if err != nil {
		t.Fatal(err)
	}
	var m CUmodule
	ok(t, CuModuleLoadData(th, &m, unsafe.Pointer(&append(b, 0)[0])))
	return m
}

func startKernel(t *testing.T, th *Thread, m CUmodule, name string, grid, block uint32, p ...unsafe.Pointer) {
	t.Helper()
	var f CUfunction
	ok(t, CuModuleGetFunction(th, &f, m, cstr(name)))
	ok(t, CuLaunchKernel(th, f, grid, 1, 1, block, 1, 1, 0, 0, args(p...), nil))
}

// TestPrintf: what nvcc makes of printf.
func TestPrintf(t *testing.T) {
	th := thread(t)
	m := runtimeModule(t, th)
	io := captureStdio(t)
	out := alloc(t, th, 256)
	ints := func(n int) string { return words(read(t, th, out, 4*n)) }

	startKernel(t, th, m, "formats", 1, 1, unsafe.Pointer(&out))
	ok(t, CuCtxSynchronize(th))
	got, _ := io.take()
	wantLines := strings.Split(runtimeAnswers(t, "compiled")[0][2].([]any)[1].(string), "\n")
	for i, l := range strings.Split(got, "\n") {
		switch {
		case i == 8: // a precision from an argument: C's answer
			if w := "     1 3.14 7   |"; l != w {
				t.Errorf("line %d: %q, want %q", i, l, w)
			}
		case i >= len(wantLines) || l != wantLines[i]:
			t.Errorf("line %d: %q, want %q", i, l, wantLines[min(i, len(wantLines)-1)])
		}
	}
	if g, w := ints(13), "0 3 5 5 4 6 3 4 6 0 2 1 5"; g != w {
		t.Errorf("formats returned %s, want %s", g, w)
	}

	// At most 32 arguments are taken, what follows is printed as it stands (CUDA C++ Programming Guide, Formatted Output).
	startKernel(t, th, m, "forty", 1, 1, unsafe.Pointer(&out))
	ok(t, CuCtxSynchronize(th))
	got, _ = io.take()
	first := ""
	for i := range 32 {
		first += strconv.Itoa(i+1) + " "
	}
	if w := first + "%d %d %d %d %d %d %d %d\n" + strings.TrimSpace(first) + "\n" + first + "%d %s\n"; got != w {
		t.Errorf("forty: %q, want %q", got, w)
	}
	if g := ints(3); g != "32 32 32" {
		t.Errorf("forty returned %s", g)
	}

	// Formats and strings in local, shared and changing memory.
	mem := alloc(t, th, 256)
	startKernel(t, th, m, "strings", 1, 1, unsafe.Pointer(&out), unsafe.Pointer(&mem))
	ok(t, CuCtxSynchronize(th))
	got, _ = io.take()
	a := runtimeAnswers(t, "strings")[0]
	if w := a[2].([]any)[1].(string); got != w {
		t.Errorf("strings: %q, want %q", got, w)
	}
	if g, w := ints(6), "3 1 1 1 4294967295 0"; g != w {
		t.Errorf("strings returned %s, want %s", g, w)
	}

	// Many threads, in divergent code.
	n := int32(1000)
	startKernel(t, th, m, "many", 8, 128, unsafe.Pointer(&n))
	ok(t, CuCtxSynchronize(th))
	got, _ = io.take()
	lines := strings.Split(got, "\n")
	sort.Strings(lines)
	var wantSorted []string
	for _, l := range runtimeAnswers(t, "many")[0][1].([]any)[1].([]any) {
		wantSorted = append(wantSorted, l.(string))
	}
	if strings.Join(lines, "\n") != strings.Join(wantSorted, "\n") {
		t.Errorf("many: %d lines, want %d, or others", len(lines), len(wantSorted))
	}
}

// TestPrintfOverflow: the ring keeps the newest output, in order, and loses whole records only (CUDA C++ Programming
// Guide: "older output is overwritten").
func TestPrintfOverflow(t *testing.T) {
	th := thread(t)
	ok(t, CuCtxSetLimit(th, CU_LIMIT_PRINTF_FIFO_SIZE, 1))
	m := runtimeModule(t, th)
	io := captureStdio(t)
	text, out := alloc(t, th, 8192), alloc(t, th, 4)
	// The first one ends at a page's end.
	for _, c := range []struct {
		kind int32
		long int // of the text
		n    int32
	}{{0, 0, 32768}, {0, 0, 15000}, {3, 0, 12000}, {5, 5, 12000}, {5, 100, 6000}, {5, 5000, 300}, {0, 0, 10}} {
		if testing.Short() && c.long < 100 && c.n > 100 {
			continue
		}
		b := append([]byte(strings.Repeat("t", c.long)), 0)
		ok(t, CuMemcpyHtoD_v2(th, text, unsafe.Pointer(&b[0]), uintptr(len(b))))
		startKernel(t, th, m, "flood", 1, 1, unsafe.Pointer(&c.n), unsafe.Pointer(&c.kind), unsafe.Pointer(&text), unsafe.Pointer(&out))
		ok(t, CuCtxSynchronize(th))
		got, _ := io.take()
		lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
		for i, l := range lines {
			num, _, _ := strings.Cut(l, " ")
			if w := strconv.Itoa(int(c.n) - len(lines) + i); num != w {
				t.Errorf("%+v: line %d of %d begins with %q, want %s", c, i, len(lines), num, w)
				break
			}
		}
		record := 16 + 8 + (8+7*min(1, int(c.kind)))*1 + (c.long+8)&^7 + 32
		if least := min(int(c.n), minPrintf/record-300); len(lines) < least {
			t.Errorf("%+v: only %d lines, want %d at least", c, len(lines), least)
		}
		if b := words(read(t, th, out, 4)); b != "0" {
			t.Errorf("%+v: %s calls failed", c, b)
		}
	}
}

// TestAssert: the message, the code, and that it stays.
func TestAssert(t *testing.T) {
	th := thread(t)
	m := runtimeModule(t, th)
	io := captureStdio(t)
	limit := int32(28)
	startKernel(t, th, m, "asserts", 1, 28, unsafe.Pointer(&limit))
	want(t, "assertions that hold", CuCtxSynchronize(th), CUDA_SUCCESS)
	startKernel(t, th, m, "asserts", 1, 32, unsafe.Pointer(&limit))
	want(t, "synchronise", CuCtxSynchronize(th), CUDA_ERROR_ASSERT)
	_, got := io.take()
	if w := runtimeAnswers(t, "assert_warp")[0][3].([]any)[1].(string); got != w {
		t.Errorf("stderr %q, want %q", got, w)
	}
	var p CUdeviceptr
	want(t, "later call", CuMemAlloc_v2(th, &p, 16), CUDA_ERROR_ASSERT)
}

// TestHeap: malloc and free from many threads, exhaustion and what is left after, memory that lives on, and wrong frees.
func TestHeap(t *testing.T) {
	th := thread(t)
	m := runtimeModule(t, th)
	out := alloc(t, th, 1<<12)
	counts := func(size uint64, max int32) (n, odd, freed uint64) {
		t.Helper()
		startKernel(t, th, m, "exhaust", 1, 1, unsafe.Pointer(&size), unsafe.Pointer(&max), unsafe.Pointer(&out))
		ok(t, CuCtxSynchronize(th))
		b := read(t, th, out, 24)
		return binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])
	}
	heap, many := uint64(8<<20), int32(1<<11)
	if testing.Short() {
		many = 1 << 7
	}
	for _, size := range []uint64{1, 100, 1000, 4096, 65536, 1 << 20, 3 << 20, heap - 16} {
		// All of it fits but for a header each; the second time as often as the first.
		most := heap / ((size+15)&^15 + 16)
		for range 2 {
			n, odd, freed := counts(size, many)
			if n != min(most, uint64(many)) || odd != 0 || freed != n {
				t.Errorf("%d bytes: %d blocks, %d misaligned, %d freed, want %d", size, n, odd, freed, min(most, uint64(many)))
			}
		}
	}
	for _, size := range []uint64{heap, 1 << 40, 1<<64 - 1, 1<<64 - 16} {
		if n, _, _ := counts(size, 1); n != 0 {
			t.Errorf("%d bytes were given", size)
		}
	}
	// Threads of several blocks at once: recorded are no wrong bytes, and none refused.
	rounds, bad, null := int32(20), out, out+4
	ok(t, CuMemsetD8_v2(th, out, 0, 8))
	startKernel(t, th, m, "churn", 4, 128, unsafe.Pointer(&rounds), unsafe.Pointer(&bad), unsafe.Pointer(&null))
	ok(t, CuCtxSynchronize(th))
	if g := words(read(t, th, out, 8)); g != "0 0" {
		t.Errorf("churn: wrong, refused %s, want 0 0", g)
	}
	if n, _, _ := counts(heap-16, 1); n != 1 {
		t.Error("the heap is not whole after all was freed")
	}
	// Memory of one kernel in another one of another module; it is none of the driver's.
	slots, n := alloc(t, th, 8*256), int32(0)
	startKernel(t, th, m, "keep", 2, 128, unsafe.Pointer(&slots), unsafe.Pointer(&n))
	startKernel(t, th, runtimeModule(t, th), "use", 2, 128, unsafe.Pointer(&slots), unsafe.Pointer(&out))
	ok(t, CuCtxSynchronize(th))
	b, s := read(t, th, out, 4*256), read(t, th, slots, 8*256)
	seen := map[uint64]bool{}
	for i := range 256 {
		if g, w := int(binary.LittleEndian.Uint32(b[4*i:])), 16*(16*i)+120; g != w {
			t.Errorf("thread %d: sum %d, want %d", i, g, w)
			break
		}
		seen[binary.LittleEndian.Uint64(s[8*i:])] = true
	}
	if len(seen) != 256 {
		t.Errorf("%d different addresses, want 256", len(seen))
	}
	// The host can do nothing with it (CUDA C++ Programming Guide: Interoperability with Host Memory API).
	p := CUdeviceptr(binary.LittleEndian.Uint64(s))
	want(t, "cuMemFree", CuMemFree_v2(th, p), CUDA_ERROR_INVALID_VALUE)
	// Limits stand once a kernel has used the heap (recorded: limits_after_malloc_launch).
	want(t, "limit", CuCtxSetLimit(th, CU_LIMIT_MALLOC_HEAP_SIZE, 1<<25), CUDA_ERROR_INVALID_VALUE)
}

// TestBadFree: what wrong frees do (recorded: bad_free).
func TestBadFree(t *testing.T) {
	for _, c := range []struct {
		name string
		list func(p, other uint64) []uint64
		want CUresult
	}{
		{"null", func(p, o uint64) []uint64 { return []uint64{0} }, CUDA_SUCCESS},
		{"twice", func(p, o uint64) []uint64 { return []uint64{p, p} }, CUDA_ERROR_LAUNCH_FAILED},
		{"inside", func(p, o uint64) []uint64 { return []uint64{p + 16} }, CUDA_SUCCESS},
		{"inside, odd", func(p, o uint64) []uint64 { return []uint64{p + 3} }, CUDA_SUCCESS},
		{"wild", func(p, o uint64) []uint64 { return []uint64{0x1234560} }, CUDA_ERROR_ILLEGAL_ADDRESS},
		{"small", func(p, o uint64) []uint64 { return []uint64{8} }, CUDA_ERROR_ILLEGAL_ADDRESS},
		{"of the driver's", func(p, o uint64) []uint64 { return []uint64{o} }, CUDA_SUCCESS},
	} {
		t.Run(c.name, func(t *testing.T) {
			th := thread(t)
			m := runtimeModule(t, th)
			out, size := alloc(t, th, 64), uint64(256)
			startKernel(t, th, m, "single", 1, 1, unsafe.Pointer(&size), unsafe.Pointer(&out))
			ok(t, CuCtxSynchronize(th))
			var r CUresult
			for _, p := range c.list(binary.LittleEndian.Uint64(read(t, th, out, 8)), uint64(out)) {
				startKernel(t, th, m, "freeit", 1, 1, unsafe.Pointer(&p))
				r = CuCtxSynchronize(th)
			}
			want(t, "free", r, c.want)
		})
	}
}
