package cuda

import (
	"errors"
	"fmt"
	"runtime/debug"

	"ferry/hipffi"
)

// faultResults is what each device fault is to CUDA.
var faultResults = [...]CUresult{
	hipffi.FaultNone:            CUDA_SUCCESS,
	hipffi.FaultOutOfMemory:     CUDA_ERROR_OUT_OF_MEMORY,
	hipffi.FaultIllegalAddress:  CUDA_ERROR_ILLEGAL_ADDRESS,
	hipffi.FaultMisaligned:      CUDA_ERROR_MISALIGNED_ADDRESS,
	hipffi.FaultIllegalInstr:    CUDA_ERROR_ILLEGAL_INSTRUCTION,
	hipffi.FaultHardwareStack:   CUDA_ERROR_ILLEGAL_ADDRESS, // what NVIDIA's hardware answers to a stack overflow
	hipffi.FaultTrap:            CUDA_ERROR_LAUNCH_FAILED,
	hipffi.FaultAssert:          CUDA_ERROR_ASSERT,
	hipffi.FaultTimeout:         CUDA_ERROR_LAUNCH_TIMEOUT,
	hipffi.FaultInvalidImage:    CUDA_ERROR_INVALID_IMAGE,
	hipffi.FaultInvalidValue:    CUDA_ERROR_INVALID_VALUE,
	hipffi.FaultNotSupported:    CUDA_ERROR_NOT_SUPPORTED,
	hipffi.FaultLaunchResources: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
	hipffi.FaultUnknown:         CUDA_ERROR_UNKNOWN,
}

// fromError gives the CUresult of a device's error.
func fromError(err error) CUresult {
	if err == nil {
		return CUDA_SUCCESS
	}
	var e *hipffi.Error
	if errors.As(err, &e) && int(e.Fault) < len(faultResults) {
		return faultResults[e.Fault]
	}
	return CUDA_ERROR_UNKNOWN
}

// sticky reports whether an error leaves the context unusable (CUDA driver API, cudaError_enum: "this leaves the process
// in an inconsistent state").
func sticky(r CUresult) bool {
	switch r {
	case CUDA_ERROR_ILLEGAL_ADDRESS, CUDA_ERROR_LAUNCH_TIMEOUT, CUDA_ERROR_ASSERT, CUDA_ERROR_HARDWARE_STACK_ERROR,
		CUDA_ERROR_ILLEGAL_INSTRUCTION, CUDA_ERROR_MISALIGNED_ADDRESS, CUDA_ERROR_INVALID_ADDRESS_SPACE,
		CUDA_ERROR_INVALID_PC, CUDA_ERROR_LAUNCH_FAILED, CUDA_ERROR_UNKNOWN:
		return true
	}
	return false
}

// deviceError records an error that work on the device met: it is logged with its place, and the context keeps it.
func (c *context) deviceError(err error) CUresult {
	r := fromError(err)
	// A failed assertion has said what is wrong (drainPrintf).
	if sticky(r) && c.err.CompareAndSwap(0, int32(r)) && r != CUDA_ERROR_ASSERT {
		logf("%s: %v", r, err)
	}
	return c.fail(r)
}

// Panicked is called by the core where a driver function panicked: the calling thread's context is unusable from then on.
func Panicked(t *Thread, fn string, value any) CUresult {
	logf("internal error in %s: %v\n%s", fn, value, debug.Stack())
	if c, r := t.current(); r == CUDA_SUCCESS {
		c.err.CompareAndSwap(0, int32(CUDA_ERROR_UNKNOWN))
	}
	return CUDA_ERROR_UNKNOWN
}

func (r CUresult) String() string {
	if n := resultName(r); n != "" {
		return n
	}
	return fmt.Sprintf("CUresult(%d)", int32(r))
}

func (r CUresult) Error() string { return r.String() }

// CuGetErrorName gives the name of a result code; it needs no initialisation.
func CuGetErrorName(t *Thread, code CUresult, name **byte) CUresult {
	if name == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*name = nil
	s := resultName(code)
	if s == "" {
		return CUDA_ERROR_INVALID_VALUE
	}
	*name = cstring(s)
	return CUDA_SUCCESS
}

// CuGetErrorString gives the description of a result code; it needs no initialisation.
func CuGetErrorString(t *Thread, code CUresult, text **byte) CUresult {
	if text == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*text = nil
	s := resultText(code)
	if s == "" {
		return CUDA_ERROR_INVALID_VALUE
	}
	*text = cstring(s)
	return CUDA_SUCCESS
}
