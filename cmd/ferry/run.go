package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/sys/unix"

	"ferry/cmd/internal/cli"
)

type runCmd struct {
	Lib     string   `help:"Folder of libcuda.so.1 (default: ../lib beside this command, or the folder itself)." type:"existingdir" placeholder:"DIR"`
	Program []string `arg:"" passthrough:"" name:"program" help:"Program and its arguments, after --."`
}

func (c *runCmd) Run() error {
	args := c.Program
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "ferry: run: no program given: ferry run -- PROGRAM [ARGUMENT...]")
		return exitError(cli.Usage)
	}
	lib, err := libraryDir(c.Lib)
	if err != nil {
		return err
	}
	path, err := exec.LookPath(args[0])
	if err != nil && !errors.Is(err, exec.ErrDot) {
		fmt.Fprintf(os.Stderr, "ferry: %v\n", err)
		if errors.Is(err, fs.ErrPermission) {
			return exitError(cli.NotExecutable)
		}
		return exitError(cli.NotFound)
	}
	env := os.Environ()
	value := lib
	if old := os.Getenv("LD_LIBRARY_PATH"); old != "" {
		value += string(filepath.ListSeparator) + old
	}
	env = append(withoutVar(env, "LD_LIBRARY_PATH"), "LD_LIBRARY_PATH="+value)
	err = unix.Exec(path, args, env)
	fmt.Fprintf(os.Stderr, "ferry: %s: %v\n", path, err)
	return exitError(cli.NotExecutable)
}

func withoutVar(env []string, name string) []string {
	var r []string
	for _, e := range env {
		if len(e) > len(name) && e[:len(name)] == name && e[len(name)] == '=' {
			continue
		}
		r = append(r, e)
	}
	return r
}

// libraryDir finds the folder that holds libcuda.so.1.
func libraryDir(given string) (string, error) {
	var dirs []string
	if given != "" {
		dirs = []string{given}
	} else {
		exe, err := os.Executable()
		if err != nil {
			return "", err
		}
		if exe, err = filepath.EvalSymlinks(exe); err != nil {
			return "", err
		}
		dir := filepath.Dir(exe)
		dirs = []string{filepath.Join(dir, "..", "lib"), dir}
	}
	for _, d := range dirs {
		if _, err := os.Stat(filepath.Join(d, "libcuda.so.1")); err == nil {
			return filepath.Abs(d)
		}
	}
	return "", fmt.Errorf("no libcuda.so.1 in %v: build it with './run build', or name its folder with --lib", dirs)
}
