package emu

// SetTrace installs a function that sees every instruction of strict waves; nil removes it.
func SetTrace(f func(w *Wave, d *DInst)) { traceHook = f }
