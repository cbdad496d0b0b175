package embedded

import "testing"

// TestParseBytes: sizes as the README's table of the environment spells them, and nonsense.
func TestParseBytes(t *testing.T) {
	for _, c := range []struct {
		in   string
		want uint64 // 0 = an error
	}{
		{"4096", 4096}, {"0x1000", 4096}, {"1K", 1 << 10}, {"2m", 2 << 20}, {"1G", 1 << 30}, {"1GiB", 1 << 30}, {"1GB", 1 << 30}, {"64T", 64 << 40},
		{"", 0}, {"B", 0}, {"i", 0}, {"IB", 0}, {"K", 0}, {"KB", 0}, {"0", 0}, {"-1", 0}, {"abc", 0}, {"1.5G", 0}, {"65T", 0}, {"99999999999999999999", 0}, {"1GG", 0},
	} {
		got, err := parseBytes(c.in)
		if (err == nil) != (c.want != 0) || err == nil && got != c.want {
			t.Errorf("%q: %d, %v", c.in, got, err)
		}
	}
}
