package compiler

// Error is why a PTX text could not be compiled.
type Error struct {
	Result int    // the CUresult for the program: 218 INVALID_PTX, 222 UNSUPPORTED_PTX_VERSION, ...
	Log    string // diagnostics as ptxas writes them, one a line; goes into the JIT error log
}

func (e *Error) Error() string { return e.Log }
