package embedded

import (
	"fmt"
	"testing"
)

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

// TestFromEnv: what is wrong in the environment is named, with its bounds.
func TestFromEnv(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"FERRY_MEMORY", "16M", ""},
		{"FERRY_MEMORY", "1", `FERRY_MEMORY="1" is too little: an embedded device has at least 16M`},
		{"FERRY_MEMORY", "lots", `FERRY_MEMORY="lots" is no size: bytes, or a number with K, M, G or T, up to 64T`},
		{"FERRY_THREADS", "1024", ""},
		{"FERRY_THREADS", "9999", `FERRY_THREADS="9999" is no number from 0 to 1024`},
		{"FERRY_THREADS", "-1", `FERRY_THREADS="-1" is no number from 0 to 1024`},
		{"FERRY_STRICT", "x", `FERRY_STRICT="x" is no number from 0 to 1`},
		{"FERRY_WATCHDOG", "1e9", `FERRY_WATCHDOG="1e9" is no number from 0 to 1073741824`},
		{"FERRY_SEED", "18446744073709551615", ""},
		{"FERRY_WEAK", "7", ""},
		{"FERRY_WEAK", "yes", `FERRY_WEAK="yes" is no number from 0 to 18446744073709551615`},
	} {
		t.Run(c.name+"="+c.value, func(t *testing.T) {
			t.Setenv(c.name, c.value)
			_, err := FromEnv()
			if got := fmt.Sprint(err); got != c.want && (err != nil || c.want != "") {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
