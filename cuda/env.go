package cuda

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"ferry/hipffi"
)

// environment is what the driver reads of the process environment, once, at cuInit.
type environment struct {
	visible        string // CUDA_VISIBLE_DEVICES
	hasVisible     bool
	launchBlocking bool // CUDA_LAUNCH_BLOCKING
	eager          bool // CUDA_MODULE_LOADING=EAGER
	forcePTX       bool // CUDA_FORCE_PTX_JIT
	log            bool // FERRY_LOG
	capability     int  // FERRY_COMPUTE_CAPABILITY, 89 by default
}

func readEnvironment(get func(string) string, lookup func(string) (string, bool)) (environment, error) {
	e := environment{capability: 89}
	e.visible, e.hasVisible = lookup("CUDA_VISIBLE_DEVICES")
	e.launchBlocking = truth(get("CUDA_LAUNCH_BLOCKING"))
	e.eager = strings.EqualFold(get("CUDA_MODULE_LOADING"), "EAGER")
	e.forcePTX = truth(get("CUDA_FORCE_PTX_JIT"))
	e.log = get("FERRY_LOG") != "" && get("FERRY_LOG") != "0"
	if s := get("FERRY_COMPUTE_CAPABILITY"); s != "" {
		c, ok := parseCapability(s)
		if !ok {
			return e, fmt.Errorf("FERRY_COMPUTE_CAPABILITY=%q is not of the form 8.9 (5.0 to 12.1)", s)
		}
		e.capability = c
	}
	return e, nil
}

func truth(s string) bool { return s != "" && s != "0" }

// parseCapability reads "8.9" as 89, between 5.0 and 12.1.
func parseCapability(s string) (int, bool) {
	a, b, ok := strings.Cut(s, ".")
	if !ok {
		return 0, false
	}
	major, err1 := strconv.Atoi(a)
	minor, err2 := strconv.Atoi(b)
	c := major*10 + minor
	return c, err1 == nil && err2 == nil && minor >= 0 && minor <= 9 && c >= 50 && c <= 121
}

// visible applies CUDA_VISIBLE_DEVICES: a comma-separated list of ordinals and of UUIDs or prefixes of them
// ("GPU-..."). The list ends at the first entry that names no device; a device named twice is an error.
// MIG entries name nothing here.
func visible(devs []hipffi.Device, e environment) ([]hipffi.Device, CUresult) {
	if !e.hasVisible {
		return devs, CUDA_SUCCESS
	}
	var out []hipffi.Device
	seen := make([]bool, len(devs))
	for _, f := range strings.Split(e.visible, ",") {
		i := findDevice(devs, strings.TrimSpace(f))
		if i < 0 {
			break
		}
		if seen[i] {
			return nil, CUDA_ERROR_INVALID_DEVICE
		}
		seen[i] = true
		out = append(out, devs[i])
	}
	return out, CUDA_SUCCESS
}

func findDevice(devs []hipffi.Device, f string) int {
	if n := leadingInt(f); n >= 0 && n < len(devs) {
		return n
	}
	id, ok := strings.CutPrefix(f, "GPU-")
	if !ok || id == "" {
		return -1
	}
	found := -1
	for i, d := range devs {
		if strings.HasPrefix(uuidString(d.Properties().UUID), strings.ToLower(id)) {
			if found >= 0 {
				return -1 // not unique
			}
			found = i
		}
	}
	return found
}

// leadingInt reads decimal digits at the start of s as C's atoi does, -1 if there are none.
func leadingInt(s string) int {
	n := 0
	i := 0
	for ; i < len(s) && i < 6 && s[i] >= '0' && s[i] <= '9'; i++ {
		n = n*10 + int(s[i]-'0')
	}
	if i == 0 {
		return -1
	}
	return n
}

func uuidString(u [16]byte) string {
	h := hex.EncodeToString(u[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}
