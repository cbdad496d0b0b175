package conformance

import "ferry/ptx/interp"

// OnInterpreter makes a Machine of the PTX interpreter: its Load takes PTX text.
func OnInterpreter() Machine { return &interpMachine{interp.NewMemory()} }

type interpMachine struct{ mem *interp.Memory }

func (m *interpMachine) Alloc(size int) (uint64, error) { return m.mem.Alloc(size), nil }
func (m *interpMachine) Free(addr uint64) error         { return m.mem.Free(addr) }

func (m *interpMachine) Write(addr uint64, b []byte) error {
	p, err := m.mem.Bytes(addr, len(b))
	copy(p, b)
	return err
}

func (m *interpMachine) Read(b []byte, addr uint64) error {
	p, err := m.mem.Bytes(addr, len(b))
	copy(b, p)
	return err
}

func (m *interpMachine) Load(src []byte) (Module, error) {
	mod, err := interp.Load(src, m.mem)
	if err != nil {
		return nil, err
	}
	return interpModule{mod}, nil
}

type interpModule struct{ *interp.Module }

func (m interpModule) Launch(kernel string, l *Launch) error {
	return m.Module.Launch(kernel, &interp.Launch{Grid: l.Grid, Block: l.Block, Shared: l.Shared, Cooperative: l.Cooperative, Params: l.Params})
}

func (m interpModule) Sync() error { return nil }
