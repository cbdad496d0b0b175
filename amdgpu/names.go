package amdgpu

// Names of immediates as LLVM 22 writes them for gfx1100 (observed by running its assembler over all values).

// hwregNames names hardware registers by id; "" where only the number is written.
var hwregNames = [...]string{1: "HW_REG_MODE", 2: "HW_REG_STATUS", 3: "HW_REG_TRAPSTS", 5: "HW_REG_GPR_ALLOC", 6: "HW_REG_LDS_ALLOC", 7: "HW_REG_IB_STS",
	15: "HW_REG_SH_MEM_BASES", 18: "HW_REG_PERF_SNAPSHOT_PC_LO", 19: "HW_REG_PERF_SNAPSHOT_PC_HI", 20: "HW_REG_FLAT_SCR_LO", 21: "HW_REG_FLAT_SCR_HI", 23: "HW_REG_HW_ID1",
	24: "HW_REG_HW_ID2", 27: "HW_REG_PERF_SNAPSHOT_DATA", 29: "HW_REG_SHADER_CYCLES"}

// sendmsgNames names messages by id; "" where only the number is written.
var sendmsgNames = [...]string{1: "MSG_INTERRUPT", 2: "MSG_HS_TESSFACTOR", 3: "MSG_DEALLOC_VGPRS", 5: "MSG_STALL_WAVE_GEN", 6: "MSG_HALT_WAVES", 9: "MSG_GS_ALLOC_REQ",
	128: "MSG_RTN_GET_DOORBELL", 129: "MSG_RTN_GET_DDID", 130: "MSG_RTN_GET_TMA", 131: "MSG_RTN_GET_REALTIME", 132: "MSG_RTN_SAVE_WAVE", 133: "MSG_RTN_GET_TBA", 134: "MSG_RTN_GET_TBA_TO_PC"}

// bufFormats names the unified buffer formats of gfx11; 1 is the default and not written.
var bufFormats = [...]string{"INVALID", "8_UNORM", "8_SNORM", "8_USCALED", "8_SSCALED", "8_UINT", "8_SINT", "16_UNORM", "16_SNORM", "16_USCALED", "16_SSCALED", "16_UINT", "16_SINT", "16_FLOAT",
	"8_8_UNORM", "8_8_SNORM", "8_8_USCALED", "8_8_SSCALED", "8_8_UINT", "8_8_SINT", "32_UINT", "32_SINT", "32_FLOAT", "16_16_UNORM", "16_16_SNORM", "16_16_USCALED", "16_16_SSCALED",
	"16_16_UINT", "16_16_SINT", "16_16_FLOAT", "10_11_11_FLOAT", "11_11_10_FLOAT", "10_10_10_2_UNORM", "10_10_10_2_SNORM", "10_10_10_2_UINT", "10_10_10_2_SINT", "2_10_10_10_UNORM",
	"2_10_10_10_SNORM", "2_10_10_10_USCALED", "2_10_10_10_SSCALED", "2_10_10_10_UINT", "2_10_10_10_SINT", "8_8_8_8_UNORM", "8_8_8_8_SNORM", "8_8_8_8_USCALED", "8_8_8_8_SSCALED",
	"8_8_8_8_UINT", "8_8_8_8_SINT", "32_32_UINT", "32_32_SINT", "32_32_FLOAT", "16_16_16_16_UNORM", "16_16_16_16_SNORM", "16_16_16_16_USCALED", "16_16_16_16_SSCALED", "16_16_16_16_UINT",
	"16_16_16_16_SINT", "16_16_16_16_FLOAT", "32_32_32_UINT", "32_32_32_SINT", "32_32_32_FLOAT", "32_32_32_32_UINT", "32_32_32_32_SINT", "32_32_32_32_FLOAT"}

const bufFormatDefault = 1

// dimNames names image dimensions.
var dimNames = [8]string{"1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY"}

// expTargets names export targets; "" where only invalid_target_N is written.
var expTargets = [...]string{0: "mrt0", 1: "mrt1", 2: "mrt2", 3: "mrt3", 4: "mrt4", 5: "mrt5", 6: "mrt6", 7: "mrt7", 8: "mrtz", 12: "pos0", 13: "pos1", 14: "pos2", 15: "pos3", 16: "pos4",
	20: "prim", 21: "dual_src_blend0", 22: "dual_src_blend1"}

// delayNames names the ids of s_delay_alu.
var delayNames = [...]string{"NO_DEP", "VALU_DEP_1", "VALU_DEP_2", "VALU_DEP_3", "VALU_DEP_4", "TRANS32_DEP_1", "TRANS32_DEP_2", "TRANS32_DEP_3", "FMA_ACCUM_CYCLE_1",
	"SALU_CYCLE_1", "SALU_CYCLE_2", "SALU_CYCLE_3"}

var delaySkips = [...]string{"SAME", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4"}

// depctrFields are the fields of s_waitcnt_depctr in the order of writing.
var depctrFields = [...]struct {
	name string
	field
}{{"depctr_hold_cnt", field{7, 1}}, {"depctr_sa_sdst", field{0, 1}}, {"depctr_va_vdst", field{12, 4}}, {"depctr_va_sdst", field{9, 3}}, {"depctr_va_ssrc", field{8, 1}},
	{"depctr_va_vcc", field{1, 1}}, {"depctr_vm_vsrc", field{2, 3}}}

const depctrDefault = 0xff9f

// floatNames are the inline floating-point constants (codes 240 to 248); the last one differs for 64-bit operands.
var floatNames = [9]string{"0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0", "0.15915494"}

const floatName64 = "0.15915494309189532"

// regName is the name of a special scalar register of one dword.
func regName(r Reg) string {
	switch r {
	case VCCLo:
		return "vcc_lo"
	case VCCHi:
		return "vcc_hi"
	case Null:
		return "null"
	case M0:
		return "m0"
	case ExecLo:
		return "exec_lo"
	case ExecHi:
		return "exec_hi"
	case FlatScratchBaseLo:
		return "src_flat_scratch_base_lo"
	case FlatScratchBaseHi:
		return "src_flat_scratch_base_hi"
	case SharedBase:
		return "src_shared_base"
	case SharedLimit:
		return "src_shared_limit"
	case PrivateBase:
		return "src_private_base"
	case PrivateLimit:
		return "src_private_limit"
	case 251:
		return "src_vccz"
	case 252:
		return "src_execz"
	case SCC:
		return "src_scc"
	}
	return ""
}
