package ptx

import "testing"

// TestResolution follows names to their declarations through scopes.
func TestResolution(t *testing.T) {
	m, d := Load([]byte(`.version 7.0
.target sm_52
.address_size 64
.global .b32 x;
.func g(.reg .b32 a) { .local .b32 x; .reg .b64 p; .reg .b32 %r<100>;
 mov.b64 p, x;
 mov.b32 %r7, a;
 { .reg .b32 %r<8>; mov.b32 %r7, %r7; bra L; L: }
 mov.b32 %r7, %r99;
 { bra M; }
 bra M;
 M: ret;
}`), Options{})
	if len(d) > 0 {
		t.Fatal(Errors(d))
	}
	f := m.Func("g")
	var in []*Instr
	for _, s := range f.Body {
		if i, ok := s.(*Instr); ok {
			in = append(in, i)
		}
	}
	if f.NInstr != len(in) || len(in) != 8 {
		t.Fatalf("%d instructions, NInstr %d", len(in), f.NInstr)
	}
	if v := in[0].Ops[1].Var(); v == nil || v.Space != SpaceLocal || v.Fn != f || f.Locals[v.Index] != v {
		t.Errorf("x is %+v, want the local", v)
	}
	if got := in[1].Ops[1].Reg; got != f.Params[0].Reg || f.Regs[got].Name != "a" {
		t.Errorf("register parameter is %d", got)
	}
	outer, inner := in[1].Ops[0].Reg, in[2].Ops[0].Reg
	if outer == inner || inner != in[2].Ops[1].Reg || in[4].Ops[0].Reg != outer {
		t.Errorf("%%r7 is %d outside, %d inside, %d after", outer, inner, in[4].Ops[0].Reg)
	}
	if len(f.Regs) != 5 { // a, p, %r7 twice, %r99: only what is used
		t.Errorf("%d registers", len(f.Regs))
	}
	for i, r := range f.Regs {
		if int(r.ID) != i {
			t.Errorf("register %d has ID %d", i, r.ID)
		}
	}
	l, m1, m2 := in[3].Ops[0].Label(), in[5].Ops[0].Label(), in[6].Ops[0].Label()
	if l == nil || l.ID != 0 || m1 == nil || m1 != m2 || m1.ID != 1 || len(f.Labels) != 2 || f.Labels[1] != m1 {
		t.Errorf("labels %+v %+v %+v", l, m1, m2)
	}
	if x := m.Var("x"); x == nil || x.Used {
		t.Error("the global x counts as used")
	}
}

// TestConstants evaluates constant expressions as the manual's section
// "Constant Expression Evaluation" says.
func TestConstants(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64
	}{
		{"1+2*3", 7},
		{"(1+2)*3", 9},
		{"-7/2", ^uint64(2)}, // truncates: -3
		{"-7 % 2", ^uint64(0)},
		{"0xffffffffffffffff/2", 0x7fffffffffffffff}, // too large for .s64: unsigned
		{"-1>>1", ^uint64(0)},
		{"0xFFFFFFFFFFFFFFFFU>>63", 1},
		{"1<<40", 1 << 40},
		{"~0", ^uint64(0)},
		{"!5", 0},
		{"5>3?10:20", 10},
		{"1|6&3", 3},
		{"7^2", 5},
		{"2==2&&3!=4", 1},
		{"0||0", 0},
		{"-1<1", 1},
		{"(.u64)-1<1", 0},
		{"0b101", 5},
		{"017", 15},
		{"WARP_SZ*2", 64},
	} {
		m, d := Load([]byte(".version 7.0 .target sm_52 .func f(){ .reg .b64 a; mov.b64 a, "+c.text+"; }"), Options{})
		if len(d) > 0 {
			t.Errorf("%s: %v", c.text, Errors(d))
			continue
		}
		for _, s := range m.Func("f").Body {
			if in, ok := s.(*Instr); ok {
				if o := &in.Ops[1]; o.Kind != OpndInt || o.Imm != c.want {
					t.Errorf("%s = %#x (kind %d), want %#x", c.text, o.Imm, o.Kind, c.want)
				}
			}
		}
	}
}
