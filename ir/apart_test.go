package ir

import (
	"errors"
	"strings"
	"testing"
)

// TestApart: for which kernels it is proved that the structured lowering brings lanes together. B, S and R stand for a vote, a
// shuffle and a reduction of the whole warp, Bk for a vote of the lanes in %k; %p, %q differ by lane, %u does not, V votes a mask
// into %v, %n is the kernel's number. The answers follow from PTX's rule that an operation waits for all lanes of its mask, wherever these are.
func TestApart(t *testing.T) {
	words := strings.NewReplacer(
		"Bk;", "vote.sync.ballot.b32 %r1,%p,%k;", "Bv;", "vote.sync.ballot.b32 %r1,%p,%v;", "Bw;", "vote.sync.ballot.b32 %r1,%p,%w;",
		"B;", "vote.sync.ballot.b32 %r1,%p,-1;", "S;", "shfl.sync.bfly.b32 %r2,%t,1,31,-1;", "R;", "redux.sync.add.u32 %r3,%t,-1;",
		"V;", "activemask.b32 %v;", "M;", "match.any.sync.b32 %w,%t,-1;", "bar;", "bar.sync 0;")
	for _, c := range []struct {
		name, body string
		apart      bool
	}{
		{"all together", "B; S; B;", false},
		{"behind a branch", "@%p bra J; B; J: B;", true},
		{"before a branch", "B; @%p bra J; B; J:", false},
		{"other kind behind a branch", "@%p bra J; B; J: S;", false},
		{"uniform branch", "@%u bra J; B; J: B;", false},
		{"barrier between", "@%p bra J; B; J: bar; B;", false},
		{"other kind of the whole warp between", "@%p bra J; B; J: S; B;", false},
		{"two in one branch", "@%p bra J; B; @%u bra K; S; K: B; J:", false},
		{"uniform branch in a divergent one", "@%p bra J; @%u bra K; B; bra L; K: B; L: J:", false},
		{"divergent branch in a divergent one", "@%p bra J; @%q bra K; B; bra L; K: B; L: J:", true},
		{"arms", "@%p bra K; B; bra L; K: B; L:", true},
		{"arms of other kinds", "@%p bra K; B; bra L; K: S; L:", false},
		{"three places, the last one behind", "@%p bra J; @%q bra J; B; J: S; B;", false},
		{"voted mask in a branch", "@%p bra J; V; Bv; J: B;", false},
		{"mask voted outside", "V; @%p bra J; Bv; J: B;", true},
		{"matched mask", "M; @%p bra J; Bw; J: Bw;", true},
		{"voted mask in the arms", "V; @%p bra J; Bv; bra K; J: Bv; K:", true},
		{"mask of its own in each arm", "@%p bra J; V; Bv; bra K; J: V; Bv; K:", false},
		{"loop left in one round", "L: B; add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L; B;", false},
		{"loop left in different rounds", "L: B; add.u32 %n,%n,1; setp.lt.u32 %p,%n,%t; @%p bra L; B;", true},
		{"the same, with a barrier behind", "L: S; add.u32 %n,%n,1; setp.lt.u32 %p,%n,%t; @%p bra L; bar; S;", false},
		{"in some rounds", "L: @%p bra J; B; J: add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L;", true},
		{"in some rounds, with a barrier in all", "L: @%p bra J; B; J: bar; add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L;", false},
		{"in some rounds, with a mask of the round", "L: @%p bra J; V; Bv; J: add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L;", false},
		{"in some rounds, with a mask of before", "V; L: @%p bra J; Bv; J: add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L;", true},
		{"in all rounds and in a branch", "L: B; @%p bra J; B; J: add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L;", true},
		{"in all rounds, other kind in a branch", "L: B; @%p bra J; S; J: add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L;", false},
		{"inner loop, in all rounds of it", "L: S; K: B; add.u32 %m,%m,1; setp.lt.u32 %p,%m,%t; @%p bra K; add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L;", false},
		{"inner loop, nothing around it", "L: K: B; add.u32 %m,%m,1; setp.lt.u32 %p,%m,%t; @%p bra K; add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L;", true},
		{"lanes that exit", "@%p exit; B; S; B;", false},
		{"lanes that exit behind", "@%p bra J; B; J: exit;", false},
		{"lanes that exit in a loop", "L: @%p exit; B; add.u32 %n,%n,1; setp.lt.u32 %p,%n,%t; bra L;", false},
		{"constant masks that differ", "@%p bra J; vote.sync.ballot.b32 %r1,%p,0xffff; J: B;", false},
		{"barrier by threads in a branch", "@%p bra J; barrier.sync 1; J:", true},
		{"aligned barrier in a branch", "@%p bra J; bar.sync 1; J:", false},
		{"two headers, entered apart", "@%p bra K; L: B; @%q bra J; K: B; add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L; J:", true},
		{"mask in memory", "L: ld.volatile.global.u32 %k,[%d]; @%p bra J; Bk; J: add.u32 %n,%n,1; setp.lt.u32 %u,%n,9; @%u bra L;", true},
	} {
		src := ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 o) {\n.reg .b32 %r<4>,%t,%n,%m,%k,%v,%w; .reg .pred %p,%q,%u; .reg .b64 %d;\n" +
			"ld.param.u64 %d,[o]; mov.u32 %t,%tid.x; mov.u32 %n,0; mov.u32 %m,0; and.b32 %r0,%t,1; setp.ne.u32 %p,%r0,0; and.b32 %r0,%t,2; setp.ne.u32 %q,%r0,0; ld.param.u32 %r0,[o]; setp.ne.u32 %u,%r0,0; mov.u32 %r1,0; mov.u32 %r2,0; mov.u32 %r3,0;\n" +
			words.Replace(c.body) + "\nadd.u32 %r1,%r1,%r2; add.u32 %r1,%r1,%r3; st.global.u32 [%d],%r1; ret;\n}\n"
		m := parse(t, src)
		f, err := Build(m, m.Funcs[0], Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		Run(f, 3)
		if err := Diverge(f); errors.Is(err, ErrApart) != c.apart {
			t.Errorf("%s: %v, want apart %v", c.name, err, c.apart)
		}
	}
}
