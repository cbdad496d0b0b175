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

// mirCase is one kind of instruction in both notations; %d are VGPR numbers: result, source.
var mirCases = []struct{ ours, mir string }{
	{"v_rcp_f32 v%d v%d", "$vgpr%d = V_RCP_F32_e32 $vgpr%d, implicit $mode, implicit $exec"},
	{"v_sqrt_f32 v%d v%d", "$vgpr%d = V_SQRT_F32_e32 $vgpr%d, implicit $mode, implicit $exec"},
	{"v_mov_b32 v%d v%d", "$vgpr%d = V_MOV_B32_e32 $vgpr%d, implicit $exec"},
	{"v_not_b32 v%d v%d", "$vgpr%d = V_NOT_B32_e32 $vgpr%d, implicit $exec"},
	{"v_mov_b32 v%d v%d", "$vgpr%d = V_MOV_B32_e32 $vgpr%d, implicit $exec"},
	{"ds_load_b32 v%d v%d", "$vgpr%d = DS_READ_B32_gfx9 $vgpr%d, 0, 0, implicit $exec"},
	{"v_permlane64_b32 v%d v%d", "$vgpr%d = V_PERMLANE64_B32 $vgpr%d, implicit $exec"},
	{"v_cmpx_lt_i32 v%d v%d", "V_CMPX_LT_I32_nosdst_e32 $vgpr%d, $vgpr%d, implicit-def $exec, implicit $exec"},
}

// Random sequences: InsertHazards inserts what LLVM's hazard recogniser inserts, in the same places.
func TestHazardsAgainstLLVM(t *testing.T) {
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
		t.Skip("SKIPPED: no llc of LLVM 19 or newer is installed; hazards were not checked against a foreign recogniser")
	}
	r := rand.New(rand.NewPCG(11, 7))
	var mir strings.Builder
	var ours []string
	const cases = 400
	for c := range cases {
		fmt.Fprintf(&mir, "---\nname: f%d\nbody: |\n  bb.0:\n", c)
		var code []string
		for range 14 {
			k := &mirCases[r.IntN(len(mirCases))]
			d, s := r.IntN(4), r.IntN(4)
			code = append(code, fmt.Sprintf(k.ours, d, s))
			fmt.Fprintf(&mir, "    "+k.mir+"\n", d, s)
		}
		mir.WriteString("...\n")
		b := build(t, strings.Join(code, ";"))
		if err := InsertHazards(GFX1100, b); err != nil {
			t.Fatal(err)
		}
		var out []string
		for i := range b[0].Insts {
			out = append(out, strings.ToUpper(b[0].Insts[i].Op.String()))
		}
		ours = append(ours, strings.Join(out, " "))
	}
	path := filepath.Join(t.TempDir(), "a.mir")
	if err := os.WriteFile(path, []byte(mir.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := exec.Command(llc, "-mtriple=amdgcn", "-mcpu=gfx1100", "-run-pass=post-RA-hazard-rec", path, "-o", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	var theirs []string
	inBody := false
	for _, l := range strings.Split(string(got), "\n") {
		switch f := strings.Fields(l); {
		case strings.HasPrefix(l, "name:"):
			theirs = append(theirs, "")
		case strings.HasPrefix(l, "  bb.0:"):
			inBody = true
		case strings.HasPrefix(l, "..."):
			inBody = false
		case inBody && len(f) > 0:
			op := f[0]
			if len(f) > 2 && f[1] == "=" {
				op = f[2]
			}
			for _, s := range []string{"_gfx9", "_nosdst_e32", "_e32"} {
				op = strings.TrimSuffix(op, s)
			}
			if op == "DS_READ_B32" {
				op = "DS_LOAD_B32"
			}
			if op == "S_WAITCNT_DEPCTR" && f[len(f)-1] != fmt.Sprint(depctrVaVdst0) {
				op += " " + f[len(f)-1]
			}
			n := len(theirs) - 1
			theirs[n] = strings.TrimSpace(theirs[n] + " " + op)
		}
	}
	if len(theirs) != cases {
		t.Fatalf("llc answered %d of %d functions", len(theirs), cases)
	}
	inserted := 0
	for i := range ours {
		inserted += len(strings.Fields(ours[i])) - 14
		if ours[i] != theirs[i] {
			t.Errorf("case %d:\nours %s\nLLVM %s", i, ours[i], theirs[i])
		}
	}
	t.Logf("%d sequences, %d instructions inserted", cases, inserted)
}
