package main

import (
	"fmt"
	"os"
	"strings"

	"ferry/hipffi/open"
)

type infoCmd struct{}

// variables are the environment variables that change what a program sees; the README's table explains each.
var variables = []string{
	"FERRY_DEVICE", "FERRY_MEMORY", "FERRY_THREADS", "FERRY_STRICT", "FERRY_SEED", "FERRY_WEAK", "FERRY_WATCHDOG", "FERRY_LOG", "FERRY_DUMP",
	"FERRY_COMPUTE_CAPABILITY", "FERRY_CACHE_PATH",
	"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "CUDA_LAUNCH_BLOCKING", "CUDA_MODULE_LOADING", "CUDA_FORCE_PTX_JIT",
	"CUDA_CACHE_PATH", "CUDA_CACHE_DISABLE", "CUDA_CACHE_MAXSIZE", "LD_LIBRARY_PATH",
}

func (infoCmd) Run() error {
	fmt.Println(version())
	lib, err := libraryDir("")
	if err != nil {
		lib = err.Error()
	}
	fmt.Println("libraries:", lib)
	devices, err := open.Devices()
	if err != nil {
		return err
	}
	for i, d := range devices {
		p := d.Properties()
		kind := "HIP"
		if p.Embedded {
			kind = "embedded emulator"
		}
		fmt.Printf("device %d: %s, %s (%s), %d compute units, %d MiB\n", i, p.Name, p.Target, kind, p.ComputeUnits, p.TotalMemory>>20)
		d.Close()
	}
	fmt.Println("embedded targets:", strings.Join(open.EmbeddedTargets, " "))
	for _, v := range variables {
		if s, ok := os.LookupEnv(v); ok {
			fmt.Printf("%s=%s\n", v, s)
		}
	}
	return nil
}
