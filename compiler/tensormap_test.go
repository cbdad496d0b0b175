package compiler_test

import (
	"errors"
	"testing"

	"ferry/hipffi"
	"ferry/internal/conformance"
)

// TestTensorMaps runs bulk copies and reductions of tensors, and compares all the memory that they may change with what NVIDIA's
// hardware made of it.
func TestTensorMaps(t *testing.T) {
	cs, err := conformance.TensorCases()
	if err != nil {
		t.Fatal(err)
	}
	hsaco := map[string][]byte{}
	r := conformance.TensorRunner{
		Fresh: func() (conformance.Machine, error) { return machine(t), nil },
		Load: func(m conformance.Machine, file string) (conformance.Module, error) {
			if hsaco[file] == nil {
				src, err := conformance.TensorPTX(file)
				if err != nil {
					return nil, err
				}
				obj := compile(t, src)
				refused(t, obj)
				hsaco[file] = obj.HSACO
			}
			return m.Load(hsaco[file])
		},
		Illegal: func(err error) bool {
			var e *hipffi.Error
			return errors.As(err, &e) && e.Fault == hipffi.FaultIllegalInstr
		},
	}
	for _, c := range cs {
		t.Run(c.Name, func(t *testing.T) {
			if err := r.Run(c); err != nil {
				t.Error(err)
			}
		})
	}
}
