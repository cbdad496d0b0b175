package cuda

import (
	"fmt"
	"log"
	"os"
	"sync"
	"sync/atomic"

	"ferry/hipffi"
)

// DriverVersion is what cuDriverGetVersion says: CUDA 13.0. cudart 13 refuses less.
const DriverVersion = 13000

// OpenDevices opens the devices there are, in order. The core's main and tests set it.
var OpenDevices func() ([]hipffi.Device, error)

// driver is the state of an initialised driver.
type driver struct {
	devices  []*device
	mem      ranges
	reserved ranges // of cuMemAddressReserve
	env      environment
}

var (
	initMu sync.Mutex
	theDrv atomic.Pointer[driver]
)

// drv gives the initialised driver, nil before cuInit.
func drv() *driver { return theDrv.Load() }

// CuInit initialises the driver once; later calls answer as the first successful one did.
func CuInit(t *Thread, flags uint32) CUresult {
	if flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if drv() != nil {
		return CUDA_SUCCESS
	}
	initMu.Lock()
	defer initMu.Unlock()
	if drv() != nil {
		return CUDA_SUCCESS
	}
	if OpenDevices == nil {
		return CUDA_ERROR_NO_DEVICE
	}
	env, err := readEnvironment(os.Getenv, os.LookupEnv)
	var devs []hipffi.Device
	if err == nil {
		devs, err = OpenDevices()
	}
	if err != nil {
		logf("no device: %v", err)
		return CUDA_ERROR_NO_DEVICE
	}
	d := &driver{env: env}
	seen, r := visible(devs, env)
	if r != CUDA_SUCCESS {
		return r
	}
	for _, dev := range seen {
		d.devices = append(d.devices, newDevice(d, len(d.devices), dev))
	}
	if len(d.devices) == 0 {
		return CUDA_ERROR_NO_DEVICE
	}
	theDrv.Store(d)
	return CUDA_SUCCESS
}

// CuDriverGetVersion gives DriverVersion; it needs no initialisation.
func CuDriverGetVersion(t *Thread, version *int32) CUresult {
	if version == nil {
		return CUDA_ERROR_INVALID_VALUE
	}
	*version = DriverVersion
	return CUDA_SUCCESS
}

// Shutdown stops the devices' workers without waiting for endless kernels. The core calls it when the process ends.
func Shutdown() {
	d := theDrv.Swap(nil)
	if d == nil {
		return
	}
	for _, dev := range d.devices {
		dev.dev.Close()
	}
}

// logf writes one line to stderr, or wherever the log package was told to.
func logf(format string, args ...any) {
	ferryLog.Printf(format, args...)
	noteError(fmt.Sprintf(format, args...))
}

var ferryLog = log.New(os.Stderr, "ferry: ", 0)
