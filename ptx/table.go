package ptx

// form is one row of the instruction table.
type form struct{}

// badMods records why a mnemonic has no form.
type badMods struct{}
