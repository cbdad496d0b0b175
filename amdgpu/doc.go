// Package amdgpu knows AMD's instruction sets: the chips (Target), their generated instruction tables, the instruction type,
// encoder, decoder, assembler and disassembler in LLVM's syntax, the registers an instruction touches, and the passes that
// insert waits and hazard instructions. It does not select, schedule or allocate, and does not run anything: that is isel,
// compiler, regalloc and emu. Object files are in package elf.
//
// The tables come from tables/*.json.gz by way of gen; what they say about an operand is in OperandInfo, about one form of an
// instruction in Row, about an instruction in OpInfo.
package amdgpu

//go:generate go run ferry/amdgpu/gen -dir .
