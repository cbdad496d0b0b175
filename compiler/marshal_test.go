package compiler

import (
	"reflect"
	"testing"
)

func sampleObject() *Object {
	return &Object{HSACO: []byte("\x7fELF..."), Target: "gfx1100", PTXVersion: 80, PTXTarget: 90, Info: "info", PTXInsts: 7, AMDInsts: 9,
		Kernels: []Kernel{
			{Name: "k", Params: []Param{{0, 8, 8}, {8, 4, 4}}, ParamBytes: 12, SharedBytes: 400, FerryShared: 16, LocalBytes: 64,
				DynamicStack: true, NumRegs: 20, SGPRs: 30, MaxThreads: 128, ReqThreads: [3]int{1, 2, 3}, UsesPrintf: true, Spills: 2,
				PTXInsts: 5, AMDInsts: 6, Lines: []Line{{0, 5, "a.cu", 3}, {8, 4, "a.cu", 2}, {16, 9, "", 0}}, Sites: []Site{{4, "trap"}}},
			{Name: "r", Refused: "line 3: wmma"},
		},
		Globals: []Global{{"g", 16, true, false, true}, {"m", 8, false, true, false}},
		Patches: []Patch{{Var: "g", Offset: 3, Symbol: "m", Addend: -5, Shift: 56, Size: 1}}}
}

func TestMarshalRoundTrip(t *testing.T) {
	for _, o := range []*Object{sampleObject(), {HSACO: []byte{}}} {
		b := o.Marshal()
		got, err := UnmarshalObject(b)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, o) {
			t.Errorf("got %+v\nwant %+v", got, o)
		}
		for n := range b {
			if _, err := UnmarshalObject(b[:n]); err == nil {
				t.Errorf("the first %d of %d bytes are accepted", n, len(b))
			}
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add(sampleObject().Marshal())
	f.Add((&Object{}).Marshal())
	f.Add([]byte(objectMagic))
	f.Fuzz(func(t *testing.T, b []byte) {
		o, err := UnmarshalObject(b)
		if err != nil {
			return
		}
		// What was accepted must survive a round trip.
		again, err := UnmarshalObject(o.Marshal())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(o.Marshal(), again.Marshal()) {
			t.Fatal("round trip differs")
		}
	})
}
