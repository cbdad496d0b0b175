// Package interp executes PTX: slowly, obviously, and without any part of the compiler. It is the reference that tests
// compare compiled code with, and it is itself compared with recorded answers of NVIDIA hardware. It knows only the syntax tree
// (package ptx), how a tensor map is laid out (package abi) and Go's own memory. Not here: generating code, checking PTX (ptx.Load does), textures, matrix
// instructions; what it does not know it refuses by name.
//
// A grid runs as warps of 32 lanes with a program counter each. One step executes one instruction for the
// lanes of a warp that stand at the same place; those furthest behind go first, and now and then another
// lane leads, so that lanes, warps and blocks that wait for each other all make progress. Warp operations (.sync) wait for the
// lanes of their mask wherever these stand, as on Volta and later.
package interp
