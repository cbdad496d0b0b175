package compiler

import (
	"io"
	"strings"
)

// DumpTo makes the two dump fields of Options from the value of FERRY_DUMP: the name of a kernel, or "all". The stages go to w.
// An empty value asks for nothing.
func DumpTo(w io.Writer, value string) (dump func(stage, kernel, text string), kernel string) {
	switch value {
	case "", "0":
		return nil, ""
	case "all":
		value = ""
	}
	return func(stage, kernel, text string) {
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		_, _ = io.WriteString(w, "; ---- "+stage+" of "+kernel+"\n"+text) // a dump that cannot be written is lost
	}, value
}
