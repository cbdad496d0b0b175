package cuda

import (
	"slices"
	"sync"
	"unsafe"
)

// advice is what the program has said about managed memory, for the whole allocation. It is kept and answered; the
// memory is one and the same for host and devices, so that nothing moves.
type advice struct {
	mu         sync.Mutex
	readMostly bool
	preferred  CUmemLocation
	accessedBy []CUdevice
	prefetched CUmemLocation
}

var noLocation = CUmemLocation{Type: CU_MEM_LOCATION_TYPE_INVALID}

// managedRange checks that a range lies in managed memory and gives its allocations.
func managedRange(p CUdeviceptr, n uintptr) ([]*allocation, CUresult) {
	if p == 0 || n == 0 || uint64(p)+uint64(n) < uint64(p) {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	var out []*allocation
	next := uint64(p)
	drv().mem.each(uint64(p), uint64(n), func(a *allocation) bool {
		if a.kind != allocManaged || a.base > next {
			return false
		}
		out = append(out, a)
		next = a.base + a.size
		return true
	})
	if next < uint64(p)+uint64(n) {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return out, CUDA_SUCCESS
}

// checkLocation checks a location that advice or a prefetch names.
func checkLocation(l CUmemLocation) CUresult {
	switch l.Type {
	case CU_MEM_LOCATION_TYPE_DEVICE:
		_, r := lookDevice(CUdevice(l.U[0]))
		return r
	case CU_MEM_LOCATION_TYPE_HOST, CU_MEM_LOCATION_TYPE_HOST_NUMA, CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
		return CUDA_SUCCESS
	}
	return CUDA_ERROR_INVALID_VALUE
}

func deviceLocation(d CUdevice) CUmemLocation {
	if d == CU_DEVICE_CPU {
		return CUmemLocation{Type: CU_MEM_LOCATION_TYPE_HOST}
	}
	return CUmemLocation{Type: CU_MEM_LOCATION_TYPE_DEVICE, U: [1]uint32{uint32(d)}}
}

// CuMemAdvise is the form with a device or CU_DEVICE_CPU.
func CuMemAdvise(t *Thread, p CUdeviceptr, n uintptr, what CUmem_advise, dev CUdevice) CUresult {
	loc := deviceLocation(dev)
	switch what {
	case CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_MEM_ADVISE_SET_ACCESSED_BY, CU_MEM_ADVISE_UNSET_ACCESSED_BY:
		if r := checkLocation(loc); r != CUDA_SUCCESS && drv() != nil {
			return r
		}
	}
	return CuMemAdvise_v2(t, p, n, what, loc)
}

// CuMemAdvise_v2 says how managed memory is going to be used.
func CuMemAdvise_v2(t *Thread, p CUdeviceptr, n uintptr, what CUmem_advise, loc CUmemLocation) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	list, r := managedRange(p, n)
	if r != CUDA_SUCCESS {
		return r
	}
	if loc.Type < CU_MEM_LOCATION_TYPE_DEVICE || loc.Type > CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT {
		return CUDA_ERROR_INVALID_VALUE
	}
	switch what {
	case CU_MEM_ADVISE_SET_READ_MOSTLY, CU_MEM_ADVISE_UNSET_READ_MOSTLY, CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
	case CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_MEM_ADVISE_SET_ACCESSED_BY, CU_MEM_ADVISE_UNSET_ACCESSED_BY:
		numa := loc.Type == CU_MEM_LOCATION_TYPE_HOST_NUMA || loc.Type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT
		if checkLocation(loc) != CUDA_SUCCESS || numa && what != CU_MEM_ADVISE_SET_PREFERRED_LOCATION {
			return CUDA_ERROR_INVALID_VALUE
		}
	default:
		return CUDA_ERROR_INVALID_VALUE
	}
	for _, a := range list {
		v := a.advised()
		v.mu.Lock()
		switch what {
		case CU_MEM_ADVISE_SET_READ_MOSTLY, CU_MEM_ADVISE_UNSET_READ_MOSTLY:
			v.readMostly = what == CU_MEM_ADVISE_SET_READ_MOSTLY
		case CU_MEM_ADVISE_SET_PREFERRED_LOCATION:
			v.preferred = loc
		case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
			v.preferred = noLocation
		default:
			d := CUdevice(CU_DEVICE_CPU)
			if loc.Type == CU_MEM_LOCATION_TYPE_DEVICE {
				d = CUdevice(loc.U[0])
			}
			v.accessedBy = slices.DeleteFunc(v.accessedBy, func(x CUdevice) bool { return x == d })
			if what == CU_MEM_ADVISE_SET_ACCESSED_BY {
				v.accessedBy = append(v.accessedBy, d)
			}
		}
		v.mu.Unlock()
	}
	return CUDA_SUCCESS
}

var adviceMu sync.Mutex

// advised gives the allocation's advice.
func (a *allocation) advised() *advice {
	adviceMu.Lock()
	defer adviceMu.Unlock()
	if a.advice == nil {
		a.advice = &advice{}
	}
	return a.advice
}

// CuMemPrefetchAsync is the form with a device or CU_DEVICE_CPU.
func CuMemPrefetchAsync(t *Thread, p CUdeviceptr, n uintptr, dev CUdevice, h CUstream) CUresult {
	return CuMemPrefetchAsync_v2(t, p, n, deviceLocation(dev), 0, h)
}

// CuMemPrefetchAsync_v2 would move managed memory to a place; it is in all places already.
func CuMemPrefetchAsync_v2(t *Thread, p CUdeviceptr, n uintptr, loc CUmemLocation, flags uint32, h CUstream) CUresult {
	if flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := checkLocation(loc); r != CUDA_SUCCESS {
		return r
	}
	list, r := managedRange(p, n)
	if r != CUDA_SUCCESS {
		return r
	}
	if r := s.uncaptured(t); r != CUDA_SUCCESS {
		return r
	}
	for _, a := range list {
		v := a.advised()
		v.mu.Lock()
		v.prefetched = loc
		v.mu.Unlock()
	}
	return CUDA_SUCCESS
}

// maxBatch bounds the lists of batched calls.
const maxBatch = 1 << 20

// CuMemPrefetchBatchAsync prefetches several ranges.
func CuMemPrefetchBatchAsync(t *Thread, ptrs *CUdeviceptr, sizes *uintptr, n uintptr, locs *CUmemLocation, at *uintptr, nl uintptr, flags uint64, h CUstream) CUresult {
	if ptrs == nil || sizes == nil || locs == nil || at == nil || n == 0 || n > maxBatch || nl == 0 || nl > n || flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if s.kind == streamLegacy {
		return CUDA_ERROR_INVALID_VALUE
	}
	for _, x := range unsafe.Slice(locs, nl) {
		if checkLocation(x) != CUDA_SUCCESS {
			return CUDA_ERROR_INVALID_VALUE
		}
	}
	l := -1
	for i := range n {
		for l+1 < int(nl) && unsafe.Slice(at, nl)[l+1] <= i {
			l++
		}
		if l < 0 {
			return CUDA_ERROR_INVALID_VALUE
		}
		if r := CuMemPrefetchAsync_v2(t, unsafe.Slice(ptrs, n)[i], unsafe.Slice(sizes, n)[i], unsafe.Slice(locs, nl)[l], 0, h); r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}

// CuMemDiscardBatchAsync says that the contents of managed memory are not needed any more; they may stay.
func CuMemDiscardBatchAsync(t *Thread, ptrs *CUdeviceptr, sizes *uintptr, n uintptr, flags uint64, h CUstream) CUresult {
	if ptrs == nil || sizes == nil || n == 0 || n > maxBatch || flags != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	s, _, r := t.stream(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if s.kind == streamLegacy {
		return CUDA_ERROR_INVALID_VALUE
	}
	if s.cap.Load() != nil {
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
	}
	for i := range n {
		if _, r := managedRange(unsafe.Slice(ptrs, n)[i], unsafe.Slice(sizes, n)[i]); r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}

// CuMemDiscardAndPrefetchBatchAsync does both.
func CuMemDiscardAndPrefetchBatchAsync(t *Thread, ptrs *CUdeviceptr, sizes *uintptr, n uintptr, locs *CUmemLocation, at *uintptr, nl uintptr, flags uint64, h CUstream) CUresult {
	if r := CuMemDiscardBatchAsync(t, ptrs, sizes, n, flags, h); r != CUDA_SUCCESS {
		return r
	}
	return CuMemPrefetchBatchAsync(t, ptrs, sizes, n, locs, at, nl, flags, h)
}

// CuMemRangeGetAttribute gives what has been said about managed memory; of several allocations only what they agree in.
func CuMemRangeGetAttribute(t *Thread, data unsafe.Pointer, size uintptr, attr CUmem_range_attribute, p CUdeviceptr, n uintptr) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	list, r := managedRange(p, n)
	if r != CUDA_SUCCESS {
		return r
	}
	if data == nil || size == 0 || size%4 != 0 || size > 4<<10 || attr != CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY && size != 4 {
		return CUDA_ERROR_INVALID_VALUE
	}
	out := unsafe.Slice((*int32)(data), size/4)
	for k, a := range list {
		v := a.advised()
		v.mu.Lock()
		got := make([]int32, len(out))
		switch attr {
		case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
			got[0] = int32(b2i(v.readMostly))
		case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
			got[0] = oldLocation(v.preferred)
		case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
			got[0] = oldLocation(v.prefetched)
		case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
			got[0] = v.preferred.Type
		case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID:
			got[0] = locationID(v.preferred)
		case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
			got[0] = v.prefetched.Type
		case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID:
			got[0] = locationID(v.prefetched)
		case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
			for i := range got {
				got[i] = CU_DEVICE_INVALID
				if i < len(v.accessedBy) {
					got[i] = v.accessedBy[i]
				}
			}
		default:
			r = CUDA_ERROR_INVALID_VALUE
		}
		v.mu.Unlock()
		if r != CUDA_SUCCESS {
			return r
		}
		if k == 0 {
			copy(out, got)
			continue
		}
		if slices.Equal(out, got) {
			continue
		}
		switch attr { // they do not agree
		case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
			out[0] = 0
		default:
			for i := range out {
				out[i] = CU_DEVICE_INVALID
			}
		}
	}
	return CUDA_SUCCESS
}

// locationID is the number in a location, -2 for none.
func locationID(l CUmemLocation) int32 {
	if l.Type == CU_MEM_LOCATION_TYPE_INVALID {
		return CU_DEVICE_INVALID
	}
	return int32(l.U[0])
}

// oldLocation is a location as a device number: -1 for the host, -2 for none.
func oldLocation(l CUmemLocation) int32 {
	switch l.Type {
	case CU_MEM_LOCATION_TYPE_DEVICE:
		return int32(l.U[0])
	case CU_MEM_LOCATION_TYPE_INVALID:
		return CU_DEVICE_INVALID
	}
	return CU_DEVICE_CPU
}

// CuMemRangeGetAttributes gives several attributes.
func CuMemRangeGetAttributes(t *Thread, data *unsafe.Pointer, sizes *uintptr, attrs *CUmem_range_attribute, n uintptr, p CUdeviceptr, count uintptr) CUresult {
	if _, r := t.live(); r != CUDA_SUCCESS {
		return r
	}
	if data == nil || sizes == nil || attrs == nil || n == 0 || n > maxBatch {
		return CUDA_ERROR_INVALID_VALUE
	}
	for i := range n {
		if r := CuMemRangeGetAttribute(t, unsafe.Slice(data, n)[i], unsafe.Slice(sizes, n)[i], unsafe.Slice(attrs, n)[i], p, count); r != CUDA_SUCCESS {
			return r
		}
	}
	return CUDA_SUCCESS
}
