package sweep

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"ferry/compiler"
	"ferry/hipffi/embedded"
	"ferry/internal/conformance"
)

// Chunk is how many inputs one launch takes.
const Chunk = 1 << 18

// Device is one emulated device, used by one goroutine at a time.
type Device struct {
	m   *conformance.DeviceMachine
	out uint64
	buf []byte
}

// NewDevice makes a device on one core. A seed that is not 0 makes AMD's approximations as inexact as documented.
func NewDevice(seed uint64) (*Device, error) {
	d, err := embedded.New(embedded.Options{Memory: 64 << 20, Threads: 1, Seed: seed})
	if err != nil {
		return nil, err
	}
	m, err := conformance.OnDevice(d, true)
	if err != nil {
		return nil, err
	}
	out, err := m.Alloc(8 * Chunk)
	return &Device{m: m, out: out, buf: make([]byte, 8*Chunk)}, err
}

// Close gives the device back.
func (d *Device) Close() { d.m.Close() }

// Compile is the code object of an instruction's kernel.
func (o *Op) Compile() ([]byte, error) {
	obj, err := compiler.Compile([]byte(o.Kernel()), compiler.Options{OptLevel: 3})
	if err != nil {
		return nil, err
	}
	if why := obj.Kernels[0].Refused; why != "" {
		return nil, errors.New(why)
	}
	return obj.HSACO, nil
}

// Result is what a sweep of an instruction found.
type Result struct {
	Inputs  uint64
	Wrong   uint64
	First   string     // the first wrong one, in no particular order
	Sums    [16]uint64 // sums of mix, one for each 2^28 inputs
	Largest float64    // the largest error as a part of the manual's bound
}

func (r *Result) add(x *Result) {
	r.Inputs += x.Inputs
	r.Wrong += x.Wrong
	if r.First == "" {
		r.First = x.First
	}
	for i := range r.Sums {
		r.Sums[i] += x.Sums[i]
	}
	r.Largest = max(r.Largest, x.Largest)
}

// launch runs n inputs, first + step*i, at most Chunk. The results are in buf, o.Size bytes each.
func (d *Device) launch(o *Op, mod conformance.Module, first, step uint32, n int) (buf []byte, err error) {
	const unit = perThread * blockThreads
	p := binary.LittleEndian.AppendUint64(nil, d.out)
	p = binary.LittleEndian.AppendUint32(p, first)
	p = binary.LittleEndian.AppendUint32(p, step)
	if err := mod.Launch("k", &conformance.Launch{Grid: [3]uint32{uint32((n + unit - 1) / unit), 1, 1}, Block: [3]uint32{blockThreads, 1, 1}, Params: p}); err != nil {
		return nil, err
	}
	if err := mod.Sync(); err != nil {
		return nil, err
	}
	buf = d.buf[:n*o.Size]
	return buf, d.m.Read(buf, d.out)
}

// Sum runs n inputs from first on and only adds up the results: ten times as fast as Range for floating-point instructions.
// first and n are multiples of Chunk, or all inputs.
func (d *Device) Sum(o *Op, mod conformance.Module, first uint32, n int, r *Result) error {
	buf, err := d.launch(o, mod, first, 1, n)
	if err != nil {
		return err
	}
	nan := o.nans()
	var sum uint64
	for i := range n {
		x, g := first+uint32(i), result(buf, o.Size, i)
		if nan(g) {
			// As in Range, a NaN counts as NVIDIA's own.
			if w := o.exact(x); o.sameNaN(g, w) {
				g = w
			}
		}
		sum += mix(x, g)
	}
	r.Inputs += uint64(n)
	r.Sums[first>>28] += sum
	return nil
}

// result is the i-th result of size bytes.
func result(buf []byte, size, i int) uint64 {
	switch size {
	case 1:
		return uint64(buf[i])
	case 2:
		return uint64(binary.LittleEndian.Uint16(buf[2*i:]))
	case 4:
		return uint64(binary.LittleEndian.Uint32(buf[4*i:]))
	}
	return binary.LittleEndian.Uint64(buf[8*i:])
}

// Range runs n inputs, first + step*i, and checks the results. n is at most Chunk.
func (d *Device) Range(o *Op, mod conformance.Module, first, step uint32, n int, r *Result) error {
	buf, err := d.launch(o, mod, first, step, n)
	if err != nil {
		return err
	}
	r.Inputs += uint64(n)
	x := first
	wrong := func(g uint64) {
		if r.Wrong++; r.Wrong == 1 {
			r.First = fmt.Sprintf("%#x: %#x", x, g)
			if o.exact != nil {
				r.First += fmt.Sprintf(", want %#x", o.exact(x))
			}
		}
	}
	var sum uint64
	at := x >> 28
	for i := range n {
		g := result(buf, o.Size, i)
		if o.near == nil {
			// A NaN stands for any NaN, and counts in the sum as NVIDIA's own.
			if w := o.exact(x); g != w {
				if o.sameNaN(g, w) {
					g = w
				} else {
					wrong(g)
				}
			}
			if x>>28 != at {
				r.Sums[at] += sum
				sum, at = 0, x>>28
			}
			sum += mix(x, g)
		} else {
			part, ok := o.near(x, g)
			if !ok {
				wrong(g)
			}
			if part > r.Largest {
				r.Largest = part
			}
		}
		x += step
	}
	r.Sums[at] += sum
	return nil
}

// All runs an instruction over all its inputs on some devices at once, by Range if each result is to be checked, else by Sum.
// stop ends it early, with an error.
func All(o *Op, ds []*Device, check bool, stop *atomic.Bool) (*Result, error) {
	hsaco, err := o.Compile()
	if err != nil {
		return nil, err
	}
	var next atomic.Uint64
	var wg sync.WaitGroup
	rs, errs := make([]Result, len(ds)), make([]error, len(ds))
	for i, d := range ds {
		wg.Go(func() {
			mod, err := d.m.Load(hsaco)
			if err != nil {
				errs[i] = err
				return
			}
			for errs[i] == nil {
				x := (next.Add(1) - 1) * Chunk
				if x >= o.Inputs() {
					break
				}
				if stop.Load() {
					errs[i] = ErrStopped
					break
				}
				if n := int(min(Chunk, o.Inputs())); check {
					errs[i] = d.Range(o, mod, uint32(x), 1, n, &rs[i])
				} else {
					errs[i] = d.Sum(o, mod, uint32(x), n, &rs[i])
				}
			}
			errs[i] = errors.Join(errs[i], mod.Unload())
		})
	}
	wg.Wait()
	var sum Result
	for i := range rs {
		sum.add(&rs[i])
	}
	return &sum, errors.Join(errs...)
}

// ErrStopped says that All was told to stop.
var ErrStopped = errors.New("stopped")
