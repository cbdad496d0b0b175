// Command gohost is a Go program that uses CUDA: two Go runtimes in one process. Both collect garbage and interrupt their
// own threads the whole time.
package main

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdio.h>
static void *lib;
static int load(void) { lib = dlopen("libcuda.so.1", RTLD_NOW); if (!lib) puts(dlerror()); return lib != NULL; }
static int init(void) { return ((int (*)(unsigned))dlsym(lib, "cuInit"))(0); }
static int count(int *n) { return ((int (*)(int *))dlsym(lib, "cuDeviceGetCount"))(n); }
*/
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	if C.load() == 0 {
		os.Exit(1)
	}
	if r := C.init(); r != 0 {
		fmt.Println("cuInit:", r)
		os.Exit(1)
	}
	var stop atomic.Bool
	var calls, spins atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(2)
		go func() { // garbage and calls
			defer wg.Done()
			var keep [][]byte
			for !stop.Load() {
				var n C.int
				if C.count(&n) == 3 {
					panic("not initialised")
				}
				calls.Add(1)
				keep = append(keep, make([]byte, 4096))
				if len(keep) > 100 {
					keep = nil
				}
			}
		}()
		go func() { // a loop that only a signal interrupts
			defer wg.Done()
			x := uint64(1)
			for !stop.Load() {
				for i := 0; i < 50_000_000; i++ {
					x = x*6364136223846793005 + 1
				}
				spins.Add(int64(x | 1))
			}
		}()
	}
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	stop.Store(true)
	wg.Wait()
	if calls.Load() < 100 {
		fmt.Println("only", calls.Load(), "calls")
		os.Exit(1)
	}
	fmt.Println("ok")
}
