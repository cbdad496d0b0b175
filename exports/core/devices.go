//go:build cgo && !ferry_record

package main

import (
	"ferry/hipffi"
	"ferry/hipffi/open"
)

// devices opens the devices that FERRY_DEVICE asks for.
func devices() ([]hipffi.Device, error) { return open.Devices() }
