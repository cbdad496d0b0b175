package interp_test

import (
	"strings"
	"testing"

	"ferry/internal/conformance"
)

// TestTensorMaps runs a third of the recorded copies of tensors.
func TestTensorMaps(t *testing.T) {
	cs, err := conformance.TensorCases()
	if err != nil {
		t.Fatal(err)
	}
	r := conformance.TensorRunner{
		Fresh: func() (conformance.Machine, error) { return conformance.OnInterpreter(), nil },
		Load: func(m conformance.Machine, file string) (conformance.Module, error) {
			src, err := conformance.TensorPTX(file)
			if err != nil {
				return nil, err
			}
			return m.Load([]byte(src))
		},
		Illegal: func(err error) bool { return strings.Contains(err.Error(), "cp.") },
	}
	for i, c := range cs {
		if i%3 != 0 || testing.Short() && i%24 != 0 {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			if err := r.Run(c); err != nil {
				t.Error(err)
			}
		})
	}
}
