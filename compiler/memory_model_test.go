package compiler_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ferry/amdgpu"
)

// TestMemoryModel compares the code of fences, ordered loads, stores and atomics with what LLVM's memory legalizer asks for on gfx1100
// (amdgpu/notes/memory_model_required.txt): the same accesses with the same cache bits, and between them at least its waits, then its
// invalidations in its order.
func TestMemoryModel(t *testing.T) {
	text, err := os.ReadFile("../amdgpu/notes/memory_model_required.txt")
	if err != nil {
		t.Fatal(err)
	}
	scopes := map[string]string{"wg": "cta", "agent": "gpu", "sys": "sys"}
	// PTX for LLVM's tests, without their scope; $S is PTX's.
	bodies := map[string]string{
		"fence_acq_rel":      "st.global.u32 [%a], %v; fence.acq_rel.$S; st.global.u32 [%b], %v;",
		"fence_seq_cst":      "st.global.u32 [%a], %v; fence.sc.$S; st.global.u32 [%b], %v;",
		"load_monotonic":     "ld.relaxed.$S.global.u32 %r, [%a]; st.global.u32 [%b], %r;",
		"load_acquire":       "ld.acquire.$S.global.u32 %r, [%a]; st.global.u32 [%b], %r;",
		"store_monotonic":    "st.relaxed.$S.global.u32 [%a], %v;",
		"store_release":      "st.release.$S.global.u32 [%a], %v;",
		"rmw_monotonic":      "atom.relaxed.$S.global.add.u32 %r, [%a], %v; st.global.u32 [%b], %r;",
		"rmw_acquire":        "atom.acquire.$S.global.add.u32 %r, [%a], %v; st.global.u32 [%b], %r;",
		"rmw_release":        "atom.release.$S.global.add.u32 %r, [%a], %v; st.global.u32 [%b], %r;",
		"rmw_acq_rel":        "atom.acq_rel.$S.global.add.u32 %r, [%a], %v; st.global.u32 [%b], %r;",
		"rmwnoret_monotonic": "red.relaxed.$S.global.add.u32 [%a], %v;",
		"rmwnoret_release":   "red.release.$S.global.add.u32 [%a], %v;",
		"rmwnoret_acquire":   "atom.acquire.$S.global.add.u32 _, [%a], %v;",
		"rmwnoret_acq_rel":   "atom.acq_rel.$S.global.add.u32 _, [%a], %v;",
		"vol":                "ld.volatile.global.u32 %r, [%a]; st.volatile.global.u32 [%b], %r;",
		"barrier":            "st.global.u32 [%a], %v; bar.sync 0; ld.global.u32 %r, [%a]; st.global.u32 [%b], %r;",
		"ldsrmw_acqrel":      "atom.acq_rel.cta.shared.add.u32 %r, [sh], %v; st.global.u32 [%b], %r;",
	}
	seen := 0
	for _, part := range strings.Split(string(text), "\n== ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		f := strings.Split(name, "_")
		scope := "cta"
		key := name
		if len(f) > 2 {
			if scope = scopes[f[1]]; scope == "" {
				continue
			}
			key = f[0] + "_" + strings.Join(f[2:], "_")
		}
		body, ok := bodies[key]
		if !ok {
			continue
		}
		seen++
		t.Run(name, func(t *testing.T) {
			var want string
			for _, line := range strings.Split(rest, "\n") {
				targets, seq, ok := strings.Cut(strings.TrimSpace(line), ": ")
				if ok && slices.Contains(strings.Split(targets, ","), "gfx1100") {
					want = seq
				}
			}
			if want == "" {
				t.Fatal("no line for gfx1100")
			}
			src := ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 b)\n{\n.reg .b32 %r, %v;\n.reg .b64 %a, %b;\n.shared .align 4 .b8 sh[4];\n" +
				"ld.param.u64 %a, [a]; ld.param.u64 %b, [b]; mov.u32 %v, %clock;\n" + strings.ReplaceAll(body, "$S", scope) + "\nret;\n}"
			obj := compile(t, src)
			refused(t, obj)
			var got []string
			c := readCode(t, obj.HSACO, "k")
			for i := range c.ins {
				got = append(got, modelTokens(&c.ins[i])...)
			}
			if why := modelCovers(strings.Split(want, " ; "), got); why != "" {
				t.Errorf("%s\nLLVM: %s\nhere: %s", why, want, strings.Join(got, " ; "))
			}
		})
	}
	if want := 3*14 + 3; seen != want {
		t.Errorf("%d sequences compared, not %d", seen, want)
	}
}

// modelTokens writes an instruction in the words of the notes.
func modelTokens(in *amdgpu.Inst) []string {
	name := in.Op.String()
	bits := ""
	for _, f := range []struct {
		flag amdgpu.Flags
		name string
	}{{amdgpu.FlagGLC, " glc"}, {amdgpu.FlagSLC, " slc"}, {amdgpu.FlagDLC, " dlc"}} {
		if in.Flags&f.flag != 0 {
			bits += f.name
		}
	}
	switch {
	case waits(in) != 0:
		return []string{amdgpu.Format(amdgpu.GFX1100, in)}
	case isInv(in), name == "s_barrier":
		return []string{name}
	case strings.HasPrefix(name, "global_load"):
		return []string{"global_load_dword" + bits}
	case strings.HasPrefix(name, "global_store"):
		return []string{"global_store_dword" + bits}
	case strings.HasPrefix(name, "global_atomic_add"):
		if bits != "" {
			return []string{"global_atomic_add(returns)" + bits}
		}
		return []string{"global_atomic_add"}
	case strings.HasPrefix(name, "ds_add_rtn"):
		return []string{"ds_add_rtn_u32(returns)"}
	case counts(in) == cntLGKM && amdgpu.GFX1100.Info(in.Op).Flags&amdgpu.OpSMEM != 0:
		return nil
	case counts(in) != 0:
		return []string{name + bits}
	}
	return nil
}

// modelStep is an access, and what follows before the next one.
type modelStep struct {
	access string
	waits  map[string]bool // before the first invalidation
	invs   []string
}

func modelSteps(tokens []string) []modelStep {
	steps := []modelStep{{waits: map[string]bool{}}}
	for _, tok := range tokens {
		s := &steps[len(steps)-1]
		switch {
		case strings.HasPrefix(tok, "s_waitcnt"):
			if len(s.invs) == 0 {
				for _, c := range []string{"vmcnt(0)", "lgkmcnt(0)", "vscnt"} {
					if strings.Contains(tok, c) {
						s.waits[c] = true
					}
				}
			}
		case strings.HasPrefix(tok, "buffer_gl"):
			s.invs = append(s.invs, tok)
		default:
			steps = append(steps, modelStep{access: tok, waits: map[string]bool{}})
		}
	}
	return steps
}

// modelCovers tells what got lacks of want, "" for nothing.
func modelCovers(want, got []string) string {
	w, g := modelSteps(want), modelSteps(got)
	if len(w) != len(g) {
		return fmt.Sprintf("%d accesses, not %d", len(g)-1, len(w)-1)
	}
	for i := range w {
		if w[i].access != g[i].access {
			return fmt.Sprintf("access %d is %s, not %s", i, g[i].access, w[i].access)
		}
		for _, c := range []string{"vmcnt(0)", "lgkmcnt(0)", "vscnt"} {
			if w[i].access == "s_barrier" && g[i-1].waits[c] {
				continue // nothing is in flight then
			}
			if w[i].waits[c] && !g[i].waits[c] {
				return fmt.Sprintf("no wait for %s after access %d", c, i)
			}
		}
		if !slices.Equal(w[i].invs, g[i].invs) {
			return fmt.Sprintf("invalidations after access %d: %v, not %v", i, g[i].invs, w[i].invs)
		}
	}
	return ""
}
