package ptx

import "testing"

func TestTableCompiles(t *testing.T) {
	tb := theTables()
	for op := OpNone + 1; op < NumOpcodes; op++ {
		if len(tb.forms[op]) == 0 {
			t.Errorf("no row for %v", op)
		}
	}
}
