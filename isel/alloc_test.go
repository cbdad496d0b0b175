package isel

import (
	"strings"
	"testing"
)

// More scalars to be kept in VGPRs than there are VGPRs is a refusal by name.
func TestTooManyScalars(t *testing.T) {
	f := &Func{MaxVGPR: 8, MaxSGPR: 16}
	for range 8 {
		f.VRegs = append(f.VRegs, VReg{Class: ClassVGPRLinear, Width: 1})
	}
	if err := Allocate(f, false); err == nil || !strings.Contains(err.Error(), "8 vector registers") {
		t.Errorf("got %v", err)
	}
}
