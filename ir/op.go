package ir

// Op is an operation. The list is closed: isel implements every one of them, for every type and format named in its
// line, for uniform and non-uniform results.
//
// Notation: x y z are the arguments in order, i/u their signed or unsigned reading. "Types" are those of the result
// unless said otherwise. Arithmetic on I16 does not exist: values of that type are only constants, phis, copies,
// selects, results of OpTrunc, OpHi16 and F16 operations, and arguments of OpZExt, OpSExt, OpPack16 and F16 operations.
// (A load of 1 or 2 bytes gives an extended I32; a store of 1 or 2 bytes takes an I32 and writes its low part.)
type Op uint8

// Operations.
const (
	OpInvalid Op = iota

	// Values without computation.
	OpConst // Imm, zero-extended. I1 I16 I32 I64
	OpPhi   // Args[i] comes from Block.Preds[i]. I16 I32 I64; I1 too, but then after Diverge only uniform ones
	OpCopy  // x. Any type. Put by Diverge where a uniform value must become a per-lane one: never fold it away when !Uniform
	OpProj  // in the block of its tuple: result Imm of the tuple x; its type is its own

	// Launch facts and registers.
	OpKernarg      // I64, uniform: address of the kernarg segment; parameters at PTX's offsets, abi.Block at abi.BlockOffset(ParamBytes)
	OpTid          // I32: work-item id in dimension Imm (0 x, 1 y, 2 z)
	OpGroupID      // I32, uniform: the hardware's work-group id in dimension Imm (without abi's block-id offset)
	OpLaneID       // I32: number of the lane in the wave, 0..31
	OpClock        // I64: cycle counter; ordered against other such values (not merged)
	OpRealtime     // I64: constant-frequency counter (100 MHz on gfx11); not merged
	OpHWID         // I32, uniform: the compute unit's number (any stable small number serves; %smid)
	OpSymAddr      // I64, uniform: address of Sym + Imm (signed), global or const memory, or a function's code
	OpApertureBase // I64, uniform: generic address of offset 0 of Mem.Space (SpaceShared or SpaceLocal)
	OpFrameAddr    // I32: offset Imm of the function's own scratch frame as a SpaceLocal address. Kernels: the constant Imm

	// Integer arithmetic, modulo 2^bits. I32 I64 unless said otherwise.
	OpAdd      // x + y
	OpSub      // x - y
	OpMul      // x * y. I32 only
	OpMulHiU   // high 32 bits of the unsigned product. I32
	OpMulHiS   // high 32 bits of the signed product. I32
	OpMulWideU // I64 = u32(x) * u32(y)
	OpMulWideS // I64 = i32(x) * i32(y)
	OpMadWideU // I64 = u32(x) * u32(y) + z (I64)
	OpMadWideS // I64 = i32(x) * i32(y) + z (I64)
	OpMul24U   // I32: low 32 bits of the product of the low 24 bits, unsigned (v_mul_u32_u24)
	OpMul24S   // I32: low 32 bits of the product of the low 24 bits, signed
	OpMulHi24U // I32: bits 32..47 of that product, zero-extended (v_mul_hi_u32_u24)
	OpMulHi24S // I32: bits 32..47 of that product, sign-extended
	OpAddC     // tuple {I32 x+y+z, I1 carry out}; x y I32, z I1. z may be missing: carry in 0
	OpSubB     // tuple {I32 x-y-z, I1 borrow out}; as OpAddC
	OpMinS     // I32
	OpMinU     // I32
	OpMaxS     // I32
	OpMaxU     // I32

	// Bits.
	OpAnd      // I1 I32 I64
	OpOr       // I1 I32 I64
	OpXor      // I1 I32 I64
	OpNot      // I1 I32 I64
	OpShl      // x << (y mod bits); y I32. I32 I64
	OpLShr     // u(x) >> (y mod bits); y I32. I32 I64
	OpAShr     // i(x) >> (y mod bits); y I32. I32 I64
	OpPopc     // I32 of an I32
	OpFfbh     // I32: leading zeros of the I32 x, 0xffffffff if x is 0 (v_clz_i32_u32)
	OpFfbhS    // I32: bits from the top equal to the sign bit before the first that differs, 0xffffffff if none (v_cls_i32)
	OpFfbl     // I32: trailing zeros of the I32 x, 0xffffffff if x is 0 (v_ctz_i32_b32)
	OpBrev     // I32
	OpBfeU     // I32: z' bits of x from y' on, zero-extended; y' = y mod 32, z' = z mod 32 (v_bfe_u32)
	OpBfeS     // I32: the same, sign-extended (v_bfe_i32)
	OpBfi      // I32: (x & y) | (^x & z) (v_bfi_b32)
	OpPerm     // I32: v_perm_b32 of x (bytes 4..7), y (bytes 0..3) with selectors z; selectors 8..11 sign of bytes 1 3 5 7, 12 zero, >=13 0xff
	OpAlignBit // I32: low 32 bits of (x:y) >> (z mod 32), x the high part (v_alignbit_b32)
	OpDot4     // I32: z + sum over 4 bytes of x[i]*y[i] modulo 2^32; Imm bit 0: x signed, bit 1: y signed (v_dot4_i32_iu8)

	// Width changes and parts.
	OpTrunc  // low bits: I64 to I32 or I16, I32 to I16
	OpZExt   // I1, I16, I32 to I32 or I64
	OpSExt   // I1 (0 or -1), I16, I32 to I32 or I64
	OpHi     // I32: high half of the I64 x
	OpPack   // I64: low half x, high half y (I32)
	OpHi16   // I16: high half of the I32 x
	OpPack16 // I32: low half x, high half y (I16)

	// Comparison and choice.
	OpICmp   // I1: x Imm(Cond) y. Arguments I32 I64
	OpFCmp   // I1: x Imm(Cond) y. FP: F16 F32 F64, FTZ
	OpFClass // I1: x is of a class in Imm: 1 sNaN, 2 qNaN, 4 -inf, 8 -normal, 16 -subnormal, 32 -0, 64 +0, 128 +subnormal, 256 +normal, 512 +inf. F16 F32 F64
	OpSelect // x (I1) ? y : z. I16 I32 I64

	// Floating point. FP says format and attributes. Results are IEEE 754's, NaN results are quiet NaNs of any payload.
	OpFAdd   // x + y. F16 F32 F64 F16x2; Round, FTZ, Sat
	OpFMul   // x * y. As OpFAdd
	OpFFma   // x * y + z, rounded once. As OpFAdd
	OpFMin   // the smaller; -0 < +0; if one is NaN the other one; both: NaN. F16 F32 F64 F16x2; FTZ
	OpFMax   // the larger, likewise
	OpFNeg   // flips the sign bit, NaN too. F16 F32 F64 F16x2. Pure bits: fold into source modifiers at will
	OpFAbs   // clears the sign bit. Likewise
	OpFTrunc // round to an integral value towards zero. F16 F32 F64; FTZ (a subnormal is rounded like any number otherwise)
	OpFFloor // likewise, towards -infinity
	OpFCeil  // likewise, towards +infinity
	OpFRint  // likewise, to nearest even
	OpFCanon // x as the unit passes it on: NaN quieted, FTZ and Sat applied (v_max x,x or v_mul 1.0). F16 F32 F64 F16x2

	// AMD's own units, with AMD's accuracy and special cases (RATIONALE.md, Exactness). F32 forms flush subnormals.
	OpAmdRcp       // 1/x. F16 F32 F64
	OpAmdRsq       // 1/sqrt(x). F16 F32 F64
	OpAmdSqrt      // sqrt(x). F16 F32 F64
	OpAmdExp2      // 2^x. F16 F32
	OpAmdLog2      // log2(x). F16 F32
	OpAmdSin       // sin(2 pi x). F16 F32
	OpAmdCos       // cos(2 pi x). F16 F32
	OpAmdFract     // x - floor(x), below 1. F32 F64
	OpAmdLdexp     // x * 2^i(y), y I32; rounded per FP. F32 F64
	OpAmdFrexpMant // mantissa in [0.5, 1) with the sign of x. F32 F64
	OpAmdFrexpExp  // I32: its exponent. F32 F64
	OpAmdDivScale  // tuple {value, I1}: v_div_scale of x, y (denominator), z (numerator). F32 F64. Not subject to FTZ
	OpAmdDivFmas   // v_div_fmas x, y, z with the I1 in Args[3]. F32 F64
	OpAmdDivFixup  // v_div_fixup x, y, z. F32 F64

	// Conversions. FP.Round (and FTZ, Sat) apply; FP.Fmt is the format of the floating-point operand, or the source's for OpFExt/OpFTruncTo.
	OpFExt     // FP.Fmt F16: I16 to F32's I32; F32: I32 to F64's I64. Exact. FTZ flushes an F32 input
	OpFTruncTo // FP.Fmt F64: to F32; F32: to F16. Rounded per FP.Round
	OpFToS     // FP.Fmt F32 or F64 to I32, towards zero, saturating, NaN gives 0 (v_cvt_i32)
	OpFToU     // likewise, unsigned
	OpSToF     // signed I32 to FP.Fmt F32 (Round) or F64
	OpUToF     // unsigned likewise

	// Memory. Args[0] is the address, Imm a signed byte offset, Mem the rest. HasOff: Args[1] is the extra I32 offset.
	OpLoad     // N == 1: the value: I32 for 1, 2 (extended per Signed) and 4 bytes, I64 for 8. N > 1: a tuple of such
	OpStore    // after the address: N values, I32 for 1, 2 and 4 bytes, I64 for 8. Void
	OpAtomic   // after the address: operands (I32 or I64 per Mem.Size 4 or 8). Returns the old value; Type Void: no return needed
	OpFence    // Mem.Order, Mem.Scope: memory fence. Void
	OpPrefetch // hint; may be dropped. Args[0] address. Void

	// Convergent: never moved across control flow, copied or merged with one in another block. Only lanes in EXEC take part.
	OpBarrier       // s_barrier of the whole work-group, with the CTA-scope fence that bar.sync implies. Void. Imm is for Diverge only: BarrierThreads
	OpBallot        // I32, uniform: bit i set where lane i is active and the I1 x true there. x may be the constant true
	OpReadFirstLane // x of the lowest active lane, uniform. I32
	OpReadLane      // x of lane y, uniform; y is a uniform I32 (readfirstlane it otherwise). I32
	OpBpermute      // I32: the x' of lane (x/4 mod 32): args are byte address x, data y (ds_bpermute_b32). 0 from inactive lanes
	OpMeet          // the active lanes wait for those of the I32 mask x, wherever they stand, that come to a meeting of kind Imm. Void, no code: for Diverge, which removes it
	OpRegion        // what follows is one dispatched region (Options.Apart). Void, no code: for Diverge, which removes it
	OpMbcnt         // I32: y + number of bits set in the I32 x below the own lane (v_mbcnt_lo). Not convergent in effect

	// Others.
	OpSleep // hint: wait about x (I32, uniform or not) nanoseconds; Void. isel may use s_sleep with any bound

	// Functions that are really called. Each lane has its own arguments and results, I32 all of them.
	OpCall      // tuple: call of Sym.Callee with the active lanes; the arguments and results are Callee.NumArgs and NumResults many
	OpParam     // I32: argument Imm of the function. At its start only
	OpReturn    // sets the results of the function to the arguments. Void. Last in the block that ends in a BlockRet
	OpStackPtr  // I32, uniform: local address of the function's frame
	OpStackNeed // I32, uniform: bytes that the function's frame and those of what it calls (without calls back into its own cycle) take, less the kernel's static scratch memory

	// Within Build only; gone before the first pass.
	opGetVar // variable Imm at the start of the block
	opSetVar // variable Imm = x at the end of the block

	NumOps
)

// BarrierThreads in the Imm of an OpBarrier marks a barrier that lanes may reach one by one.
const BarrierThreads = 1

type opFlags uint8

const (
	opPure       opFlags = 1 << iota // no effect besides its result, same arguments same result: may be merged, moved, removed
	opConvergent                     // depends on the set of active lanes
	opEffect                         // must stay, and stay in order
	opReads                          // reads memory
	opUniformAlways
	opDivergentAlways
	opCommutes
)

var ops = [NumOps]struct {
	name  string
	flags opFlags
}{
	OpInvalid:       {"invalid", 0},
	OpConst:         {"const", opPure | opUniformAlways},
	OpPhi:           {"phi", 0},
	OpCopy:          {"copy", opPure},
	OpProj:          {"proj", opPure},
	OpKernarg:       {"kernarg", opPure | opUniformAlways},
	OpTid:           {"tid", opPure | opDivergentAlways},
	OpGroupID:       {"groupid", opPure | opUniformAlways},
	OpLaneID:        {"laneid", opPure | opDivergentAlways},
	OpClock:         {"clock", opEffect | opUniformAlways},
	OpRealtime:      {"realtime", opEffect | opUniformAlways},
	OpHWID:          {"hwid", opEffect | opUniformAlways},
	OpSymAddr:       {"symaddr", opPure | opUniformAlways},
	OpApertureBase:  {"aperture", opPure | opUniformAlways},
	OpFrameAddr:     {"frameaddr", opPure | opUniformAlways},
	OpAdd:           {"add", opPure | opCommutes},
	OpSub:           {"sub", opPure},
	OpMul:           {"mul", opPure | opCommutes},
	OpMulHiU:        {"mulhiu", opPure | opCommutes},
	OpMulHiS:        {"mulhis", opPure | opCommutes},
	OpMulWideU:      {"mulwideu", opPure | opCommutes},
	OpMulWideS:      {"mulwides", opPure | opCommutes},
	OpMadWideU:      {"madwideu", opPure},
	OpMadWideS:      {"madwides", opPure},
	OpMul24U:        {"mul24u", opPure | opCommutes},
	OpMul24S:        {"mul24s", opPure | opCommutes},
	OpMulHi24U:      {"mulhi24u", opPure | opCommutes},
	OpMulHi24S:      {"mulhi24s", opPure | opCommutes},
	OpAddC:          {"addc", opPure},
	OpSubB:          {"subb", opPure},
	OpMinS:          {"mins", opPure | opCommutes},
	OpMinU:          {"minu", opPure | opCommutes},
	OpMaxS:          {"maxs", opPure | opCommutes},
	OpMaxU:          {"maxu", opPure | opCommutes},
	OpAnd:           {"and", opPure | opCommutes},
	OpOr:            {"or", opPure | opCommutes},
	OpXor:           {"xor", opPure | opCommutes},
	OpNot:           {"not", opPure},
	OpShl:           {"shl", opPure},
	OpLShr:          {"lshr", opPure},
	OpAShr:          {"ashr", opPure},
	OpPopc:          {"popc", opPure},
	OpFfbh:          {"ffbh", opPure},
	OpFfbhS:         {"ffbhs", opPure},
	OpFfbl:          {"ffbl", opPure},
	OpBrev:          {"brev", opPure},
	OpBfeU:          {"bfeu", opPure},
	OpBfeS:          {"bfes", opPure},
	OpBfi:           {"bfi", opPure},
	OpPerm:          {"perm", opPure},
	OpAlignBit:      {"alignbit", opPure},
	OpDot4:          {"dot4", opPure},
	OpTrunc:         {"trunc", opPure},
	OpZExt:          {"zext", opPure},
	OpSExt:          {"sext", opPure},
	OpHi:            {"hi", opPure},
	OpPack:          {"pack", opPure},
	OpHi16:          {"hi16", opPure},
	OpPack16:        {"pack16", opPure},
	OpICmp:          {"icmp", opPure},
	OpFCmp:          {"fcmp", opPure},
	OpFClass:        {"fclass", opPure},
	OpSelect:        {"select", opPure},
	OpFAdd:          {"fadd", opPure | opCommutes},
	OpFMul:          {"fmul", opPure | opCommutes},
	OpFFma:          {"ffma", opPure},
	OpFMin:          {"fmin", opPure | opCommutes},
	OpFMax:          {"fmax", opPure | opCommutes},
	OpFNeg:          {"fneg", opPure},
	OpFAbs:          {"fabs", opPure},
	OpFTrunc:        {"ftrunc", opPure},
	OpFFloor:        {"ffloor", opPure},
	OpFCeil:         {"fceil", opPure},
	OpFRint:         {"frint", opPure},
	OpFCanon:        {"fcanon", opPure},
	OpAmdRcp:        {"amd.rcp", opPure},
	OpAmdRsq:        {"amd.rsq", opPure},
	OpAmdSqrt:       {"amd.sqrt", opPure},
	OpAmdExp2:       {"amd.exp2", opPure},
	OpAmdLog2:       {"amd.log2", opPure},
	OpAmdSin:        {"amd.sin", opPure},
	OpAmdCos:        {"amd.cos", opPure},
	OpAmdFract:      {"amd.fract", opPure},
	OpAmdLdexp:      {"amd.ldexp", opPure},
	OpAmdFrexpMant:  {"amd.frexpmant", opPure},
	OpAmdFrexpExp:   {"amd.frexpexp", opPure},
	OpAmdDivScale:   {"amd.divscale", opPure},
	OpAmdDivFmas:    {"amd.divfmas", opPure},
	OpAmdDivFixup:   {"amd.divfixup", opPure},
	OpFExt:          {"fext", opPure},
	OpFTruncTo:      {"ftruncto", opPure},
	OpFToS:          {"ftos", opPure},
	OpFToU:          {"ftou", opPure},
	OpSToF:          {"stof", opPure},
	OpUToF:          {"utof", opPure},
	OpLoad:          {"load", opReads},
	OpStore:         {"store", opEffect},
	OpAtomic:        {"atomic", opEffect | opDivergentAlways},
	OpFence:         {"fence", opEffect},
	OpPrefetch:      {"prefetch", opEffect},
	OpBarrier:       {"barrier", opEffect | opConvergent},
	OpBallot:        {"ballot", opConvergent | opUniformAlways},
	OpReadFirstLane: {"readfirstlane", opConvergent | opUniformAlways},
	OpReadLane:      {"readlane", opConvergent | opUniformAlways},
	OpBpermute:      {"bpermute", opConvergent | opDivergentAlways},
	OpMbcnt:         {"mbcnt", opPure | opDivergentAlways},
	OpMeet:          {"meet", opEffect | opConvergent},
	OpRegion:        {"region", opEffect | opConvergent},
	OpSleep:         {"sleep", opEffect},
	OpCall:          {"call", opEffect | opConvergent | opDivergentAlways},
	OpParam:         {"param", opDivergentAlways},
	OpReturn:        {"return", opEffect},
	OpStackPtr:      {"stackptr", opPure | opUniformAlways},
	OpStackNeed:     {"stackneed", opPure | opUniformAlways},
	opGetVar:        {"getvar", 0},
	opSetVar:        {"setvar", opEffect},
}

func (o Op) String() string {
	if o < NumOps {
		return ops[o].name
	}
	return "op?"
}

// Pure reports that o has no effect besides its result and depends on its arguments only.
func (o Op) Pure() bool { return ops[o].flags&opPure != 0 }

// Convergent reports that o depends on the set of lanes that execute it.
func (o Op) Convergent() bool { return ops[o].flags&opConvergent != 0 }

// HasEffect reports that o must be kept though nothing uses its result, and in its order.
func (o Op) HasEffect() bool { return ops[o].flags&opEffect != 0 }
