package cuda

import (
	"fmt"
	"strings"
	"time"
	"unsafe"

	"ferry/compiler"
)

// jitOptions are the options of one compilation or link, with its logs.
type jitOptions struct {
	maxRegs    int
	threads    int
	optLevel   int // -1 = not given
	target     int
	verbose    bool
	fast       bool
	info, err  strings.Builder
	infoBuf    unsafe.Pointer
	errBuf     unsafe.Pointer
	infoSize   uint32
	errSize    uint32
	values     []unsafe.Pointer // the program's list, for the sizes written back
	infoSizeAt int              // places in values, -1 if not given
	errSizeAt  int
	wallAt     int
	threadsAt  int
	wall       time.Duration
}

// maxJITOptions bounds the number of options of one call.
const maxJITOptions = 256

// readJIT reads an option list. A value is the word in the list itself; pointers are addresses in it.
func readJIT(n uint32, options *CUjit_option, values *unsafe.Pointer) (*jitOptions, CUresult) {
	o := &jitOptions{optLevel: -1, infoSizeAt: -1, errSizeAt: -1, wallAt: -1, threadsAt: -1}
	if n == 0 {
		return o, CUDA_SUCCESS
	}
	if options == nil || values == nil || n > maxJITOptions {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	o.values = unsafe.Slice(values, n)
	buffers := false // a log buffer is null
	for i, k := range unsafe.Slice(options, n) {
		v := *(*uint32)(unsafe.Pointer(&o.values[i]))
		switch k {
		case CU_JIT_MAX_REGISTERS:
			o.maxRegs = int(v)
		case CU_JIT_THREADS_PER_BLOCK:
			o.threads, o.threadsAt = int(v), i
		case CU_JIT_WALL_TIME:
			o.wallAt = i
		case CU_JIT_INFO_LOG_BUFFER:
			o.infoBuf = o.values[i]
			buffers = buffers || o.infoBuf == nil
		case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
			o.infoSize, o.infoSizeAt = v, i
		case CU_JIT_ERROR_LOG_BUFFER:
			o.errBuf = o.values[i]
			buffers = buffers || o.errBuf == nil
		case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
			o.errSize, o.errSizeAt = v, i
		case CU_JIT_OPTIMIZATION_LEVEL:
			o.optLevel = int(min(v, 4)) // larger ones are taken, too (recorded)
		case CU_JIT_TARGET:
			if v < 30 {
				return nil, CUDA_ERROR_INVALID_IMAGE // older than any; others that are none are no values (both recorded)
			}
			if !knownTarget(v) {
				return nil, CUDA_ERROR_INVALID_VALUE
			}
			o.target = int(v)
		case CU_JIT_CACHE_MODE:
			if v > CU_JIT_CACHE_OPTION_CA {
				return nil, CUDA_ERROR_INVALID_VALUE
			}
		case CU_JIT_REFERENCED_KERNEL_NAMES, CU_JIT_REFERENCED_VARIABLE_NAMES:
			if o.values[i] == nil {
				return nil, CUDA_ERROR_INVALID_VALUE
			}
		case CU_JIT_LOG_VERBOSE:
			o.verbose = v != 0
		case CU_JIT_FAST_COMPILE:
			o.fast = v != 0
		default:
			// The others choose between things that make no difference here, or are outputs of a linker for LTO.
			if k < 0 || k >= CU_JIT_NUM_OPTIONS {
				return nil, CUDA_ERROR_INVALID_VALUE
			}
		}
	}
	if buffers || (o.infoSizeAt >= 0) != (o.infoBuf != nil) || (o.errSizeAt >= 0) != (o.errBuf != nil) {
		return nil, CUDA_ERROR_INVALID_VALUE // a size without a buffer, or the other way round
	}
	return o, CUDA_SUCCESS
}

// knownTarget reports whether a value of CU_JIT_TARGET is an architecture, plain, specific or of a family. The device's
// own is compiled for whatever it says: the code runs here.
func knownTarget(v uint32) bool {
	switch v &^ (CU_COMPUTE_ACCELERATED_TARGET_BASE | CU_COMPUTE_FAMILY_TARGET_BASE) {
	case 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121:
		return true
	}
	return false
}

// logs reports whether the program asked for logs: then compiling is not put off.
func (o *jitOptions) logs() bool { return o.infoBuf != nil || o.errBuf != nil || o.wallAt >= 0 }

func (o *jitOptions) apply(c *compiler.Options) {
	c.MaxRegs = o.maxRegs
	c.Verbose = o.verbose
	if o.optLevel == 0 || o.fast {
		c.OptLevel = 0
	}
}

func (o *jitOptions) errorf(format string, a ...any) { line(&o.err, format, a...) }

// unknownImage is what the log says of an image that is none, as recorded (testdata/runtime, jit_bom).
func (o *jitOptions) unknownImage() {
	o.errorf("error   : Binary format for key='0', ident='' is not recognized")
	o.finish()
}

func (o *jitOptions) infof(format string, a ...any) { line(&o.info, format, a...) }

func line(b *strings.Builder, format string, a ...any) {
	s := fmt.Sprintf(format, a...)
	if s == "" {
		return
	}
	b.WriteString(s)
	if !strings.HasSuffix(s, "\n") {
		b.WriteByte('\n')
	}
}

// finish fills the program's log buffers and writes the sizes used back into its list.
func (o *jitOptions) finish() {
	put := func(buf unsafe.Pointer, size uint32, at int, s string) {
		n := 0
		if buf != nil && size > 0 && at >= 0 {
			n = min(len(s), int(size)-1)
			putString((*byte)(buf), int(size), s)
		}
		if at >= 0 {
			*(*uint32)(unsafe.Pointer(&o.values[at])) = uint32(n)
		}
	}
	put(o.infoBuf, o.infoSize, o.infoSizeAt, o.info.String())
	put(o.errBuf, o.errSize, o.errSizeAt, o.err.String())
	if o.wallAt >= 0 {
		*(*float32)(unsafe.Pointer(&o.values[o.wallAt])) = float32(o.wall.Seconds() * 1000)
	}
}
