package ptx

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
)

var (
	mutants    = flag.Int("ptx.mutants", 0, "how many mutants TestMutants makes")
	mutantSeed = flag.Uint64("ptx.seed", 1, "seed of TestMutants")
	mutantsTo  = flag.String("ptx.keep", "", "file that gets the mutants on which ptxas and this package disagree, as lines of testdata/accepted.txt")
)

// TestMutants changes valid PTX at random and asks ptxas and this package about it. By hand: PTXAS=path go test ./ptx -run
// TestMutants -ptx.mutants 3000 -ptx.keep FILE.
func TestMutants(t *testing.T) {
	if *mutants == 0 {
		t.Skip("by hand: -ptx.mutants")
	}
	ptxas := ptxasPath(t)
	var bases []*acceptedCase
	lines, cases := readAccepted(t)
	for i := range lines {
		if c := cases[i]; c != nil && c.verdict == "ok" && !c.known && c.kind != "w" {
			bases = append(bases, c)
		}
	}
	for _, s := range Samples() {
		target := fmt.Sprintf("sm_%d", s.Target.SM)
		if s.Target.Suffix != 0 {
			target += string(s.Target.Suffix)
		}
		text := s.Text
		if strings.Contains(text, "b128") {
			text = ".reg .b128 b128; " + text
		}
		bases = append(bases, &acceptedCase{"ok", s.Version.String() + " " + target, "k", text, false})
	}
	for _, f := range conformanceFiles(t) {
		if src, err := os.ReadFile(f); err == nil && len(src) < 4000 {
			c := &acceptedCase{"ok", "-", "w", mutate(nil, string(src)), false}
			bases = append(bases, c, c, c, c) // as many as there are others, about
		}
	}
	r := rand.New(rand.NewPCG(*mutantSeed, 0))
	var todo []*acceptedCase
	seen := map[string]bool{}
	for len(todo) < *mutants {
		c := *bases[r.IntN(len(bases))]
		for range 1 + r.IntN(2) {
			c.text = mutate(r, c.text)
		}
		if !seen[c.text] && !strings.ContainsAny(c.text, "\n\t") {
			seen[c.text] = true
			todo = append(todo, &c)
		}
	}
	var wg sync.WaitGroup
	sem := make(chan bool, 3)
	for _, c := range todo {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem <- true
			c.verdict = verdict(t, ptxas, c.arch(), c.source())
			<-sem
		}()
	}
	wg.Wait()
	var keep strings.Builder
	stricter, laxer := 0, 0
	for _, c := range todo {
		if c.verdict == "crash" || notHere.MatchString(c.verdict) {
			continue
		}
		_, diags := Load([]byte(c.source()), Options{Name: "FILE"})
		why := c.verdict
		switch {
		case c.verdict == "ok" && len(diags) > 0:
			stricter++
			why = "STRICTER " + diags[0].Msg
		case c.verdict != "ok" && len(diags) == 0:
			laxer++
		default:
			continue
		}
		fmt.Fprintf(&keep, "%s\t%s\t%s\t%s\n", why, c.head, c.kind, c.text)
	}
	t.Logf("%d mutants: %d that ptxas alone accepts, %d that ptxas alone refuses", len(todo), stricter, laxer)
	if *mutantsTo != "" {
		if err := os.WriteFile(*mutantsTo, []byte(keep.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// mutationWords are put in place of words, or between them.
var mutationWords = strings.Fields(`.u8 .u16 .u32 .u64 .s8 .s16 .s32 .s64 .b8 .b16 .b32 .b64 .b128 .f16 .f16x2 .bf16 .f32 .f64 .pred .v2 .v4 .v8
	.global .shared .local .const .param .reg .align .visible .extern .weak .rn .rz .rm .rp .rni .rzi .sat .ftz .approx .full .lo .hi .wide
	.sync .aligned .eq .lt .ge .ltu .num .and .or .add .min .exch .cas .cta .gpu .sys .cluster .acquire .release .relaxed .volatile .weak
	.to .x .y .noreturn .uni b8 b16 b32 b64 u8 u16 u32 u64 s16 s32 s64 f16 f16x2 f32 f64 p q sm lm pr gl cn prm tx tl LL %tid.x %clock64 %laneid
	0 1 -1 31 32 4 0x80000000 1.0 0f3f800000 0d3ff0000000000000 WARP_SZ _ ; , [ ] { } ( ) + - ! ~ : | @p @!q = * / < > ? .`)

// mutate makes one change to a text: a token goes, comes twice, changes places with the next or becomes another. Without r
// it only takes comments and line ends out.
func mutate(r *rand.Rand, text string) string {
	l := lexer{src: text, line: 1}
	var toks []string
	for l.next(); l.tok.kind != tEOF && len(toks) < 4000; l.next() {
		s := l.text()
		switch l.tok.kind {
		case tDot:
			s = "." + s
		case tString:
			s = `"` + s + `"`
		}
		toks = append(toks, s)
	}
	if len(toks) == 0 {
		return text
	}
	i, kind, w := 0, -1, ""
	if r != nil {
		i, kind, w = r.IntN(len(toks)), r.IntN(6), mutationWords[r.IntN(len(mutationWords))]
	}
	switch kind {
	case 0:
		toks[i] = ""
	case 1:
		toks[i] += " " + toks[i]
	case 2:
		j := (i + 1) % len(toks)
		toks[i], toks[j] = toks[j], toks[i]
	case 3, 4:
		toks[i] = w
		if r.IntN(2) == 0 {
			toks[i] = toks[r.IntN(len(toks))]
		}
	case 5:
		toks[i] += " " + w
	}
	var b strings.Builder
	for k, s := range toks {
		if k > 0 && (!strings.HasPrefix(s, ".") || startsNumber(toks[k-1])) {
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	return b.String()
}

func startsNumber(s string) bool { return s != "" && class[s[0]]&cDigit != 0 }
