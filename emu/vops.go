package emu

import (
	"sync"

	"ferry/amdgpu"
)

// fpClass is the kind of number that an operation computes: it decides which MODE bits it obeys and what clamp and the output
// multiplier mean.
type fpClass uint8

const (
	clsInt fpClass = iota
	clsF32
	clsF16
	clsF64
)

// vop is one vector operation. f1..f3 are row kernels that give the right answer while Mode&mask == want; m1..m3 do
// the same on one lane with any MODE; wide is the form for operations with 64-bit operands. sat is the variant that
// the clamp bit selects for integers.
type vop struct {
	n    int // sources
	k1   *kern1
	k2   *kern2
	k3   *kern3
	ka2  *kern2
	krel *kernRel
	// direct is a handler for sources that are all rows; nil if there is none.
	direct Handler
	f1     func(d, a *Lanes)
	f2     func(d, a, b *Lanes)
	f3     func(d, a, b, c *Lanes)
	m1     func(m Mode, a uint32) uint32
	m2     func(m Mode, a, b uint32) uint32
	m3     func(m Mode, a, b, c uint32) uint32
	wide   wideOp
	// pair is a row kernel for a 64-bit shift: result and second source are pairs of rows, n is the shift. It may work in place.
	pair func(d, d1, n, b, b1 *Lanes)
	// row64 is a row kernel of an f64 operation for the default float mode.
	row64 func(d, d1, a, a1, b, b1, c, c1 *Lanes)
	mask  Mode
	want  Mode
	// alt2 is a second row kernel, for Mode&mask == wantAlt.
	alt2    func(d, a, b *Lanes)
	wantAlt Mode
	// rel and rel64 compare rows: lane masks of less, equal and unordered.
	rel   func(m Mode, a, b *Lanes) (lt, eq, un uint32)
	rel64 func(m Mode, a, a1, b, b1 *Lanes) (lt, eq, un uint32)
	cls   fpClass
	sat   *vop
	// uop is the micro-operation if no row kernel tells it, for a MODE that is the default in the bits of uopMode.
	uop     uint16
	uopMode Mode
}

// micro gives an operation its micro-operation.
func (o *vop) micro(uop uint16, mode Mode) *vop { o.uop, o.uopMode = uop, mode; return o }

func row1(k *kern1) *vop { return &vop{n: 1, k1: k} }
func row2(k *kern2) *vop { return &vop{n: 2, k2: k} }
func row3(k *kern3) *vop { return &vop{n: 3, k3: k} }

// slowMask marks operations without a row kernel: Mode&0 is never 1.
func lane1(f func(m Mode, a uint32) uint32, c fpClass) *vop {
	return &vop{n: 1, m1: f, want: 1, cls: c}
}
func lane2(f func(m Mode, a, b uint32) uint32, c fpClass) *vop {
	return &vop{n: 2, m2: f, want: 1, cls: c}
}
func lane3(f func(m Mode, a, b, c uint32) uint32, c fpClass) *vop {
	return &vop{n: 3, m3: f, want: 1, cls: c}
}
func wide(n int, f wideOp, c fpClass) *vop                { return &vop{n: n, wide: f, cls: c} }
func (o *vop) paired(f func(d, d1, n, b, b1 *Lanes)) *vop { o.pair = f; return o }

// rows64 gives a form for whole rows in the default float mode.
func (o *vop) rows64(f func(d, d1, a, a1, b, b1, c, c1 *Lanes)) *vop { o.row64 = f; return o }

// with row kernels for the default float mode.
func (o *vop) fast32() *vop { o.mask, o.want = modeFP32, modeFP32Fast; return o }
func (o *vop) clamped(f func(m Mode, a, b uint32) uint32) *vop {
	o.sat = lane2(f, clsInt)
	return o
}
func (o *vop) clamped3(f func(m Mode, a, b, c uint32) uint32) *vop {
	o.sat = lane3(f, clsInt)
	return o
}

func fadd32() *vop {
	return (&vop{n: 2, k2: &kAddF32, m2: vaddF32, cls: clsF32}).fast32()
}
func fsub32() *vop {
	return (&vop{n: 2, k2: &kSubF32, m2: subF32, cls: clsF32}).fast32()
}
func fsubrev32() *vop {
	return (&vop{n: 2, k2: &kSubrevF32, m2: subrevF32, cls: clsF32}).fast32()
}
func fmul32() *vop {
	return (&vop{n: 2, k2: &kMulF32, m2: mulF32, cls: clsF32}).fast32()
}
func ffma32() *vop {
	return (&vop{n: 3, k3: &kFmaF32, m3: fmaF32, cls: clsF32}).fast32()
}
func minMax32(wantMax bool, f op2) *vop {
	o := &vop{n: 2, k2: &kMinF32, ka2: &kMinF32IEEE, m2: f, cls: clsF32,
		mask: modeFP32 | ModeIEEE, want: modeFP32Fast, wantAlt: modeFP32Fast | ModeIEEE}
	if wantMax {
		o.k2, o.ka2 = &kMaxF32, &kMaxF32IEEE
	}
	return o
}
func fmin32() *vop {
	return minMax32(false, minF32)
}
func fmax32() *vop {
	return minMax32(true, maxF32)
}

// vopTable is every vector operation that is a plain function of its sources, by mnemonic.
var vopTable = map[string]*vop{
	"v_mov_b32": row1(&kMov), "v_mov_b16": row1(&kMov), "v_dual_mov_b32": row1(&kMov),
	"v_not_b32": row1(&kNot), "v_not_b16": row1(&kNot), "v_bfrev_b32": row1(&kBrev),
	"v_clz_i32_u32": row1(&kClz), "v_ctz_i32_b32": row1(&kCtz), "v_cls_i32": row1(&kCls),
	"v_cvt_i32_i16": row1(&kSextI16), "v_cvt_u32_u16": row1(&kZextU16),
	"v_sat_pk_u8_i16": lane1(satPkU8I16, clsInt),

	"v_add_nc_u32": row2(&kAdd).clamped(addSatU32), "v_sub_nc_u32": row2(&kSub).clamped(subSatU32),
	"v_subrev_nc_u32": row2(&kSubrev).clamped(func(m Mode, a, b uint32) uint32 { return subSatU32(m, b, a) }),
	"v_add_nc_i32":    row2(&kAdd).clamped(addSatI32), "v_sub_nc_i32": row2(&kSub).clamped(subSatI32),
	"v_dual_add_nc_u32": row2(&kAdd),
	"v_and_b32":         row2(&kAnd), "v_or_b32": row2(&kOr), "v_xor_b32": row2(&kXor), "v_xnor_b32": row2(&kXnor),
	"v_and_b16": row2(&kAnd), "v_or_b16": row2(&kOr), "v_xor_b16": row2(&kXor), "v_dual_and_b32": row2(&kAnd),
	"v_lshlrev_b32": row2(&kLshlrev), "v_dual_lshlrev_b32": row2(&kLshlrev),
	"v_lshrrev_b32": row2(&kLshrrev), "v_ashrrev_i32": row2(&kAshrrev),
	"v_min_i32": row2(&kMinI32), "v_max_i32": row2(&kMaxI32), "v_min_u32": row2(&kMinU32), "v_max_u32": row2(&kMaxU32),
	"v_mul_lo_u32": row2(&kMulLo), "v_mul_hi_u32": row2(&kMulHiU32), "v_mul_hi_i32": row2(&kMulHiI32),
	"v_mul_i32_i24": row2(&kMulI24), "v_mul_u32_u24": row2(&kMulU24),
	"v_mul_hi_i32_i24": row2(&kMulHiI24), "v_mul_hi_u32_u24": row2(&kMulHiU24),
	"v_bfm_b32": row2(&kBfm), "v_bcnt_u32_b32": row2(&kBcnt),
	"v_add_nc_u16": row2(&kAddI16).clamped(addSatU16), "v_sub_nc_u16": row2(&kSubI16).clamped(subSatU16),
	"v_add_nc_i16": row2(&kAddI16).clamped(addSatI16), "v_sub_nc_i16": row2(&kSubI16).clamped(subSatI16),
	"v_mul_lo_u16": row2(&kMulLoU16), "v_lshlrev_b16": row2(&kLshlrev16), "v_lshrrev_b16": row2(&kLshrrev16),
	"v_ashrrev_i16": row2(&kAshrrev16), "v_min_i16": row2(&kMinI16), "v_max_i16": row2(&kMaxI16),
	"v_min_u16": row2(&kMinU16), "v_max_u16": row2(&kMaxU16), "v_pack_b32_f16": row2(&kPackB32F16),

	"v_add3_u32": row3(&kAdd3), "v_lshl_add_u32": row3(&kLshlAdd), "v_add_lshl_u32": row3(&kAddLshl),
	"v_lshl_or_b32": row3(&kLshlOr), "v_and_or_b32": row3(&kAndOr), "v_or3_b32": row3(&kOr3), "v_xor3_b32": row3(&kXor3),
	"v_xad_u32": row3(&kXad), "v_bfi_b32": row3(&kBfi), "v_bfe_u32": row3(&kBfeU32), "v_bfe_i32": row3(&kBfeI32),
	"v_alignbit_b32": row3(&kAlignbit), "v_alignbyte_b32": row3(&kAlignbyte), "v_perm_b32": row3(&kPerm),
	"v_mad_u32_u24": row3(&kMadU24).clamped3(madSatU24), "v_mad_i32_i24": row3(&kMadI24).clamped3(madSatI24),
	"v_mad_u16": row3(&kMadU16).clamped3(madSatU16), "v_mad_i16": row3(&kMadU16).clamped3(madSatI16),
	"v_mad_u32_u16": row3(&kMadU32U16).clamped3(madSatU32U16), "v_mad_i32_i16": row3(&kMadI32I16).clamped3(madSatI32I16),
	"v_min3_i32": row3(&kMin3I32), "v_max3_i32": row3(&kMax3I32), "v_med3_i32": row3(&kMed3I32),
	"v_min3_u32": row3(&kMin3U32), "v_max3_u32": row3(&kMax3U32), "v_med3_u32": row3(&kMed3U32),
	"v_min3_i16": row3(&kMin3I16), "v_max3_i16": row3(&kMax3I16), "v_med3_i16": row3(&kMed3I16),
	"v_min3_u16": row3(&kMin3U16), "v_max3_u16": row3(&kMax3U16), "v_med3_u16": row3(&kMed3U16),
	"v_maxmin_i32": row3(&kMaxMinI32), "v_minmax_i32": row3(&kMinMaxI32),
	"v_maxmin_u32": row3(&kMaxMinU32), "v_minmax_u32": row3(&kMinMaxU32),
	"v_sad_u8": row3(&kSadU8), "v_sad_hi_u8": row3(&kSadHiU8), "v_sad_u16": row3(&kSadU16), "v_sad_u32": row3(&kSadU32),
	"v_msad_u8": row3(&kMsadU8), "v_lerp_u8": row3(&kLerpU8),
	"v_qsad_pk_u16_u8": wide(3, qsadPkU16U8, clsInt), "v_mqsad_pk_u16_u8": wide(3, mqsadPkU16U8, clsInt),

	"v_lshlrev_b64": wide(2, func(_ Mode, a, b, _ uint64) uint64 { return b << (a & 63) }, clsInt).paired(rowShl64),
	"v_lshrrev_b64": wide(2, func(_ Mode, a, b, _ uint64) uint64 { return b >> (a & 63) }, clsInt).paired(rowShr64),
	"v_ashrrev_i64": wide(2, func(_ Mode, a, b, _ uint64) uint64 { return uint64(int64(b) >> (a & 63)) }, clsInt).paired(rowSar64),

	"v_add_f32": fadd32(), "v_sub_f32": fsub32(), "v_subrev_f32": fsubrev32(), "v_mul_f32": fmul32(),
	"v_dual_add_f32": fadd32(), "v_dual_sub_f32": fsub32(), "v_dual_subrev_f32": fsubrev32(), "v_dual_mul_f32": fmul32(),
	"v_fma_f32": ffma32(), "v_fmac_f32": ffma32(), "v_fmaak_f32": ffma32(), "v_fmamk_f32": ffma32(),
	"v_dual_fmac_f32": ffma32(), "v_dual_fmaak_f32": ffma32(), "v_dual_fmamk_f32": ffma32(),
	"v_min_f32": fmin32(), "v_max_f32": fmax32(), "v_dual_min_f32": fmin32(), "v_dual_max_f32": fmax32(),
	"v_mul_dx9_zero_f32": lane2(mulDX9F32, clsF32), "v_dual_mul_dx9_zero_f32": lane2(mulDX9F32, clsF32),
	"v_fma_dx9_zero_f32": lane3(fmaDX9F32, clsF32), "v_fmac_dx9_zero_f32": lane3(fmaDX9F32, clsF32),
	"v_min3_f32": lane3(compose3(minF32, minF32), clsF32), "v_max3_f32": lane3(compose3(maxF32, maxF32), clsF32),
	"v_maxmin_f32": lane3(compose3(maxF32, minF32), clsF32), "v_minmax_f32": lane3(compose3(minF32, maxF32), clsF32),
	"v_med3_f32":  lane3(med3(minF32, maxF32, isNaN32), clsF32),
	"v_ldexp_f32": lane2(ldexpF32, clsF32), "v_fract_f32": lane1(fractF32, clsF32),
	"v_trunc_f32": lane1(roundOp32(rneZero), clsF32).micro(uopTruncF32, modeFP32), "v_ceil_f32": lane1(roundOp32(rneUp), clsF32).micro(uopCeilF32, modeFP32),
	"v_floor_f32": lane1(roundOp32(rneDown), clsF32).micro(uopFloorF32, modeFP32), "v_rndne_f32": lane1(roundOp32(rneNear), clsF32).micro(uopRndneF32, modeFP32),
	"v_frexp_exp_i32_f32": lane1(frexpExpF32, clsInt), "v_frexp_mant_f32": lane1(frexpMantF32, clsF32),
	"v_rcp_f32": lane1(approxOp32(tRcp, fRcp), clsF32).micro(uopRcpF32, modeFP32|modeSeed), "v_rcp_iflag_f32": lane1(approxOp32(tRcp, fRcp), clsF32).micro(uopRcpF32, modeFP32|modeSeed),
	"v_rsq_f32": lane1(approxOp32(tRsq, fRsq), clsF32), "v_sqrt_f32": lane1(approxOp32(tSqrt, fSqrt), clsF32).micro(uopSqrtF32, modeFP32|modeSeed),
	"v_exp_f32": lane1(approxOp32(tExp, fExp2), clsF32), "v_log_f32": lane1(approxOp32(tLog, fLog2), clsF32),
	"v_sin_f32": lane1(trigOp32(tSin, fSin), clsF32), "v_cos_f32": lane1(trigOp32(tCos, fCos), clsF32),
	"v_div_fixup_f32": lane3(divFixupF32, clsF32),
	"v_cubeid_f32":    lane3(cubeID, clsF32), "v_cubesc_f32": lane3(cubeSC, clsF32), "v_cubetc_f32": lane3(cubeTC, clsF32), "v_cubema_f32": lane3(cubeMA, clsF32),
	"v_mullit_f32": lane3(mullitF32, clsF32),

	"v_add_f16": lane2(addF16, clsF16), "v_sub_f16": lane2(subF16, clsF16), "v_subrev_f16": lane2(subrevF16, clsF16),
	"v_mul_f16": lane2(mulF16, clsF16), "v_fma_f16": lane3(fmaF16, clsF16), "v_fmac_f16": lane3(fmaF16, clsF16),
	"v_fmaak_f16": lane3(fmaF16, clsF16), "v_fmamk_f16": lane3(fmaF16, clsF16),
	"v_min_f16": lane2(minF16, clsF16), "v_max_f16": lane2(maxF16, clsF16),
	"v_min3_f16": lane3(compose3(minF16, minF16), clsF16), "v_max3_f16": lane3(compose3(maxF16, maxF16), clsF16),
	"v_maxmin_f16": lane3(compose3(maxF16, minF16), clsF16), "v_minmax_f16": lane3(compose3(minF16, maxF16), clsF16),
	"v_med3_f16":  lane3(med3(minF16, maxF16, isNaN16), clsF16),
	"v_ldexp_f16": lane2(ldexpF16, clsF16), "v_fract_f16": lane1(fractF16, clsF16),
	"v_trunc_f16": lane1(roundOp16(rneZero), clsF16), "v_ceil_f16": lane1(roundOp16(rneUp), clsF16),
	"v_floor_f16": lane1(roundOp16(rneDown), clsF16), "v_rndne_f16": lane1(roundOp16(rneNear), clsF16),
	"v_frexp_exp_i16_f16": lane1(frexpExpF16, clsInt), "v_frexp_mant_f16": lane1(frexpMantF16, clsF16),
	"v_rcp_f16": lane1(approxOp16(fRcp), clsF16), "v_rsq_f16": lane1(approxOp16(fRsq), clsF16), "v_sqrt_f16": lane1(approxOp16(fSqrt), clsF16),
	"v_exp_f16": lane1(approxOp16(fExp2), clsF16), "v_log_f16": lane1(approxOp16(fLog2), clsF16),
	"v_sin_f16": lane1(approxOp16(fSin), clsF16), "v_cos_f16": lane1(approxOp16(fCos), clsF16),
	"v_div_fixup_f16": lane3(divFixupF16, clsF16),

	"v_add_f64": wide(2, addF64, clsF64).rows64(rowAddF64).micro(uopAddF64, modeFP64), "v_mul_f64": wide(2, mulF64, clsF64).rows64(rowMulF64).micro(uopMulF64, modeFP64), "v_fma_f64": wide(3, fmaF64, clsF64).rows64(rowFmaF64).micro(uopFmaF64, modeFP64),
	"v_min_f64": wide(2, minF64, clsF64), "v_max_f64": wide(2, maxF64, clsF64), "v_ldexp_f64": wide(2, ldexpF64, clsF64),
	"v_fract_f64": wide(1, fractF64, clsF64), "v_trunc_f64": wide(1, roundOp64(rneZero), clsF64), "v_ceil_f64": wide(1, roundOp64(rneUp), clsF64),
	"v_floor_f64": wide(1, roundOp64(rneDown), clsF64), "v_rndne_f64": wide(1, roundOp64(rneNear), clsF64),
	"v_frexp_exp_i32_f64": wide(1, frexpExpF64, clsInt), "v_frexp_mant_f64": wide(1, frexpMantF64, clsF64),
	"v_rcp_f64": wide(1, approxOp64(tRcp, fRcp), clsF64), "v_rsq_f64": wide(1, approxOp64(tRsq, fRsq), clsF64), "v_sqrt_f64": wide(1, approxOp64(tSqrt, fSqrt), clsF64),
	"v_div_fixup_f64": wide(3, divFixupF64, clsF64), "v_trig_preop_f64": wide(2, trigPreopF64, clsF64),

	"v_cvt_i32_f32": lane1(cvtI32F32, clsInt).micro(uopCvtI32F32, modeFP32), "v_cvt_u32_f32": lane1(cvtU32F32, clsInt).micro(uopCvtU32F32, modeFP32),
	"v_cvt_floor_i32_f32": lane1(cvtFloorI32F32, clsInt), "v_cvt_nearest_i32_f32": lane1(cvtNearestI32F32, clsInt),
	"v_cvt_f32_i32": lane1(cvtF32I32, clsF32).micro(uopCvtF32I32, modeFP32), "v_cvt_f32_u32": lane1(cvtF32U32, clsF32).micro(uopCvtF32U32, modeFP32),
	"v_cvt_f32_ubyte0": lane1(cvtUbyte(0), clsF32), "v_cvt_f32_ubyte1": lane1(cvtUbyte(1), clsF32),
	"v_cvt_f32_ubyte2": lane1(cvtUbyte(2), clsF32), "v_cvt_f32_ubyte3": lane1(cvtUbyte(3), clsF32),
	"v_cvt_off_f32_i4": lane1(cvtOffF32I4, clsF32),
	"v_cvt_f64_i32":    wide(1, cvtF64I32, clsF64), "v_cvt_f64_u32": wide(1, cvtF64U32, clsF64),
	"v_cvt_i32_f64": wide(1, cvtI32F64, clsInt), "v_cvt_u32_f64": wide(1, cvtU32F64, clsInt),
	"v_cvt_f32_f64": wide(1, cvtF32F64, clsF32).micro(uopCvtF32F64, modeFP32|modeFP64), "v_cvt_f64_f32": wide(1, cvtF64F32, clsF64).micro(uopCvtF64F32, modeFP32|modeFP64),
	"v_cvt_f16_f32": lane1(cvtF16F32, clsF16), "v_cvt_f32_f16": lane1(cvtF32F16, clsF32),
	"v_cvt_f16_u16": lane1(cvtF16U16, clsF16), "v_cvt_f16_i16": lane1(cvtF16I16, clsF16),
	"v_cvt_u16_f16": lane1(cvtU16F16, clsInt), "v_cvt_i16_f16": lane1(cvtI16F16, clsInt),
	"v_cvt_norm_i16_f16": lane1(cvtNormI16F16, clsInt), "v_cvt_norm_u16_f16": lane1(cvtNormU16F16, clsInt),
	"v_cvt_pk_rtz_f16_f32": lane2(cvtPkRtzF16F32, clsInt), "v_cvt_pk_norm_i16_f32": lane2(cvtPkNormI16F32, clsInt),
	"v_cvt_pk_norm_u16_f32": lane2(cvtPkNormU16F32, clsInt), "v_cvt_pk_norm_i16_f16": lane2(cvtPkNormI16F16, clsInt),
	"v_cvt_pk_norm_u16_f16": lane2(cvtPkNormU16F16, clsInt), "v_cvt_pk_i16_f32": lane2(cvtPkI16F32, clsInt),
	"v_cvt_pk_u16_f32": lane2(cvtPkU16F32, clsInt), "v_cvt_pk_i16_i32": lane2(cvtPkI16I32, clsInt),
	"v_cvt_pk_u16_u32": lane2(cvtPkU16U32, clsInt), "v_cvt_pk_u8_f32": lane3(cvtPkU8F32, clsInt),
	"v_dot2_f16_f16": lane3(dot2F16F16, clsF16), "v_dot2_bf16_bf16": lane3(dot2BF16BF16, clsInt),
}

// Row kernels in two forms: plain loops, and the same on vector registers where there is one (nil otherwise), then with a handler
// h of its own for instructions whose sources are all rows.
type (
	kern1 struct {
		scalar, simd func(d, a *Lanes)
		h            Handler
	}
	kern2 struct {
		scalar, simd func(d, a, b *Lanes)
		h            Handler
	}
	kern3 struct {
		scalar, simd func(d, a, b, c *Lanes)
		h            Handler
	}
	kernRel struct {
		scalar, simd func(m Mode, a, b *Lanes) (lt, eq, un uint32)
	}
)

// bind gives o with its row kernels chosen.
func (o *vop) bind(scalar bool) *vop {
	c := *o
	if k := o.k1; k != nil {
		c.f1 = k.scalar
		if !scalar && k.simd != nil {
			c.f1, c.direct = k.simd, k.h
		}
	}
	if k := o.k2; k != nil {
		c.f2 = k.scalar
		if !scalar && k.simd != nil {
			c.f2, c.direct = k.simd, k.h
		}
	}
	if k := o.ka2; k != nil {
		c.alt2 = k.scalar
		if !scalar && k.simd != nil {
			c.alt2 = k.simd
		}
	}
	if k := o.k3; k != nil {
		c.f3 = k.scalar
		if !scalar && k.simd != nil {
			c.f3, c.direct = k.simd, k.h
		}
	}
	if k := o.krel; k != nil {
		c.rel = k.scalar
		if !scalar && k.simd != nil {
			c.rel = k.simd
		}
	}
	if o.sat != nil {
		c.sat = o.sat.bind(scalar)
	}
	return &c
}

// opSet is every operation with its kernels bound.
type opSet struct {
	byOp []*vop
	cmp  map[string]*vop
}

func newOpSet(scalar bool) *opSet {
	s := &opSet{byOp: make([]*vop, amdgpu.NumOps), cmp: map[string]*vop{}}
	for name, o := range vopTable {
		op, ok := amdgpu.OpByName(name)
		if !ok {
			panic("emu: no instruction " + name)
		}
		s.byOp[op] = o.bind(scalar)
	}
	for name, o := range cmpOps {
		s.cmp[name] = o.bind(scalar)
	}
	return s
}

var (
	fastOps   = sync.OnceValue(func() *opSet { return newOpSet(false) })
	scalarOps = sync.OnceValue(func() *opSet { return newOpSet(true) })
)
