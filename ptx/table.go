package ptx

// tableText is the instruction table: one row for each form of an instruction
// that the PTX ISA describes, read once by table_parse.go.
//
//	opcode | modifiers | operands | version | target
//
// A modifier is a word, a choice (a/b/c), or a set $name from the lines that
// begin with '$'; a trailing ? makes it optional. Only the order among type
// modifiers matters: ptxas takes the others in any order, and so does this
// table. Words of the opcode itself (cp.async.bulk) are not repeated.
//
// An operand is a role and a type. Roles:
//
//	d register that is written      D the same, or _
//	s register or immediate         r register only
//	i integer constant              p predicate source, maybe !p
//	P predicate written, or _       Q written predicate pair p|q; Q? either p or p|q
//	[] address                      [t] tuple address: texture or tensor
//	L label                         T .branchtargets list
//	m like s, or a special register, address or vector (mov)
//	y register or immediate with a video selector; z the same, written
//	t coordinates: a vector, or a register
//	O written vector, optionally with a predicate: {..}|p
//	* any operands from here on
//
// Types: a digit is the n-th type modifier; w0 twice its width; :b32 that type.
// Suffixes: v a vector of .vN elements (scalar without .vN); xN a vector of N;
// x* a vector of any length; + also wider registers; ? optional.
//
// version and target are the first that have the form, as the manual says and
// ptxas confirms; 90a means that target's architecture-specific variants, or
// the family-specific ones of a later one.
const tableText = `
$int    u16/u32/u64/s16/s32/s64
$i3264  u32/s32/u64/s64
$b      b16/b32/b64
$any    b16/b32/b64/u16/u32/u64/s16/s32/s64/f32/f64
$mem    b8/b16/b32/b64/u8/u16/u32/u64/s8/s16/s32/s64/f32/f64
$rnd    rn/rz/rm/rp
$irnd   rni/rzi/rmi/rpi
$cmp    eq/ne/lt/le/gt/ge/lo/ls/hi/hs/equ/neu/ltu/leu/gtu/geu/num/nan
$bool   and/or/xor
$space  const/global/local/param/param::entry/param::func/shared/shared::cta/shared::cluster
$stsp   global/local/param/param::func/shared/shared::cta/shared::cluster
$gls    global/local/shared/shared::cta/shared::cluster
$gss    global/shared/shared::cta/shared::cluster
$shared shared/shared::cta
$scope  cta/cluster/gpu/sys
$l1     L1::evict_normal/L1::evict_unchanged/L1::evict_first/L1::evict_last/L1::no_allocate
$l2     L2::evict_normal/L2::evict_first/L2::evict_last
$hint   L2::cache_hint
$pre    L2::64B/L2::128B/L2::256B
$vec    v2/v4/v8
$done   mbarrier::complete_tx::bytes
$ctag   cta_group::1/cta_group::2
$dim    1d/2d/3d/4d/5d
$icmp   eq/ne/lt/le/gt/ge
$video  u32/s32

abs   | (s16/s32/s64)            | d0 s0
abs   | ftz? f32                 | d0 s0
abs   | f64                      | d0 s0
abs   | ftz? (f16/f16x2)         | d0 r0            | 6.5 | 53
abs   | (bf16/bf16x2)            | d0 r0            | 7.0 | 80
activemask | b32                 | d0               | 6.2 | 30
add   | ($int/u16x2/s16x2)       | d0 s0 s0
add   | sat s32                  | d0 s0 s0
add   | cc $i3264                | d0 s0 s0
add   | $rnd? ftz? sat? f32      | d0 s0 s0
add   | $rnd? ftz? f32x2         | d0 r0 r0         | 8.6 | 100
add   | $rnd? f64                | d0 s0 s0
add   | rn? ftz? sat? (f16/f16x2)| d0 r0 r0         | 4.2 | 53
add   | rn? (bf16/bf16x2)        | d0 r0 r0         | 7.8 | 90
add   | $rnd? sat? f32 (f16/bf16)| d0 r1 s0         | 8.6 | 100
addc  | cc $i3264                | d0 s0 s0
addc  | $int                     | d0 s0 s0
alloca| (u32/u64)                | d0 s0 i?         | 7.3 | 52
and   | $b                       | d0 s0 s0
and   | pred                     | P p p
applypriority | global? L2::evict_normal | [] i     | 7.4 | 80
atom  | (relaxed/acquire/release/acq_rel)? $scope? $gss? (and/or/xor) $hint? (b32/b64) | D0 [] s0 s:b64? | 1.1 | 11
atom  | (relaxed/acquire/release/acq_rel)? $scope? $gss? exch $hint? (b32/b64/b128) | D0 [] s0 s:b64? | 1.1 | 11
atom  | (relaxed/acquire/release/acq_rel)? $scope? $gss? cas (b16/b32/b64/b128) | D0 [] s0 s0 | 1.1 | 11
atom  | (relaxed/acquire/release/acq_rel)? $scope? $gss? add $hint? (u32/s32/u64/f32/f64) | D0 [] s0 s:b64? | 1.1 | 11
atom  | (relaxed/acquire/release/acq_rel)? $scope? $gss? (inc/dec) $hint? u32 | D0 [] s0 s:b64? | 1.1 | 11
atom  | (relaxed/acquire/release/acq_rel)? $scope? $gss? (min/max) $hint? (u32/s32/u64/s64) | D0 [] s0 s:b64? | 1.1 | 11
atom  | (relaxed/acquire/release/acq_rel)? $scope? $gss? add noftz $hint? (f16/f16x2) | D0 [] r0 s:b64? | 6.2 | 60
atom  | (relaxed/acquire/release/acq_rel)? $scope? $gss? add noftz $hint? (bf16/bf16x2) | D0 [] r0 s:b64? | 7.8 | 90
atom  | (relaxed/acquire/release/acq_rel)? $scope? global? add $hint? (v2/v4) f32 | Dv0 [] rv0 s:b64? | 8.1 | 90
atom  | (relaxed/acquire/release/acq_rel)? $scope? global? (add/min/max) noftz $hint? $vec (f16/bf16) | Dv0 [] rv0 s:b64? | 8.1 | 90
atom  | (relaxed/acquire/release/acq_rel)? $scope? global? (add/min/max) noftz $hint? (v2/v4) (f16x2/bf16x2) | Dv0 [] rv0 s:b64? | 8.1 | 90
bar.sync   | cta?                | s:u32 s:u32?
bar.arrive | cta?                | s:u32 s:u32
bar.red    | cta? popc u32       | d0 s:u32 s:u32? p | 2.0 | 20
bar.red    | cta? (and/or) pred  | P s:u32 s:u32? p  | 2.0 | 20
bar.warp.sync |                  | s:u32            | 6.0 | 30
barrier.sync   | cta? aligned?   | s:u32 s:u32?     | 6.0 | 30
barrier.arrive | cta? aligned?   | s:u32 s:u32      | 6.0 | 30
barrier.red | cta? popc aligned? u32 | d0 s:u32 s:u32? p | 6.0 | 30
barrier.red | cta? (and/or) aligned? pred | P s:u32 s:u32? p | 6.0 | 30
barrier.cluster.arrive | (release/relaxed)? aligned? | | 7.8 | 90
barrier.cluster.wait   | acquire? aligned?           | | 7.8 | 90
bfe   | $i3264                   | d0 s0 s:u32 s:u32 | 2.0 | 20
bfi   | (b32/b64)                | d0 s0 s0 s:u32 s:u32 | 2.0 | 20
bfind | shiftamt? $i3264         | d:u32 s0         | 2.0 | 20
bmsk  | (clamp/wrap) b32         | d0 s0 s0         | 7.6 | 70
bra   | uni?                     | L
brev  | (b32/b64)                | d0 s0            | 2.0 | 20
brkpt |                          |                  |     | 11
brx.idx | uni?                   | r:u32 T          | 6.0 | 30
call  | uni?                     | *
clusterlaunchcontrol.query_cancel | is_canceled pred b128 | P r1 | 8.6 | 100
clusterlaunchcontrol.query_cancel | get_first_ctaid v4 b32 b128 | D0x4 r1 | 8.6 | 100
clusterlaunchcontrol.query_cancel | (get_first_ctaid::x/get_first_ctaid::y/get_first_ctaid::z) b32 b128 | d0 r1 | 8.6 | 100
clusterlaunchcontrol.try_cancel | async shared::cta? $done multicast::cluster::all? b128 | [] [] | 8.6 | 100
clz   | (b32/b64)                | d:u32 s0         | 2.0 | 20
cnot  | $b                       | d0 s0
copysign | (f32/f64)             | d0 s0 s0         | 2.0 | 20
cos   | approx ftz? f32          | d0 s0            | 1.4
cp.async | (ca/cg) $shared global $hint? $pre? | [] [] i s:u32? s:b64? | 7.0 | 80
cp.async | (ca/cg) $shared global $hint? $pre? | [] [] i p s:b64? | 7.5 | 80
cp.async.bulk | shared::cluster global $done multicast::cluster? $hint? | [] [] s:u32 [] s:u16? s:b64? | 8.0 | 90
cp.async.bulk | shared::cta global $done $hint? | [] [] s:u32 [] s:b64? | 8.6 | 90
cp.async.bulk | shared::cta global $done ignore_oob $hint? | [] [] s:u32 s:u32 s:u32 [] s:b64? | 9.2 | 90
cp.async.bulk | shared::cluster shared::cta $done | [] [] s:u32 [] | 8.0 | 90
cp.async.bulk | global shared::cta bulk_group $hint? cp_mask? | [] [] s:u32 s:b64? s:b16? | 8.0 | 90
cp.async.bulk.commit_group |     |                  | 8.0 | 90
cp.async.bulk.prefetch | L2 global $hint? | [] s:u32 s:b64? | 8.0 | 90
cp.async.bulk.prefetch.tensor | $dim L2 global (tile/tile::gather4/im2col/im2col::w/im2col::w::128)? $hint? | [t] t? s:b64? | 8.0 | 90
cp.async.bulk.tensor | $dim (shared::cta/shared::cluster) global (tile/tile::gather4/im2col/im2col::w/im2col::w::128)? $done multicast::cluster? $ctag? $hint? | [] [t] [] t? s:u16? s:b64? | 8.0 | 90
cp.async.bulk.tensor | $dim global shared::cta (tile/tile::scatter4/im2col_no_offs)? bulk_group $hint? | [t] [] s:b64? | 8.0 | 90
cp.async.bulk.wait_group | read? | i                | 8.0 | 90
cp.async.commit_group |          |                  | 7.0 | 80
cp.async.mbarrier.arrive | noinc? $shared? b64 | [] | 7.0 | 80
cp.async.wait_all |              |                  | 7.0 | 80
cp.async.wait_group |            | i                | 7.0 | 80
cp.reduce.async.bulk | shared::cluster shared::cta $done (and/or/xor) b32 | [] [] s:u32 [] | 8.0 | 90
cp.reduce.async.bulk | shared::cluster shared::cta $done add (u32/s32/u64) | [] [] s:u32 [] | 8.0 | 90
cp.reduce.async.bulk | shared::cluster shared::cta $done (inc/dec) u32 | [] [] s:u32 [] | 8.0 | 90
cp.reduce.async.bulk | shared::cluster shared::cta $done (min/max) (u32/s32) | [] [] s:u32 [] | 8.0 | 90
cp.reduce.async.bulk | global shared::cta bulk_group $hint? (and/or/xor) (b32/b64) | [] [] s:u32 s:b64? | 8.0 | 90
cp.reduce.async.bulk | global shared::cta bulk_group $hint? add (u32/s32/u64/f32/f64) | [] [] s:u32 s:b64? | 8.0 | 90
cp.reduce.async.bulk | global shared::cta bulk_group $hint? (inc/dec) u32 | [] [] s:u32 s:b64? | 8.0 | 90
cp.reduce.async.bulk | global shared::cta bulk_group $hint? (min/max) (u32/s32/u64/s64/f16/bf16) | [] [] s:u32 s:b64? | 8.0 | 90
cp.reduce.async.bulk | global shared::cta bulk_group $hint? add noftz (f16/bf16) | [] [] s:u32 s:b64? | 8.0 | 90
cp.reduce.async.bulk.tensor | $dim global shared::cta (add/min/max/inc/dec/and/or/xor) (tile/im2col_no_offs)? bulk_group $hint? | [t] [] s:b64? | 8.0 | 90
createpolicy.cvt | L2 b64        | d0 s:b64         | 7.4 | 80
createpolicy.fractional | (L2::evict_last/L2::evict_normal/L2::evict_first/L2::evict_unchanged) (L2::evict_first/L2::evict_unchanged)? b64 | d0 s:f32? | 7.4 | 80
createpolicy.range | global? (L2::evict_last/L2::evict_normal/L2::evict_first/L2::evict_unchanged) (L2::evict_first/L2::evict_unchanged)? b64 | d0 [] s:u32 s:u32 | 7.4 | 80
cvt   | ($rnd/$irnd)? ftz? sat? (u8/u16/u32/u64/s8/s16/s32/s64/f16/f32/f64) (u8/u16/u32/u64/s8/s16/s32/s64/f16/f32/f64) | d0+ s1+
cvt   | ($rnd/$irnd)? ftz? bf16 (u8/u16/u32/u64/s8/s16/s32/s64/f16/f64/bf16) | d0 s1 | 7.8 | 90
cvt   | f32 bf16                 | d0 s1          | 7.1 | 80
cvt   | ftz f32 bf16             | d0 s1          | 7.8 | 90
cvt   | ($rnd/$irnd)? ftz? (u8/u16/u32/u64/s8/s16/s32/s64/f16) bf16 | d0 s1 | 7.8 | 90
cvt   | f64 bf16 | d0 s1 | 7.8 | 90
cvt   | (rn/rz) relu? satfinite? f16 f32 | d0+ s1 | 7.0 | 80
cvt   | (rn/rz) relu? satfinite? bf16 f32 | d0 s1 | 7.0 | 80
cvt   | $rnd ftz? bf16 f32       | d0 s1            | 7.8 | 80
cvt   | (rn/rz) relu? satfinite? (f16x2/bf16x2) f32 | d0 s1 s1 | 7.0 | 80
cvt   | rs relu? satfinite? (f16x2/bf16x2) f32 | d0 s1 s1 s:b32 | 8.7 | 100a
cvt   | rna satfinite? tf32 f32 | d:b32 s1          | 7.0 | 80
cvt   | (rn/rz) relu? tf32 f32 | d:b32 s1   | 7.8 | 90
cvt   | (rn/rz) satfinite relu? tf32 f32 | d:b32 s1 | 8.6 | 100
cvt   | rn satfinite relu? (e4m3x2/e5m2x2) f32 | d:b16 s1 s1 | 7.8 | 89
cvt   | rn satfinite relu? (e4m3x2/e5m2x2) f16x2 | d:b16 r1 | 7.8 | 89
cvt   | rn satfinite relu? (e4m3x2/e5m2x2) bf16x2 | d:b16 r1 | 9.1 | 100a
cvt   | rn relu? f16x2 (e4m3x2/e5m2x2) | d0 r:b16 | 7.8 | 89
cvt   | rn relu? bf16x2 (e4m3x2/e5m2x2) | d0 r:b16 | 9.2 | 100a
cvt   | rs relu? satfinite (e4m3x4/e5m2x4) f32 | d:b32 s1x4 s:b32 | 8.7 | 100a
cvt   | rn satfinite relu? e2m1x2 f32 | d:b8 s1 s1  | 8.6 | 100a
cvt   | rn satfinite relu? e2m1x2 (f16x2/bf16x2) | d:b8 r1 | 9.1 | 100a
cvt   | rn relu? f16x2 e2m1x2    | d0 r:b8          | 8.6 | 100a
cvt   | rn relu? bf16x2 e2m1x2   | d0 r:b8          | 9.2 | 100a
cvt   | rs relu? satfinite e2m1x4 f32 | d:b16 s1x4 s:b32 | 8.7 | 100a
cvt   | rn satfinite relu? (e2m3x2/e3m2x2) f32 | d:b16 s1 s1 | 8.6 | 100a
cvt   | rn satfinite relu? (e2m3x2/e3m2x2) (f16x2/bf16x2) | d:b16 r1 | 9.1 | 100a
cvt   | rn relu? f16x2 (e2m3x2/e3m2x2) | d0 r:b16    | 8.6 | 100a
cvt   | rn relu? bf16x2 (e2m3x2/e3m2x2) | d0 r:b16   | 9.2 | 100a
cvt   | rs relu? satfinite (e2m3x4/e3m2x4) f32 | d:b32 s1x4 s:b32 | 8.7 | 100a
cvt   | (rz/rp) satfinite? ue8m0x2 f32 | d:b16 s1 s1 | 8.6 | 100a
cvt   | (rz/rp) satfinite? ue8m0x2 bf16x2 | d:b16 r1 | 8.6 | 100a
cvt   | rn bf16x2 ue8m0x2        | d0 r:b16         | 8.6 | 100a
cvt   | rn satfinite relu? scaled::n2::ue8m0? s2f6x2 (f32/bf16x2) | d:b16 s1 s1? s:b16? | 9.1 | 100a
cvt   | rn satfinite? relu? scaled::n2::ue8m0? bf16x2 s2f6x2 | d0 r:b16 s:b16? | 9.1 | 100a
cvt.pack | sat (u16/s16) s32     | d:b32 s1 s1      | 6.5 | 72
cvt.pack | sat (u2/s2/u4/s4/u8/s8) s32 b32 | d:b32 s1 s1 s2 | 6.5 | 72
cvta  | (const/global/local/param/param::entry/shared/shared::cta/shared::cluster) (u32/u64) | d0 s0 | 2.0 | 20
cvta  | to (const/global/local/param/param::entry/shared/shared::cta/shared::cluster) (u32/u64)      | d0 r0            | 2.0 | 20
discard | global? L2             | [] i             | 7.4 | 80
div   | $int                     | d0 s0 s0
div   | (approx/full) ftz? f32   | d0 s0 s0
div   | $rnd ftz? f32            | d0 s0 s0
div   | $rnd f64                 | d0 s0 s0
dp2a  | (lo/hi) $video $video    | d:b32 s:b32 s:b32 s:b32 | 5.0 | 61
dp4a  | $video $video            | d:b32 s:b32 s:b32 s:b32 | 5.0 | 61
elect.sync |                     | Q:b32 s:u32      | 8.0 | 90
ex2   | approx ftz? f32          | d0 s0            | 1.4
ex2   | approx (f16/f16x2)       | d0 r0            | 7.0 | 75
ex2   | approx ftz (bf16/bf16x2) | d0 r0            | 7.8 | 90
exit  |                          |
fence | (sc/acq_rel)? $scope     |                  | 6.0 | 70
fence | (acquire/release) $scope |                  | 8.6 | 90
fence | acquire sync_restrict::shared::cluster cluster | | 8.6 | 90
fence | release sync_restrict::shared::cta cluster | | 8.6 | 90
fence | mbarrier_init release cluster |             | 8.0 | 90
fence.proxy | alias              |                  | 7.5 | 70
fence.proxy | async (global/shared::cta/shared::cluster)? | | 8.0 | 90
fence.proxy | tensormap::generic release $scope |   | 8.3 | 90
fence.proxy | tensormap::generic acquire $scope | [] i | 8.3 | 90
fence.proxy | async::generic acquire sync_restrict::shared::cluster cluster | | 8.6 | 90
fence.proxy | async::generic release sync_restrict::shared::cta cluster | | 8.6 | 90
fma   | $rnd ftz? sat? f32       | d0 s0 s0 s0      |     | 20
fma   | $rnd ftz? f32x2          | d0 r0 r0 r0      | 8.6 | 100
fma   | $rnd f64                 | d0 s0 s0 s0      | 1.4 | 13
fma   | rn ftz? sat? (f16/f16x2) | d0 r0 r0 r0      | 4.2 | 53
fma   | rn ftz? relu (f16/f16x2) | d0 r0 r0 r0      | 7.0 | 80
fma   | rn relu? (bf16/bf16x2)   | d0 r0 r0 r0      | 7.0 | 80
fma   | rn oob relu? (f16/f16x2/bf16/bf16x2) | d0 r0 r0 r0 | 8.1 | 90
fma   | $rnd sat? f32 (f16/bf16) | d0 r1 r1 s0      | 8.6 | 100
fns   | b32                      | d0 s:b32 s:b32 s:s32 | 6.0 | 30
getctarank | shared::cluster? (u32/u64/s32/s64) | d:u32 s0  | 7.8 | 90
griddepcontrol | (launch_dependents/wait) |         | 7.8 | 90
isspacep | (const/global/local/shared/shared::cta/shared::cluster/param/param::entry) | P r:u64 | 2.0 | 20
istypep | (texref/samplerref/surfref) | P r:u64     | 4.0 | 30
ld    | weak? $space? (ca/cg/cs/lu/cv)? $l1? $l2? $hint? $pre? $vec? ($mem/b128) | Dv0+ [] s:b64?
ld    | volatile $gls? $pre? $vec? ($mem/b128) | Dv0+ []
ld    | (relaxed/acquire) $scope $gss? $l1? $l2? $hint? $pre? $vec? ($mem/b128) | Dv0+ [] s:b64? | 6.0 | 70
ld    | mmio relaxed sys global? ($mem/b128) | D0+ []      | 8.2 | 70
ld    | global (ca/cg/cs)? nc $l1? $l2? $hint? $pre? $vec? ($mem/b128) | Dv0+ [] s:b64? | 3.1 | 32
ldmatrix | sync aligned m8n8 (x1/x2/x4) trans? $shared? b16 | d:b32x* [] | 6.5 | 75
ldmatrix | sync aligned m16n16 (x1/x2) trans $shared? b8 | d:b32x* [] | 8.6 | 100a
ldmatrix | sync aligned m8n16 (x1/x2/x4) $shared? b8x16 (b6x16_p32/b4x16_p64) | d:b32x* [] | 8.6 | 100a
ldmatrix | sync aligned m16n16 (x1/x2) trans $shared? b8x16 (b6x16_p32/b4x16_p64) | d:b32x* [] | 8.6 | 100a
ldu   | global? (v2/v4)? ($mem/b128) | Dv0+ []      | 2.0 | 20
lg2   | approx ftz? f32          | d0 s0            | 1.4
lop3  | b32                      | d0 s0 s0 s0 i    | 4.3 | 50
lop3  | (or/and) b32             | Q0 s0 s0 s0 i p  | 8.2 | 70
mad   | (lo/hi) $int             | d0 s0 s0 s0
mad   | wide (u16/u32/s16/s32)   | dw0 s0 s0 sw0
mad   | hi sat s32               | d0 s0 s0 s0
mad   | (lo/hi) cc $i3264        | d0 s0 s0 s0      | 3.0 | 20
mad   | $rnd? ftz? sat? f32      | d0 s0 s0 s0
mad   | $rnd f64                 | d0 s0 s0 s0
mad24 | (lo/hi) (u32/s32)        | d0 s0 s0 s0
mad24 | hi sat s32               | d0 s0 s0 s0
madc  | (lo/hi) cc $i3264        | d0 s0 s0 s0      | 3.0 | 20
madc  | (lo/hi) $int             | d0 s0 s0 s0      | 3.0 | 20
mapa  | shared::cluster? (u32/u64/s32/s64) | d0 s0 s:u32    | 7.8 | 90
match | any sync (b32/b64)       | d:b32 s0 s:b32   | 6.0 | 70
match | all sync (b32/b64)       | Q?:b32 s0 s:b32  | 6.0 | 70
max   | $int                     | d0 s0 s0
max   | (u16x2/s16x2)            | d0 s0 s0         | 8.0 | 90
max   | relu (s16x2/s32)         | d0 s0 s0         | 8.0 | 90
max   | ftz? NaN? f32            | d0 s0 s0
max   | ftz? NaN? xorsign abs f32 | d0 s0 s0        | 7.2 | 86
max   | ftz? NaN? abs? f32       | d0 s0 s0 s0      | 8.8 | 100
max   | f64                      | d0 s0 s0
max   | ftz? NaN? (f16/f16x2)    | d0 r0 r0         | 7.0 | 80
max   | ftz? NaN? xorsign abs (f16/f16x2) | d0 r0 r0 | 7.2 | 86
max   | NaN? (bf16/bf16x2)       | d0 r0 r0         | 7.0 | 80
max   | NaN? xorsign abs (bf16/bf16x2) | d0 r0 r0   | 7.2 | 86
mbarrier.arrive | expect_tx? (release/relaxed)? (cta/cluster)? (shared/shared::cta/shared::cluster)? b64 | D0 [] s:u32? | 7.0 | 80
mbarrier.arrive | noComplete release? cta? $shared? b64 | D0 [] s:u32 | 7.0 | 80
mbarrier.arrive_drop | expect_tx? (release/relaxed)? (cta/cluster)? (shared/shared::cta/shared::cluster)? b64 | D0 [] s:u32? | 7.0 | 80
mbarrier.arrive_drop | noComplete release? cta? $shared? b64 | D0 [] s:u32 | 7.0 | 80
mbarrier.complete_tx | relaxed? (cta/cluster)? (shared/shared::cta/shared::cluster)? b64 | [] s:u32 | 8.0 | 90
mbarrier.expect_tx   | relaxed? (cta/cluster)? (shared/shared::cta/shared::cluster)? b64 | [] s:u32 | 8.0 | 90
mbarrier.init  | $shared? b64    | [] s:u32         | 7.0 | 80
mbarrier.inval | $shared? b64    | []               | 7.0 | 80
mbarrier.pending_count | b64     | d:u32 s0         | 7.0 | 80
mbarrier.test_wait | parity (acquire/relaxed)? (cta/cluster)? $shared? b64 | P [] s:u32 | 7.1 | 80
mbarrier.test_wait | (acquire/relaxed)? (cta/cluster)? $shared? b64 | P [] s0 | 7.0 | 80
mbarrier.try_wait | parity (acquire/relaxed)? (cta/cluster)? $shared? b64 | P [] s:u32 s:u32? | 7.8 | 90
mbarrier.try_wait | (acquire/relaxed)? (cta/cluster)? $shared? b64 | P [] s0 s:u32? | 7.8 | 90
membar | (cta/gl/sys)            |                  | 1.4
membar | proxy alias            |                  | 7.5 | 70
membar | proxy async            |                  | 8.0 | 90
min   | $int                     | d0 s0 s0
min   | (u16x2/s16x2)            | d0 s0 s0         | 8.0 | 90
min   | relu (s16x2/s32)         | d0 s0 s0         | 8.0 | 90
min   | ftz? NaN? f32            | d0 s0 s0
min   | ftz? NaN? xorsign abs f32 | d0 s0 s0        | 7.2 | 86
min   | ftz? NaN? abs? f32       | d0 s0 s0 s0      | 8.8 | 100
min   | f64                      | d0 s0 s0
min   | ftz? NaN? (f16/f16x2)    | d0 r0 r0         | 7.0 | 80
min   | ftz? NaN? xorsign abs (f16/f16x2) | d0 r0 r0 | 7.2 | 86
min   | NaN? (bf16/bf16x2)       | d0 r0 r0         | 7.0 | 80
min   | NaN? xorsign abs (bf16/bf16x2) | d0 r0 r0   | 7.2 | 86
mma   | sync aligned m8n8k4 (row/col) (row/col) (f16/f32) f16 f16 f16 | d0x* r1x* r2x* r3x* | 6.4 | 70
mma   | sync aligned m8n8k4 (row/col) (row/col) f32 f16 f16 f32 | d0x* r1x* r2x* r3x* | 6.4 | 70
mma   | sync aligned m16n8k8 row col f32 f16 f16 f32 | d0x* r1x* r2x* r3x* | 6.5 | 75
mma   | sync aligned m16n8k16 row col f32 f16 f16 f32 | d0x* r1x* r2x* r3x* | 7.0 | 80
mma   | sync aligned m16n8k8 row col f16 f16 f16 f16 | d0x* r1x* r2x* r3x* | 6.5 | 75
mma   | sync aligned m16n8k16 row col f16 f16 f16 f16 | d0x* r1x* r2x* r3x* | 7.0 | 80
mma   | sync aligned (m16n8k4/m16n8k8) row col f32 tf32 tf32 f32 | d0x* r1x* r2x* r3x* | 7.0 | 80
mma   | sync aligned (m16n8k8/m16n8k16) row col f32 bf16 bf16 f32 | d0x* r1x* r2x* r3x* | 7.0 | 80
mma   | sync aligned m16n8k16 row col f32 (e4m3/e5m2) (e4m3/e5m2) f32 | d0x* r1x* r2x* r3x* | 8.7 | 89
mma   | sync aligned m16n8k32 row col f32 (e4m3/e5m2) (e4m3/e5m2) f32 | d0x* r1x* r2x* r3x* | 8.4 | 89
mma   | sync aligned m16n8k16 row col f16 (e4m3/e5m2) (e4m3/e5m2) f16 | d0x* r1x* r2x* r3x* | 8.7 | 89
mma   | sync aligned m16n8k32 row col f16 (e4m3/e5m2) (e4m3/e5m2) f16 | d0x* r1x* r2x* r3x* | 8.7 | 89
mma   | sync aligned m16n8k32 row col kind::f8f6f4 f32 (e4m3/e5m2/e3m2/e2m3/e2m1) (e4m3/e5m2/e3m2/e2m3/e2m1) f32 | d0x* r1x* r2x* r3x* | 8.7 | 120a
mma   | sync aligned m16n8k32 row col kind::f8f6f4 f16 (e4m3/e5m2/e3m2/e2m3/e2m1) (e4m3/e5m2/e3m2/e2m3/e2m1) f16 | d0x* r1x* r2x* r3x* | 8.7 | 120a
mma   | sync aligned m16n8k64 row col kind::mxf4 block_scale scale_vec::2X? f32 e2m1 e2m1 f32 ue8m0 | d0x* r1x* r2x* r3x* s:b32 s:u16x2 s:b32 s:u16x2 | 8.7 | 120a
mma   | sync aligned m16n8k64 row col kind::mxf4nvf4 block_scale (scale_vec::2X/scale_vec::4X) f32 e2m1 e2m1 f32 (ue8m0/ue4m3) | d0x* r1x* r2x* r3x* s:b32 s:u16x2 s:b32 s:u16x2 | 8.7 | 120a
mma   | sync aligned m16n8k32 row col kind::mxf8f6f4 block_scale scale_vec::1X? f32 (e4m3/e5m2/e3m2/e2m3/e2m1) (e4m3/e5m2/e3m2/e2m3/e2m1) f32 ue8m0 | d0x* r1x* r2x* r3x* s:b32 s:u16x2 s:b32 s:u16x2 | 8.7 | 120a
mma   | sync aligned m8n8k4 row col $rnd? f64 f64 f64 f64 | d0x* r1x* r2x* r3x* | 7.0 | 80
mma   | sync aligned (m16n8k4/m16n8k8/m16n8k16) row col $rnd? f64 f64 f64 f64 | d0x* r1x* r2x* r3x* | 7.8 | 90
mma   | sync aligned m8n8k16 row col satfinite? s32 (u8/s8) (u8/s8) s32 | d0x* r1x* r2x* r3x* | 6.5 | 75
mma   | sync aligned (m16n8k16/m16n8k32) row col satfinite? s32 (u8/s8) (u8/s8) s32 | d0x* r1x* r2x* r3x* | 7.0 | 80
mma   | sync aligned m8n8k32 row col satfinite? s32 (u4/s4) (u4/s4) s32 | d0x* r1x* r2x* r3x* | 6.5 | 75
mma   | sync aligned (m16n8k32/m16n8k64) row col satfinite? s32 (u4/s4) (u4/s4) s32 | d0x* r1x* r2x* r3x* | 7.0 | 80
mma   | sync aligned m8n8k128 row col s32 b1 b1 s32 xor popc | d0x* r1x* r2x* r3x* | 7.0 | 75
mma   | sync aligned (m16n8k128/m16n8k256) row col s32 b1 b1 s32 xor popc | d0x* r1x* r2x* r3x* | 7.0 | 80
mma   | sync aligned (m8n8k128/m16n8k128/m16n8k256) row col s32 b1 b1 s32 and popc | d0x* r1x* r2x* r3x* | 7.1 | 80
mma   | (sp/sp::ordered_metadata) sync aligned (m16n8k16/m16n8k32) row col f32 f16 f16 f32 | d0x* r1x* r2x* r3x* s:b32 i | 7.1 | 80
mma   | (sp/sp::ordered_metadata) sync aligned (m16n8k16/m16n8k32) row col f16 f16 f16 f16 | d0x* r1x* r2x* r3x* s:b32 i | 7.1 | 80
mma   | (sp/sp::ordered_metadata) sync aligned (m16n8k16/m16n8k32) row col f32 bf16 bf16 f32 | d0x* r1x* r2x* r3x* s:b32 i | 7.1 | 80
mma   | (sp/sp::ordered_metadata) sync aligned (m16n8k8/m16n8k16) row col f32 tf32 tf32 f32 | d0x* r1x* r2x* r3x* s:b32 i | 7.1 | 80
mma   | (sp/sp::ordered_metadata) sync aligned m16n8k64 row col f32 (e4m3/e5m2) (e4m3/e5m2) f32 | d0x* r1x* r2x* r3x* s:b32 i | 8.4 | 89
mma   | (sp/sp::ordered_metadata) sync aligned m16n8k64 row col f16 (e4m3/e5m2) (e4m3/e5m2) f16 | d0x* r1x* r2x* r3x* s:b32 i | 8.4 | 89
mma   | sp::ordered_metadata sync aligned m16n8k64 row col kind::f8f6f4 f32 (e4m3/e5m2/e3m2/e2m3/e2m1) (e4m3/e5m2/e3m2/e2m3/e2m1) f32 | d0x* r1x* r2x* r3x* s:b32 i | 8.7 | 120a
mma   | sp::ordered_metadata sync aligned m16n8k64 row col kind::f8f6f4 f16 (e4m3/e5m2/e3m2/e2m3/e2m1) (e4m3/e5m2/e3m2/e2m3/e2m1) f16 | d0x* r1x* r2x* r3x* s:b32 i | 8.7 | 120a
mma   | sp::ordered_metadata sync aligned m16n8k128 row col kind::mxf4 block_scale scale_vec::2X? f32 e2m1 e2m1 f32 ue8m0 | d0x* r1x* r2x* r3x* s:b32 i s:b32 s:u16x2 s:b32 s:u16x2 | 8.7 | 120a
mma   | sp::ordered_metadata sync aligned m16n8k128 row col kind::mxf4nvf4 block_scale (scale_vec::2X/scale_vec::4X) f32 e2m1 e2m1 f32 (ue8m0/ue4m3) | d0x* r1x* r2x* r3x* s:b32 i s:b32 s:u16x2 s:b32 s:u16x2 | 8.7 | 120a
mma   | sp::ordered_metadata sync aligned m16n8k64 row col kind::mxf8f6f4 block_scale scale_vec::1X? f32 (e4m3/e5m2/e3m2/e2m3/e2m1) (e4m3/e5m2/e3m2/e2m3/e2m1) f32 ue8m0 | d0x* r1x* r2x* r3x* s:b32 i s:b32 s:u16x2 s:b32 s:u16x2 | 8.7 | 120a
mma   | (sp/sp::ordered_metadata) sync aligned (m16n8k32/m16n8k64) row col satfinite? s32 (u8/s8) (u8/s8) s32 | d0x* r1x* r2x* r3x* s:b32 i | 7.1 | 80
mma   | (sp/sp::ordered_metadata) sync aligned (m16n8k64/m16n8k128) row col satfinite? s32 (u4/s4) (u4/s4) s32 | d0x* r1x* r2x* r3x* s:b32 i | 7.1 | 80
mov   | ($any/b128)              | d0 m0
mov   | (v2/v4) ($any)           | dv0 m0
mov   | pred                     | P p
movmatrix | sync aligned m8n8 trans b16 | d:b32 r:b32 | 7.8 | 75
mul   | (lo/hi) $int             | d0 s0 s0
mul   | wide (u16/u32/s16/s32)   | dw0 s0 s0
mul   | $rnd? ftz? sat? f32      | d0 s0 s0
mul   | $rnd? ftz? f32x2         | d0 r0 r0         | 8.6 | 100
mul   | $rnd? f64                | d0 s0 s0
mul   | rn? ftz? sat? (f16/f16x2)| d0 r0 r0         | 4.2 | 53
mul   | rn? (bf16/bf16x2)        | d0 r0 r0         | 7.8 | 90
mul24 | (lo/hi) (u32/s32)        | d0 s0 s0
multimem.cp.async.bulk | global shared::cta bulk_group cp_mask? | [] [] s:u32 s:b16? | 9.1 | 90
multimem.cp.reduce.async.bulk | global shared::cta bulk_group (and/or/xor) (b32/b64) | [] [] s:u32 | 9.1 | 90
multimem.cp.reduce.async.bulk | global shared::cta bulk_group add (u32/s32/u64/f32/f64) | [] [] s:u32 | 9.1 | 90
multimem.cp.reduce.async.bulk | global shared::cta bulk_group (inc/dec) u32 | [] [] s:u32 | 9.1 | 90
multimem.cp.reduce.async.bulk | global shared::cta bulk_group (min/max) (u32/s32/u64/s64/f16/bf16) | [] [] s:u32 | 9.1 | 90
multimem.cp.reduce.async.bulk | global shared::cta bulk_group add noftz (f16/bf16) | [] [] s:u32 | 9.1 | 90
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? (min/max) (u32/u64/s32/s64) | d0 [] | 8.1 | 90
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? add (u32/u64/s32) | d0 [] | 8.1 | 90
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? (and/or/xor) (b32/b64) | d0 [] | 8.1 | 90
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? (min/max) $vec (f16/bf16) | dv0 [] | 8.1 | 90
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? (min/max) (v2/v4)? (f16x2/bf16x2) | dv0 [] | 8.1 | 90
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? add acc::f32? $vec (f16/bf16) | dv0 [] | 8.1 | 90
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? add acc::f32? (v2/v4)? (f16x2/bf16x2) | dv0 [] | 8.1 | 90
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? add (v2/v4)? f32 | dv0 [] | 8.1 | 90
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? add f64 | d0 [] | 8.1 | 90
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? (min/max/add) acc::f16? $vec? (e5m2/e4m3) | dv0 [] | 8.6 | 100a
multimem.ld_reduce | (relaxed/acquire/weak)? $scope? global? (min/max/add) acc::f16? (v2/v4)? (e5m2x2/e5m2x4/e4m3x2/e4m3x4) | dv0 [] | 8.6 | 100a
multimem.red | (relaxed/release)? $scope? global? (min/max) (u32/u64/s32/s64) | [] s0 | 8.1 | 90
multimem.red | (relaxed/release)? $scope? global? add (u32/u64/s32) | [] s0 | 8.1 | 90
multimem.red | (relaxed/release)? $scope? global? (and/or/xor) (b32/b64) | [] s0 | 8.1 | 90
multimem.red | (relaxed/release)? $scope? global? add $vec (f16/bf16) | [] rv0 | 8.1 | 90
multimem.red | (relaxed/release)? $scope? global? add (v2/v4)? (f16x2/bf16x2/f32) | [] rv0 | 8.1 | 90
multimem.red | (relaxed/release)? $scope? global? add f64 | [] r0 | 8.1 | 90
multimem.st | (relaxed/release/weak)? $scope? global? (b32/b64/u32/u64/s32/s64/f64) | [] s0 | 8.1 | 90
multimem.st | (relaxed/release/weak)? $scope? global? $vec (f16/bf16) | [] rv0 | 8.1 | 90
multimem.st | (relaxed/release/weak)? $scope? global? (v2/v4)? (f16x2/bf16x2/f32) | [] rv0 | 8.1 | 90
multimem.st | (relaxed/release/weak)? $scope? global? $vec? (e5m2/e4m3) | [] rv0 | 8.6 | 100a
multimem.st | (relaxed/release/weak)? $scope? global? (v2/v4)? (e5m2x2/e5m2x4/e4m3x2/e4m3x4) | [] rv0 | 8.6 | 100a
nanosleep | u32                  | s0               | 6.3 | 70
neg   | (s16/s32/s64)            | d0 s0
neg   | ftz? f32                 | d0 s0
neg   | f64                      | d0 s0
neg   | ftz? (f16/f16x2)         | d0 r0            | 6.0 | 53
neg   | (bf16/bf16x2)            | d0 r0            | 7.0 | 80
not   | $b                       | d0 s0
not   | pred                     | P p
or    | $b                       | d0 s0 s0
or    | pred                     | P p p
pmevent |                        | i                | 1.4
pmevent | mask                   | i                | 3.0 | 20
popc  | (b32/b64)                | d:u32 s0         | 2.0 | 20
prefetch | (global/local)? (L1/L2) | []             | 2.0 | 20
prefetch | global (L2::evict_last/L2::evict_normal) | [] | 7.4 | 80
prefetch | (const/param)? tensormap | []            | 8.0 | 90
prefetchu | L1                   | []               | 2.0 | 20
prmt  | b32 (f4e/b4e/rc8/ecl/ecr/rc16)? | d0 s0 s0 s0 | 2.0 | 20
rcp   | approx ftz? f32          | d0 s0
rcp   | approx ftz f64           | d0 s0            | 2.1 | 20
rcp   | $rnd ftz? f32            | d0 s0
rcp   | $rnd f64                 | d0 s0
red   | (relaxed/release)? $scope? $gss? (and/or/xor) $hint? (b32/b64) | [] s0 s:b64? | 1.2 | 11
red   | (relaxed/release)? $scope? $gss? add $hint? (u32/s32/u64/f32/f64) | [] s0 s:b64? | 1.2 | 11
red   | (relaxed/release)? $scope? $gss? (inc/dec) $hint? u32 | [] s0 s:b64? | 1.2 | 11
red   | (relaxed/release)? $scope? $gss? (min/max) $hint? (u32/s32/u64/s64) | [] s0 s:b64? | 1.2 | 11
red   | (relaxed/release)? $scope? $gss? add noftz $hint? (f16/f16x2) | [] r0 s:b64? | 6.2 | 60
red   | (relaxed/release)? $scope? $gss? add noftz $hint? (bf16/bf16x2) | [] r0 s:b64? | 7.8 | 90
red   | (relaxed/release)? $scope? global? add $hint? (v2/v4) f32 | [] rv0 s:b64? | 8.1 | 90
red   | (relaxed/release)? $scope? global? (add/min/max) noftz $hint? $vec (f16/bf16) | [] rv0 s:b64? | 8.1 | 90
red   | (relaxed/release)? $scope? global? (add/min/max) noftz $hint? (v2/v4) (f16x2/bf16x2) | [] rv0 s:b64? | 8.1 | 90
red.async | relaxed cluster shared::cluster? $done (inc/dec) u32 | [] s0 [] | 8.1 | 90
red.async | relaxed cluster shared::cluster? $done (min/max) (u32/s32) | [] s0 [] | 8.1 | 90
red.async | relaxed cluster shared::cluster? $done (and/or/xor) b32 | [] s0 [] | 8.1 | 90
red.async | relaxed cluster shared::cluster? $done add (u32/s32/u64/s64) | [] s0 [] | 8.1 | 90
red.async | release (gpu/sys) global? add (u32/s32/u64/s64) | [] s0 | 8.7 | 100
red.async | mmio release sys global? add (u32/s32/u64/s64) | [] s0 | 8.7 | 100
redux.sync | (add/min/max) (u32/s32) | d0 s0 s:b32  | 7.0 | 80
redux.sync | (and/or/xor) b32    | d0 s0 s:b32      | 7.0 | 80
redux.sync | (min/max) abs? NaN? f32 | d0 s0 s:b32  | 8.6 | 100a
rem   | $int                     | d0 s0 s0
ret   | uni?                     |
rsqrt | approx ftz? f32          | d0 s0            | 1.4
rsqrt | approx ftz? f64          | d0 s0            | 1.4
sad   | $int                     | d0 s0 s0 s0
selp  | $any                     | d0 s0 s0 p
set   | $cmp ftz? (u32/s32/f32) f32 | d0 s1 s1
set   | $cmp (u32/s32/f32) ($any) | d0 s1 s1
set   | $cmp $bool ftz? (u32/s32/f32) f32 | d0 s1 s1 p
set   | $cmp $bool (u32/s32/f32) ($any) | d0 s1 s1 p
set   | $cmp f16 ($any)          | d0 s1 s1         | 4.2 | 53
set   | $cmp $bool f16 ($any)    | d0 s1 s1 p       | 4.2 | 53
set   | $cmp ftz? f16 (f16/f32)  | d0 s1 s1         | 4.2 | 53
set   | $cmp $bool ftz? f16 (f16/f32) | d0 s1 s1 p  | 4.2 | 53
set   | $cmp bf16 ($any/f16/bf16)| d0 s1 s1         | 7.8 | 90
set   | $cmp $bool bf16 ($any/f16/bf16) | d0 s1 s1 p | 7.8 | 90
set   | $cmp ftz? (u16/s16/u32/s32) f16 | d0 r1 r1  | 6.5 | 53
set   | $cmp $bool ftz? (u16/s16/u32/s32) f16 | d0 r1 r1 p | 6.5 | 53
set   | $cmp ftz? f16x2 f16x2    | d0 r1 r1         | 4.2 | 53
set   | $cmp $bool ftz? f16x2 f16x2 | d0 r1 r1 p    | 4.2 | 53
set   | $cmp ftz? (u32/s32) f16x2 | d0 r1 r1        | 6.5 | 53
set   | $cmp $bool ftz? (u32/s32) f16x2 | d0 r1 r1 p | 6.5 | 53
set   | $cmp (u16/s16/u32/s32) bf16 | d0 r1 r1      | 7.8 | 90
set   | $cmp $bool (u16/s16/u32/s32) bf16 | d0 r1 r1 p | 7.8 | 90
set   | $cmp (bf16x2/u32/s32) bf16x2 | d0 r1 r1     | 7.8 | 90
set   | $cmp $bool (bf16x2/u32/s32) bf16x2 | d0 r1 r1 p | 7.8 | 90
setmaxnreg | (inc/dec) sync aligned u32 | i         | 8.0 | 90a
setp  | $cmp ftz? f32            | Q? s0 s0
setp  | $cmp ($any)              | Q? s0 s0
setp  | $cmp $bool ftz? f32      | Q? s0 s0 p
setp  | $cmp $bool ($any)        | Q? s0 s0 p
setp  | $cmp ftz? f16            | P r0 r0          | 4.2 | 53
setp  | $cmp $bool ftz? f16      | P r0 r0 p        | 4.2 | 53
setp  | $cmp ftz? f16x2          | Q? r0 r0         | 4.2 | 53
setp  | $cmp $bool ftz? f16x2    | Q? r0 r0 p       | 4.2 | 53
setp  | $cmp bf16                | P r0 r0          | 7.8 | 90
setp  | $cmp $bool bf16          | P r0 r0 p        | 7.8 | 90
setp  | $cmp bf16x2              | Q? r0 r0         | 7.8 | 90
setp  | $cmp $bool bf16x2        | Q? r0 r0 p       | 7.8 | 90
shf   | (l/r) (clamp/wrap) b32   | d0 s0 s0 s:u32   | 3.1 | 32
shfl  | sync (up/down/bfly/idx) b32 | Q?0 s0 s:b32 s:b32 s:b32 | 6.0 | 30
shfl  | (up/down/bfly/idx) b32   | Q?0 s0 s:b32 s:b32 | 3.0 | 30
shl   | $b                       | d0 s0 s:u32
shr   | ($b/$int)                | d0 s0 s:u32
sin   | approx ftz? f32          | d0 s0            | 1.4
slct  | ($any) s32               | d0 s0 s0 s1
slct  | ftz? ($any) f32          | d0 s0 s0 s1
sqrt  | approx ftz? f32          | d0 s0
sqrt  | $rnd ftz? f32            | d0 s0
sqrt  | $rnd f64                 | d0 s0
st    | weak? $stsp? (wb/cg/cs/wt)? $l1? $l2? $hint? $vec? ($mem/b128) | [] sv0+ s:b64?
st    | volatile $gls? $vec? ($mem/b128) | [] sv0+
st    | (relaxed/release) $scope $gss? $l1? $l2? $hint? $vec? ($mem/b128) | [] sv0+ s:b64? | 6.0 | 70
st    | mmio relaxed sys global? ($mem/b128) | [] s0+      | 8.2 | 70
st.async | weak? cluster? shared::cluster? $done (v2/v4)? (b32/b64/u32/u64/s32/s64/f32/f64) | [] sv0 [] | 8.1 | 90
st.async | release (gpu/sys) global? $mem | [] s0+ | 8.7 | 100
st.async | mmio release sys global? $mem | [] s0+ | 8.7 | 100
st.bulk | weak? shared::cta?     | [] s:u64 i       | 8.6 | 100
stackrestore | (u32/u64)         | s0               | 7.3 | 52
stacksave | (u32/u64)            | d0               | 7.3 | 52
stmatrix | sync aligned m8n8 (x1/x2/x4) trans? $shared? b16 | [] r:b32x* | 7.8 | 90
stmatrix | sync aligned m16n8 (x1/x2/x4) trans $shared? b8 | [] r:b32x* | 8.6 | 100a
sub   | ($int)                   | d0 s0 s0
sub   | sat s32                  | d0 s0 s0
sub   | cc $i3264                | d0 s0 s0
sub   | $rnd? ftz? sat? f32      | d0 s0 s0
sub   | $rnd? ftz? f32x2         | d0 r0 r0         | 8.6 | 100
sub   | $rnd? f64                | d0 s0 s0
sub   | rn? ftz? sat? (f16/f16x2)| d0 r0 r0         | 4.2 | 53
sub   | rn? (bf16/bf16x2)        | d0 r0 r0         | 7.8 | 90
sub   | $rnd? sat? f32 (f16/bf16)| d0 r1 s0         | 8.6 | 100
subc  | cc $i3264                | d0 s0 s0
subc  | $int                     | d0 s0 s0
suld  | b (1d/2d/3d/a1d/a2d) (ca/cg/cs/cv)? (v2/v4)? (b8/b16/b32/b64) (trap/clamp/zero)? | dv0+ [t] | 1.5 | 20
suq   | (width/height/depth/channel_data_type/channel_order/array_size/memory_layout) b32 | d0 [t] | 1.5 | 20
sured | b (add/min/max/and/or) (1d/2d/3d) (u32/u64/s32/b32/s64) (trap/clamp/zero)? | [t] s0 | 3.0 | 20
sured | p (add/min/max/and/or) (1d/2d/3d) (b32/b64) (trap/clamp/zero)? | [t] s0 | 3.0 | 20
sust  | b (1d/2d/3d/a1d/a2d) (wb/cg/cs/wt)? (v2/v4)? (b8/b16/b32/b64) (trap/clamp/zero)? | [t] rv0+ | 1.5 | 20
sust  | p (1d/2d/3d) (wb/cg/cs/wt)? (v2/v4)? b32 (trap/clamp/zero)? | [t] rv0 | 2.0 | 20
szext | (clamp/wrap) (u32/s32)   | d0 s0 s:u32      | 7.6 | 70
tanh  | approx f32               | d0 s0            | 7.0 | 75
tanh  | approx (f16/f16x2)       | d0 r0            | 7.0 | 75
tanh  | approx (bf16/bf16x2)     | d0 r0            | 7.8 | 90
tcgen05.alloc | $ctag sync aligned shared::cta? b32 | [] s:u32 | 8.6 | 100a
tcgen05.dealloc | $ctag sync aligned b32 | s:b32 s:u32 | 8.6 | 100a
tcgen05.relinquish_alloc_permit | $ctag sync aligned | | 8.6 | 100a
tcgen05.commit | $ctag mbarrier::arrive::one shared::cluster? multicast::cluster? b64 | [] s:u16? | 8.6 | 100a
tcgen05.cp | $ctag (128x256b/4x256b/128x128b/64x128b/32x128b) (warpx2::02_13/warpx2::01_23/warpx4)? b8x16? (b6x16_p32/b4x16_p64)? | [] s:b64 | 8.6 | 100a
tcgen05.fence | (before_thread_sync/after_thread_sync) | | 8.6 | 100a
tcgen05.ld | sync aligned (16x64b/16x128b/16x256b/32x32b) (x1/x2/x4/x8/x16/x32/x64/x128) pack::16b? b32 | d0x* [] | 8.6 | 100a
tcgen05.ld | sync aligned 16x32bx2 (x1/x2/x4/x8/x16/x32/x64/x128) pack::16b? b32 | d0x* [] i | 8.6 | 100a
tcgen05.ld | red sync aligned 32x32b (x2/x4/x8/x16/x32/x64/x128) (min/max) abs? NaN? (f32/u32/s32) | d0x* d0 [] | 8.8 | 100a
tcgen05.ld | red sync aligned 16x32bx2 (x2/x4/x8/x16/x32/x64/x128) (min/max) abs? NaN? (f32/u32/s32) | d0x* d0 [] i | 8.8 | 100a
tcgen05.mma | ws? sp? $ctag (kind::f16/kind::tf32/kind::f8f6f4/kind::i8/kind::mxf8f6f4/kind::mxf4/kind::mxf4nvf4) ashift? block_scale? (scale_vec::1X/scale_vec::2X/scale_vec::4X/block16/block32)? (collector::a::fill/collector::a::use/collector::a::lastuse/collector::a::discard/collector::b0::fill/collector::b0::use/collector::b0::lastuse/collector::b0::discard/collector::b1::fill/collector::b1::use/collector::b1::lastuse/collector::b1::discard/collector::b2::fill/collector::b2::use/collector::b2::lastuse/collector::b2::discard/collector::b3::fill/collector::b3::use/collector::b3::lastuse/collector::b3::discard)? | * | 8.6 | 100a
tcgen05.shift | $ctag down       | []               | 8.6 | 100a
tcgen05.st | sync aligned (16x64b/16x128b/16x256b/32x32b) (x1/x2/x4/x8/x16/x32/x64/x128) unpack::16b? b32 | [] r0x* | 8.6 | 100a
tcgen05.st | sync aligned 16x32bx2 (x1/x2/x4/x8/x16/x32/x64/x128) unpack::16b? b32 | [] i r0x* | 8.6 | 100a
tcgen05.wait | (ld/st) sync aligned |              | 8.6 | 100a
tensormap.cp_fenceproxy | global shared::cta tensormap::generic release $scope sync aligned | [] [] i | 8.3 | 90
tensormap.replace | tile global_address (global/shared::cta)? b1024 b64 | [] s1 | 8.3 | 90a
tensormap.replace | tile rank (global/shared::cta)? b1024 b32 | [] s1 | 8.3 | 90a
tensormap.replace | tile (box_dim/global_dim/element_stride) (global/shared::cta)? b1024 b32 | [] i s1 | 8.3 | 90a
tensormap.replace | tile global_stride (global/shared::cta)? b1024 b64 | [] i s1 | 8.3 | 90a
tensormap.replace | tile (elemtype/interleave_layout/swizzle_mode/swizzle_atomicity/fill_mode) (global/shared::cta)? b1024 b32 | [] i | 8.3 | 90a
testp | (finite/infinite/number/notanumber/normal/subnormal) (f32/f64) | P s0 | 2.0 | 20
tex   | (base)? (1d/2d/3d/a1d/a2d/cube/acube/2dms/a2dms) v4 (u32/s32/f16/f32) (s32/f32) | O0x4 [t] t? s:f32?
tex   | (base)? (1d/2d/3d/a1d/a2d/cube/acube) v2 f16x2 (s32/f32) | O0x2 [t] t? s:f32? | 4.2 | 53
tex   | level (1d/2d/3d/a1d/a2d/cube/acube) v4 (u32/s32/f16/f32) (s32/f32) | O0x4 [t] s1 t? s:f32? | 3.1 | 20
tex   | level (1d/2d/3d/a1d/a2d/cube/acube) v2 f16x2 (s32/f32) | O0x2 [t] s1 t? s:f32? | 4.2 | 53
tex   | grad (1d/2d/3d/a1d/a2d/cube/acube) v4 (u32/s32/f16/f32) f32 | O0x4 [t] t t t? s:f32? | 3.1 | 20
tex   | grad (1d/2d/3d/a1d/a2d/cube/acube) v2 f16x2 f32 | O0x2 [t] t t t? s:f32? | 4.2 | 53
tld4  | (r/g/b/a) (2d/a2d/cube/acube) v4 (u32/s32/f32) f32 | O0x4 [t] t? s:f32? | 2.2 | 20
trap  |                          |
txq   | (width/height/depth/channel_data_type/channel_order/normalized_coords/array_size/num_mipmap_levels/num_samples/filter_mode/addr_mode_0/addr_mode_1/addr_mode_2/force_unnormalized_coords) b32 | d0 [t] | 1.5
txq   | level (width/height/depth) b32 | d0 [t] s:s32 | 4.3 | 30
vabsdiff  | $video $video $video sat? | z:u32 y1 y2 y:u32? | 2.0 | 20
vabsdiff  | $video $video $video sat? (add/min/max) | z:u32 y1 y2 y:u32 | 2.0 | 20
vadd      | $video $video $video sat? | z0 y1 y2 y0? | 2.0 | 20
vadd      | $video $video $video sat? (add/min/max) | z0 y1 y2 y0 | 2.0 | 20
vmax      | $video $video $video sat? | z0 y1 y2 y0? | 2.0 | 20
vmax      | $video $video $video sat? (add/min/max) | z0 y1 y2 y0 | 2.0 | 20
vmin      | $video $video $video sat? | z0 y1 y2 y0? | 2.0 | 20
vmin      | $video $video $video sat? (add/min/max) | z0 y1 y2 y0 | 2.0 | 20
vsub      | $video $video $video sat? | z0 y1 y2 y0? | 2.0 | 20
vsub      | $video $video $video sat? (add/min/max) | z0 y1 y2 y0 | 2.0 | 20
vmad      | $video $video $video po? sat? (shr7/shr15)? | z0 y1 y2 y0 | 2.0 | 20
vset      | $video $video $icmp      | z:u32 y0 y1 y:u32? | 2.0 | 20
vset      | $video $video $icmp (add/min/max) | z:u32 y0 y1 y:u32 | 2.0 | 20
vshl      | $video $video u32 sat? (clamp/wrap) | z0 y1 y2 y0? | 2.0 | 20
vshl      | $video $video u32 sat? (clamp/wrap) (add/min/max) | z0 y1 y2 y0 | 2.0 | 20
vshr      | $video $video u32 sat? (clamp/wrap) | z0 y1 y2 y0? | 2.0 | 20
vshr      | $video $video u32 sat? (clamp/wrap) (add/min/max) | z0 y1 y2 y0 | 2.0 | 20
vabsdiff2 | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vabsdiff4 | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vadd2     | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vadd4     | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vavrg2    | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vavrg4    | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vmax2     | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vmax4     | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vmin2     | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vmin4     | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vsub2     | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vsub4     | $video $video $video sat? add? | z0 y1 y2 y0 | 3.0 | 30
vset2     | $video $video $icmp add? | z:u32 y0 y1 y:u32 | 3.0 | 30
vset4     | $video $video $icmp add? | z:u32 y0 y1 y:u32 | 3.0 | 30
vote  | sync (all/any/uni) pred  | P p s:b32        | 6.0 | 30
vote  | sync ballot b32          | d0 p s:b32       | 6.0 | 30
vote  | (all/any/uni) pred       | P p              | 1.2 | 12
vote  | ballot b32               | d0 p             | 2.0 | 20
wgmma.commit_group | sync aligned |                 | 8.0 | 90a
wgmma.fence | sync aligned       |                  | 8.0 | 90a
wgmma.wait_group | sync aligned  | i                | 8.0 | 90a
wgmma.mma_async | sp? sync aligned $shape satfinite? (f16/f32/s32) (f16/bf16/tf32/e4m3/e5m2/s8/u8/b1) (f16/bf16/tf32/e4m3/e5m2/s8/u8/b1) and? popc? | * | 8.0 | 90a
wmma.load | (a/b) sync aligned (row/col) (m16n16k16/m8n32k16/m32n8k16) (global/shared/shared::cta)? f16 | d:b32x8 [] s:u32? | 6.0 | 70
wmma.load | (a/b) sync aligned (row/col) (m16n16k16/m8n32k16/m32n8k16) (global/shared/shared::cta)? (s8/u8) | d:b32x* [] s:u32? | 6.3 | 72
wmma.load | c sync aligned (row/col) (m16n16k16/m8n32k16/m32n8k16) (global/shared/shared::cta)? (f16/f32/s32) | d0x* [] s:u32? | 6.0 | 70
wmma.load | (a/b) sync aligned (row/col) (m16n16k16/m8n32k16/m32n8k16) (global/shared/shared::cta)? bf16 | d:b32x* [] s:u32? | 7.0 | 80
wmma.load | (a/b) sync aligned (row/col) m16n16k8 (global/shared/shared::cta)? tf32 | d:b32x4 [] s:u32? | 7.0 | 80
wmma.load | c sync aligned (row/col) m16n16k8 (global/shared/shared::cta)? f32 | d0x8 [] s:u32? | 7.0 | 80
wmma.load | (a/b/c) sync aligned (row/col) m8n8k4 (global/shared/shared::cta)? f64 | d0x* [] s:u32? | 7.0 | 80
wmma.load | a sync aligned row m8n8k32 (global/shared/shared::cta)? (s4/u4) | d:b32x1 [] s:u32? | 6.3 | 75
wmma.load | b sync aligned col m8n8k32 (global/shared/shared::cta)? (s4/u4) | d:b32x1 [] s:u32? | 6.3 | 75
wmma.load | a sync aligned row m8n8k128 (global/shared/shared::cta)? b1 | d:b32x1 [] s:u32? | 6.3 | 75
wmma.load | b sync aligned col m8n8k128 (global/shared/shared::cta)? b1 | d:b32x1 [] s:u32? | 6.3 | 75
wmma.load | c sync aligned (row/col) (m8n8k32/m8n8k128) (global/shared/shared::cta)? s32 | d0x2 [] s:u32? | 6.3 | 75
wmma.mma  | sync aligned (row/col) (row/col) (m16n16k16/m8n32k16/m32n8k16) (f16/f32) (f16/f32) satfinite? | d0x* r:b32x8 r:b32x8 r1x* | 6.0 | 70
wmma.mma  | sync aligned (row/col) (row/col) (m16n16k16/m8n32k16/m32n8k16) s32 (s8/u8) (s8/u8) s32 satfinite? | d0x8 r:b32x* r:b32x* r3x8 | 6.3 | 72
wmma.mma  | sync aligned (row/col) (row/col) (m16n16k16/m8n32k16/m32n8k16) f32 bf16 bf16 f32 | d0x8 r:b32x* r:b32x* r3x8 | 7.0 | 80
wmma.mma  | sync aligned (row/col) (row/col) m16n16k8 f32 tf32 tf32 f32 | d0x8 r:b32x4 r:b32x4 r3x8 | 7.0 | 80
wmma.mma  | sync aligned (row/col) (row/col) m8n8k4 $rnd? f64 f64 f64 f64 | d0x2 r1x1 r2x1 r3x2 | 7.0 | 80
wmma.mma  | sync aligned row col m8n8k32 s32 s4 s4 s32 satfinite? | d0x2 r:b32x1 r:b32x1 r3x2 | 6.3 | 75
wmma.mma  | sync aligned row col m8n8k32 s32 u4 u4 s32 satfinite? | d0x2 r:b32x1 r:b32x1 r3x2 | 6.3 | 75
wmma.mma  | xor popc sync aligned row col m8n8k128 s32 b1 b1 s32 | d0x2 r:b32x1 r:b32x1 r3x2 | 6.3 | 75
wmma.mma  | and popc sync aligned row col m8n8k128 s32 b1 b1 s32 | d0x2 r:b32x1 r:b32x1 r3x2 | 7.1 | 80
wmma.store | d sync aligned (row/col) (m16n16k16/m8n32k16/m32n8k16) (global/shared/shared::cta)? (f16/f32/s32) | [] r0x* s:u32? | 6.0 | 70
wmma.store | d sync aligned (row/col) (m8n8k32/m8n8k128) (global/shared/shared::cta)? s32 | [] r0x2 s:u32? | 6.3 | 75
wmma.store | d sync aligned (row/col) m16n16k8 (global/shared/shared::cta)? f32 | [] r0x8 s:u32? | 7.0 | 80
wmma.store | d sync aligned (row/col) m8n8k4 (global/shared/shared::cta)? f64 | [] r0x2 s:u32? | 7.0 | 80
xor   | $b                       | d0 s0 s0
xor   | pred                     | P p p
`
