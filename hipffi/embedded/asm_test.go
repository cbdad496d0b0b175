package embedded

import (
	"testing"

	"ferry/amdgpu"
	"ferry/elf"

	"github.com/stretchr/testify/require"
)

// Short forms for hand-written kernels. s[0:1] is the kernarg pointer, s13 the block's x, v0 the thread's.
var (
	none = amdgpu.Operand{}
	imm  = amdgpu.Imm
)

func s(n, w int) amdgpu.Operand { return amdgpu.R(amdgpu.S(n), w) }
func v(n, w int) amdgpu.Operand { return amdgpu.R(amdgpu.V(n), w) }

// inst makes an instruction of a mnemonic; it panics on an unknown one.
func inst(name string, opds ...amdgpu.Operand) amdgpu.Inst {
	op, ok := amdgpu.OpByName(name)
	if !ok {
		panic("no instruction " + name)
	}
	in := amdgpu.Inst{Op: op, N: uint8(len(opds))}
	copy(in.Opd[:], opds)
	return in
}

func (a *asm) i(name string, opds ...amdgpu.Operand) *amdgpu.Inst {
	a.code = append(a.code, inst(name, opds...))
	a.label = append(a.label, "")
	return &a.code[len(a.code)-1]
}

// asm collects the instructions of one kernel.
type asm struct {
	code  []amdgpu.Inst
	label []string // branch target of each
	marks map[string]int
}

func (a *asm) mark(name string) {
	if a.marks == nil {
		a.marks = map[string]int{}
	}
	a.marks[name] = len(a.code)
}

func (a *asm) branch(op, to string) {
	a.i(op, amdgpu.Operand{Kind: amdgpu.OpdLabel})
	a.label[len(a.label)-1] = to
}

func (a *asm) wait() {
	a.i("s_waitcnt", amdgpu.Operand{Kind: amdgpu.OpdField, Imm: 0})
	a.i("s_waitcnt_vscnt", amdgpu.R(amdgpu.Null, 1), amdgpu.Operand{Kind: amdgpu.OpdField, Imm: 0})
}

// bytes encodes the kernel.
func (a *asm) bytes(t testing.TB) []byte {
	at := make([]int, len(a.code)+1)
	for pass := range 2 {
		var b []byte
		for i := range a.code {
			in := a.code[i]
			if a.label[i] != "" {
				to, ok := a.marks[a.label[i]]
				require.True(t, ok, a.label[i])
				in.Opd[0].Imm = int64(at[to] - at[i])
			}
			at[i] = len(b)
			var err error
			b, err = amdgpu.Encode(amdgpu.GFX1100, &in, b)
			require.NoError(t, err, "%v", in.Op)
		}
		at[len(a.code)] = len(b)
		if pass == 1 {
			return b
		}
	}
	panic("unreachable")
}

// object makes a code object with one kernel k of this code.
func (a *asm) object(t testing.TB, k elf.Kernel, globals ...elf.Global) []byte {
	k.VGPRs, k.SGPRs = max(k.VGPRs, 16), max(k.SGPRs, 32)
	b, err := elf.WriteHSACO(&elf.Module{Target: "gfx1100", Globals: globals, Functions: []elf.Function{{Name: "k", Code: a.bytes(t), Kernel: &k}}})
	require.NoError(t, err)
	return b
}
