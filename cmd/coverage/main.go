// Command coverage prints docs/coverage.md: what becomes of every PTX instruction.
package main

import (
	"fmt"
	"os"

	"ferry/internal/coverage"
)

func main() {
	root, err := coverage.Root()
	if err == nil {
		var page string
		if page, err = coverage.Page(root); err == nil {
			fmt.Print(page)
			return
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
