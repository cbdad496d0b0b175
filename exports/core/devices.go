//go:build cgo && !ferry_record

package main

import (
	"errors"

	"ferry/hipffi"
)

// devices opens the devices that FERRY_DEVICE asks for.
func devices() ([]hipffi.Device, error) { return nil, errors.New("this build has no device") }
