// Command coverage prints docs/coverage.md: what becomes of every PTX instruction. With -readme it renews the table in README.md
// instead; with -unrecorded it prints testdata/forms/forms.tsv, the forms that the other suites of recorded answers lack.
package main

import (
	"flag"
	"fmt"
	"os"

	"ferry/internal/coverage"
)

func main() {
	readme := flag.Bool("readme", false, "renew the table in README.md")
	unrecorded := flag.Bool("unrecorded", false, "print testdata/forms/forms.tsv")
	flag.Parse()
	root, err := coverage.Root()
	switch {
	case err != nil:
	case *readme:
		if err = coverage.WriteReadme(root); err == nil {
			return
		}
	case *unrecorded:
		var list string
		if list, err = coverage.Unrecorded(root); err == nil {
			fmt.Print(list)
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
