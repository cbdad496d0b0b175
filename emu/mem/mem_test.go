package mem

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func open(t testing.TB, exact bool) (*Space, *Pool) {
	s, err := Open(Config{Bytes: 256 << 20, Exact: exact})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s, s.NewPool(256 << 20)
}

// TestAllocRandom allocates and frees at random and checks every byte border, the account and that nothing overlaps.
func TestAllocRandom(t *testing.T) {
	s, p := open(t, true)
	r := rand.New(rand.NewPCG(1, 2))
	type al struct{ a, n uint64 }
	var live []al
	var used uint64
	round := func(n uint64) uint64 { return (n + 255) &^ 255 }
	for i := range 20000 {
		if len(live) > 0 && r.IntN(5) < 2 || len(live) > 300 {
			k := r.IntN(len(live))
			x := live[k]
			for j := range uint64(8) {
				require.Equal(t, byte(x.a>>8+j), *P8(x.a + min(j, x.n-1)), "contents survive")
				if j == x.n-1 {
					break
				}
			}
			require.NoError(t, s.Free(x.a))
			require.False(t, s.Readable(x.a, 1))
			require.ErrorIs(t, s.Free(x.a), ErrUnknown)
			used -= round(x.n)
			live[k] = live[len(live)-1]
			live = live[:len(live)-1]
			continue
		}
		n := uint64(1 + r.IntN(2000))
		if r.IntN(4) == 0 {
			n = uint64(1 + r.IntN(300000))
		}
		a, err := p.Alloc(n)
		require.NoError(t, err)
		used += round(n)
		require.Zero(t, a%256)
		require.True(t, s.Readable(a, n) && s.Writable(a, n), i)
		require.True(t, s.Readable(a+n-1, 1))
		require.False(t, s.Readable(a, n+1))
		require.False(t, s.Readable(a+n, 1))
		require.False(t, s.Readable(a-1, 1))
		for j := range min(8, n) {
			*P8(a + j) = byte(a>>8 + j)
		}
		if n < 8 {
			*P8(a + n - 1) = byte(a>>8 + n - 1)
		}
		live = append(live, al{a, n})
		free, total := p.Info()
		require.Equal(t, total-used, free)
	}
	for _, x := range live {
		require.NoError(t, s.Free(x.a))
	}
	free, total := p.Info()
	require.Equal(t, total, free)
	require.Len(t, s.chunks, 1)
	require.Empty(t, s.blocks)
}

func TestLimits(t *testing.T) {
	s, p := open(t, false)
	_, err := p.Alloc(256<<20 + 1)
	require.ErrorIs(t, err, ErrNoMemory)
	_, err = p.Alloc(1 << 62)
	require.ErrorIs(t, err, ErrNoMemory)
	_, err = p.Alloc(0)
	require.ErrorIs(t, err, ErrRange)
	all, err := p.Alloc(256 << 20) // the whole account, in one piece
	require.NoError(t, err)
	_, err = p.Alloc(1)
	require.ErrorIs(t, err, ErrNoMemory)
	require.NoError(t, s.Free(all))
	a, err := p.Alloc(1000)
	require.NoError(t, err)
	require.True(t, s.Readable(a, 1024), "the last granule is whole unless Exact")
	require.False(t, s.Readable(a, 1025))
	require.False(t, s.Readable(0, 1))
	require.False(t, s.Readable(^uint64(0), 1))
	require.False(t, s.Readable(a, ^uint64(0)))
	require.False(t, s.Readable(SharedBase, 4))
}

// TestPunched: memory that was freed is given back, so that it reads as zero when it is allocated again.
func TestPunched(t *testing.T) {
	s, p := open(t, false)
	a, err := p.Alloc(1 << 20)
	require.NoError(t, err)
	*P32(a + 4096) = 77
	require.NoError(t, s.Free(a))
	require.Zero(t, *P32(a + 4096))
}

func TestRegister(t *testing.T) {
	s, _ := open(t, false)
	b := make([]byte, 4096)
	a := AddressOf(b)
	require.False(t, s.Readable(a, 4))
	require.NoError(t, s.Register(a, 4096))
	require.ErrorIs(t, s.Register(a+100, 10), ErrOverlap)
	require.ErrorIs(t, s.Register(a-10, 11), ErrOverlap)
	require.True(t, s.Writable(a, 4096))
	require.False(t, s.Readable(a, 4097))
	require.False(t, s.Readable(a-1, 1))
	require.ErrorIs(t, s.Unregister(a+1), ErrUnknown)
	require.NoError(t, s.Unregister(a))
	require.False(t, s.Readable(a, 4))
	require.ErrorIs(t, s.Register(s.base, 4096), ErrOverlap)
}

// TestVirtual maps one memory twice (an alias), at an offset, read-only, and takes everything apart again.
func TestVirtual(t *testing.T) {
	s, p := open(t, false)
	const g = MapGranule
	v, err := s.Reserve(8*g, 16*g)
	require.NoError(t, err)
	require.Zero(t, v%(16*g))
	m, err := p.Create(3 * g)
	require.NoError(t, err)
	free, total := p.Info()
	require.Equal(t, total-3*g, free)
	require.NoError(t, s.Map(v, 3*g, 0, m))
	require.False(t, s.Readable(v, 1))
	require.NoError(t, s.SetAccess(v, 3*g, 3))
	require.True(t, s.Writable(v, 3*g))
	require.False(t, s.Readable(v, 3*g+1))
	require.NoError(t, s.Map(v+4*g, g, 2*g, m))
	require.NoError(t, s.SetAccess(v+4*g, g, 1))
	require.True(t, s.Readable(v+4*g, g))
	require.False(t, s.Writable(v+4*g, 1))
	*P32(v + 2*g + 8) = 4711
	require.EqualValues(t, 4711, *P32(v + 4*g + 8))
	require.ErrorIs(t, s.Map(v+2*g, 2*g, 0, m), ErrOverlap)
	require.ErrorIs(t, s.Map(v+7*g, 2*g, 0, m), ErrRange)
	require.ErrorIs(t, s.Unreserve(v, 8*g), ErrOverlap)
	require.ErrorIs(t, s.Unmap(v, g), ErrRange)
	require.NoError(t, m.Release())
	require.EqualValues(t, 4711, *P32(v + 4*g + 8), "memory lives while it is mapped")
	require.NoError(t, s.Unmap(v, 3*g))
	require.NoError(t, s.Unmap(v+4*g, g))
	free, total = p.Info()
	require.Equal(t, total, free)
	require.NoError(t, s.Unreserve(v, 8*g))
}

func BenchmarkReadable(b *testing.B) {
	s, p := open(b, false)
	a, err := p.Alloc(1 << 20)
	require.NoError(b, err)
	n := 0
	for i := range b.N {
		if s.Readable(a+uint64(i&4095)*128, 128) {
			n++
		}
	}
	require.Equal(b, b.N, n)
}

func BenchmarkAllocFree(b *testing.B) {
	s, p := open(b, false)
	for range b.N {
		a, _ := p.Alloc(1000)
		_ = s.Free(a)
	}
}
