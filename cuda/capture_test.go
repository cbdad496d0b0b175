package cuda

import "testing"

// A program may destroy a stream of a capture that has joined its origin again, as CUDA's sample graphMemoryNodes does; one
// that has not is missed at the end. A destroyed origin takes its capture with it, so that the legacy stream works again.
func TestCaptureOfDestroyedStreams(t *testing.T) {
	th := thread(t)
	p := alloc(t, th, 8)
	var e CUevent
	ok(t, CuEventCreate(th, &e, 0))
	fork := func(join bool) (s CUstream) {
		t.Helper()
		var s2 CUstream
		ok(t, CuStreamCreate(th, &s, 0))
		ok(t, CuStreamCreate(th, &s2, 0))
		ok(t, CuStreamBeginCapture_v2(th, s, 0))
		ok(t, CuMemsetD32Async(th, p, 1, 1, s))
		ok(t, CuEventRecord(th, e, s))
		ok(t, CuStreamWaitEvent(th, s2, e, 0))
		ok(t, CuMemsetD32Async(th, p+4, 2, 1, s2))
		if join {
			ok(t, CuEventRecord(th, e, s2))
			ok(t, CuStreamWaitEvent(th, s, e, 0))
		}
		ok(t, CuStreamDestroy_v2(th, s2))
		return s
	}
	var g CUgraph
	s := fork(true)
	ok(t, CuStreamEndCapture(th, s, &g))
	var x CUgraphExec
	ok(t, CuGraphInstantiateWithFlags(th, &x, g, 0))
	ok(t, CuGraphLaunch(th, x, s))
	ok(t, CuStreamSynchronize(th, s))
	if got := words(read(t, th, p, 8)); got != "1 2" {
		t.Errorf("the graph wrote %s", got)
	}
	want(t, "not joined", CuStreamEndCapture(th, fork(false), &g), CUDA_ERROR_STREAM_CAPTURE_UNJOINED)
	s = fork(false)
	want(t, "legacy stream", CuMemsetD8Async(th, p, 0, 8, 0), CUDA_ERROR_STREAM_CAPTURE_IMPLICIT)
	ok(t, CuStreamDestroy_v2(th, s))
	ok(t, CuMemsetD8Async(th, p, 0, 8, 0))
}
