package ptx

// need is the first version and target that have something.
type need struct {
	ver  Version
	sm   int
	arch bool
}

// wordNeeds are modifiers that came later than the instructions they modify,
// with the version and target that ptxas asks for.
var wordNeeds = map[string]need{
	"shared::cta":             {ver: Version{7, 8}, sm: 30},
	"shared::cluster":         {ver: Version{7, 8}, sm: 90},
	"param::entry":            {ver: Version{8, 3}},
	"param::func":             {ver: Version{8, 3}},
	"cluster":                 {ver: Version{7, 8}, sm: 90},
	"L1::evict_normal":        {ver: Version{7, 4}, sm: 70},
	"L1::evict_unchanged":     {ver: Version{7, 4}, sm: 70},
	"L1::evict_first":         {ver: Version{7, 4}, sm: 70},
	"L1::evict_last":          {ver: Version{7, 4}, sm: 70},
	"L1::no_allocate":         {ver: Version{7, 4}, sm: 70},
	"L2::cache_hint":          {ver: Version{7, 4}, sm: 80},
	"L2::64B":                 {ver: Version{7, 4}, sm: 75},
	"L2::128B":                {ver: Version{7, 4}, sm: 75},
	"L2::256B":                {ver: Version{7, 4}, sm: 80},
	"b128":                    {ver: Version{8, 3}, sm: 70},
	"cta_group::1":            {ver: Version{8, 6}, sm: 100, arch: true},
	"cta_group::2":            {ver: Version{8, 6}, sm: 100, arch: true},
	"multicast::cluster::all": {ver: Version{8, 6}, sm: 100, arch: true},
	"tile::gather4":           {ver: Version{8, 6}, sm: 100, arch: true},
	"tile::scatter4":          {ver: Version{8, 6}, sm: 100, arch: true},
	"im2col::w":               {ver: Version{8, 6}, sm: 100, arch: true},
	"im2col::w::128":          {ver: Version{8, 6}, sm: 100, arch: true},
	"cp_mask":                 {ver: Version{8, 6}, sm: 100},
	"acc::f16":                {ver: Version{8, 6}, sm: 100, arch: true},
	"sp::ordered_metadata":    {ver: Version{8, 5}, sm: 80},
	"u16x2":                   {ver: Version{8, 0}, sm: 90},
	"s16x2":                   {ver: Version{8, 0}, sm: 90},
	"e5m2":                    {ver: Version{7, 8}, sm: 89},
	"e4m3":                    {ver: Version{7, 8}, sm: 89},
}

// opWordNeeds are the same for one instruction only.
var opWordNeeds = map[Opcode]map[string]need{
	OpBarSync:              {"cta": {ver: Version{7, 8}}, "aligned": {ver: Version{7, 8}}},
	OpBarArrive:            {"cta": {ver: Version{7, 8}}},
	OpBarRed:               {"cta": {ver: Version{7, 8}}},
	OpBarrierSync:          {"cta": {ver: Version{7, 8}}},
	OpBarrierArrive:        {"cta": {ver: Version{7, 8}}},
	OpBarrierRed:           {"cta": {ver: Version{7, 8}}},
	OpCvta:                 {"param": {ver: Version{7, 7}, sm: 70}, "param::entry": {ver: Version{8, 3}, sm: 70}},
	OpIsspacep:             {"param": {ver: Version{7, 7}, sm: 70}, "param::entry": {ver: Version{8, 3}, sm: 70}},
	OpMax:                  {"NaN": {ver: Version{7, 0}, sm: 80}, "xorsign": {ver: Version{7, 2}, sm: 86}, "f16": {ver: Version{7, 0}, sm: 80}},
	OpMin:                  {"NaN": {ver: Version{7, 0}, sm: 80}, "xorsign": {ver: Version{7, 2}, sm: 86}, "f16": {ver: Version{7, 0}, sm: 80}},
	OpAtom:                 {"b128": {ver: Version{8, 3}, sm: 90}},
	OpMbarrierArrive:       mbarrierWords,
	OpMbarrierArriveDrop:   mbarrierWords,
	OpMbarrierTestWait:     mbarrierWords,
	OpMbarrierTryWait:      mbarrierWords,
	OpCvt:                  {"satfinite": {ver: Version{7, 8}, sm: 80}},
	OpBarrierClusterArrive: {"release": {ver: Version{8, 0}}, "relaxed": {ver: Version{8, 0}}},
	OpBarrierClusterWait:   {"acquire": {ver: Version{8, 0}}},
}

var mbarrierWords = map[string]need{
	"release":   {ver: Version{8, 0}},
	"acquire":   {ver: Version{8, 0}},
	"relaxed":   {ver: Version{8, 0}, sm: 90},
	"cta":       {ver: Version{8, 0}},
	"cluster":   {ver: Version{8, 0}, sm: 90},
	"expect_tx": {ver: Version{8, 0}, sm: 90},
}

// needs is what the words of m ask for beyond its form.
func (m *Mods) needs() need {
	var n need
	for _, w := range m.Words {
		n = n.and(wordNeeds[w])
		n = n.and(opWordNeeds[m.Op][w])
	}
	return n
}

func (n need) and(o need) need {
	if n.ver.Less(o.ver) {
		n.ver = o.ver
	}
	n.sm = max(n.sm, o.sm)
	n.arch = n.arch || o.arch
	return n
}

// missing says what m asks for that a module of the given version and target
// lacks; ok if nothing.
func (n need) missing(v Version, t *Target) (what string, ok bool) {
	switch {
	case v.Less(n.ver):
		return "PTX ISA .version " + n.ver.String() + " or later", false
	case t.SM != 0 && (t.SM < n.sm || n.arch && t.Suffix == 0):
		s := ".target sm_" + utoa(uint32(n.sm))
		if n.arch {
			s += "a"
		}
		return s + " or higher", false
	}
	return "", true
}
