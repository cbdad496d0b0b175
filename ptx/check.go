package ptx

// Check reports what is wrong with a parsed module.
func Check(m *Module, opt Options) []Diag { return nil }
