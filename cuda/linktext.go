package cuda

import (
	"bytes"
	"fmt"
	"strings"

	"ferry/ptx"
)

// linkTexts joins several PTX modules into one, as a device linker joins relocatable objects: a name that is not
// visible outside its module is renamed where another module has it too; declarations of what another module defines
// go; of several weak or common definitions the strong one or the first (for .common the largest) stays.
func linkTexts(texts []ptxText) ([]byte, error) {
	l := linker{names: map[string]int{}, defs: map[string]*linkDef{}}
	for i, t := range texts {
		name := t.name
		if name == "" {
			name = fmt.Sprintf("input %d", i+1)
		}
		m, err := ptx.Parse(t.text, ptx.Options{Name: name})
		if err != nil {
			return nil, err
		}
		l.mods = append(l.mods, m)
	}
	return l.link()
}

// linkDef is the definition that stays for a visible name.
type linkDef struct {
	mod  int
	node ptx.Symbol
	link ptx.Linkage
	size int64
}

type linker struct {
	mods  []*ptx.Module
	names map[string]int // local names: the module that has the name unchanged
	defs  map[string]*linkDef
	errs  []string
}

func (l *linker) link() ([]byte, error) {
	out := &ptx.Module{Name: "linked", AddressSize: 64}
	for i, m := range l.mods {
		if m.AddressSize != 64 {
			return nil, fmt.Errorf("%s: address size %d cannot be linked", m.Name, m.AddressSize)
		}
		if out.Version.Less(m.Version) {
			out.Version, out.VersionPos = m.Version, m.VersionPos
		}
		if i == 0 || m.Target.SM > out.Target.SM {
			out.Target = m.Target
		}
		out.AddrPos = m.AddrPos
		l.collect(i, m)
	}
	if len(l.errs) > 0 {
		return nil, fmt.Errorf("%s", strings.Join(l.errs, "\n"))
	}
	for i, m := range l.mods {
		l.rename(i, m)
	}
	declared := map[string]bool{}
	for i, m := range l.mods {
		for _, d := range m.Decls {
			switch d := d.(type) {
			case *ptx.Function:
				if f := l.keepFunc(i, d, declared); f != nil {
					out.Decls = append(out.Decls, f)
				}
			case *ptx.VarList:
				for _, v := range d.Vars {
					if l.keepVar(i, v, declared) {
						out.Decls = append(out.Decls, &ptx.VarList{Pos: d.Pos, Vars: []*ptx.Variable{v}})
					}
				}
			case *ptx.FileDir, *ptx.Section, *ptx.Loc:
				// Debugging information: its file numbers are a module's own.
			default:
				out.Decls = append(out.Decls, d)
			}
		}
		for _, f := range m.Funcs {
			body := f.Body[:0]
			for _, s := range f.Body {
				if _, loc := s.(*ptx.Loc); !loc {
					body = append(body, s)
				}
			}
			f.Body = body
		}
	}
	var b bytes.Buffer
	if err := ptx.Print(&b, out); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// collect enters what a module defines.
func (l *linker) collect(mod int, m *ptx.Module) {
	for _, f := range m.Funcs {
		if f.HasBody || f.AliasOf != nil {
			l.define(mod, f, f.Linkage, 0)
		}
	}
	for _, v := range m.Vars {
		if v.Linkage != ptx.LinkExtern {
			l.define(mod, v, v.Linkage, v.Size())
		}
	}
}

// missing says which variables that are used nobody defines. Functions that are missing the compiler finds; a module that is
// loaded by itself may lack variables (NVIDIA's JIT takes them for zeros), a link may not (recorded).
func (l *linker) missing() []string {
	var out []string
	for _, m := range l.mods {
		for _, s := range m.Externs() {
			if v, ok := s.(*ptx.Variable); ok && l.defs[v.Name] == nil {
				out = append(out, fmt.Sprintf("error   : Undefined reference to '%s' in '%s'", v.Name, m.Name))
			}
		}
	}
	return out
}

// define enters a definition.
func (l *linker) define(mod int, n ptx.Symbol, link ptx.Linkage, size int64) {
	name := n.SymName()
	if link == ptx.LinkNone {
		if f, ok := n.(*ptx.Function); !ok || !f.Entry {
			if _, taken := l.names[name]; !taken {
				l.names[name] = mod
			}
			return
		}
	}
	d := &linkDef{mod, n, link, size}
	old := l.defs[name]
	weak := func(k ptx.Linkage) bool { return k == ptx.LinkWeak || k == ptx.LinkCommon }
	switch {
	case old == nil || weak(old.link) && !weak(link):
		l.defs[name] = d
	case weak(link):
		if link == ptx.LinkCommon && old.link == ptx.LinkCommon && size > old.size {
			l.defs[name] = d
		}
	default:
		l.errs = append(l.errs, fmt.Sprintf("error   : Multiple definition of '%s' in '%s', first defined in '%s'", name, l.mods[mod].Name, l.mods[old.mod].Name))
	}
}

// rename gives local names of a module that clash others'.
func (l *linker) rename(mod int, m *ptx.Module) {
	fresh := func(name string) (string, bool) {
		owner, local := l.names[name]
		_, global := l.defs[name]
		if local && owner == mod && !global {
			return name, false
		}
		return fmt.Sprintf("%s__ferry_%d", name, mod), true
	}
	for _, f := range m.Funcs {
		d := f.Definition()
		if d.HasBody && d.Linkage == ptx.LinkNone && !d.Entry {
			if n, ok := fresh(baseName(f.Name, mod)); ok {
				f.Name = n
			}
		}
	}
	for _, v := range m.Vars {
		if v.Definition().Linkage == ptx.LinkNone {
			if n, ok := fresh(v.Name); ok {
				v.Name = n
			}
		}
	}
}

// baseName takes off what rename has put on already: declarations and definition share a name and are met in turn.
func baseName(name string, mod int) string {
	return strings.TrimSuffix(name, fmt.Sprintf("__ferry_%d", mod))
}

// keepFunc gives what stays of a function: its definition, one declaration before it, or nothing.
func (l *linker) keepFunc(mod int, f *ptx.Function, declared map[string]bool) *ptx.Function {
	d := l.defs[f.Name]
	mine := d == nil || d.mod == mod
	if f.HasBody && mine {
		declared[f.Name] = true
		return f
	}
	if declared[f.Name] {
		return nil
	}
	declared[f.Name] = true
	if !f.HasBody && d == nil {
		return f // a local one's forward declaration, or what nobody defines: the compiler says so
	}
	c := *f
	c.HasBody, c.Body = false, nil
	if d != nil {
		c.Linkage = d.link
	}
	return &c
}

func (l *linker) keepVar(mod int, v *ptx.Variable, declared map[string]bool) bool {
	if v.Linkage == ptx.LinkNone {
		return true
	}
	d := l.defs[v.Name]
	if v.Linkage != ptx.LinkExtern {
		declared[v.Name] = true
		if d != nil && d.node != ptx.Symbol(v) {
			v.Linkage, v.Init = ptx.LinkExtern, nil // another definition stays
		}
		return true
	}
	if declared[v.Name] {
		return false
	}
	declared[v.Name] = true
	return true
}
