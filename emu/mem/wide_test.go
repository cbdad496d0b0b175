package mem

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWide: 16 bytes go and come at every alignment, and an aligned value is never torn between two threads.
func TestWide(t *testing.T) {
	_, p := open(t, false)
	a, err := p.Alloc(4096)
	require.NoError(t, err)
	for o := range uint64(32) {
		Store16(a+o, 0x1122334455667788, 0x99aabbccddeeff00)
		lo, hi := Load16(a + o)
		require.EqualValues(t, 0x1122334455667788, lo)
		require.EqualValues(t, uint64(0x99aabbccddeeff00), hi)
		require.EqualValues(t, 0x88, *P8(a + o))
		require.EqualValues(t, 0x99, *P8(a + o + 15))
	}
	Store16(a, 0, 0)
	done := make(chan bool)
	go func() {
		for i := range uint64(200_000) {
			Store16(a, i, i)
		}
		close(done)
	}()
	for {
		lo, hi := Load16(a)
		require.Equal(t, lo, hi)
		select {
		case <-done:
			return
		default:
		}
	}
}
