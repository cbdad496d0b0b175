// Package open chooses the devices that ferry runs on: AMD GPUs through HIP where there are any, the
// embedded emulator where there are none, or what FERRY_DEVICE asks for.
package open

import (
	"fmt"
	"os"
	"strings"

	"ferry/hipffi"
	"ferry/hipffi/embedded"
	"ferry/hipffi/hip"
)

// EmbeddedTargets are the AMD targets that the emulator can be.
var EmbeddedTargets = []string{"gfx1100"}

// choice is what FERRY_DEVICE asks for.
type choice struct {
	auto, hip bool
	embedded  []string
}

// parse reads FERRY_DEVICE: "auto" or nothing, "hip", or embedded targets with commas between them, one a device.
func parse(s string) (choice, error) {
	s = strings.TrimSpace(s)
	switch strings.ToLower(s) {
	case "", "auto":
		return choice{auto: true}, nil
	case "hip":
		return choice{hip: true}, nil
	case "embedded":
		return choice{embedded: EmbeddedTargets[:1]}, nil
	}
	var c choice
	for _, t := range strings.Split(s, ",") {
		t = strings.ToLower(strings.TrimSpace(t))
		known := false
		for _, k := range EmbeddedTargets {
			known = known || t == k
		}
		if !known {
			return c, fmt.Errorf("FERRY_DEVICE=%s: no device %q; there are auto, hip and the embedded targets %s",
				s, t, strings.Join(EmbeddedTargets, ", "))
		}
		c.embedded = append(c.embedded, t)
	}
	return c, nil
}

// Devices opens the devices that FERRY_DEVICE asks for.
func Devices() ([]hipffi.Device, error) {
	c, err := parse(os.Getenv("FERRY_DEVICE"))
	if err != nil {
		return nil, err
	}
	if c.auto || c.hip {
		l, err := hip.Open()
		if err == nil || c.hip {
			return l, err
		}
		c.embedded = EmbeddedTargets[:1]
	}
	o, err := embedded.FromEnv()
	if err != nil {
		return nil, err
	}
	if n := len(c.embedded); n > 1 || !c.auto {
		o.Devices = n
	}
	l, err := embedded.Open(o)
	if err != nil {
		return nil, err
	}
	r := make([]hipffi.Device, len(l))
	for i, d := range l {
		r[i] = d
	}
	return r, nil
}
