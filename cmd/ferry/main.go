// Command ferry runs CUDA programs on AMD GPUs, or on ferry's own AMD GPU emulator, and shows what
// its compiler makes of their PTX. The work is done in packages; this one reads the command line.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"ferry/cmd/internal/cli"
)

type commands struct {
	Run     runCmd     `cmd:"" help:"Run an unmodified CUDA program: set LD_LIBRARY_PATH to ferry's libraries and exec it."`
	Compile compileCmd `cmd:"" help:"Compile a PTX file to an AMD code object, as ptxas compiles it to a cubin."`
	Info    infoCmd    `cmd:"" help:"Show the devices, the libraries and the environment that a CUDA program would get."`
	Bench   benchCmd   `cmd:"" help:"Measure compiler, emulator and driver side by side."`
	Version versionCmd `cmd:"" help:"Show ferry's version."`
}

type versionCmd struct{}

func (versionCmd) Run() error {
	fmt.Println(version())
	return nil
}

// exitError ends the command with a code; its text, if any, has been printed.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

func main() {
	var c commands
	parser, err := kong.New(&c,
		kong.Name("ferry"),
		kong.Description("CUDA programs on AMD GPUs, or on none."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.UsageOnError(),
	)
	if err != nil {
		panic(err)
	}
	args := cli.Normalize(os.Args[1:])
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(os.Stderr, "ferry: %v\nferry: try 'ferry --help'\n", err)
		os.Exit(cli.Usage)
	}
	if err := ctx.Run(); err != nil {
		var code exitError
		if errors.As(err, &code) { // the parser wraps what a command returns
			os.Exit(int(code))
		}
		fmt.Fprintf(os.Stderr, "ferry: %v\n", err)
		os.Exit(cli.Failed)
	}
}
