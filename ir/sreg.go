package ir

import (
	"ferry/abi"
	"ferry/ptx"
)

// This file lowers special registers.

// sreg is the value of a special register, in its own width.
func (b *builder) sreg(s ptx.SReg) *Value {
	fact := func(off int) *Value {
		return b.kernargLoad(abi.BlockOffset(b.f.ParamBytes)+off, 4)
	}
	fact64 := func(off int) *Value {
		return b.kernargLoad(abi.BlockOffset(b.f.ParamBytes)+off, 8)
	}
	switch s {
	case ptx.SRegTidX, ptx.SRegTidY, ptx.SRegTidZ:
		return b.emitImm(OpTid, I32, uint64(s-ptx.SRegTidX))
	case ptx.SRegNtidX, ptx.SRegNtidY, ptx.SRegNtidZ:
		return b.ntid(int(s - ptx.SRegNtidX))
	case ptx.SRegCtaidX, ptx.SRegCtaidY, ptx.SRegCtaidZ:
		return b.ctaid(int(s - ptx.SRegCtaidX))
	case ptx.SRegNctaidX, ptx.SRegNctaidY, ptx.SRegNctaidZ:
		return fact(abi.OffGridDimX + 4*int(s-ptx.SRegNctaidX))
	case ptx.SRegTidW, ptx.SRegCtaidW:
		return b.c32(0)
	case ptx.SRegNtidW, ptx.SRegNctaidW:
		return b.c32(0)
	case ptx.SRegClusteridX, ptx.SRegClusteridY, ptx.SRegClusteridZ:
		return b.ctaid(int(s - ptx.SRegClusteridX))
	case ptx.SRegNclusteridX, ptx.SRegNclusteridY, ptx.SRegNclusteridZ:
		return fact(abi.OffGridDimX + 4*int(s-ptx.SRegNclusteridX))
	case ptx.SRegClusteridW, ptx.SRegNclusteridW, ptx.SRegClusterCtaidX, ptx.SRegClusterCtaidY, ptx.SRegClusterCtaidZ,
		ptx.SRegClusterCtaidW, ptx.SRegClusterCtarank, ptx.SRegClusterNctaidW:
		return b.c32(0)
	case ptx.SRegClusterNctaidX, ptx.SRegClusterNctaidY, ptx.SRegClusterNctaidZ, ptx.SRegClusterNctarank:
		return b.c32(1)
	case ptx.SRegIsExplicitCluster:
		return b.c1(false)
	case ptx.SRegLaneid:
		return b.emit(OpLaneID, I32)
	case ptx.SRegWarpid:
		return b.lshr(b.linearTid(), b.c32(5))
	case ptx.SRegNwarpid:
		n := b.mul(b.mul(b.ntid(0), b.ntid(1)), b.ntid(2))
		return b.lshr(b.add(n, b.c32(31)), b.c32(5))
	case ptx.SRegSmid:
		return b.emit(OpHWID, I32)
	case ptx.SRegNsmid:
		return b.c32(256) // a bound of what OpHWID can be: 8 engines of 2 arrays of 16 work-group processors
	case ptx.SRegGridid:
		return fact64(abi.OffGridID)
	case ptx.SRegLanemaskEq:
		return b.shl(b.c32(1), b.emit(OpLaneID, I32))
	case ptx.SRegLanemaskLt:
		return b.not(b.shl(b.c32(0xffffffff), b.emit(OpLaneID, I32)))
	case ptx.SRegLanemaskGe:
		return b.shl(b.c32(0xffffffff), b.emit(OpLaneID, I32))
	case ptx.SRegLanemaskLe:
		return b.not(b.shl(b.c32(0xfffffffe), b.emit(OpLaneID, I32)))
	case ptx.SRegLanemaskGt:
		return b.shl(b.c32(0xfffffffe), b.emit(OpLaneID, I32))
	case ptx.SRegClock:
		return b.lo(b.emit(OpClock, I64))
	case ptx.SRegClockHi:
		return b.hi(b.emit(OpClock, I64))
	case ptx.SRegClock64:
		return b.emit(OpClock, I64)
	case ptx.SRegGlobaltimer, ptx.SRegGlobaltimerLo, ptx.SRegGlobaltimerHi:
		// The counter runs at 100 MHz; PTX counts nanoseconds.
		ns := b.mul(b.emit(OpRealtime, I64), b.c64(10))
		switch s {
		case ptx.SRegGlobaltimerLo:
			return b.lo(ns)
		case ptx.SRegGlobaltimerHi:
			return b.hi(ns)
		}
		return ns
	case ptx.SRegDynamicSmemSize:
		return fact(abi.OffDynShared)
	case ptx.SRegTotalSmemSize:
		return fact(abi.OffTotalShared)
	case ptx.SRegAggrSmemSize:
		return b.add(fact(abi.OffTotalShared), b.c32(reservedBytes))
	case ptx.SRegEnvreg1, ptx.SRegEnvreg2:
		// The cooperative launch's workspace, high half first.
		b.f.UsesGridSync = true
		p := fact64(abi.OffGridSync)
		if s == ptx.SRegEnvreg1 {
			return b.hi(p)
		}
		return b.lo(p)
	case ptx.SRegReservedSmemOffsetCap:
		return b.c32(reservedBytes)
	case ptx.SRegReservedSmemOffsetBegin, ptx.SRegReservedSmemOffset0:
		return b.reservedShared(0)
	case ptx.SRegReservedSmemOffset1:
		return b.reservedShared(reservedSecond)
	case ptx.SRegReservedSmemOffsetEnd:
		return b.reservedShared(reservedBytes)
	}
	if s >= ptx.SRegEnvreg0 && s <= ptx.SRegEnvreg31 {
		return b.c32(0)
	}
	b.refuse("special register %s is not supported", s)
	return nil
}

// The shared memory that PTX reserves for CUDA's own headers (%reserved_smem_offset_*) is a part of ferry's, behind the
// counters of named barriers: 1 KiB as on sm_80 and later. Offset 1 is where cooperative groups keep the barriers and the
// mailbox of tiles of several warps, for which they expect 288 bytes; they clear it themselves.
const (
	reservedBase   = namedBase + namedBytes*namedCount
	reservedBytes  = 1024
	reservedSecond = reservedBytes / 2
)

// reservedShared is the address n bytes into the reserved part.
func (b *builder) reservedShared(n uint32) *Value {
	return b.add(b.ferryShared(reservedBase+reservedBytes), b.c32(reservedBase+n))
}

// ntid is the block's extent, a constant where .reqntid fixes it.
func (b *builder) ntid(d int) *Value {
	if n := b.f.ReqNTid; n[0] != 0 {
		return b.c32(uint32(max(n[d], 1)))
	}
	return b.kernargLoad(abi.BlockOffset(b.f.ParamBytes)+abi.OffBlockDimX+4*d, 4)
}

// ctaid is the block's index: the hardware's, plus where this part of a split grid starts.
func (b *builder) ctaid(d int) *Value {
	off := b.kernargLoad(abi.BlockOffset(b.f.ParamBytes)+abi.OffBlockIDX+4*d, 4)
	return b.add(b.emitImm(OpGroupID, I32, uint64(d)), off)
}

// linearTid is the thread's number in its block.
func (b *builder) linearTid() *Value {
	x, y, z := b.emitImm(OpTid, I32, 0), b.emitImm(OpTid, I32, 1), b.emitImm(OpTid, I32, 2)
	return b.add(b.mul(b.add(b.mul(z, b.ntid(1)), y), b.ntid(0)), x)
}
