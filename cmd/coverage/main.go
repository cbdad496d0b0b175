// Command coverage prints docs/coverage.md: what becomes of every PTX instruction. With -readme it renews the table in README.md
// instead.
package main

import (
	"flag"
	"fmt"
	"os"

	"ferry/internal/coverage"
)

func main() {
	readme := flag.Bool("readme", false, "renew the table in README.md")
	flag.Parse()
	root, err := coverage.Root()
	switch {
	case err != nil:
	case *readme:
		if err = coverage.WriteReadme(root); err == nil {
			return
		}
	default:
		var page string
		if page, err = coverage.Page(root); err == nil {
			fmt.Print(page)
			return
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
