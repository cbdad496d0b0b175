package ptx

// Opcode names an instruction. Where a mnemonic's leading words select a
// different instruction (cp.async.bulk.tensor, mbarrier.try_wait) they are part
// of the opcode; everything else is in Mods.
type Opcode uint16

// Opcodes, in alphabetical order.
const (
	OpNone                            Opcode = iota
	OpAbs                                    // abs
	OpActivemask                             // activemask
	OpAdd                                    // add
	OpAddc                                   // addc
	OpAlloca                                 // alloca
	OpAnd                                    // and
	OpApplypriority                          // applypriority
	OpAtom                                   // atom
	OpBarSync                                // bar.sync
	OpBarArrive                              // bar.arrive
	OpBarRed                                 // bar.red
	OpBarWarpSync                            // bar.warp.sync
	OpBarrierSync                            // barrier.sync
	OpBarrierArrive                          // barrier.arrive
	OpBarrierRed                             // barrier.red
	OpBarrierClusterArrive                   // barrier.cluster.arrive
	OpBarrierClusterWait                     // barrier.cluster.wait
	OpBfe                                    // bfe
	OpBfi                                    // bfi
	OpBfind                                  // bfind
	OpBmsk                                   // bmsk
	OpBra                                    // bra
	OpBrev                                   // brev
	OpBrkpt                                  // brkpt
	OpBrxIdx                                 // brx.idx
	OpCall                                   // call
	OpClusterlaunchcontrolQueryCancel        // clusterlaunchcontrol.query_cancel
	OpClusterlaunchcontrolTryCancel          // clusterlaunchcontrol.try_cancel
	OpClz                                    // clz
	OpCnot                                   // cnot
	OpCopysign                               // copysign
	OpCos                                    // cos
	OpCpAsync                                // cp.async
	OpCpAsyncBulk                            // cp.async.bulk
	OpCpAsyncBulkCommitGroup                 // cp.async.bulk.commit_group
	OpCpAsyncBulkPrefetch                    // cp.async.bulk.prefetch
	OpCpAsyncBulkPrefetchTensor              // cp.async.bulk.prefetch.tensor
	OpCpAsyncBulkTensor                      // cp.async.bulk.tensor
	OpCpAsyncBulkWaitGroup                   // cp.async.bulk.wait_group
	OpCpAsyncCommitGroup                     // cp.async.commit_group
	OpCpAsyncMbarrierArrive                  // cp.async.mbarrier.arrive
	OpCpAsyncWaitAll                         // cp.async.wait_all
	OpCpAsyncWaitGroup                       // cp.async.wait_group
	OpCpReduceAsyncBulk                      // cp.reduce.async.bulk
	OpCpReduceAsyncBulkTensor                // cp.reduce.async.bulk.tensor
	OpCreatepolicyCvt                        // createpolicy.cvt
	OpCreatepolicyFractional                 // createpolicy.fractional
	OpCreatepolicyRange                      // createpolicy.range
	OpCvt                                    // cvt
	OpCvtPack                                // cvt.pack
	OpCvta                                   // cvta
	OpDiscard                                // discard
	OpDiv                                    // div
	OpDp2a                                   // dp2a
	OpDp4a                                   // dp4a
	OpElectSync                              // elect.sync
	OpEx2                                    // ex2
	OpExit                                   // exit
	OpFence                                  // fence
	OpFenceProxy                             // fence.proxy
	OpFma                                    // fma
	OpFns                                    // fns
	OpGetctarank                             // getctarank
	OpGriddepcontrol                         // griddepcontrol
	OpIsspacep                               // isspacep
	OpIstypep                                // istypep
	OpLd                                     // ld
	OpLdmatrix                               // ldmatrix
	OpLdu                                    // ldu
	OpLg2                                    // lg2
	OpLop3                                   // lop3
	OpMad                                    // mad
	OpMad24                                  // mad24
	OpMadc                                   // madc
	OpMapa                                   // mapa
	OpMatch                                  // match
	OpMax                                    // max
	OpMbarrierArrive                         // mbarrier.arrive
	OpMbarrierArriveDrop                     // mbarrier.arrive_drop
	OpMbarrierCompleteTx                     // mbarrier.complete_tx
	OpMbarrierExpectTx                       // mbarrier.expect_tx
	OpMbarrierInit                           // mbarrier.init
	OpMbarrierInval                          // mbarrier.inval
	OpMbarrierPendingCount                   // mbarrier.pending_count
	OpMbarrierTestWait                       // mbarrier.test_wait
	OpMbarrierTryWait                        // mbarrier.try_wait
	OpMembar                                 // membar
	OpMin                                    // min
	OpMma                                    // mma
	OpMov                                    // mov
	OpMovmatrix                              // movmatrix
	OpMul                                    // mul
	OpMul24                                  // mul24
	OpMultimemCpAsyncBulk                    // multimem.cp.async.bulk
	OpMultimemCpReduceAsyncBulk              // multimem.cp.reduce.async.bulk
	OpMultimemLdReduce                       // multimem.ld_reduce
	OpMultimemRed                            // multimem.red
	OpMultimemSt                             // multimem.st
	OpNanosleep                              // nanosleep
	OpNeg                                    // neg
	OpNot                                    // not
	OpOr                                     // or
	OpPmevent                                // pmevent
	OpPopc                                   // popc
	OpPrefetch                               // prefetch
	OpPrefetchu                              // prefetchu
	OpPrmt                                   // prmt
	OpRcp                                    // rcp
	OpRed                                    // red
	OpRedAsync                               // red.async
	OpReduxSync                              // redux.sync
	OpRem                                    // rem
	OpRet                                    // ret
	OpRsqrt                                  // rsqrt
	OpSad                                    // sad
	OpSelp                                   // selp
	OpSet                                    // set
	OpSetmaxnreg                             // setmaxnreg
	OpSetp                                   // setp
	OpShf                                    // shf
	OpShfl                                   // shfl
	OpShl                                    // shl
	OpShr                                    // shr
	OpSin                                    // sin
	OpSlct                                   // slct
	OpSqrt                                   // sqrt
	OpSt                                     // st
	OpStAsync                                // st.async
	OpStBulk                                 // st.bulk
	OpStackrestore                           // stackrestore
	OpStacksave                              // stacksave
	OpStmatrix                               // stmatrix
	OpSub                                    // sub
	OpSubc                                   // subc
	OpSuld                                   // suld
	OpSuq                                    // suq
	OpSured                                  // sured
	OpSust                                   // sust
	OpSzext                                  // szext
	OpTanh                                   // tanh
	OpTcgen05Alloc                           // tcgen05.alloc
	OpTcgen05Commit                          // tcgen05.commit
	OpTcgen05Cp                              // tcgen05.cp
	OpTcgen05Dealloc                         // tcgen05.dealloc
	OpTcgen05Fence                           // tcgen05.fence
	OpTcgen05Ld                              // tcgen05.ld
	OpTcgen05Mma                             // tcgen05.mma
	OpTcgen05RelinquishAllocPermit           // tcgen05.relinquish_alloc_permit
	OpTcgen05Shift                           // tcgen05.shift
	OpTcgen05St                              // tcgen05.st
	OpTcgen05Wait                            // tcgen05.wait
	OpTensormapCpFenceproxy                  // tensormap.cp_fenceproxy
	OpTensormapReplace                       // tensormap.replace
	OpTestp                                  // testp
	OpTex                                    // tex
	OpTld4                                   // tld4
	OpTrap                                   // trap
	OpTxq                                    // txq
	OpVabsdiff                               // vabsdiff
	OpVabsdiff2                              // vabsdiff2
	OpVabsdiff4                              // vabsdiff4
	OpVadd                                   // vadd
	OpVadd2                                  // vadd2
	OpVadd4                                  // vadd4
	OpVavrg2                                 // vavrg2
	OpVavrg4                                 // vavrg4
	OpVmad                                   // vmad
	OpVmax                                   // vmax
	OpVmax2                                  // vmax2
	OpVmax4                                  // vmax4
	OpVmin                                   // vmin
	OpVmin2                                  // vmin2
	OpVmin4                                  // vmin4
	OpVote                                   // vote
	OpVset                                   // vset
	OpVset2                                  // vset2
	OpVset4                                  // vset4
	OpVshl                                   // vshl
	OpVshr                                   // vshr
	OpVsub                                   // vsub
	OpVsub2                                  // vsub2
	OpVsub4                                  // vsub4
	OpWgmmaCommitGroup                       // wgmma.commit_group
	OpWgmmaFence                             // wgmma.fence
	OpWgmmaMmaAsync                          // wgmma.mma_async
	OpWgmmaWaitGroup                         // wgmma.wait_group
	OpWmmaLoad                               // wmma.load
	OpWmmaMma                                // wmma.mma
	OpWmmaStore                              // wmma.store
	OpXor                                    // xor
	NumOpcodes                               // how many there are
)

var opcodeNames = [NumOpcodes]string{
	OpAbs:                             "abs",
	OpActivemask:                      "activemask",
	OpAdd:                             "add",
	OpAddc:                            "addc",
	OpAlloca:                          "alloca",
	OpAnd:                             "and",
	OpApplypriority:                   "applypriority",
	OpAtom:                            "atom",
	OpBarSync:                         "bar.sync",
	OpBarArrive:                       "bar.arrive",
	OpBarRed:                          "bar.red",
	OpBarWarpSync:                     "bar.warp.sync",
	OpBarrierSync:                     "barrier.sync",
	OpBarrierArrive:                   "barrier.arrive",
	OpBarrierRed:                      "barrier.red",
	OpBarrierClusterArrive:            "barrier.cluster.arrive",
	OpBarrierClusterWait:              "barrier.cluster.wait",
	OpBfe:                             "bfe",
	OpBfi:                             "bfi",
	OpBfind:                           "bfind",
	OpBmsk:                            "bmsk",
	OpBra:                             "bra",
	OpBrev:                            "brev",
	OpBrkpt:                           "brkpt",
	OpBrxIdx:                          "brx.idx",
	OpCall:                            "call",
	OpClusterlaunchcontrolQueryCancel: "clusterlaunchcontrol.query_cancel",
	OpClusterlaunchcontrolTryCancel:   "clusterlaunchcontrol.try_cancel",
	OpClz:                             "clz",
	OpCnot:                            "cnot",
	OpCopysign:                        "copysign",
	OpCos:                             "cos",
	OpCpAsync:                         "cp.async",
	OpCpAsyncBulk:                     "cp.async.bulk",
	OpCpAsyncBulkCommitGroup:          "cp.async.bulk.commit_group",
	OpCpAsyncBulkPrefetch:             "cp.async.bulk.prefetch",
	OpCpAsyncBulkPrefetchTensor:       "cp.async.bulk.prefetch.tensor",
	OpCpAsyncBulkTensor:               "cp.async.bulk.tensor",
	OpCpAsyncBulkWaitGroup:            "cp.async.bulk.wait_group",
	OpCpAsyncCommitGroup:              "cp.async.commit_group",
	OpCpAsyncMbarrierArrive:           "cp.async.mbarrier.arrive",
	OpCpAsyncWaitAll:                  "cp.async.wait_all",
	OpCpAsyncWaitGroup:                "cp.async.wait_group",
	OpCpReduceAsyncBulk:               "cp.reduce.async.bulk",
	OpCpReduceAsyncBulkTensor:         "cp.reduce.async.bulk.tensor",
	OpCreatepolicyCvt:                 "createpolicy.cvt",
	OpCreatepolicyFractional:          "createpolicy.fractional",
	OpCreatepolicyRange:               "createpolicy.range",
	OpCvt:                             "cvt",
	OpCvtPack:                         "cvt.pack",
	OpCvta:                            "cvta",
	OpDiscard:                         "discard",
	OpDiv:                             "div",
	OpDp2a:                            "dp2a",
	OpDp4a:                            "dp4a",
	OpElectSync:                       "elect.sync",
	OpEx2:                             "ex2",
	OpExit:                            "exit",
	OpFence:                           "fence",
	OpFenceProxy:                      "fence.proxy",
	OpFma:                             "fma",
	OpFns:                             "fns",
	OpGetctarank:                      "getctarank",
	OpGriddepcontrol:                  "griddepcontrol",
	OpIsspacep:                        "isspacep",
	OpIstypep:                         "istypep",
	OpLd:                              "ld",
	OpLdmatrix:                        "ldmatrix",
	OpLdu:                             "ldu",
	OpLg2:                             "lg2",
	OpLop3:                            "lop3",
	OpMad:                             "mad",
	OpMad24:                           "mad24",
	OpMadc:                            "madc",
	OpMapa:                            "mapa",
	OpMatch:                           "match",
	OpMax:                             "max",
	OpMbarrierArrive:                  "mbarrier.arrive",
	OpMbarrierArriveDrop:              "mbarrier.arrive_drop",
	OpMbarrierCompleteTx:              "mbarrier.complete_tx",
	OpMbarrierExpectTx:                "mbarrier.expect_tx",
	OpMbarrierInit:                    "mbarrier.init",
	OpMbarrierInval:                   "mbarrier.inval",
	OpMbarrierPendingCount:            "mbarrier.pending_count",
	OpMbarrierTestWait:                "mbarrier.test_wait",
	OpMbarrierTryWait:                 "mbarrier.try_wait",
	OpMembar:                          "membar",
	OpMin:                             "min",
	OpMma:                             "mma",
	OpMov:                             "mov",
	OpMovmatrix:                       "movmatrix",
	OpMul:                             "mul",
	OpMul24:                           "mul24",
	OpMultimemCpAsyncBulk:             "multimem.cp.async.bulk",
	OpMultimemCpReduceAsyncBulk:       "multimem.cp.reduce.async.bulk",
	OpMultimemLdReduce:                "multimem.ld_reduce",
	OpMultimemRed:                     "multimem.red",
	OpMultimemSt:                      "multimem.st",
	OpNanosleep:                       "nanosleep",
	OpNeg:                             "neg",
	OpNot:                             "not",
	OpOr:                              "or",
	OpPmevent:                         "pmevent",
	OpPopc:                            "popc",
	OpPrefetch:                        "prefetch",
	OpPrefetchu:                       "prefetchu",
	OpPrmt:                            "prmt",
	OpRcp:                             "rcp",
	OpRed:                             "red",
	OpRedAsync:                        "red.async",
	OpReduxSync:                       "redux.sync",
	OpRem:                             "rem",
	OpRet:                             "ret",
	OpRsqrt:                           "rsqrt",
	OpSad:                             "sad",
	OpSelp:                            "selp",
	OpSet:                             "set",
	OpSetmaxnreg:                      "setmaxnreg",
	OpSetp:                            "setp",
	OpShf:                             "shf",
	OpShfl:                            "shfl",
	OpShl:                             "shl",
	OpShr:                             "shr",
	OpSin:                             "sin",
	OpSlct:                            "slct",
	OpSqrt:                            "sqrt",
	OpSt:                              "st",
	OpStAsync:                         "st.async",
	OpStBulk:                          "st.bulk",
	OpStackrestore:                    "stackrestore",
	OpStacksave:                       "stacksave",
	OpStmatrix:                        "stmatrix",
	OpSub:                             "sub",
	OpSubc:                            "subc",
	OpSuld:                            "suld",
	OpSuq:                             "suq",
	OpSured:                           "sured",
	OpSust:                            "sust",
	OpSzext:                           "szext",
	OpTanh:                            "tanh",
	OpTcgen05Alloc:                    "tcgen05.alloc",
	OpTcgen05Commit:                   "tcgen05.commit",
	OpTcgen05Cp:                       "tcgen05.cp",
	OpTcgen05Dealloc:                  "tcgen05.dealloc",
	OpTcgen05Fence:                    "tcgen05.fence",
	OpTcgen05Ld:                       "tcgen05.ld",
	OpTcgen05Mma:                      "tcgen05.mma",
	OpTcgen05RelinquishAllocPermit:    "tcgen05.relinquish_alloc_permit",
	OpTcgen05Shift:                    "tcgen05.shift",
	OpTcgen05St:                       "tcgen05.st",
	OpTcgen05Wait:                     "tcgen05.wait",
	OpTensormapCpFenceproxy:           "tensormap.cp_fenceproxy",
	OpTensormapReplace:                "tensormap.replace",
	OpTestp:                           "testp",
	OpTex:                             "tex",
	OpTld4:                            "tld4",
	OpTrap:                            "trap",
	OpTxq:                             "txq",
	OpVabsdiff:                        "vabsdiff",
	OpVabsdiff2:                       "vabsdiff2",
	OpVabsdiff4:                       "vabsdiff4",
	OpVadd:                            "vadd",
	OpVadd2:                           "vadd2",
	OpVadd4:                           "vadd4",
	OpVavrg2:                          "vavrg2",
	OpVavrg4:                          "vavrg4",
	OpVmad:                            "vmad",
	OpVmax:                            "vmax",
	OpVmax2:                           "vmax2",
	OpVmax4:                           "vmax4",
	OpVmin:                            "vmin",
	OpVmin2:                           "vmin2",
	OpVmin4:                           "vmin4",
	OpVote:                            "vote",
	OpVset:                            "vset",
	OpVset2:                           "vset2",
	OpVset4:                           "vset4",
	OpVshl:                            "vshl",
	OpVshr:                            "vshr",
	OpVsub:                            "vsub",
	OpVsub2:                           "vsub2",
	OpVsub4:                           "vsub4",
	OpWgmmaCommitGroup:                "wgmma.commit_group",
	OpWgmmaFence:                      "wgmma.fence",
	OpWgmmaMmaAsync:                   "wgmma.mma_async",
	OpWgmmaWaitGroup:                  "wgmma.wait_group",
	OpWmmaLoad:                        "wmma.load",
	OpWmmaMma:                         "wmma.mma",
	OpWmmaStore:                       "wmma.store",
	OpXor:                             "xor",
}

// String is the opcode's PTX spelling.
func (o Opcode) String() string { return word(opcodeNames[:], int(o)) }
