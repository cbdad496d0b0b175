package cuda

import (
	"sync"
	"unsafe"
)

// userObject is a thing of the program's that graphs hold on to: when the last reference goes its destructor is called.
type userObject struct {
	h       CUuserObject
	ptr     unsafe.Pointer
	destroy uintptr

	mu   sync.Mutex
	refs uint64
}

var userObjects = table[userObject]{kind: kindUserObject}

func (u *userObject) retain(n uint64) {
	u.mu.Lock()
	u.refs += n
	u.mu.Unlock()
}

// release takes references away and gives what is to be called if none is left.
func (u *userObject) release(n uint64) func() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.refs == 0 {
		return nil
	}
	u.refs -= min(n, u.refs)
	if u.refs > 0 {
		return nil
	}
	userObjects.drop(uintptr(u.h))
	return func() { Host.HostFn(0, u.destroy, u.ptr) }
}

func lookUserObject(h CUuserObject) (*userObject, CUresult) {
	if drv() == nil {
		return nil, CUDA_ERROR_NOT_INITIALIZED
	}
	u := userObjects.get(uintptr(h))
	if u == nil {
		return nil, CUDA_ERROR_INVALID_VALUE
	}
	return u, CUDA_SUCCESS
}

// CuUserObjectCreate makes an object with references; its destructor is called asynchronously.
func CuUserObjectCreate(t *Thread, po *CUuserObject, ptr unsafe.Pointer, destroy uintptr, refs, flags uint32) CUresult {
	if drv() == nil {
		return CUDA_ERROR_NOT_INITIALIZED
	}
	if po == nil || destroy == 0 || refs == 0 || flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC {
		return CUDA_ERROR_INVALID_VALUE
	}
	u := &userObject{ptr: ptr, destroy: destroy, refs: uint64(refs)}
	if u.h = CUuserObject(userObjects.put(u)); u.h == 0 {
		return CUDA_ERROR_OUT_OF_MEMORY
	}
	*po = u.h
	return CUDA_SUCCESS
}

// CuUserObjectRetain adds references.
func CuUserObjectRetain(t *Thread, h CUuserObject, count uint32) CUresult {
	u, r := lookUserObject(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if count == 0 || count > 1<<31-1 {
		return CUDA_ERROR_INVALID_VALUE
	}
	u.retain(uint64(count))
	return CUDA_SUCCESS
}

// CuUserObjectRelease takes references away.
func CuUserObjectRelease(t *Thread, h CUuserObject, count uint32) CUresult {
	u, r := lookUserObject(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if count == 0 || count > 1<<31-1 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if f := u.release(uint64(count)); f != nil {
		f()
	}
	return CUDA_SUCCESS
}

// CuGraphRetainUserObject has a graph hold references, new ones or the caller's.
func CuGraphRetainUserObject(t *Thread, hg CUgraph, h CUuserObject, count, flags uint32) CUresult {
	graphMu.Lock()
	defer graphMu.Unlock()
	g, r := lookGraph(hg)
	if r != CUDA_SUCCESS {
		return r
	}
	u, r := lookUserObject(h)
	if r != CUDA_SUCCESS {
		return r
	}
	if count == 0 || count > 1<<31-1 || flags&^CU_GRAPH_USER_OBJECT_MOVE != 0 {
		return CUDA_ERROR_INVALID_VALUE
	}
	if flags&CU_GRAPH_USER_OBJECT_MOVE == 0 {
		u.retain(uint64(count))
	}
	g.users[u] += count
	return CUDA_SUCCESS
}

// CuGraphReleaseUserObject takes references away from a graph.
func CuGraphReleaseUserObject(t *Thread, hg CUgraph, h CUuserObject, count uint32) CUresult {
	graphMu.Lock()
	g, r := lookGraph(hg)
	var u *userObject
	if r == CUDA_SUCCESS {
		u, r = lookUserObject(h)
	}
	if r == CUDA_SUCCESS && count == 0 {
		r = CUDA_ERROR_INVALID_VALUE
	}
	if r != CUDA_SUCCESS {
		graphMu.Unlock()
		return r
	}
	count = min(count, g.users[u]) // more than the graph holds is no error (recorded)
	if g.users[u] -= count; g.users[u] == 0 {
		delete(g.users, u)
	}
	f := u.release(uint64(count))
	graphMu.Unlock()
	if f != nil {
		f()
	}
	return CUDA_SUCCESS
}
