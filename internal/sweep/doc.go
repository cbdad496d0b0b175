// Package sweep runs every unary instruction on 32 bits over all its inputs: machine code in the emulator against references in
// Go that share no code with compiler or interpreter, and against sums of the answers of NVIDIA hardware.
//
// The list is made from the instruction table (ptx.Combinations), so that no form is forgotten. Tests take a sample of the inputs;
// by hand all 2^32 are run:
//
//	CGO_ENABLED=0 GOEXPERIMENT=simd go test -c -o sweep.test ./internal/sweep
//	./sweep.test -test.run TestAll -test.timeout 0 -sweep.all -sweep.log sweep.log
//
// sweep.test needs no other file. It can be stopped and resumed: the log has a line for each finished instruction.
package sweep
