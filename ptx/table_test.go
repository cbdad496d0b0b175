package ptx

import (
	"os"
	"strings"
	"testing"
)

func TestTableCompiles(t *testing.T) {
	tb := theTables()
	for op := OpNone + 1; op < NumOpcodes; op++ {
		if len(tb.forms[op]) == 0 {
			t.Errorf("no row for %v", op)
		}
	}
}

// testdata/opcodes.txt lists the opcode forms that the PTX of real programs
// (nvcc, NVRTC, clang, Triton, XLA, CUB, cuDNN, ...) contains.
func TestRealOpcodes(t *testing.T) {
	data, err := os.ReadFile("testdata/opcodes.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, text := range strings.Fields(string(data)) {
		m := theTables().resolve(text)
		if m.bad.msg != "" || len(m.bad.unknown) > 0 || len(m.forms) == 0 {
			t.Errorf("%s: %s %v", text, m.bad.msg, m.bad.unknown)
		}
		n++
	}
	if n < 700 {
		t.Fatalf("only %d opcode forms", n)
	}
}

// TestMods reads one mnemonic of each kind back from its fields.
func TestMods(t *testing.T) {
	for _, c := range []struct {
		text string
		want func(m *Mods) bool
	}{
		{"add.rz.ftz.sat.f32", func(m *Mods) bool {
			return m.Op == OpAdd && m.Type == F32 && m.Round == RoundZero && m.Has(FTZ|Sat) && m.NDst == 1
		}},
		{"setp.lo.and.u32", func(m *Mods) bool {
			return m.Cmp == CmpLO && m.Bool == RedAnd && m.Red == RedNone && m.Part == PartNone
		}},
		{"mul.hi.u32", func(m *Mods) bool { return m.Part == PartHi && m.Cmp == CmpNone }},
		{"cvt.rni.f32.u8", func(m *Mods) bool { return m.Type == F32 && m.SrcType == U8 && m.Round == RoundNearestInt }},
		{"ld.acquire.gpu.shared::cluster.v4.b32", func(m *Mods) bool {
			return m.Sem == SemAcquire && m.Scope == ScopeGPU && m.Space == SpaceSharedCluster && m.Space.Base() == SpaceShared && m.Vec == 4
		}},
		{"ld.volatile.global.u32", func(m *Mods) bool { return m.Has(Volatile) && m.Space == SpaceGlobal && m.Vec == 1 }},
		{"atom.relaxed.gpu.global.cas.b32", func(m *Mods) bool { return m.Red == RedCAS && m.NDst == 1 }},
		{"red.global.add.u32", func(m *Mods) bool { return m.Op == OpRed && m.NDst == 0 && m.Red == RedAdd }},
		{"vote.sync.uni.pred", func(m *Mods) bool { return m.Mode == ModeUni && m.Has(Sync) && !m.Has(Uni) }},
		{"vote.sync.ballot.b32", func(m *Mods) bool { return m.Mode == ModeBallot }},
		{"bra.uni", func(m *Mods) bool { return m.Has(Uni) && m.Mode == ModeNone }},
		{"shfl.sync.bfly.b32", func(m *Mods) bool { return m.Mode == ModeBfly && m.NDst == 1 }},
		{"bar.red.popc.u32", func(m *Mods) bool { return m.Op == OpBarRed && (m.Has(Popc) || m.Red == RedPopc) }},
		{"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", func(m *Mods) bool {
			return m.Shape == Shape{16, 8, 16} && m.Layouts == [2]Layout{LayoutRow, LayoutCol} && m.Types == [5]Type{F32, BF16, BF16, F32}
		}},
		{"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", func(m *Mods) bool { return m.Num == 4 && m.Has(Trans) && m.Shape == Shape{8, 8, 0} }},
		{"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes", func(m *Mods) bool {
			return m.Op == OpCpAsyncBulkTensor && m.Geom == Geom2D && m.Space == SpaceSharedCluster && m.SrcSpace == SpaceGlobal
		}},
		{"cp.async.cg.shared.global.L2::128B", func(m *Mods) bool { return m.Op == OpCpAsync && m.Cache == CacheCG && m.SrcSpace == SpaceGlobal }},
		{"tcgen05.fence::before_thread_sync", func(m *Mods) bool { return m.Op == OpTcgen05Fence && m.HasWord("before_thread_sync") }},
		{"suld.b.2d.b32.trap", func(m *Mods) bool { return m.Mode == ModeTrap && m.Geom == Geom2D && m.Type == B32 && m.HasWord("b") }},
		{"tex.level.2d.v4.f32.f32", func(m *Mods) bool { return m.Mode == ModeLevel && m.Vec == 4 && m.Geom == Geom2D }},
		{"fma.f32.rn", func(m *Mods) bool { return m.Round == RoundNearest && m.Type == F32 }}, // ptxas takes modifiers in any order
		{"vshr.u32.u32.u32.clamp.add", func(m *Mods) bool { return m.Mode == ModeClamp && m.Red == RedAdd && m.NDst == 1 }},
		{"prmt.b32.f4e", func(m *Mods) bool { return m.Mode == ModeF4E }},
		{"cvta.to.global.u64", func(m *Mods) bool { return m.Has(To) && m.Space == SpaceGlobal }},
	} {
		m := theTables().resolve(c.text)
		if m.bad.msg != "" || len(m.bad.unknown) > 0 || !c.want(m) {
			t.Errorf("%s: %+v", c.text, *m)
		}
	}
}
