package mem

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Sharing with other processes is by file: an allocation of a pool is a place in the space's memfd, physical memory a
// memfd of its own. Both have a fixed size, so that no process can pull memory from under another; a process that dies
// leaves the files to those that still map them.

// FileID names a memfd on this machine, for as long as somebody has it open.
type FileID struct{ Dev, Ino uint64 }

// IdentifyFile gives the name of an open file.
func IdentifyFile(fd int) (FileID, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return FileID{}, err
	}
	return FileID{st.Dev, st.Ino}, nil
}

// Backing gives the file behind an allocation, which stays the space's, and the allocation's place in it.
func (s *Space) Backing(addr uint64) (fd int, offset uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.blocks[addr]; b == nil || b.pool == nil {
		return -1, 0, ErrUnknown
	}
	return s.fd, addr - s.base, nil
}

// Export gives a new descriptor of the file behind the space's allocations, which the caller closes.
func (s *Space) Export() (int, error) {
	fd, err := unix.FcntlInt(uintptr(s.fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("%w: %w", ErrNoMemory, err)
	}
	return fd, nil
}

// Import takes in memory that this or another process made, by its file; fd stays the caller's. Physical says which
// kind it must be: what Create made, or else a space's pool. The memory counts where it was made, once.
func (s *Space) Import(fd int, physical bool) (*Memory, error) {
	name := "ferry-memory"
	if physical {
		name = "ferry-physical"
	}
	// The name as the kernel tells it, and the seals: a file of the program's own has not both.
	link := make([]byte, 64)
	n, err := unix.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd), link)
	if err != nil || string(link[:n]) != "/memfd:"+name+" (deleted)" {
		return nil, ErrUnknown
	}
	if have, err := unix.FcntlInt(uintptr(fd), unix.F_GET_SEALS, 0); err != nil || have&seals != seals {
		return nil, ErrUnknown
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil || st.Size <= 0 || st.Size%MapGranule != 0 {
		return nil, ErrUnknown
	}
	if id := (FileID{st.Dev, st.Ino}); physical {
		s.filesMu.Lock()
		m := s.files[id]
		s.filesMu.Unlock()
		if m != nil && m.hold() {
			return m, nil
		}
	}
	own, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoMemory, err)
	}
	return &Memory{size: uint64(st.Size), fd: own, users: 1}, nil
}
