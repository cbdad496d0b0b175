package cuda

type array struct {
	base, pitch, slice uint64
	texel              int
}

func (a *array) end()                      {}
func (a *array) extent() (w, h, d uintptr) { return 0, 0, 0 }

var arrays = table[array]{kind: kindArray}

type texref struct{}

var texrefs = table[texref]{kind: kindTexref}

func (m *module) endTexrefs() {}

type pool struct{ h CUmemoryPool }
type block struct{}

func (p *pool) freeNow(a *allocation) CUresult { return CUDA_ERROR_NOT_SUPPORTED }

type physical struct{ prop CUmemAllocationProp }
type mapping struct {
	mem  *physical
	prot int
}
type advice struct{}

func (a *allocation) endImport() error                   { return nil }
func texelBytes(f CUarray_format, ch uint32) (int, bool) { return 4, true }
func (s *stream) freeAsync(a *allocation) CUresult       { return CUDA_ERROR_NOT_SUPPORTED }
