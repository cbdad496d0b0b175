package ptx

// SReg is a special register. The four components of %tid and its like are
// consecutive (x, y, z, w), so SRegTidX+1 is %tid.y; the
// whole vector (mov.v4.u32 {..}, %tid) is a value of its own.
type SReg uint8

// Special registers.
const (
	SRegNone                    SReg = iota
	SRegTidX                         // %tid.x
	SRegTidY                         // %tid.y
	SRegTidZ                         // %tid.z
	SRegTidW                         // %tid.w
	SRegNtidX                        // %ntid.x
	SRegNtidY                        // %ntid.y
	SRegNtidZ                        // %ntid.z
	SRegNtidW                        // %ntid.w
	SRegLaneid                       // %laneid
	SRegWarpid                       // %warpid
	SRegNwarpid                      // %nwarpid
	SRegCtaidX                       // %ctaid.x
	SRegCtaidY                       // %ctaid.y
	SRegCtaidZ                       // %ctaid.z
	SRegCtaidW                       // %ctaid.w
	SRegNctaidX                      // %nctaid.x
	SRegNctaidY                      // %nctaid.y
	SRegNctaidZ                      // %nctaid.z
	SRegNctaidW                      // %nctaid.w
	SRegSmid                         // %smid
	SRegNsmid                        // %nsmid
	SRegGridid                       // %gridid
	SRegIsExplicitCluster            // %is_explicit_cluster
	SRegClusteridX                   // %clusterid.x
	SRegClusteridY                   // %clusterid.y
	SRegClusteridZ                   // %clusterid.z
	SRegClusteridW                   // %clusterid.w
	SRegNclusteridX                  // %nclusterid.x
	SRegNclusteridY                  // %nclusterid.y
	SRegNclusteridZ                  // %nclusterid.z
	SRegNclusteridW                  // %nclusterid.w
	SRegClusterCtaidX                // %cluster_ctaid.x
	SRegClusterCtaidY                // %cluster_ctaid.y
	SRegClusterCtaidZ                // %cluster_ctaid.z
	SRegClusterCtaidW                // %cluster_ctaid.w
	SRegClusterNctaidX               // %cluster_nctaid.x
	SRegClusterNctaidY               // %cluster_nctaid.y
	SRegClusterNctaidZ               // %cluster_nctaid.z
	SRegClusterNctaidW               // %cluster_nctaid.w
	SRegClusterCtarank               // %cluster_ctarank
	SRegClusterNctarank              // %cluster_nctarank
	SRegLanemaskEq                   // %lanemask_eq
	SRegLanemaskLe                   // %lanemask_le
	SRegLanemaskLt                   // %lanemask_lt
	SRegLanemaskGe                   // %lanemask_ge
	SRegLanemaskGt                   // %lanemask_gt
	SRegClock                        // %clock
	SRegClockHi                      // %clock_hi
	SRegClock64                      // %clock64
	SRegGlobaltimer                  // %globaltimer
	SRegGlobaltimerLo                // %globaltimer_lo
	SRegGlobaltimerHi                // %globaltimer_hi
	SRegReservedSmemOffsetBegin      // %reserved_smem_offset_begin
	SRegReservedSmemOffsetEnd        // %reserved_smem_offset_end
	SRegReservedSmemOffsetCap        // %reserved_smem_offset_cap
	SRegReservedSmemOffset0          // %reserved_smem_offset_0
	SRegReservedSmemOffset1          // %reserved_smem_offset_1
	SRegTotalSmemSize                // %total_smem_size
	SRegAggrSmemSize                 // %aggr_smem_size
	SRegDynamicSmemSize              // %dynamic_smem_size
	SRegCurrentGraphExec             // %current_graph_exec
	SRegEnvreg0                      // %envreg0
	SRegEnvreg1                      // %envreg1
	SRegEnvreg2                      // %envreg2
	SRegEnvreg3                      // %envreg3
	SRegEnvreg4                      // %envreg4
	SRegEnvreg5                      // %envreg5
	SRegEnvreg6                      // %envreg6
	SRegEnvreg7                      // %envreg7
	SRegEnvreg8                      // %envreg8
	SRegEnvreg9                      // %envreg9
	SRegEnvreg10                     // %envreg10
	SRegEnvreg11                     // %envreg11
	SRegEnvreg12                     // %envreg12
	SRegEnvreg13                     // %envreg13
	SRegEnvreg14                     // %envreg14
	SRegEnvreg15                     // %envreg15
	SRegEnvreg16                     // %envreg16
	SRegEnvreg17                     // %envreg17
	SRegEnvreg18                     // %envreg18
	SRegEnvreg19                     // %envreg19
	SRegEnvreg20                     // %envreg20
	SRegEnvreg21                     // %envreg21
	SRegEnvreg22                     // %envreg22
	SRegEnvreg23                     // %envreg23
	SRegEnvreg24                     // %envreg24
	SRegEnvreg25                     // %envreg25
	SRegEnvreg26                     // %envreg26
	SRegEnvreg27                     // %envreg27
	SRegEnvreg28                     // %envreg28
	SRegEnvreg29                     // %envreg29
	SRegEnvreg30                     // %envreg30
	SRegEnvreg31                     // %envreg31
	SRegPm0                          // %pm0
	SRegPm1                          // %pm1
	SRegPm2                          // %pm2
	SRegPm3                          // %pm3
	SRegPm4                          // %pm4
	SRegPm5                          // %pm5
	SRegPm6                          // %pm6
	SRegPm7                          // %pm7
	SRegPm064                        // %pm0_64
	SRegPm164                        // %pm1_64
	SRegPm264                        // %pm2_64
	SRegPm364                        // %pm3_64
	SRegPm464                        // %pm4_64
	SRegPm564                        // %pm5_64
	SRegPm664                        // %pm6_64
	SRegPm764                        // %pm7_64
	SRegTid                          // %tid, the whole vector
	SRegNtid                         // %ntid, the whole vector
	SRegCtaid                        // %ctaid, the whole vector
	SRegNctaid                       // %nctaid, the whole vector
	SRegClusterid                    // %clusterid, the whole vector
	SRegNclusterid                   // %nclusterid, the whole vector
	SRegClusterCtaid                 // %cluster_ctaid, the whole vector
	SRegClusterNctaid                // %cluster_nctaid, the whole vector
)

var sregNames = [...]string{
	SRegTidX:                    "%tid.x",
	SRegTidY:                    "%tid.y",
	SRegTidZ:                    "%tid.z",
	SRegTidW:                    "%tid.w",
	SRegNtidX:                   "%ntid.x",
	SRegNtidY:                   "%ntid.y",
	SRegNtidZ:                   "%ntid.z",
	SRegNtidW:                   "%ntid.w",
	SRegLaneid:                  "%laneid",
	SRegWarpid:                  "%warpid",
	SRegNwarpid:                 "%nwarpid",
	SRegCtaidX:                  "%ctaid.x",
	SRegCtaidY:                  "%ctaid.y",
	SRegCtaidZ:                  "%ctaid.z",
	SRegCtaidW:                  "%ctaid.w",
	SRegNctaidX:                 "%nctaid.x",
	SRegNctaidY:                 "%nctaid.y",
	SRegNctaidZ:                 "%nctaid.z",
	SRegNctaidW:                 "%nctaid.w",
	SRegSmid:                    "%smid",
	SRegNsmid:                   "%nsmid",
	SRegGridid:                  "%gridid",
	SRegIsExplicitCluster:       "%is_explicit_cluster",
	SRegClusteridX:              "%clusterid.x",
	SRegClusteridY:              "%clusterid.y",
	SRegClusteridZ:              "%clusterid.z",
	SRegClusteridW:              "%clusterid.w",
	SRegNclusteridX:             "%nclusterid.x",
	SRegNclusteridY:             "%nclusterid.y",
	SRegNclusteridZ:             "%nclusterid.z",
	SRegNclusteridW:             "%nclusterid.w",
	SRegClusterCtaidX:           "%cluster_ctaid.x",
	SRegClusterCtaidY:           "%cluster_ctaid.y",
	SRegClusterCtaidZ:           "%cluster_ctaid.z",
	SRegClusterCtaidW:           "%cluster_ctaid.w",
	SRegClusterNctaidX:          "%cluster_nctaid.x",
	SRegClusterNctaidY:          "%cluster_nctaid.y",
	SRegClusterNctaidZ:          "%cluster_nctaid.z",
	SRegClusterNctaidW:          "%cluster_nctaid.w",
	SRegClusterCtarank:          "%cluster_ctarank",
	SRegClusterNctarank:         "%cluster_nctarank",
	SRegLanemaskEq:              "%lanemask_eq",
	SRegLanemaskLe:              "%lanemask_le",
	SRegLanemaskLt:              "%lanemask_lt",
	SRegLanemaskGe:              "%lanemask_ge",
	SRegLanemaskGt:              "%lanemask_gt",
	SRegClock:                   "%clock",
	SRegClockHi:                 "%clock_hi",
	SRegClock64:                 "%clock64",
	SRegGlobaltimer:             "%globaltimer",
	SRegGlobaltimerLo:           "%globaltimer_lo",
	SRegGlobaltimerHi:           "%globaltimer_hi",
	SRegReservedSmemOffsetBegin: "%reserved_smem_offset_begin",
	SRegReservedSmemOffsetEnd:   "%reserved_smem_offset_end",
	SRegReservedSmemOffsetCap:   "%reserved_smem_offset_cap",
	SRegReservedSmemOffset0:     "%reserved_smem_offset_0",
	SRegReservedSmemOffset1:     "%reserved_smem_offset_1",
	SRegTotalSmemSize:           "%total_smem_size",
	SRegAggrSmemSize:            "%aggr_smem_size",
	SRegDynamicSmemSize:         "%dynamic_smem_size",
	SRegCurrentGraphExec:        "%current_graph_exec",
	SRegEnvreg0:                 "%envreg0",
	SRegEnvreg1:                 "%envreg1",
	SRegEnvreg2:                 "%envreg2",
	SRegEnvreg3:                 "%envreg3",
	SRegEnvreg4:                 "%envreg4",
	SRegEnvreg5:                 "%envreg5",
	SRegEnvreg6:                 "%envreg6",
	SRegEnvreg7:                 "%envreg7",
	SRegEnvreg8:                 "%envreg8",
	SRegEnvreg9:                 "%envreg9",
	SRegEnvreg10:                "%envreg10",
	SRegEnvreg11:                "%envreg11",
	SRegEnvreg12:                "%envreg12",
	SRegEnvreg13:                "%envreg13",
	SRegEnvreg14:                "%envreg14",
	SRegEnvreg15:                "%envreg15",
	SRegEnvreg16:                "%envreg16",
	SRegEnvreg17:                "%envreg17",
	SRegEnvreg18:                "%envreg18",
	SRegEnvreg19:                "%envreg19",
	SRegEnvreg20:                "%envreg20",
	SRegEnvreg21:                "%envreg21",
	SRegEnvreg22:                "%envreg22",
	SRegEnvreg23:                "%envreg23",
	SRegEnvreg24:                "%envreg24",
	SRegEnvreg25:                "%envreg25",
	SRegEnvreg26:                "%envreg26",
	SRegEnvreg27:                "%envreg27",
	SRegEnvreg28:                "%envreg28",
	SRegEnvreg29:                "%envreg29",
	SRegEnvreg30:                "%envreg30",
	SRegEnvreg31:                "%envreg31",
	SRegPm0:                     "%pm0",
	SRegPm1:                     "%pm1",
	SRegPm2:                     "%pm2",
	SRegPm3:                     "%pm3",
	SRegPm4:                     "%pm4",
	SRegPm5:                     "%pm5",
	SRegPm6:                     "%pm6",
	SRegPm7:                     "%pm7",
	SRegPm064:                   "%pm0_64",
	SRegPm164:                   "%pm1_64",
	SRegPm264:                   "%pm2_64",
	SRegPm364:                   "%pm3_64",
	SRegPm464:                   "%pm4_64",
	SRegPm564:                   "%pm5_64",
	SRegPm664:                   "%pm6_64",
	SRegPm764:                   "%pm7_64",
	SRegTid:                     "%tid",
	SRegNtid:                    "%ntid",
	SRegCtaid:                   "%ctaid",
	SRegNctaid:                  "%nctaid",
	SRegClusterid:               "%clusterid",
	SRegNclusterid:              "%nclusterid",
	SRegClusterCtaid:            "%cluster_ctaid",
	SRegClusterNctaid:           "%cluster_nctaid",
}

// String is the special register's PTX spelling.
func (s SReg) String() string { return word(sregNames[:], int(s)) }
