// Command mklib builds ferry's shared libraries into a folder (build/lib by default). ./run build calls it.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"ferry/exports/internal/build"
)

func main() {
	var o build.Options
	flag.StringVar(&o.Root, "C", ".", "root of the module")
	flag.StringVar(&o.Out, "o", "", "folder for the libraries (default: build/lib in the root)")
	flag.BoolVar(&o.Record, "record", false, "the test build, whose core only writes down its calls")
	flag.Parse()
	root, err := filepath.Abs(o.Root)
	if err == nil {
		o.Root = root
		if o.Out == "" {
			o.Out = filepath.Join(root, "build", "lib")
		} else {
			o.Out, err = filepath.Abs(o.Out)
		}
	}
	if err == nil {
		err = build.Libs(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mklib:", err)
		os.Exit(1)
	}
}
