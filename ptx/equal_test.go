package ptx

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"
)

// diffTrees returns where two trees differ, "" if nowhere. Positions and the
// parser's own bookkeeping do not count.
func diffTrees(a, b *Module) string {
	type pair struct{ a, b uintptr }
	seen := map[pair]bool{}
	posType := reflect.TypeFor[Pos]()
	modsType := reflect.TypeFor[*Mods]()
	var diff func(path string, x, y reflect.Value) string
	diff = func(path string, x, y reflect.Value) string {
		if x.Type() == posType {
			return ""
		}
		switch x.Kind() {
		case reflect.Pointer:
			if x.IsNil() != y.IsNil() {
				return path + ": one is nil"
			}
			if x.IsNil() {
				return ""
			}
			if x.Type() == modsType {
				if tx, ty := x.Elem().FieldByName("Text").String(), y.Elem().FieldByName("Text").String(); tx != ty {
					return path + ": " + tx + " / " + ty
				}
				return ""
			}
			k := pair{x.Pointer(), y.Pointer()}
			if seen[k] {
				return ""
			}
			seen[k] = true
			return diff(path, x.Elem(), y.Elem())
		case reflect.Interface:
			if x.IsNil() != y.IsNil() {
				return path + ": one is nil"
			}
			if x.IsNil() {
				return ""
			}
			if x.Elem().Type() != y.Elem().Type() {
				return path + ": " + x.Elem().Type().String() + " / " + y.Elem().Type().String()
			}
			return diff(path, x.Elem(), y.Elem())
		case reflect.Struct:
			for i := range x.NumField() {
				n := x.Type().Field(i).Name
				switch n {
				case "Name", "names":
					if x.Type() == reflect.TypeFor[Module]() {
						continue
					}
				}
				if d := diff(path+"."+n, x.Field(i), y.Field(i)); d != "" {
					return d
				}
			}
		case reflect.Slice:
			if x.Len() != y.Len() {
				return fmt.Sprintf("%s: %d / %d elements", path, x.Len(), y.Len())
			}
			if x.Len() > 0 && x.Pointer() == y.Pointer() {
				return ""
			}
			for i := range x.Len() {
				if d := diff(fmt.Sprintf("%s[%d]", path, i), x.Index(i), y.Index(i)); d != "" {
					return d
				}
			}
		case reflect.Map:
			if x.Len() != y.Len() {
				return path + ": maps differ in size"
			}
		case reflect.String:
			if x.String() != y.String() {
				return path + ": " + x.String() + " / " + y.String()
			}
		case reflect.Bool:
			if x.Bool() != y.Bool() {
				return path
			}
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			if x.Int() != y.Int() {
				return fmt.Sprintf("%s: %d / %d", path, x.Int(), y.Int())
			}
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			if x.Uint() != y.Uint() {
				return fmt.Sprintf("%s: %#x / %#x", path, x.Uint(), y.Uint())
			}
		default:
			return path + ": unhandled kind " + x.Kind().String()
		}
		return ""
	}
	return diff("", reflect.ValueOf(a), reflect.ValueOf(b))
}

// roundTrip prints m, parses the text and compares.
func roundTrip(t testing.TB, m *Module) {
	t.Helper()
	var b bytes.Buffer
	if err := Print(&b, m); err != nil {
		t.Fatal(err)
	}
	m2, err := Parse(b.Bytes(), Options{Name: "printed"})
	if err != nil {
		t.Fatalf("printed text does not parse: %v\n%s", err, clip(b.String()))
	}
	if d := diffTrees(m, m2); d != "" {
		t.Fatalf("tree changed in print and parse: %s\n%s", d, clip(b.String()))
	}
}

func clip(s string) string {
	if len(s) > 2000 {
		return s[:2000] + "..."
	}
	return s
}
