package conformance

import "ferry/ptx/interp"

// OnInterpreter makes a Machine of the PTX interpreter: its Load takes PTX text.
func OnInterpreter() Machine { return &Interpreter{interp.NewMemory()} }

// Interpreter is the PTX interpreter as a Machine.
type Interpreter struct{ *interp.Memory }

// Alloc implements Machine.
func (m *Interpreter) Alloc(size int) (uint64, error) { return m.Memory.Alloc(size), nil }

// Write implements Machine.
func (m *Interpreter) Write(addr uint64, b []byte) error {
	p, err := m.Memory.Bytes(addr, len(b))
	copy(p, b)
	return err
}

// Read implements Machine.
func (m *Interpreter) Read(b []byte, addr uint64) error {
	p, err := m.Memory.Bytes(addr, len(b))
	copy(b, p)
	return err
}

// Load implements Machine.
func (m *Interpreter) Load(src []byte) (Module, error) {
	mod, err := interp.Load(src, m.Memory)
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
