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

func (m *module) endTexrefs()                            {}
func (a *allocation) endImport() error                   { return nil }
func texelBytes(f CUarray_format, ch uint32) (int, bool) { return 4, true }
