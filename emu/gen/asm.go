package main

import (
	"bytes"
	"fmt"
	"go/format"
	"log"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// This file writes uops_amd64.s, the micro-operations of fast runs, and uops_gen.go, their numbers. See emu/uops.go for what they are.
//
// Registers: R8 rows of the wave, R9 its scalar registers, R10 the micro-operation, R11 LDS, R12 its size, R13 the group cache; Y14 is 31 in
// each lane, Y13 the sign bit, Y12 all ones, Y11 0, 4, .. 28, Y10 is 32. AX, BX, CX, DX hold the offsets of a, b, c and d.

// uops lists name and body. A body of the kind "each" is written four times, once for each eight lanes, with {A}, {B}, {C}, {D} standing for
// the memory of the operands, {D1} and {X} for the row behind d and for the row at offset x (in SI); "whole" bodies are written once.
type uopText struct {
	name string
	args string // which offsets to load: a subset of "abcdx"
	each string
	end  string // after the four
}

func bin(name, inst string) uopText { // d = a inst b
	return uopText{name: name, args: "abd", each: "VMOVDQU {A}, Y0; " + inst + " {B}, Y0, Y0; VMOVDQU Y0, {D}"}
}

// float makes a body that is done for all lanes before anything is stored, and left to the exact handler if a result is a NaN.
func float(name, args, each string) uopText {
	var b strings.Builder
	for k := range 4 {
		s := strings.ReplaceAll(each, "{R}", fmt.Sprintf("Y%d", k))
		b.WriteString(expand(s, k) + "; ")
	}
	b.WriteString("VCMPPS $3, Y1, Y0, Y4; VCMPPS $3, Y3, Y2, Y5; VORPS Y4, Y5, Y4; VMOVMSKPS Y4, SI; TESTL SI, SI; JNZ bail; ")
	for k := range 4 {
		b.WriteString(expand(fmt.Sprintf("VMOVDQU Y%d, {D}; ", k), k))
	}
	return uopText{name: name, args: args + "d", end: strings.TrimSuffix(b.String(), "; ")}
}

// compare makes a body whose result Y0 is a mask, gathered into scalar register d, inverted where x says so.
func compare(name, each string) uopText {
	var b strings.Builder
	for k := range 4 {
		b.WriteString(expand(each, k) + fmt.Sprintf("; VMOVMSKPS Y0, SI; SHLL $%d, SI; ORL SI, DI; ", 8*k))
	}
	return uopText{name: name, args: "abd", end: "XORL DI, DI; " + b.String() + "XORL 32(R10), DI; MOVL DI, (R9)(DX*1)"}
}

// carry makes a body with a mask of carries, which Y4 gives, in scalar register y; with a mask in from scalar register x in Y5.
func carry(name string, in bool, each string) uopText {
	var b strings.Builder
	b.WriteString("XORL DI, DI; ")
	if in {
		b.WriteString("VPBROADCASTD (R9)(SI*1), Y9; ")
	}
	for k := range 4 {
		if in {
			b.WriteString(fmt.Sprintf("VPAND uopLaneBits<>+%d(SB), Y9, Y5; VPCMPEQD uopLaneBits<>+%d(SB), Y5, Y5; ", 32*k, 32*k))
		}
		b.WriteString(expand(each, k) + fmt.Sprintf("; VMOVMSKPS Y4, CX; SHLL $%d, CX; ORL CX, DI; ", 8*k))
	}
	return uopText{name: name, args: "abdx", end: b.String() + "MOVL 36(R10), CX; MOVL DI, (R9)(CX*1)"}
}

// scalar makes a scalar operation: SI = operand a, DI = operand b, result to d from SI; with scc, SCC is AX.
func scalar(name, body string, scc bool) uopText {
	s := "MOVL 20(R10), AX; MOVL 24(R10), BX; MOVL 16(R10), DX; MOVL (R9)(AX*1), SI; MOVL (R9)(BX*1), DI; "
	if scc {
		s += "XORL AX, AX; "
	}
	s += body + "; MOVL SI, (R9)(DX*1)"
	if scc {
		s += "; MOVL AX, 520(R9)"
	}
	return uopText{name: name, end: s}
}

func scalarCmp(name, set string) uopText {
	return uopText{name: name, end: "MOVL 20(R10), AX; MOVL 24(R10), BX; MOVL (R9)(AX*1), SI; XORL AX, AX; CMPL SI, (R9)(BX*1); " + set + " AX; MOVL AX, 520(R9)"}
}

// mad64 is a widening multiply-add: mul is the multiplication of even dwords; carry forms the mask bit in Y7 from the high dwords of product (Y5), addend (Y6) and sum (Y4).
func mad64(name, mul, carry string) uopText {
	var b strings.Builder
	b.WriteString("XORL DI, DI; ")
	for k := range 4 {
		b.WriteString(expand("VMOVDQU {A}, Y0; VMOVDQU {B}, Y1; "+mul+" Y1, Y0, Y2; VPSRLQ $32, Y0, Y0; VPSRLQ $32, Y1, Y1; "+mul+" Y1, Y0, Y3; "+
			// Y2, Y3: products of even and odd lanes. Their high dwords by lane:
			"VPSRLQ $32, Y2, Y5; VPBLENDD $0xaa, Y3, Y5, Y5; "+
			// The addend as even and odd quadwords.
			"VMOVDQU {C}, Y0; VMOVDQU {X}, Y6; VPSLLQ $32, Y6, Y1; VPBLENDD $0x55, Y0, Y1, Y1; VPADDQ Y1, Y2, Y2; "+
			"VPSRLQ $32, Y0, Y1; VPBLENDD $0xaa, Y6, Y1, Y1; VPADDQ Y1, Y3, Y3; "+
			"VPSLLQ $32, Y3, Y0; VPBLENDD $0x55, Y2, Y0, Y0; VPSRLQ $32, Y2, Y4; VPBLENDD $0xaa, Y3, Y4, Y4; "+
			"VMOVDQU Y0, {D}; VMOVDQU Y4, {D1}; "+carry, k) + fmt.Sprintf("; VMOVMSKPS Y7, R15; SHLL $%d, R15; ORL R15, DI; ", 8*k))
	}
	return uopText{name: name, args: "abcdx", end: strings.ReplaceAll(b.String(), "R15", "R14") + "MOVL 36(R10), CX; MOVL DI, (R9)(CX*1)"}
}

func expand(s string, k int) string {
	for _, r := range []struct{ from, reg string }{{"{A}", "AX"}, {"{B}", "BX"}, {"{C}", "CX"}, {"{D}", "DX"}, {"{X}", "SI"}} {
		s = strings.ReplaceAll(s, r.from, fmt.Sprintf("%d(R8)(%s*1)", 32*k, r.reg))
	}
	for _, r := range []struct{ from, reg string }{{"{A1}", "AX"}, {"{B1}", "BX"}, {"{C1}", "CX"}, {"{D1}", "DX"}} {
		s = strings.ReplaceAll(s, r.from, fmt.Sprintf("%d(R8)(%s*1)", 128+32*k, r.reg))
	}
	return s
}

// f64 makes a body on f64, whose dwords are in two rows each. Eight lanes are two registers: those of the low and of the high dword pairs of each
// half; unpack and op with {R} the register and {L} L or H stand for both. All is done before anything is stored, and left to the exact handler
// if a result is a NaN.
func f64(name, args, unpack, op string) uopText {
	var b strings.Builder
	for k := range 4 {
		for h, l := range []string{"L", "H"} {
			b.WriteString(expand(strings.NewReplacer("{R}", fmt.Sprintf("Y%d", 2*k+h), "{L}", l).Replace(unpack+"; "+op+"; "), k))
		}
	}
	b.WriteString("VCMPPD $3, Y1, Y0, Y8; ")
	for k := 1; k < 4; k++ {
		fmt.Fprintf(&b, "VCMPPD $3, Y%d, Y%d, Y9; VORPD Y9, Y8, Y8; ", 2*k+1, 2*k)
	}
	b.WriteString("VMOVMSKPD Y8, SI; TESTL SI, SI; JNZ bail")
	for k := range 4 {
		b.WriteString(expand(fmt.Sprintf("; VSHUFPS $0x88, Y%d, Y%d, Y8; VMOVDQU Y8, {D}; VSHUFPS $0xdd, Y%d, Y%d, Y8; VMOVDQU Y8, {D1}", 2*k+1, 2*k, 2*k+1, 2*k), k))
	}
	return uopText{name: name, args: args + "d", end: b.String()}
}

// Operands of f64: a to {R}, b to Y9, c to Y15.
const (
	f64A = "VMOVDQU {A}, Y8; VPUNPCK{L}DQ {A1}, Y8, {R}"
	f64B = "; VMOVDQU {B}, Y8; VPUNPCK{L}DQ {B1}, Y8, Y9"
	f64C = "; VMOVDQU {C}, Y8; VPUNPCK{L}DQ {C1}, Y8, Y15"
)

// compare64 makes a compare of numbers in two rows each: op compares Y2 and Y3 with Y4 and Y5, into Y2 and Y3.
func compare64(name, prepare, op string) uopText {
	return compare(name, "VMOVDQU {A1}, Y6; VMOVDQU {B1}, Y7; "+prepare+"VMOVDQU {A}, Y0; VPUNPCKLDQ Y6, Y0, Y2; VPUNPCKHDQ Y6, Y0, Y3; VMOVDQU {B}, Y0; VPUNPCKLDQ Y7, Y0, Y4; VPUNPCKHDQ Y7, Y0, Y5; "+
		op+" Y4, Y2, Y2; "+op+" Y5, Y3, Y3; VSHUFPS $0x88, Y3, Y2, Y0")
}

// mulHi makes the high dwords of products.
func mulHi(name, mul string) uopText {
	return uopText{name: name, args: "abd", each: "VMOVDQU {A}, Y0; VMOVDQU {B}, Y1; " + mul + " Y1, Y0, Y2; VPSRLQ $32, Y0, Y0; VPSRLQ $32, Y1, Y1; " + mul + " Y1, Y0, Y3; VPSRLQ $32, Y2, Y2; VPBLENDD $0xaa, Y3, Y2, Y0; VMOVDQU Y0, {D}"}
}

// flush takes subnormal numbers in reg to zero of their sign, with two registers of scratch.
func flush(reg, t, u string) string {
	return strings.NewReplacer("{R}", reg, "{T}", t, "{U}", u).Replace("VPANDN {R}, Y13, {T}; VMOVDQU uopMinNormal<>(SB), {U}; VPCMPGTD {T}, {U}, {U}; VPANDN {U}, Y13, {U}; VPANDN {R}, {U}, {R}")
}

const shiftCount = "VPAND {N}, Y14, Y1" // the low five bits

func shiftBy(n string) string { return strings.ReplaceAll(shiftCount, "{N}", n) }

func uopList() []uopText {
	t := []uopText{
		{name: "Exit", end: "exit"},
		{name: "Mov", args: "ad", each: "VMOVDQU {A}, Y0; VMOVDQU Y0, {D}"},
		{name: "Bcast", args: "xd", each: "VMOVDQU Y0, {D}"},
		{name: "Not", args: "ad", each: "VPXOR {A}, Y12, Y0; VMOVDQU Y0, {D}"},
		{name: "SextI16", args: "ad", each: "VMOVDQU {A}, Y0; VPSLLD $16, Y0, Y0; VPSRAD $16, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "ZextU16", args: "ad", each: "VMOVDQU {A}, Y0; VPSLLD $16, Y0, Y0; VPSRLD $16, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "High16", args: "ad", each: "VMOVDQU {A}, Y0; VPSRLD $16, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "Neg32", args: "ad", each: "VPXOR {A}, Y13, Y0; VMOVDQU Y0, {D}"},
		{name: "Abs32", args: "ad", each: "VPANDN {A}, Y13, Y0; VMOVDQU Y0, {D}"},
		{name: "NegAbs32", args: "ad", each: "VPOR {A}, Y13, Y0; VMOVDQU Y0, {D}"},
		bin("Add", "VPADDD"), bin("Sub", "VPSUBD"), bin("And", "VPAND"), bin("Or", "VPOR"), bin("Xor", "VPXOR"),
		{name: "Subrev", args: "abd", each: "VMOVDQU {B}, Y0; VPSUBD {A}, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "Xnor", args: "abd", each: "VPXOR {A}, Y12, Y0; VPXOR {B}, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "Lshlrev", args: "abd", each: shiftBy("{A}") + "; VMOVDQU {B}, Y0; VPSLLVD Y1, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "Lshrrev", args: "abd", each: shiftBy("{A}") + "; VMOVDQU {B}, Y0; VPSRLVD Y1, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "Ashrrev", args: "abd", each: shiftBy("{A}") + "; VMOVDQU {B}, Y0; VPSRAVD Y1, Y0, Y0; VMOVDQU Y0, {D}"},
		bin("MinI32", "VPMINSD"), bin("MaxI32", "VPMAXSD"), bin("MinU32", "VPMINUD"), bin("MaxU32", "VPMAXUD"), bin("MulLo", "VPMULLD"),
		{name: "MulU24", args: "abd", each: "VMOVDQU {A}, Y0; VPSLLD $8, Y0, Y0; VPSRLD $8, Y0, Y0; VMOVDQU {B}, Y1; VPSLLD $8, Y1, Y1; VPSRLD $8, Y1, Y1; VPMULLD Y1, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "MulI24", args: "abd", each: "VMOVDQU {A}, Y0; VPSLLD $8, Y0, Y0; VPSRAD $8, Y0, Y0; VMOVDQU {B}, Y1; VPSLLD $8, Y1, Y1; VPSRAD $8, Y1, Y1; VPMULLD Y1, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "Add3", args: "abcd", each: "VMOVDQU {A}, Y0; VPADDD {B}, Y0, Y0; VPADDD {C}, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "LshlAdd", args: "abcd", each: shiftBy("{B}") + "; VMOVDQU {A}, Y0; VPSLLVD Y1, Y0, Y0; VPADDD {C}, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "AddLshl", args: "abcd", each: shiftBy("{C}") + "; VMOVDQU {A}, Y0; VPADDD {B}, Y0, Y0; VPSLLVD Y1, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "LshlOr", args: "abcd", each: shiftBy("{B}") + "; VMOVDQU {A}, Y0; VPSLLVD Y1, Y0, Y0; VPOR {C}, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "AndOr", args: "abcd", each: "VMOVDQU {A}, Y0; VPAND {B}, Y0, Y0; VPOR {C}, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "Or3", args: "abcd", each: "VMOVDQU {A}, Y0; VPOR {B}, Y0, Y0; VPOR {C}, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "Xor3", args: "abcd", each: "VMOVDQU {A}, Y0; VPXOR {B}, Y0, Y0; VPXOR {C}, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "Xad", args: "abcd", each: "VMOVDQU {A}, Y0; VPXOR {B}, Y0, Y0; VPADDD {C}, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "Bfi", args: "abcd", each: "VMOVDQU {A}, Y0; VPAND {B}, Y0, Y1; VPANDN {C}, Y0, Y0; VPOR Y1, Y0, Y0; VMOVDQU Y0, {D}"},
		{name: "BfeU32", args: "abcd", each: shiftBy("{B}") + "; VMOVDQU {A}, Y0; VPSRLVD Y1, Y0, Y0; " + shiftBy("{C}") + "; VPSLLVD Y1, Y12, Y1; VPANDN Y0, Y1, Y0; VMOVDQU Y0, {D}"},
		// Shift counts of 32 give zero.
		{name: "Alignbit", args: "abcd", each: shiftBy("{C}") + "; VPSUBD Y1, Y10, Y2; VMOVDQU {B}, Y0; VPSRLVD Y1, Y0, Y0; VMOVDQU {A}, Y3; VPSLLVD Y2, Y3, Y3; VPOR Y3, Y0, Y0; VMOVDQU Y0, {D}"},
		float("AddF32", "ab", "VMOVUPS {A}, {R}; VADDPS {B}, {R}, {R}"),
		float("SubF32", "ab", "VMOVUPS {A}, {R}; VSUBPS {B}, {R}, {R}"),
		float("SubrevF32", "ab", "VMOVUPS {B}, {R}; VSUBPS {A}, {R}, {R}"),
		float("MulF32", "ab", "VMOVUPS {A}, {R}; VMULPS {B}, {R}, {R}"),
		float("FmaF32", "abc", "VMOVUPS {A}, {R}; VMOVUPS {B}, Y6; VFMADD213PS {C}, Y6, {R}"),
		// Numbers only, in the order of their keys: the sign as it is, the rest inverted where it is set.
		float("MinF32", "ab", "VMOVUPS {A}, {R}; VMOVUPS {B}, Y6; "+numbers+keys+"VPCMPGTD Y9, Y8, Y9; VBLENDVPS Y9, Y6, {R}, {R}"),
		float("MaxF32", "ab", "VMOVUPS {A}, {R}; VMOVUPS {B}, Y6; "+numbers+keys+"VPCMPGTD Y8, Y9, Y9; VBLENDVPS Y9, Y6, {R}, {R}"),
		mulHi("MulHiU32", "VPMULUDQ"), mulHi("MulHiI32", "VPMULDQ"),
		{name: "BfeI32", args: "abcd", each: shiftBy("{B}") + "; VMOVDQU {A}, Y0; VPSRAVD Y1, Y0, Y0; " + shiftBy("{C}") + "; VPSUBD Y1, Y10, Y1; VPSLLVD Y1, Y0, Y0; VPSRAVD Y1, Y0, Y0; VMOVDQU Y0, {D}"},
		float("TruncF32", "a", "VROUNDPS $11, {A}, {R}"), float("CeilF32", "a", "VROUNDPS $10, {A}, {R}"),
		float("FloorF32", "a", "VROUNDPS $9, {A}, {R}"), float("RndneF32", "a", "VROUNDPS $8, {A}, {R}"),
		{name: "CvtF32I32", args: "ad", each: "VCVTDQ2PS {A}, Y0; VMOVDQU Y0, {D}"},
		// The halves are exact, so that their sum is rounded once.
		{name: "CvtF32U32", args: "ad", each: "VMOVDQU {A}, Y0; VPSRLD $16, Y0, Y1; VPSLLD $16, Y0, Y0; VPSRLD $16, Y0, Y0; VCVTDQ2PS Y1, Y1; VCVTDQ2PS Y0, Y0; VMULPS uopTwo16<>(SB), Y1, Y1; VADDPS Y1, Y0, Y0; VMOVDQU Y0, {D}"},
		// VCVTTPS2DQ gives 0x80000000 for all that does not fit and for NaNs.
		{name: "CvtI32F32", args: "ad", each: "VMOVUPS {A}, Y0; VCVTTPS2DQ Y0, Y1; VCMPPS $0x1d, uopTwo31<>(SB), Y0, Y2; VPXOR Y2, Y1, Y1; VCMPPS $7, Y0, Y0, Y2; VPAND Y2, Y1, Y1; VMOVDQU Y1, {D}"},
		{name: "CvtU32F32", args: "ad", each: "VXORPS Y3, Y3, Y3; VMOVUPS {A}, Y0; VMAXPS Y3, Y0, Y0; VCMPPS $0x1d, uopTwo31<>(SB), Y0, Y2; VANDPS uopTwo31<>(SB), Y2, Y3; VSUBPS Y3, Y0, Y3; VCVTTPS2DQ Y3, Y3; VPAND Y13, Y2, Y2; VPXOR Y2, Y3, Y3; VCMPPS $0x1d, uopTwo32<>(SB), Y0, Y2; VPOR Y2, Y3, Y3; VMOVDQU Y3, {D}"},
		float("RcpF32", "a", "VMOVUPS {A}, {R}; "+flush("{R}", "Y8", "Y9")+"; VMOVUPS uopOne<>(SB), Y6; VDIVPS {R}, Y6, {R}; "+flush("{R}", "Y8", "Y9")),
		float("SqrtF32", "a", "VMOVUPS {A}, {R}; "+flush("{R}", "Y8", "Y9")+"; VSQRTPS {R}, {R}"),
		f64("AddF64", "ab", f64A+f64B, "VADDPD Y9, {R}, {R}"),
		f64("MulF64", "ab", f64A+f64B, "VMULPD Y9, {R}, {R}"),
		f64("FmaF64", "abc", f64A+f64B+f64C, "VFMADD213PD Y15, Y9, {R}"),
		float("CvtF32F64", "a", "VMOVDQU {A}, Y8; VPUNPCKLDQ {A1}, Y8, Y9; VCVTPD2PSY Y9, X9; VPUNPCKHDQ {A1}, Y8, Y8; VCVTPD2PSY Y8, X8; VUNPCKLPD X8, X9, X6; VUNPCKHPD X8, X9, X9; VINSERTF128 $1, X9, Y6, {R}"),
		{name: "CvtF64F32", args: "ad", end: cvtF64F32()},
		compare64("CmpGtI64", "", "VPCMPGTQ"), compare64("CmpEqI64", "", "VPCMPEQQ"),
		compare64("CmpGtU64", "VPXOR Y6, Y13, Y6; VPXOR Y7, Y13, Y7; ", "VPCMPGTQ"),
		compare("CmpGtI32", "VMOVDQU {A}, Y0; VPCMPGTD {B}, Y0, Y0"),
		compare("CmpEqI32", "VMOVDQU {A}, Y0; VPCMPEQD {B}, Y0, Y0"),
		compare("CmpGtU32", "VPXOR {A}, Y13, Y0; VPXOR {B}, Y13, Y1; VPCMPGTD Y1, Y0, Y0"),
	}
	// V_CMP's float predicates 1 to 14 and those of VCMPPS that do not signal.
	predicates := []int{0x11, 0, 0x12, 0x1e, 0x0c, 0x1d, 7, 3, 0x19, 8, 0x1a, 0x16, 4, 0x15}
	for i, p := range predicates {
		t = append(t, compare(fmt.Sprintf("CmpF32x%d", i+1), fmt.Sprintf("VMOVUPS {A}, Y0; VCMPPS $%d, {B}, Y0, Y0", p)))
	}
	for i, p := range predicates {
		t = append(t, compare64(fmt.Sprintf("CmpF64x%d", i+1), "", fmt.Sprintf("VCMPPD $%d,", p)))
	}
	cnd := "VPBROADCASTD (R9)(SI*1), Y9"
	for k := range 4 {
		cnd += "; " + expand(fmt.Sprintf("VPAND uopLaneBits<>+%d(SB), Y9, Y5; VPCMPEQD uopLaneBits<>+%d(SB), Y5, Y5; VMOVDQU {A}, Y0; VPBLENDVB Y5, {B}, Y0, Y0; VMOVDQU Y0, {D}", 32*k, 32*k), k)
	}
	const lessT = "VPXOR Y0, Y13, Y6; VPXOR Y2, Y13, Y7; " // biased a and result
	t = append(t,
		uopText{name: "Cndmask", args: "abdx", end: cnd},
		carry("AddCo", false, "VMOVDQU {A}, Y0; VPADDD {B}, Y0, Y2; "+lessT+"VPCMPGTD Y7, Y6, Y4; VMOVDQU Y2, {D}"),
		carry("AddCoCi", true, "VMOVDQU {A}, Y0; VPADDD {B}, Y0, Y2; "+lessT+"VPCMPGTD Y7, Y6, Y4; VPSUBD Y5, Y2, Y2; VPXOR Y2, Y13, Y6; VPCMPGTD Y6, Y7, Y7; VPOR Y7, Y4, Y4; VMOVDQU Y2, {D}"),
		carry("SubCo", false, "VMOVDQU {A}, Y0; VMOVDQU {B}, Y2; "+lessT+"VPCMPGTD Y6, Y7, Y4; VPSUBD Y2, Y0, Y2; VMOVDQU Y2, {D}"),
		carry("SubCoCi", true, "VMOVDQU {A}, Y0; VMOVDQU {B}, Y2; "+lessT+"VPCMPGTD Y6, Y7, Y4; VPSUBD Y2, Y0, Y2; VPXOR Y2, Y13, Y6; VPADDD Y5, Y2, Y2; VPXOR Y2, Y13, Y7; VPCMPGTD Y6, Y7, Y7; VPOR Y7, Y4, Y4; VMOVDQU Y2, {D}"),
		mad64("MadU64", "VPMULUDQ", "VPAND Y6, Y5, Y7; VPOR Y6, Y5, Y6; VPANDN Y6, Y4, Y6; VPOR Y6, Y7, Y7"),
		mad64("MadI64", "VPMULDQ", "VPXOR Y4, Y5, Y7; VPXOR Y4, Y6, Y6; VPAND Y6, Y7, Y7"),
		// a is the count, b and c the dwords of the value. Counts beyond 31 give zero in the parts that they shift out.
		uopText{name: "Shl64", args: "abcd", each: "VPSLLD $1, Y14, Y1; VPOR Y14, Y1, Y1; VPAND {A}, Y1, Y1; VMOVDQU {B}, Y2; VMOVDQU {C}, Y3; VPSLLVD Y1, Y3, Y4; VPSUBD Y1, Y10, Y5; VPSRLVD Y5, Y2, Y6; VPOR Y6, Y4, Y4; VPSUBD Y10, Y1, Y5; VPSLLVD Y5, Y2, Y6; VPOR Y6, Y4, Y4; VPSLLVD Y1, Y2, Y0; VMOVDQU Y0, {D}; VMOVDQU Y4, {D1}"},
		uopText{name: "Shr64", args: "abcd", each: "VPSLLD $1, Y14, Y1; VPOR Y14, Y1, Y1; VPAND {A}, Y1, Y1; VMOVDQU {B}, Y2; VMOVDQU {C}, Y3; VPSRLVD Y1, Y2, Y4; VPSUBD Y1, Y10, Y5; VPSLLVD Y5, Y3, Y6; VPOR Y6, Y4, Y4; VPSUBD Y10, Y1, Y5; VPSRLVD Y5, Y3, Y6; VPOR Y6, Y4, Y4; VPSRLVD Y1, Y3, Y0; VMOVDQU Y4, {D}; VMOVDQU Y0, {D1}"},
		uopText{name: "Bpermute", args: "abd", end: bpermute("")},
		// One lane, whatever EXEC says; the offset of the row is that of the lane.
		uopText{name: "Readlane", args: "ad", end: "MOVL (R8)(AX*1), SI; MOVL SI, (R9)(DX*1)"},
		uopText{name: "Writelane", args: "ad", end: "MOVL (R9)(AX*1), SI; MOVL SI, (R8)(DX*1)"},
		uopText{name: "FirstLane", args: "ad", end: "MOVL (R8)(AX*1), SI; MOVL SI, (R9)(DX*1)"},
		// Scalar operations; 520 is where SCC stands.
		uopText{name: "SMov", args: "ad", end: "MOVL (R9)(AX*1), SI; MOVL SI, (R9)(DX*1)"},
		uopText{name: "SMovI", args: "dx", end: "MOVL SI, (R9)(DX*1)"},
		uopText{name: "Sync", end: "ADDQ $40, R10; JMP uopEnter<>(SB)"},
		branch("Branch", "", ""),
		branch("BranchSCC0", "CMPL 520(R9), $0", "JNE"), branch("BranchSCC1", "CMPL 520(R9), $0", "JEQ"),
		branch("BranchVCCZ", "CMPL 424(R9), $0", "JNE"), branch("BranchVCCNZ", "CMPL 424(R9), $0", "JEQ"),
		branch("BranchExecZ", "CMPL 504(R9), $0", "JNE"), branch("BranchExecNZ", "CMPL 504(R9), $0", "JEQ"),
		scalar("SAdd", "ADDL DI, SI; SETCS AX", true),
		scalar("SAddc", "MOVL 520(R9), CX; NEGL CX; ADCL DI, SI; SETCS AX", true),
		scalar("SSub", "SUBL DI, SI; SETCS AX", true),
		scalar("SAnd", "ANDL DI, SI; SETNE AX", true),
		scalar("SOr", "ORL DI, SI; SETNE AX", true),
		scalar("SXor", "XORL DI, SI; TESTL SI, SI; SETNE AX", true),
		scalar("SAndNot1", "NOTL DI; ANDL DI, SI; SETNE AX", true),
		scalar("SOrNot1", "NOTL DI; ORL DI, SI; SETNE AX", true),
		scalar("SLshl", "MOVL DI, CX; SHLL CX, SI; TESTL SI, SI; SETNE AX", true),
		scalar("SLshr", "MOVL DI, CX; SHRL CX, SI; TESTL SI, SI; SETNE AX", true),
		scalar("SAshr", "MOVL DI, CX; SARL CX, SI; TESTL SI, SI; SETNE AX", true),
		scalar("SMul", "IMULL DI, SI", false),
		scalar("SSelect", "CMPL 520(R9), $0; CMOVLEQ DI, SI", false),
		scalarCmp("SCmpEq", "SETEQ"), scalarCmp("SCmpLg", "SETNE"),
		scalarCmp("SCmpGtI", "SETGT"), scalarCmp("SCmpGeI", "SETGE"), scalarCmp("SCmpLtI", "SETLT"), scalarCmp("SCmpLeI", "SETLE"),
		scalarCmp("SCmpGtU", "SETHI"), scalarCmp("SCmpGeU", "SETCC"), scalarCmp("SCmpLtU", "SETCS"), scalarCmp("SCmpLeU", "SETLS"),
		// LDS: a is the address row, d the data row, x the offset, b the place in the group cache, y 1 where its entry may be used as it is.
		// The bits y of all addresses in row a must be 0.
		uopText{name: "DSAligned", args: "a", end: aligned(false)},
		uopText{name: "DSLoad", end: uopDSLoad},
		uopText{name: "DSStore", end: uopDSStore},
	)
	return t
}

// cvtF64F32 converts eight lanes at a time, four to a register.
func cvtF64F32() string {
	var b strings.Builder
	for k := range 4 {
		fmt.Fprintf(&b, "VCVTPS2PD %d(R8)(AX*1), Y%d; VCVTPS2PD %d(R8)(AX*1), Y%d; VCMPPD $3, Y%d, Y%d, Y8; VMOVMSKPD Y8, SI; TESTL SI, SI; JNZ bail; ", 32*k, 2*k, 32*k+16, 2*k+1, 2*k+1, 2*k)
	}
	for k := range 4 {
		b.WriteString(expand(fmt.Sprintf("VSHUFPS $0x88, Y%d, Y%d, Y8; VPERMQ $0xd8, Y8, Y8; VMOVDQU Y8, {D}; VSHUFPS $0xdd, Y%d, Y%d, Y8; VPERMQ $0xd8, Y8, Y8; VMOVDQU Y8, {D1}; ", 2*k+1, 2*k, 2*k+1, 2*k), k))
	}
	return strings.TrimSuffix(b.String(), "; ")
}

// bpermute gathers lanes of row b by the byte addresses in a; active turns what it got from a lane, whose number is in Y6, into what that lane gives.
func bpermute(active string) string {
	s := "LEAQ (R8)(BX*1), SI; "
	for k := range 4 {
		s += expand(fmt.Sprintf("VMOVDQU {A}, Y6; VPSRLD $2, Y6, Y6; VPAND Y6, Y14, Y6; VMOVDQA Y12, Y5; VPGATHERDD Y5, (SI)(Y6*4), Y%d; ", k), k) + strings.ReplaceAll(active, "{R}", fmt.Sprintf("Y%d", k))
	}
	for k := range 4 {
		s += expand(fmt.Sprintf("VMOVDQU Y%d, {D}; ", k), k)
	}
	return strings.TrimSuffix(s, "; ")
}

// aligned tests the low bits of addresses; with masked only those of active lanes.
func aligned(masked bool) string {
	s := "VPXOR Y0, Y0, Y0; "
	for k := range 4 {
		if masked {
			s += expand(fmt.Sprintf("VMOVDQU %d(R13), Y1; VPANDN {A}, Y1, Y1; VPOR Y1, Y0, Y0; ", 128+32*k), k)
		} else {
			s += expand("VPOR {A}, Y0, Y0; ", k)
		}
	}
	return s + "VPBROADCASTD 36(R10), Y1; VPTEST Y1, Y0; JNZ bail"
}

// numbers leaves pairs with a NaN to the exact handler, whatever the result would be.
const numbers = "VCMPPS $3, Y6, {R}, Y9; VMOVMSKPS Y9, SI; TESTL SI, SI; JNZ bail; "

// keys gives the keys of {R} and Y6 in Y8 and Y9.
const keys = "VPSRAD $31, {R}, Y8; VPSRLD $1, Y8, Y8; VPXOR {R}, Y8, Y8; VPSRAD $31, Y6, Y9; VPSRLD $1, Y9, Y9; VPXOR Y6, Y9, Y9; "

const uopHead = `// Code generated by emu/gen. DO NOT EDIT.

#include "textflag.h"

// func runUops(v *Lanes, s *uint32, u *uop, lds *byte, size uint64, cache *groupCache) *uop
TEXT ·runUops(SB), NOSPLIT|NOFRAME, $0-56
	MOVQ v+0(FP), R8
	MOVQ s+8(FP), R9
	MOVQ u+16(FP), R10
	MOVQ lds+24(FP), R11
	MOVQ size+32(FP), R12
	MOVQ cache+40(FP), R13
	VPCMPEQD Y12, Y12, Y12
	VPSRLD $27, Y12, Y14
	VPSLLD $31, Y12, Y13
	VPSRLD $31, Y12, Y10
	VPSLLD $5, Y10, Y10
	VMOVDQU uopSteps<>+0(SB), Y11
	JMP uopEnter<>(SB)

// func uopTable() *[numUops][2]uintptr
TEXT ·uopTable(SB), NOSPLIT, $0-8
	LEAQ uopAddrs<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

`

// The group cache: by entry the four first offsets, the end of what the lanes reach, the kind (0 runs, 1 all the same by group, 2 neither) and the address row.
const uopClassify = `	MOVL 20(R10), AX
	MOVL 24(R10), BX
	MOVL 32(R10), DI
	ADDQ R13, BX
	MOVL 36(R10), CX
	TESTL CX, CX
	JZ classify
	CMPL AX, 24(BX)
	JEQ known
classify:
	MOVL AX, 24(BX)
	LEAQ (R8)(AX*1), SI
	MOVL 0(SI), AX
	MOVL AX, 0(BX)
	MOVL 32(SI), CX
	MOVL CX, 4(BX)
	CMPQ CX, AX
	CMOVQHI CX, AX
	MOVL 64(SI), CX
	MOVL CX, 8(BX)
	CMPQ CX, AX
	CMOVQHI CX, AX
	MOVL 96(SI), CX
	MOVL CX, 12(BX)
	CMPQ CX, AX
	CMOVQHI CX, AX
	VPBROADCASTD 0(SI), Y4
	VPBROADCASTD 32(SI), Y5
	VPBROADCASTD 64(SI), Y6
	VPBROADCASTD 96(SI), Y7
	VMOVDQU 0(SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU 64(SI), Y2
	VMOVDQU 96(SI), Y3
	VPSUBD Y4, Y0, Y4
	VPSUBD Y5, Y1, Y5
	VPSUBD Y6, Y2, Y6
	VPSUBD Y7, Y3, Y7
	VPOR Y4, Y5, Y8
	VPOR Y6, Y7, Y9
	VPOR Y8, Y9, Y8
	VPTEST Y8, Y8
	JZ same
	VPXOR Y11, Y4, Y4
	VPXOR Y11, Y5, Y5
	VPXOR Y11, Y6, Y6
	VPXOR Y11, Y7, Y7
	VPOR Y4, Y5, Y8
	VPOR Y6, Y7, Y9
	VPOR Y8, Y9, Y8
	VPTEST Y8, Y8
	JZ run
	VPOR Y0, Y1, Y4
	VPOR Y2, Y3, Y5
	VPOR Y4, Y5, Y4
	VPSLLD $30, Y4, Y4
	VPTEST Y4, Y4
	JNZ misaligned
	VPMAXUD Y0, Y1, Y0
	VPMAXUD Y2, Y3, Y2
	VPMAXUD Y0, Y2, Y0
	VEXTRACTI128 $1, Y0, X1
	VPMAXUD X0, X1, X0
	VPSHUFD $0x4e, X0, X1
	VPMAXUD X0, X1, X0
	VPSHUFD $0xb1, X0, X1
	VPMAXUD X0, X1, X0
	VMOVD X0, AX
	MOVL $2, CX
	JMP store
run:
	ADDQ $28, AX
	MOVL $0, CX
	JMP aligned
same:
	MOVL $1, CX
aligned:
	MOVL 0(BX), SI
	ORL 4(BX), SI
	ORL 8(BX), SI
	ORL 12(BX), SI
	TESTL $3, SI
	JNZ misaligned
store:
	ADDQ $4, AX
	MOVL CX, 28(BX)
	MOVQ AX, 16(BX)
known:
	MOVQ 16(BX), AX
	ADDQ DI, AX
	CMPQ AX, R12
	JHI bail
	MOVL 16(R10), DX
	ADDQ R11, DI
	MOVL 28(BX), CX
	JMP checked
misaligned:
	MOVL $-1, 24(BX)
	JMP bail
checked:
`

const uopDSLoad = uopClassify + `	CMPL CX, $1
	JEQ loadsame
	JHI gather
	MOVL 0(BX), AX
	VMOVDQU (DI)(AX*1), Y0
	MOVL 4(BX), AX
	VMOVDQU (DI)(AX*1), Y1
	MOVL 8(BX), AX
	VMOVDQU (DI)(AX*1), Y2
	MOVL 12(BX), AX
	VMOVDQU (DI)(AX*1), Y3
	JMP put
loadsame:
	MOVL 0(BX), AX
	VPBROADCASTD (DI)(AX*1), Y0
	MOVL 4(BX), AX
	VPBROADCASTD (DI)(AX*1), Y1
	MOVL 8(BX), AX
	VPBROADCASTD (DI)(AX*1), Y2
	MOVL 12(BX), AX
	VPBROADCASTD (DI)(AX*1), Y3
	JMP put
gather:
	MOVL 20(R10), AX
	ADDQ R8, AX
	VMOVDQU 0(AX), Y4
	VMOVDQA Y12, Y5
	VPGATHERDD Y5, (DI)(Y4*1), Y0
	VMOVDQU 32(AX), Y4
	VMOVDQA Y12, Y5
	VPGATHERDD Y5, (DI)(Y4*1), Y1
	VMOVDQU 64(AX), Y4
	VMOVDQA Y12, Y5
	VPGATHERDD Y5, (DI)(Y4*1), Y2
	VMOVDQU 96(AX), Y4
	VMOVDQA Y12, Y5
	VPGATHERDD Y5, (DI)(Y4*1), Y3
put:
	VMOVDQU Y0, 0(R8)(DX*1)
	VMOVDQU Y1, 32(R8)(DX*1)
	VMOVDQU Y2, 64(R8)(DX*1)
	VMOVDQU Y3, 96(R8)(DX*1)
`

const uopDSStore = uopClassify + `	TESTL CX, CX
	JNZ bail
	VMOVDQU 0(R8)(DX*1), Y0
	VMOVDQU 32(R8)(DX*1), Y1
	VMOVDQU 64(R8)(DX*1), Y2
	VMOVDQU 96(R8)(DX*1), Y3
	MOVL 0(BX), AX
	VMOVDQU Y0, (DI)(AX*1)
	MOVL 4(BX), AX
	VMOVDQU Y1, (DI)(AX*1)
	MOVL 8(BX), AX
	VMOVDQU Y2, (DI)(AX*1)
	MOVL 12(BX), AX
	VMOVDQU Y3, (DI)(AX*1)
`

const uopReturn = "\tMOVQ R10, 56(SP)\n\tVZEROUPPER\n\tRET\n"

// lines gives the instructions of a body for all lanes active.
func (u *uopText) lines() (r []string) {
	for _, a := range u.args {
		r = append(r, map[rune]string{'a': "MOVL 20(R10), AX", 'b': "MOVL 24(R10), BX", 'c': "MOVL 28(R10), CX", 'd': "MOVL 16(R10), DX", 'x': "MOVL 32(R10), SI"}[a])
	}
	if u.name == "Bcast" {
		r = append(r, "VPBROADCASTD (R9)(SI*1), Y0")
	}
	if u.each != "" {
		for k := range 4 {
			r = append(r, strings.Split(expand(u.each, k), "; ")...)
		}
	}
	if u.end != "" {
		r = append(r, strings.FieldsFunc(strings.ReplaceAll(strings.ReplaceAll(u.end, "; ", "\n"), "\t", ""), func(c rune) bool { return c == '\n' })...)
	}
	return r
}

var (
	rowStore  = regexp.MustCompile(`^VMOVDQU (Y\d+), (\d+)(\(R8\)\(DX\*1\))$`)
	ldsStore  = regexp.MustCompile(`^VMOVDQU Y(\d+), \(DI\)\(AX\*1\)$`)
	maskStore = regexp.MustCompile(`^MOVL DI, \(R9\)\([CD]X\*1\)$`)
)

// mask turns a body into its form for some lanes active: rows are blended into what is there, lane masks narrowed to EXEC, which is at 504 in the
// scalar registers. The inverse of EXEC as rows is at 128 behind R13.
func mask(name string, body []string) (r []string) {
	if name == "Bcast" { // goes to scratch rows only
		return body
	}
	if name == "FirstLane" {
		return append(body[:2:2], "TZCNTL 504(R9), CX", "ANDL $31, CX", "LEAQ (R8)(AX*1), DI", "MOVL (DI)(CX*4), SI", "MOVL SI, (R9)(DX*1)")
	}
	if name == "DSAligned" {
		u := uopText{args: "a", end: aligned(true)}
		return u.lines()
	}
	if name == "Bpermute" { // lanes that EXEC leaves out give zero
		u := uopText{args: "abd", end: bpermute("VPBROADCASTD 504(R9), Y9; VPSRLVD Y6, Y9, Y9; VPSLLD $31, Y9, Y9; VPSRAD $31, Y9, Y9; VPAND Y9, {R}, {R}; ")}
		body = u.lines()
	}
	for _, l := range body {
		switch {
		case l == nanCheck[0]:
			r = append(r, "VPXOR Y5, Y5, Y5")
			for k := range 4 {
				r = append(r, fmt.Sprintf("VCMPPS $3, Y%d, Y%d, Y4", k, k), fmt.Sprintf("VMOVDQU %d(R13), Y15", 128+32*k), "VANDNPS Y4, Y15, Y4", "VORPS Y4, Y5, Y5")
			}
			r = append(r, "VMOVAPS Y5, Y4")
		case l == nanCheck[1] || l == nanCheck[2]:
		case maskStore.MatchString(l):
			r = append(r, "ANDL 504(R9), DI", l)
		default:
			if m := ldsStore.FindStringSubmatch(l); m != nil {
				k, _ := strconv.Atoi(m[1])
				r = append(r, fmt.Sprintf("VPXOR %d(R13), Y12, Y15", 128+32*k), fmt.Sprintf("VPMASKMOVD Y%d, Y15, (DI)(AX*1)", k))
				continue
			}
			m := rowStore.FindStringSubmatch(l)
			if m == nil {
				r = append(r, l)
				continue
			}
			off, _ := strconv.Atoi(m[2])
			r = append(r, fmt.Sprintf("VMOVDQU %d(R13), Y15", 128+off%128), fmt.Sprintf("VBLENDVPS Y15, %d%s, %s, %s", off, m[3], m[1], m[1]), l)
		}
	}
	return r
}

// nanCheck are the instructions that look for a NaN among Y0 to Y3.
var nanCheck = []string{"VCMPPS $3, Y1, Y0, Y4", "VCMPPS $3, Y3, Y2, Y5", "VORPS Y4, Y5, Y4"}

// branch makes a body that jumps, if cond says so, to the micro-operation x bytes away. The cached groups hold for straight code only. y is what the
// jump adds to the count of instructions, which is at 256 behind R13 with its limit at 264; beyond it, or without a target, the branch is left to its handler.
func branch(name, test, not string) uopText {
	s := ""
	if test != "" {
		s = test + "; " + not + " over; "
	}
	s += "MOVLQSX 32(R10), CX; TESTQ CX, CX; JZ bail; MOVLQSX 36(R10), AX; ADDQ 256(R13), AX; CMPQ AX, 264(R13); JGT bail; MOVQ AX, 256(R13); " +
		"MOVL $-1, 24(R13); MOVL $-1, 56(R13); MOVL $-1, 88(R13); MOVL $-1, 120(R13); LEAQ -40(R10)(CX*1), R10; over:"
	return uopText{name: name, end: s}
}

// syncExec chooses the forms to go on with after EXEC has changed, and lays out its inverse.
func syncExec() string {
	s := "CMPL 504(R9), $-1; JEQ full; VPBROADCASTD 504(R9), Y9; "
	for k := range 4 {
		s += fmt.Sprintf("VPAND uopLaneBits<>+%d(SB), Y9, Y5; VPCMPEQD uopLaneBits<>+%d(SB), Y5, Y5; VPXOR Y5, Y12, Y5; VMOVDQU Y5, %d(R13); ", 32*k, 32*k, 128+32*k)
	}
	return s + "MOVQ 8(R10), AX; JMP AX; full:; MOVQ (R10), AX; JMP AX"
}

func writeUops() {
	var s, g bytes.Buffer
	list := uopList()
	s.WriteString(uopHead)
	s.WriteString("TEXT uopEnter<>(SB), NOSPLIT|NOFRAME, $0-0\n")
	for _, l := range strings.Split(syncExec(), "; ") {
		fmt.Fprintf(&s, "\t%s\n", strings.TrimSuffix(l, ";"))
	}
	s.WriteString("\n")
	g.WriteString("// Code generated by emu/gen. DO NOT EDIT.\n\npackage emu\n\n// Micro-operations by number.\nconst (\n")
	for i, u := range list {
		if i == 0 {
			fmt.Fprintf(&g, "\tuop%s = iota\n", u.name)
		} else {
			fmt.Fprintf(&g, "\tuop%s\n", u.name)
		}
		for _, masked := range []bool{false, true} {
			name, next := u.name, "\tADDQ $40, R10\n\tMOVQ (R10), AX\n\tJMP AX\n"
			if masked {
				name, next = "Masked"+name, strings.Replace(next, "(R10)", "8(R10)", 1)
			}
			fmt.Fprintf(&s, "TEXT uop%s<>(SB), NOSPLIT|NOFRAME, $0-0\n", name)
			if u.end == "exit" {
				s.WriteString(uopReturn + "\n")
				continue
			}
			body := u.lines()
			if masked {
				body = mask(u.name, body)
			}
			for _, l := range body {
				if l == "NEXT" {
					s.WriteString(next)
				} else if strings.HasSuffix(l, ":") {
					fmt.Fprintln(&s, l)
				} else {
					fmt.Fprintf(&s, "\t%s\n", l)
				}
			}
			if u.name != "Sync" {
				s.WriteString(next)
			}
			if strings.Contains(strings.Join(body, ";"), "bail") {
				s.WriteString("bail:\n" + uopReturn)
			}
			s.WriteString("\n")
		}
	}
	for i, u := range list {
		fmt.Fprintf(&s, "DATA uopAddrs<>+%d(SB)/8, $uop%s<>(SB)\nDATA uopAddrs<>+%d(SB)/8, $uopMasked%s<>(SB)\n", 16*i, u.name, 16*i+8, u.name)
	}
	fmt.Fprintf(&s, "GLOBL uopAddrs<>(SB), NOPTR, $%d\n\n", 16*len(list))
	for i := range 32 {
		fmt.Fprintf(&s, "DATA uopLaneBits<>+%d(SB)/4, $%#x\n", 4*i, uint32(1)<<i)
	}
	s.WriteString("GLOBL uopLaneBits<>(SB), RODATA|NOPTR, $128\n\n")
	for i := range 8 {
		fmt.Fprintf(&s, "DATA uopSteps<>+%d(SB)/4, $%d\n", 4*i, 4*i)
	}
	s.WriteString("GLOBL uopSteps<>(SB), RODATA|NOPTR, $32\n\n")
	for _, c := range []struct {
		name string
		bits uint32
	}{{"One", 0x3f800000}, {"Two16", 0x47800000}, {"Two31", 0x4f000000}, {"Two32", 0x4f800000}, {"MinNormal", 0x00800000}} {
		for i := range 8 {
			fmt.Fprintf(&s, "DATA uop%s<>+%d(SB)/4, $%#x\n", c.name, 4*i, c.bits)
		}
		fmt.Fprintf(&s, "GLOBL uop%s<>(SB), RODATA|NOPTR, $32\n\n", c.name)
	}
	g.WriteString("\tnumUops\n)\n")
	out, err := format.Source(g.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range []struct {
		name string
		text []byte
	}{{"uops_amd64.s", s.Bytes()}, {"uops_gen.go", out}} {
		if err := os.WriteFile(f.name, f.text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
