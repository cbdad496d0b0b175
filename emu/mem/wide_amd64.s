#include "textflag.h"

// func Load16(a uint64) (lo, hi uint64)
TEXT ·Load16(SB), NOSPLIT, $0-24
	MOVQ  a+0(FP), AX
	TESTQ $15, AX
	JNZ   apart
	MOVO  (AX), X0
	JMP   give

apart:
	MOVOU (AX), X0

give:
	MOVQ   X0, lo+8(FP)
	PSRLDQ $8, X0
	MOVQ   X0, hi+16(FP)
	RET

// func Store16(a, lo, hi uint64)
TEXT ·Store16(SB), NOSPLIT, $0-24
	MOVQ       a+0(FP), AX
	MOVQ       lo+8(FP), X0
	MOVQ       hi+16(FP), X1
	PUNPCKLQDQ X1, X0
	TESTQ      $15, AX
	JNZ        apart
	MOVO       X0, (AX)
	RET

apart:
	MOVOU X0, (AX)
	RET
