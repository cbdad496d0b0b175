package ptx

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

var recordAccepted = flag.String("ptx.record", "", "ask ptxas (PTXAS or PATH) for the verdicts of testdata/accepted.txt and write them there: all, or new (those that are ?)")

const acceptedFile = "testdata/accepted.txt"

// acceptedCase is a line of testdata/accepted.txt: ptxas's verdict ("ok", or its first complaint), version and target, what
// the text is, and the text. known says that this package decides otherwise.
type acceptedCase struct {
	verdict, head, kind, text string
	known                     bool
}

// source is the module: kind m is what stands after .address_size, kind k the body of a kernel that has SampleDecls, and
// kind w the whole module.
func (c *acceptedCase) source() string {
	if c.kind == "w" {
		return strings.NewReplacer(`\n`, "\n").Replace(c.text)
	}
	ver, target, _ := strings.Cut(c.head, " ")
	s := ".version " + ver + "\n.target " + target + "\n.address_size 64\n"
	text := strings.NewReplacer(`\n`, "\n").Replace(c.text)
	if c.kind == "k" {
		return s + SampleGlobals + "\n.visible .entry k(.param .u64 prm) {" + SampleDecls + "\n" + text + "\nret; }\n"
	}
	return s + text + "\n"
}

// arch is the target that ptxas compiles for: the module's own, or its oldest.
func (c *acceptedCase) arch() string {
	_, target, _ := strings.Cut(c.head, " ")
	target, _, _ = strings.Cut(target, ",")
	if c.kind == "w" {
		target = smName.FindString(c.text)
	}
	if sm, _, ok := ParseSM(target); !ok || sm < 75 {
		return "sm_75"
	}
	return target
}

func readAccepted(t *testing.T) (lines []string, cases map[int]*acceptedCase) {
	b, err := os.ReadFile(acceptedFile)
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	cases = map[int]*acceptedCase{}
	for i, l := range lines {
		if l == "" || l[0] == '#' {
			continue
		}
		f := strings.SplitN(l, "\t", 4)
		if len(f) != 4 {
			t.Fatalf("%s:%d: %d fields", acceptedFile, i+1, len(f))
		}
		kind, known := strings.CutSuffix(f[2], "!")
		cases[i] = &acceptedCase{f[0], f[1], kind, f[3], known}
	}
	return lines, cases
}

var smName = regexp.MustCompile(`sm_\w+`)

var complaint = regexp.MustCompile(`(?m)^ptxas (?:\S+, line \d+; )?(?:error|fatal) *: (.*)$`)

// verdict asks ptxas. "crash" is no verdict.
func verdict(t *testing.T, ptxas, arch, src string) string {
	file := filepath.Join(t.TempDir(), "x.ptx")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, ptxas, "-arch="+arch, file, "-o", "/dev/null").CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "ok"
	case !errors.As(err, &exit) || exit.ExitCode() < 0:
		return "crash"
	}
	for _, m := range complaint.FindAllSubmatch(out, -1) {
		return strings.ReplaceAll(strings.TrimSpace(string(m[1])), file, "FILE")
	}
	return "crash"
}

// notHere are complaints of linkers, and those about whole kernels, which package compiler makes.
var notHere = regexp.MustCompile(`^Unresolved extern|requires command line option|uses too much shared data`)

// TestAccepted: a module is accepted where NVIDIA's ptxas accepts it, and refused where it refuses it.
func TestAccepted(t *testing.T) {
	lines, cases := readAccepted(t)
	if *recordAccepted != "" {
		ptxas := ptxasPath(t)
		var wg sync.WaitGroup
		sem := make(chan bool, 4)
		for _, c := range cases {
			if *recordAccepted != "all" && c.verdict != "?" {
				continue
			}
			wg.Add(1)
			go func() {
				defer wg.Done()
				sem <- true
				c.verdict = verdict(t, ptxas, c.arch(), c.source())
				<-sem
			}()
		}
		wg.Wait()
		var b bytes.Buffer
		for i, l := range lines {
			if c := cases[i]; c != nil {
				kind := c.kind
				if c.known {
					kind += "!"
				}
				l = strings.Join([]string{c.verdict, c.head, kind, c.text}, "\t")
			}
			b.WriteString(l + "\n")
		}
		if err := os.WriteFile(acceptedFile, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i := range lines {
		c := cases[i]
		if c == nil {
			continue
		}
		if notHere.MatchString(c.verdict) {
			continue
		}
		_, diags := Load([]byte(c.source()), Options{Name: "FILE"})
		switch {
		case c.known:
			if (c.verdict == "ok") == (len(diags) == 0) {
				t.Errorf("%s:%d: %s: marked as decided otherwise, but is not", acceptedFile, i+1, c.text)
			}
		case c.verdict == "ok" && len(diags) > 0:
			t.Errorf("%s:%d: %s: ptxas accepts it; %s", acceptedFile, i+1, c.text, diags[0])
		case c.verdict != "ok" && len(diags) == 0:
			t.Errorf("%s:%d: %s: accepted; ptxas says %s", acceptedFile, i+1, c.text, c.verdict)
		}
	}
}
