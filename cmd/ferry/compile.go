package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ferry/cmd/internal/cli"
	"ferry/compiler"
)

type compileCmd struct {
	File     string `arg:"" help:"PTX file, or - for standard input."`
	Arch     string `help:"AMD target. An NVIDIA name (sm_80) is accepted and means the default target, since PTX names its own." aliases:"gpu-name" default:"gfx1100" placeholder:"GFX"`
	Output   string `short:"o" name:"output-file" help:"Output file, - for standard output (default: the input's name with .hsaco; standard output for texts)." placeholder:"FILE"`
	Verbose  bool   `short:"v" help:"Print registers, spills and memory of each kernel, as ptxas -v."`
	OptLevel int    `short:"O" name:"opt-level" help:"0 compiles fastest; 1 to 3 are the default level." default:"3"`
	MaxRegs  int    `name:"maxrregcount" help:"Most registers a thread may use." placeholder:"N"`
	Emit     string `help:"What to write: ast, ssa, asm (text) or hsaco." enum:"ast,ssa,asm,hsaco" default:"hsaco"`
	Kernel   string `help:"With --emit ast, ssa or asm: this kernel only." placeholder:"NAME"`
}

// maxInput bounds a PTX file, in bytes: compiled PTX of the largest programs is far below it.
const maxInput = 256 << 20

// maxRegs is the most registers a thread has, in PTX's reckoning.
const maxRegs = 255

func (c *compileCmd) Run() error {
	switch {
	case c.OptLevel < 0 || c.OptLevel > 3:
		return usage("--opt-level=%d: levels are 0 to 3", c.OptLevel)
	case c.MaxRegs < 0 || c.MaxRegs > maxRegs:
		return usage("--maxrregcount=%d: a thread has 1 to %d registers", c.MaxRegs, maxRegs)
	}
	name, src, err := readInput(c.File)
	if err != nil {
		return err
	}
	opt := compiler.Options{Target: c.Arch, OptLevel: c.OptLevel, MaxRegs: c.MaxRegs, Name: name, Verbose: c.Verbose}
	if strings.HasPrefix(opt.Target, "sm_") || strings.HasPrefix(opt.Target, "compute_") {
		opt.Target = "gfx1100"
	}
	var text strings.Builder
	if c.Emit != "hsaco" {
		opt.DumpKernel = c.Kernel
		opt.Dump = func(stage, kernel, s string) {
			if stage == c.Emit {
				text.WriteString(s)
			}
		}
	}
	obj, err := compiler.Compile(src, opt)
	if err != nil {
		return reportCompile(name, err)
	}
	if c.Verbose {
		fmt.Fprint(os.Stderr, obj.Info)
	}
	refused := false
	for i := range obj.Kernels {
		if k := &obj.Kernels[i]; k.Refused != "" {
			refused = true
			if c.Verbose {
				continue // Info has said so
			}
			fmt.Fprintf(os.Stderr, "ferry: %s: kernel %s is unavailable: %s\n", name, k.Name, k.Refused)
		}
	}
	if c.Kernel != "" && !hasKernel(obj, c.Kernel) {
		return fmt.Errorf("%s has no kernel %q", name, c.Kernel)
	}
	out := []byte(text.String())
	dest := c.Output
	if c.Emit == "hsaco" {
		out = obj.HSACO
		if dest == "" {
			dest = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)) + ".hsaco"
		}
	}
	if dest == "" || dest == "-" {
		_, err = os.Stdout.Write(out)
	} else {
		err = os.WriteFile(dest, out, 0o644)
	}
	if err == nil && refused {
		return exitError(cli.Failed)
	}
	return err
}

// reportCompile prints a compiler error as ptxas prints its own.
func reportCompile(name string, err error) error {
	var ce *compiler.Error
	if !errors.As(err, &ce) {
		return err
	}
	log := ce.Log
	if log != "" && !strings.HasSuffix(log, "\n") {
		log += "\n"
	}
	fmt.Fprint(os.Stderr, log)
	if !strings.Contains(log, "fatal") {
		fmt.Fprintln(os.Stderr, "ptxas fatal   : Ptx assembly aborted due to errors")
	}
	return exitError(cli.Wrong)
}

func usage(format string, a ...any) error {
	fmt.Fprintf(os.Stderr, "ferry: "+format+"\nferry: try 'ferry --help'\n", a...)
	return exitError(cli.Usage)
}

func hasKernel(o *compiler.Object, name string) bool {
	for i := range o.Kernels {
		if o.Kernels[i].Name == name {
			return true
		}
	}
	return false
}

func readInput(file string) (name string, src []byte, err error) {
	name = "<stdin>"
	r := os.Stdin
	if file != "-" {
		name = file
		if r, err = os.Open(file); err != nil {
			return name, nil, err
		}
		defer r.Close()
	}
	src, err = io.ReadAll(io.LimitReader(r, maxInput+1))
	if err == nil && len(src) > maxInput {
		err = fmt.Errorf("%s: more than %d bytes", name, maxInput)
	}
	return name, src, err
}
