package emu

// f32 row kernels for the default mode (nearest even, subnormals kept), one lane at a time. A NaN result
// is formed by the exact one-lane function, which knows AMD's rules.

var kAddF32 = kern2{scalar: scalarAddF32}

func scalarAddF32(d, a, b *Lanes) {
	for i := range d {
		if r := f32(a[i]) + f32(b[i]); r == r {
			d[i] = b32(r)
		} else {
			d[i] = vaddF32(modeFP32Fast, a[i], b[i])
		}
	}
}

var kSubF32 = kern2{scalar: scalarSubF32}

func scalarSubF32(d, a, b *Lanes) {
	for i := range d {
		if r := f32(a[i]) - f32(b[i]); r == r {
			d[i] = b32(r)
		} else {
			d[i] = subF32(modeFP32Fast, a[i], b[i])
		}
	}
}

var kMulF32 = kern2{scalar: scalarMulF32}

func scalarMulF32(d, a, b *Lanes) {
	for i := range d {
		if r := f32(a[i]) * f32(b[i]); r == r {
			d[i] = b32(r)
		} else {
			d[i] = mulF32(modeFP32Fast, a[i], b[i])
		}
	}
}

var kSubrevF32 = kern2{scalar: func(d, a, b *Lanes) { scalarSubF32(d, b, a) }}

var kFmaF32 = kern3{scalar: scalarFmaF32}

func scalarFmaF32(d, a, b, c *Lanes) {
	for i := range d {
		if r := fma32(f32(a[i]), f32(b[i]), f32(c[i])); r == r {
			d[i] = b32(r)
		} else {
			d[i] = fmaF32(modeFP32Fast, a[i], b[i], c[i])
		}
	}
}

// key32 orders non-NaN f32 patterns as integers, -0 below +0.
func key32(x uint32) int32 { return int32(x) ^ int32(uint32(int32(x)>>31)>>1) }

var (
	kMinF32     = kern2{scalar: minMaxRow(false, 0)}
	kMaxF32     = kern2{scalar: minMaxRow(true, 0)}
	kMinF32IEEE = kern2{scalar: minMaxRow(false, ModeIEEE)}
	kMaxF32IEEE = kern2{scalar: minMaxRow(true, ModeIEEE)}
)

// minMaxRow makes the row kernel of min or max for one setting of IEEE; only NaN lanes look at it.
func minMaxRow(wantMax bool, ieee Mode) func(d, a, b *Lanes) {
	if wantMax {
		return func(d, a, b *Lanes) {
			for i := range d {
				x, y := a[i], b[i]
				switch {
				case x&^sign32 > inf32 || y&^sign32 > inf32:
					x = maxF32(modeFP32Fast|ieee, x, y)
				case key32(y) > key32(x):
					x = y
				}
				d[i] = x
			}
		}
	}
	return func(d, a, b *Lanes) {
		for i := range d {
			x, y := a[i], b[i]
			switch {
			case x&^sign32 > inf32 || y&^sign32 > inf32:
				x = minF32(modeFP32Fast|ieee, x, y)
			case key32(y) <= key32(x):
				x = y
			}
			d[i] = x
		}
	}
}
