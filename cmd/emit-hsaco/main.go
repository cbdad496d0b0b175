// Command emit-hsaco compiles one kernel of a PTX file and writes every stage of it: syntax tree,
// SSA, linear form, machine code with virtual and with physical registers, assembly, bytes. It is
// the compiler engineer's window; 'ferry compile' is the user's.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"ferry/cmd/internal/cli"
	"ferry/compiler"
)

type command struct {
	File   string   `arg:"" help:"PTX file." type:"existingfile"`
	Kernel string   `arg:"" optional:"" help:"Kernel (default: all)."`
	Arch   string   `help:"AMD target." default:"gfx1100" placeholder:"GFX"`
	Opt    int      `short:"O" name:"opt-level" help:"Optimisation level." default:"3"`
	Stage  []string `help:"Only these stages." placeholder:"STAGE,..."`
	Output string   `short:"o" name:"output-file" help:"Also write the code object here." placeholder:"FILE"`
}

func main() {
	var c command
	parser, err := kong.New(&c, kong.Name("emit-hsaco"),
		kong.Description("Compile one kernel and show every stage of it."), kong.UsageOnError())
	if err != nil {
		panic(err)
	}
	if _, err := parser.Parse(cli.Normalize(os.Args[1:])); err != nil {
		fmt.Fprintf(os.Stderr, "emit-hsaco: %v\n", err)
		os.Exit(cli.Usage)
	}
	os.Exit(c.run())
}

func (c *command) run() int {
	src, err := os.ReadFile(c.File)
	if err != nil {
		fmt.Fprintf(os.Stderr, "emit-hsaco: %v\n", err)
		return cli.Failed
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	seen := 0
	obj, err := compiler.Compile(src, compiler.Options{
		Target: c.Arch, OptLevel: c.Opt, Name: c.File, DumpKernel: c.Kernel,
		Dump: func(stage, kernel, text string) {
			if len(c.Stage) > 0 && !slices.Contains(c.Stage, stage) {
				return
			}
			seen++
			fmt.Fprintf(out, "; ---- %s of %s\n%s", stage, kernel, text)
			if !strings.HasSuffix(text, "\n") {
				fmt.Fprintln(out)
			}
		},
	})
	if err != nil {
		var ce *compiler.Error
		if errors.As(err, &ce) {
			fmt.Fprintln(os.Stderr, strings.TrimRight(ce.Log, "\n"))
			return cli.Wrong
		}
		fmt.Fprintf(os.Stderr, "emit-hsaco: %v\n", err)
		return cli.Failed
	}
	code := cli.OK
	for i := range obj.Kernels {
		k := &obj.Kernels[i]
		if c.Kernel != "" && k.Name != c.Kernel {
			continue
		}
		if k.Refused != "" {
			fmt.Fprintf(os.Stderr, "emit-hsaco: kernel %s is unavailable: %s\n", k.Name, k.Refused)
			code = cli.Failed
		}
	}
	if seen == 0 && code == cli.OK {
		fmt.Fprintf(os.Stderr, "emit-hsaco: nothing to show: no kernel %q or no stage %v in %s\n", c.Kernel, c.Stage, c.File)
		code = cli.Failed
	}
	if c.Output != "" {
		if err := os.WriteFile(c.Output, obj.HSACO, 0o644); err != nil {
			fmt.Fprintf(os.Stderr, "emit-hsaco: %v\n", err)
			return cli.Failed
		}
	}
	return code
}
