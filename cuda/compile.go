package cuda

import "ferry/compiler"

func init() { Compile = compiler.Compile }
