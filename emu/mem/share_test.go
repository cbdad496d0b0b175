package mem

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestReserveFarMore: address space is there whatever the memory is, as cuMemAddressReserve gives it; mapping in the
// midst of it works.
func TestReserveFarMore(t *testing.T) {
	const size = 8 << 40
	s, err := Open(Config{Bytes: 16 << 20, Virtual: size})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	p := s.NewPool(16 << 20)
	const g = MapGranule
	a, err := s.Reserve(1<<40, 0)
	require.NoError(t, err)
	b, err := s.Reserve(32<<30, 1<<30)
	require.NoError(t, err)
	require.Zero(t, b%(1<<30))
	m, err := p.Create(g)
	require.NoError(t, err)
	for _, at := range []uint64{a, a + 1<<39, a + 1<<40 - g, b + 32<<30 - g} {
		require.NoError(t, s.Map(at, g, 0, m))
		require.NoError(t, s.SetAccess(at, g, 3))
	}
	*P32(a) = 5
	require.EqualValues(t, 5, *P32(b + 32<<30 - g))
	require.False(t, s.Readable(a+g, 1))
	for _, at := range []uint64{a, a + 1<<39, a + 1<<40 - g, b + 32<<30 - g} {
		require.NoError(t, s.Unmap(at, g))
	}
	require.NoError(t, m.Release())
	require.NoError(t, s.Unreserve(a, 1<<40))
	require.NoError(t, s.Unreserve(b, 32<<30))
	_, err = s.Reserve(size+g, 0)
	require.ErrorIs(t, err, ErrNoMemory)
	_, err = s.Reserve(g, 1<<63)
	require.ErrorIs(t, err, ErrNoMemory)
}

// TestShare: two spaces stand for two processes.
func TestShare(t *testing.T) {
	s, p := open(t, false)
	o, op := open(t, false)
	a, err := p.Alloc(3 << 20)
	require.NoError(t, err)
	_, _, err = s.Backing(a + 256)
	require.ErrorIs(t, err, ErrUnknown)
	fd, off, err := s.Backing(a)
	require.NoError(t, err)
	*P32(a + 4) = 99
	m, err := o.Import(fd, false)
	require.NoError(t, err)
	lead := off % MapGranule
	v, err := o.Reserve(2*MapGranule+MapGranule, 0)
	require.NoError(t, err)
	require.NoError(t, o.Map(v, 3*MapGranule, off-lead, m))
	require.NoError(t, o.SetAccess(v, 3*MapGranule, 3))
	require.EqualValues(t, 99, *P32(v + lead + 4))
	*P32(v + lead + 8) = 100
	require.EqualValues(t, 100, *P32(a + 8))
	free, total := op.Info()
	require.Equal(t, total, free, "another's memory counts there")

	// Physical memory: by a descriptor that the other process would be sent.
	x, err := p.Create(MapGranule)
	require.NoError(t, err)
	xfd, err := x.Export()
	require.NoError(t, err)
	defer unix.Close(xfd)
	_, err = o.Import(xfd, false)
	require.ErrorIs(t, err, ErrUnknown)
	_, err = o.Import(fd, true)
	require.ErrorIs(t, err, ErrUnknown)
	y, err := o.Import(xfd, true)
	require.NoError(t, err)
	require.EqualValues(t, MapGranule, y.Size())
	same, err := s.Import(xfd, true)
	require.NoError(t, err)
	require.NoError(t, x.Release())
	free, total = p.Info()
	require.Equal(t, total-free, uint64(MapGranule+3<<20), "the same process still holds it")
	require.NoError(t, same.Release())
	require.NoError(t, y.Release())
	free, _ = p.Info()
	require.EqualValues(t, total-3<<20, free)

	// What is not memory of ferry's.
	f, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	require.NoError(t, f.Truncate(MapGranule))
	other, err := unix.MemfdCreate("ferry-physical", 0)
	require.NoError(t, err)
	require.NoError(t, unix.Ftruncate(other, MapGranule))
	for _, fd := range []int{int(f.Fd()), other, -1, 1 << 20} {
		_, err := o.Import(fd, true)
		require.ErrorIs(t, err, ErrUnknown, fd)
	}
	require.Error(t, unix.Ftruncate(xfd, 0), "nobody can pull it away")
}
