package main

import (
	"bytes"
	"go/format"
	"os"
	"path/filepath"
	"testing"
)

// The generated files are what the generator makes of the tables now.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	var all []*table
	for _, n := range targets {
		tab, err := load(filepath.Join("..", "tables", n+".json.gz"))
		if err != nil {
			t.Fatal(err)
		}
		correct(tab)
		all = append(all, tab)
	}
	g := newGenerator(all)
	check := func(name string, src []byte) {
		want, err := format.Source(src)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate ./amdgpu", name)
		}
	}
	check("ops_gen.go", g.ops())
	for _, tab := range all {
		check(tab.Arch+"_gen.go", g.target(tab))
	}
}
