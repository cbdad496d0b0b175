package open

import (
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		in   string
		want choice
		err  string
	}{
		{"", choice{auto: true}, ""},
		{"auto", choice{auto: true}, ""},
		{"HIP", choice{hip: true}, ""},
		{"embedded", choice{embedded: []string{"gfx1100"}}, ""},
		{"gfx1100", choice{embedded: []string{"gfx1100"}}, ""},
		{"gfx1100, GFX1100", choice{embedded: []string{"gfx1100", "gfx1100"}}, ""},
		{"gfx9", choice{}, `no device "gfx9"`},
		{"gfx1100,", choice{}, `no device ""`},
	} {
		got, err := parse(c.in)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: %v", c.in, err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %+v %v", c.in, got, err)
		}
	}
}
