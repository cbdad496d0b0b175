package isel_test

import (
	"strings"
	"testing"
)

// TestLanes counts the scalar instructions that branches cost. The expected code is the least that keeps each side's lanes:
// the lanes of one side stay in EXEC, those of the other wait in a mask.
func TestLanes(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string // in this order, nothing else on masks between the compare and the last
	}{
		{"if without else", "setp.lt.u32 %p0, %x, %y; @%p0 bra L; st.global.u32 [%P+16], %z; L: bar.sync 0;", []string{
			"v_cmp_lt_u32", "s_and_not1_b32 exec_lo, exec_lo, ", "s_cbranch_execz", "s_or_b32 ", "s_mov_b32 exec_lo, ", "s_cbranch_execz"}},
		{"loop", "L: add.u32 %x, %x, 1; setp.lt.u32 %p0, %x, %y; @%p0 bra L;", []string{
			"v_cmp_lt_u32", "s_and_not1_b32 ", "s_or_b32 ", "s_mov_b32 exec_lo, ", "s_cbranch_execnz", "s_mov_b32 exec_lo, "}},
	} {
		text := asm(t, c.body)
		_, text, ok := strings.Cut(text, c.want[0])
		if !ok {
			t.Errorf("%s: no %s", c.name, c.want[0])
			continue
		}
		want := c.want[1:]
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if len(want) == 0 {
				break
			}
			if strings.HasPrefix(line, want[0]) {
				want = want[1:]
			} else if strings.Contains(line, "exec") || strings.HasPrefix(line, "s_or_b32") || strings.HasPrefix(line, "s_and") {
				t.Errorf("%s: %q where %q should be", c.name, line, want[0])
				break
			}
		}
		if len(want) > 0 {
			t.Errorf("%s: no %q in\n%s", c.name, want, text)
		}
	}
}
