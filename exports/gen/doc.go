package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// interop are the beginnings of the names of graphics interoperation, which are counted apart.
var interop = []string{"cuEGL", "cuGL", "cuGraphics", "cuVDPAU", "cuEventCreateFromEGLSync"}

func isInterop(name string) bool {
	return slices.ContainsFunc(interop, func(p string) bool { return strings.HasPrefix(name, p) })
}

// doc is docs/api.md: what each function of the driver API does here, by base name.
func (g *generator) doc(root string) ([]byte, error) {
	raw, err := os.ReadFile(filepath.Join(root, "exports", "absent.tsv"))
	if err != nil {
		return nil, err
	}
	var reasons [][2]string
	for l := range strings.Lines(string(raw)) {
		l = strings.TrimRight(l, "\n")
		if l == "" || l[0] == '#' {
			continue
		}
		p, why, ok := strings.Cut(l, "\t")
		if !ok {
			return nil, fmt.Errorf("exports/absent.tsv: %q has no reason", l)
		}
		reasons = append(reasons, [2]string{p, why})
	}
	has := map[string]bool{} // ABI variants that are there
	for _, f := range g.fns {
		if f.impl != nil || answered[f.c] {
			has[f.c] = true
		}
	}
	type row struct {
		base     string
		there    []string
		missing  []string
		reason   string
		anyThere bool
	}
	var rows []*row
	at := map[string]*row{}
	for i := range g.symbols {
		s := &g.symbols[i]
		r := at[s.Base]
		if r == nil {
			r = &row{base: s.Base}
			at[s.Base] = r
			rows = append(rows, r)
		}
		if s.Stream != "none" {
			continue
		}
		if has[s.Name] {
			r.there, r.anyThere = append(r.there, s.Name), true
			continue
		}
		r.missing = append(r.missing, s.Name)
		if r.reason == "" {
			for _, x := range reasons {
				if strings.HasPrefix(s.Name, x[0]) {
					r.reason = x[1]
					break
				}
			}
			if r.reason == "" {
				return nil, fmt.Errorf("%s is not implemented and exports/absent.tsv gives no reason", s.Name)
			}
		}
	}
	slices.SortFunc(rows, func(a, b *row) int { return strings.Compare(a.base, b.base) })
	whole, all, io := 0, 0, 0
	for _, r := range rows {
		if isInterop(r.base) {
			io++
			continue
		}
		all++
		if r.anyThere {
			whole++
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `# The driver API

Made by exports/gen from exports/api.tsv, exports/absent.tsv and the Go source of package cuda; do not edit.

%d of %d functions by base name are implemented, graphics interoperation (%d functions, none of them there) apart. Every name is exported with all its variants. A function that is not there
answers CUDA_ERROR_NOT_SUPPORTED, is named once on stderr when FERRY_LOG asks, and resolves to null in cuGetProcAddress, so that a program can tell.

| function | variants | if not there, why |
|---|---|---|
`, whole, all, io)
	for _, r := range rows {
		variants := strings.Join(r.there, ", ")
		if variants == "" {
			variants = "-"
		}
		why := ""
		if len(r.missing) > 0 {
			why = r.reason
			if r.anyThere {
				why = strings.Join(r.missing, ", ") + ": " + why
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r.base, variants, why)
	}
	return b.Bytes(), nil
}
