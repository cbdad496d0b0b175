package amdgpu

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Instructions for the wait cross-check: %d are result and source register numbers.
var waitCases = []struct{ ours, mir string }{
	{"global_load_b32 v%d v20:21 off", "$vgpr%d = GLOBAL_LOAD_DWORD $vgpr20_vgpr21, 0, 0, implicit $exec ; %d"},
	{"global_load_b32 v%d v20:21 off", "$vgpr%d = GLOBAL_LOAD_DWORD $vgpr20_vgpr21, 0, 0, implicit $exec ; %d"},
	{"ds_load_b32 v%d v%d", "$vgpr%d = DS_READ_B32_gfx9 $vgpr%d, 0, 0, implicit $exec"},
	{"ds_load_b32 v%d v%d", "$vgpr%d = DS_READ_B32_gfx9 $vgpr%d, 0, 0, implicit $exec"},
	{"v_mov_b32 v%d v%d", "$vgpr%d = V_MOV_B32_e32 $vgpr%d, implicit $exec"},
	{"v_not_b32 v%d v%d", "$vgpr%d = V_NOT_B32_e32 $vgpr%d, implicit $exec"},
	{"v_mov_b32 v%d v%d", "$vgpr%d = V_MOV_B32_e32 $vgpr%d, implicit $exec"},
	{"s_load_b32 s%d s20:21 off", "$sgpr%d = S_LOAD_DWORD_IMM $sgpr20_sgpr21, 0, 0 ; %d"},
	{"s_mov_b32 s%d s%d", "$sgpr%d = S_MOV_B32 $sgpr%d"},
	{"global_store_b32 v20:21 v%[2]d off", "GLOBAL_STORE_DWORD $vgpr20_vgpr21, $vgpr%[2]d, 0, 0, implicit $exec"},
}

// Random straight-line sequences: InsertWaits waits exactly where LLVM's wait pass does, for the same counts.
func TestWaitsAgainstLLVM(t *testing.T) {
	llc := ""
	for _, n := range []string{"llc-22", "llc-21", "llc-20", "llc-19"} {
		if p, err := exec.LookPath(n); err == nil {
			llc = p
			break
		}
	}
	if llc == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("no llc of LLVM 19 or newer is installed")
		}
		t.Skip("SKIPPED: no llc of LLVM 19 or newer is installed; waits were not checked against a foreign pass")
	}
	r := rand.New(rand.NewPCG(3, 5))
	var mir strings.Builder
	var ours, codes []string
	const cases = 300
	for c := range cases {
		fmt.Fprintf(&mir, "---\nname: f%d\nbody: |\n  bb.0:\n", c)
		var code []string
		for range 16 {
			k := &waitCases[r.IntN(len(waitCases))]
			d, s := r.IntN(6), r.IntN(6)
			o := fmt.Sprintf(k.ours, d, s)
			o, _, _ = strings.Cut(o, "%!")
			code = append(code, o)
			m := fmt.Sprintf(k.mir, d, s)
			m, _, _ = strings.Cut(m, " ;")
			m, _, _ = strings.Cut(m, "%!")
			fmt.Fprintf(&mir, "    %s\n", m)
		}
		mir.WriteString("...\n")
		codes = append(codes, strings.Join(code, "; "))
		b := build(t, codes[c])
		if err := InsertWaits(GFX1100, b); err != nil {
			t.Fatal(err)
		}
		var out []string
		for i := range b[0].Insts {
			in := &b[0].Insts[i]
			if in.Op == SWaitcnt {
				out = append(out, fmt.Sprintf("%d:%d", i, in.Opd[0].Imm))
			}
		}
		ours = append(ours, strings.Join(out, " "))
	}
	path := filepath.Join(t.TempDir(), "a.mir")
	if err := os.WriteFile(path, []byte(mir.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := exec.Command(llc, "-mtriple=amdgcn", "-mcpu=gfx1100", "-run-pass=si-insert-waitcnts", path, "-o", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	var theirs []string
	inBody, line := false, 0
	for _, l := range strings.Split(string(got), "\n") {
		switch f := strings.Fields(l); {
		case strings.HasPrefix(l, "name:"):
			theirs = append(theirs, "")
		case strings.HasPrefix(l, "  bb.0:"):
			inBody, line = true, -1 // the wait at a function's entry does not count
		case strings.HasPrefix(l, "..."):
			inBody = false
		case inBody && len(f) > 0:
			if f[0] == "S_WAITCNT" && line >= 0 {
				n := len(theirs) - 1
				theirs[n] = strings.TrimSpace(theirs[n] + fmt.Sprintf(" %d:%s", line, f[1]))
			}
			line++
		}
	}
	if len(theirs) != cases {
		t.Fatalf("llc answered %d of %d functions", len(theirs), cases)
	}
	waits, diff := 0, 0
	for i := range ours {
		waits += len(strings.Fields(ours[i]))
		if ours[i] != theirs[i] {
			if diff++; diff <= 8 {
				t.Errorf("case %d: %s\nours %s\nLLVM %s", i, codes[i], ours[i], theirs[i])
			}
		}
	}
	t.Logf("%d sequences, %d waits, %d differences", cases, waits, diff)
}
