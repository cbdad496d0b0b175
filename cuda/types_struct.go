package cuda

import "unsafe"

// The structures of the driver API, laid out as C lays them out on x86-64. A field has C's name with a
// capital first letter; a union is an array of words, read through the accessors in types_union.go; an
// unnamed union is U. Sizes and offsets are compared with a C compiler's by the tests of exports.

type CUuuid struct {
	Bytes [16]int8
}

type CUmemFabricHandle_v1 struct {
	Data [64]uint8
}

type CUipcEventHandle_v1 struct {
	Reserved [64]int8
}

type CUipcMemHandle_v1 struct {
	Reserved [64]int8
}

type CUasyncNotificationInfo struct {
	Type CUasyncNotificationType
	Info [1]uint64
}

type CUdevprop_v1 struct {
	MaxThreadsPerBlock  int32
	MaxThreadsDim       [3]int32
	MaxGridSize         [3]int32
	SharedMemPerBlock   int32
	TotalConstantMemory int32
	SIMDWidth           int32
	MemPitch            int32
	RegsPerBlock        int32
	ClockRate           int32
	TextureAlign        int32
}

type CUaccessPolicyWindow_v1 struct {
	Base_ptr  unsafe.Pointer
	Num_bytes uintptr
	HitRatio  float32
	HitProp   CUaccessProperty
	MissProp  CUaccessProperty
}

type CUDA_KERNEL_NODE_PARAMS_v1 struct {
	Func           CUfunction
	GridDimX       uint32
	GridDimY       uint32
	GridDimZ       uint32
	BlockDimX      uint32
	BlockDimY      uint32
	BlockDimZ      uint32
	SharedMemBytes uint32
	KernelParams   *unsafe.Pointer
	Extra          *unsafe.Pointer
}

type CUDA_KERNEL_NODE_PARAMS_v2 struct {
	Func           CUfunction
	GridDimX       uint32
	GridDimY       uint32
	GridDimZ       uint32
	BlockDimX      uint32
	BlockDimY      uint32
	BlockDimZ      uint32
	SharedMemBytes uint32
	KernelParams   *unsafe.Pointer
	Extra          *unsafe.Pointer
	Kern           CUkernel
	Ctx            CUcontext
}

type CUDA_KERNEL_NODE_PARAMS_v3 struct {
	Func           CUfunction
	GridDimX       uint32
	GridDimY       uint32
	GridDimZ       uint32
	BlockDimX      uint32
	BlockDimY      uint32
	BlockDimZ      uint32
	SharedMemBytes uint32
	KernelParams   *unsafe.Pointer
	Extra          *unsafe.Pointer
	Kern           CUkernel
	Ctx            CUcontext
}

type CUDA_MEMSET_NODE_PARAMS_v1 struct {
	Dst         CUdeviceptr
	Pitch       uintptr
	Value       uint32
	ElementSize uint32
	Width       uintptr
	Height      uintptr
}

type CUDA_MEMSET_NODE_PARAMS_v2 struct {
	Dst         CUdeviceptr
	Pitch       uintptr
	Value       uint32
	ElementSize uint32
	Width       uintptr
	Height      uintptr
	Ctx         CUcontext
}

type CUDA_HOST_NODE_PARAMS_v1 struct {
	Fn       uintptr
	UserData unsafe.Pointer
}

type CUDA_HOST_NODE_PARAMS_v2 struct {
	Fn       uintptr
	UserData unsafe.Pointer
	SyncMode uint32
	U        [1]uint64
}

type CUDA_CONDITIONAL_NODE_PARAMS struct {
	Handle      uint64
	Type        CUgraphConditionalNodeType
	Size        uint32
	PhGraph_out *CUgraph
	Ctx         CUcontext
}

type CUgraphEdgeData struct {
	From_port uint8
	To_port   uint8
	Type      uint8
	Reserved  [5]uint8
}

type CUDA_GRAPH_INSTANTIATE_PARAMS struct {
	Flags         uint64
	HUploadStream CUstream
	HErrNode_out  CUgraphNode
	Result_out    CUgraphInstantiateResult
}

type CUlaunchMemSyncDomainMap struct {
	Default_ uint8
	Remote   uint8
}

// CUlaunchAttributeValue is a union of 64 bytes.
type CUlaunchAttributeValue [8]uint64

type CUlaunchAttribute struct {
	Id    CUlaunchAttributeID
	Pad   [4]int8
	Value CUlaunchAttributeValue
}

type CUlaunchConfig struct {
	GridDimX       uint32
	GridDimY       uint32
	GridDimZ       uint32
	BlockDimX      uint32
	BlockDimY      uint32
	BlockDimZ      uint32
	SharedMemBytes uint32
	HStream        CUstream
	Attrs          *CUlaunchAttribute
	NumAttrs       uint32
}

type CUexecAffinitySmCount_v1 struct {
	Val uint32
}

type CUexecAffinityParam_v1 struct {
	Type  CUexecAffinityType
	Param [1]uint32
}

type CUctxCigParam struct {
	SharedDataType CUcigDataType
	SharedData     unsafe.Pointer
}

type CUctxCreateParams struct {
	ExecAffinityParams    *CUexecAffinityParam_v1
	NumExecAffinityParams int32
	CigParams             *CUctxCigParam
}

type CUstreamCigParam struct {
	StreamSharedDataType CUstreamCigDataType
	StreamSharedData     unsafe.Pointer
}

type CUstreamCigCaptureParams struct {
	StreamCigParams *CUstreamCigParam
}

type CUlibraryHostUniversalFunctionAndDataTable struct {
	FunctionTable      unsafe.Pointer
	FunctionWindowSize uintptr
	DataTable          unsafe.Pointer
	DataWindowSize     uintptr
}

type CUDA_MEMCPY2D_v2 struct {
	SrcXInBytes   uintptr
	SrcY          uintptr
	SrcMemoryType CUmemorytype
	SrcHost       unsafe.Pointer
	SrcDevice     CUdeviceptr
	SrcArray      CUarray
	SrcPitch      uintptr
	DstXInBytes   uintptr
	DstY          uintptr
	DstMemoryType CUmemorytype
	DstHost       unsafe.Pointer
	DstDevice     CUdeviceptr
	DstArray      CUarray
	DstPitch      uintptr
	WidthInBytes  uintptr
	Height        uintptr
}

type CUDA_MEMCPY3D_v2 struct {
	SrcXInBytes   uintptr
	SrcY          uintptr
	SrcZ          uintptr
	SrcLOD        uintptr
	SrcMemoryType CUmemorytype
	SrcHost       unsafe.Pointer
	SrcDevice     CUdeviceptr
	SrcArray      CUarray
	Reserved0     unsafe.Pointer
	SrcPitch      uintptr
	SrcHeight     uintptr
	DstXInBytes   uintptr
	DstY          uintptr
	DstZ          uintptr
	DstLOD        uintptr
	DstMemoryType CUmemorytype
	DstHost       unsafe.Pointer
	DstDevice     CUdeviceptr
	DstArray      CUarray
	Reserved1     unsafe.Pointer
	DstPitch      uintptr
	DstHeight     uintptr
	WidthInBytes  uintptr
	Height        uintptr
	Depth         uintptr
}

type CUDA_MEMCPY3D_PEER_v1 struct {
	SrcXInBytes   uintptr
	SrcY          uintptr
	SrcZ          uintptr
	SrcLOD        uintptr
	SrcMemoryType CUmemorytype
	SrcHost       unsafe.Pointer
	SrcDevice     CUdeviceptr
	SrcArray      CUarray
	SrcContext    CUcontext
	SrcPitch      uintptr
	SrcHeight     uintptr
	DstXInBytes   uintptr
	DstY          uintptr
	DstZ          uintptr
	DstLOD        uintptr
	DstMemoryType CUmemorytype
	DstHost       unsafe.Pointer
	DstDevice     CUdeviceptr
	DstArray      CUarray
	DstContext    CUcontext
	DstPitch      uintptr
	DstHeight     uintptr
	WidthInBytes  uintptr
	Height        uintptr
	Depth         uintptr
}

type CUDA_MEMCPY_NODE_PARAMS struct {
	Flags      int32
	Reserved   int32
	CopyCtx    CUcontext
	CopyParams CUDA_MEMCPY3D_v2
}

type CUDA_ARRAY_DESCRIPTOR_v2 struct {
	Width       uintptr
	Height      uintptr
	Format      CUarray_format
	NumChannels uint32
}

type CUDA_ARRAY3D_DESCRIPTOR_v2 struct {
	Width       uintptr
	Height      uintptr
	Depth       uintptr
	Format      CUarray_format
	NumChannels uint32
	Flags       uint32
}

type CUDA_ARRAY_SPARSE_PROPERTIES_v1 struct {
	TileExtent struct {
		Width  uint32
		Height uint32
		Depth  uint32
	}
	MiptailFirstLevel uint32
	MiptailSize       uint64
	Flags             uint32
	Reserved          [4]uint32
}

type CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 struct {
	Size      uintptr
	Alignment uintptr
	Reserved  [4]uint32
}

type CUDA_RESOURCE_DESC_v1 struct {
	ResType CUresourcetype
	Res     [16]uint64
	Flags   uint32
}

type CUDA_TEXTURE_DESC_v1 struct {
	AddressMode         [3]CUaddress_mode
	FilterMode          CUfilter_mode
	Flags               uint32
	MaxAnisotropy       uint32
	MipmapFilterMode    CUfilter_mode
	MipmapLevelBias     float32
	MinMipmapLevelClamp float32
	MaxMipmapLevelClamp float32
	BorderColor         [4]float32
	Reserved            [12]int32
}

type CUDA_RESOURCE_VIEW_DESC_v1 struct {
	Format           CUresourceViewFormat
	Width            uintptr
	Height           uintptr
	Depth            uintptr
	FirstMipmapLevel uint32
	LastMipmapLevel  uint32
	FirstLayer       uint32
	LastLayer        uint32
	Reserved         [16]uint32
}

type CUtensorMap struct {
	Opaque [16]uint64
}

type CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1 struct {
	P2pToken     uint64
	VaSpaceToken uint32
}

type CUDA_LAUNCH_PARAMS_v1 struct {
	Function       CUfunction
	GridDimX       uint32
	GridDimY       uint32
	GridDimZ       uint32
	BlockDimX      uint32
	BlockDimY      uint32
	BlockDimZ      uint32
	SharedMemBytes uint32
	HStream        CUstream
	KernelParams   *unsafe.Pointer
}

type CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 struct {
	Type     CUexternalMemoryHandleType
	Handle   [2]uint64
	Size     uint64
	Flags    uint32
	Reserved [16]uint32
}

type CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 struct {
	Offset   uint64
	Size     uint64
	Flags    uint32
	Reserved [16]uint32
}

type CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 struct {
	Offset    uint64
	ArrayDesc CUDA_ARRAY3D_DESCRIPTOR_v2
	NumLevels uint32
	Reserved  [16]uint32
}

type CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 struct {
	Type     CUexternalSemaphoreHandleType
	Handle   [2]uint64
	Flags    uint32
	Reserved [16]uint32
}

type CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 struct {
	Params struct {
		Fence struct {
			Value uint64
		}
		NvSciSync  [1]uint64
		KeyedMutex struct {
			Key uint64
		}
		Reserved [12]uint32
	}
	Flags    uint32
	Reserved [16]uint32
}

type CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 struct {
	Params struct {
		Fence struct {
			Value uint64
		}
		NvSciSync  [1]uint64
		KeyedMutex struct {
			Key       uint64
			TimeoutMs uint32
		}
		Reserved [10]uint32
	}
	Flags    uint32
	Reserved [16]uint32
}

type CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 struct {
	ExtSemArray *CUexternalSemaphore
	ParamsArray *CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1
	NumExtSems  uint32
}

type CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2 struct {
	ExtSemArray *CUexternalSemaphore
	ParamsArray *CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1
	NumExtSems  uint32
	U           [1]uint64
}

type CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 struct {
	ExtSemArray *CUexternalSemaphore
	ParamsArray *CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1
	NumExtSems  uint32
}

type CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2 struct {
	ExtSemArray *CUexternalSemaphore
	ParamsArray *CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1
	NumExtSems  uint32
	U           [1]uint64
}

type CUarrayMapInfo_v1 struct {
	ResourceType     CUresourcetype
	Resource         [1]uint64
	SubresourceType  CUarraySparseSubresourceType
	Subresource      [4]uint64
	MemOperationType CUmemOperationType
	MemHandleType    CUmemHandleType
	MemHandle        [1]uint64
	Offset           uint64
	DeviceBitMask    uint32
	Flags            uint32
	Reserved         [2]uint32
}

type CUmemLocation_v1 struct {
	Type CUmemLocationType
	U    [1]uint32
}

type CUmemAllocationProp_v1 struct {
	Type                 CUmemAllocationType
	RequestedHandleTypes CUmemAllocationHandleType
	Location             CUmemLocation_v1
	Win32HandleMetaData  unsafe.Pointer
	AllocFlags           struct {
		CompressionType      uint8
		GpuDirectRDMACapable uint8
		Usage                uint16
		Reserved             [4]uint8
	}
}

type CUmulticastObjectProp_v1 struct {
	NumDevices  uint32
	Size        uintptr
	HandleTypes uint64
	Flags       uint64
}

type CUmemAccessDesc_v1 struct {
	Location CUmemLocation_v1
	Flags    CUmemAccess_flags
}

type CUgraphExecUpdateResultInfo_v1 struct {
	Result        CUgraphExecUpdateResult
	ErrorNode     CUgraphNode
	ErrorFromNode CUgraphNode
}

type CUmemPoolProps_v1 struct {
	AllocType               CUmemAllocationType
	HandleTypes             CUmemAllocationHandleType
	Location                CUmemLocation_v1
	Win32SecurityAttributes unsafe.Pointer
	MaxSize                 uintptr
	Usage                   uint16
	GpuDirectRDMACapable    uint8
	Reserved                [53]uint8
}

type CUmemPoolPtrExportData_v1 struct {
	Reserved [64]uint8
}

type CUmemcpyAttributes_v1 struct {
	SrcAccessOrder CUmemcpySrcAccessOrder
	SrcLocHint     CUmemLocation_v1
	DstLocHint     CUmemLocation_v1
	Flags          uint32
}

type CUoffset3D_v1 struct {
	X uintptr
	Y uintptr
	Z uintptr
}

type CUextent3D_v1 struct {
	Width  uintptr
	Height uintptr
	Depth  uintptr
}

type CUmemcpy3DOperand_v1 struct {
	Type CUmemcpy3DOperandType
	Op   [4]uint64
}

type CUDA_MEMCPY3D_BATCH_OP_v1 struct {
	Src            CUmemcpy3DOperand_v1
	Dst            CUmemcpy3DOperand_v1
	Extent         CUextent3D_v1
	SrcAccessOrder CUmemcpySrcAccessOrder
	Flags          uint32
}

type CUDA_MEM_ALLOC_NODE_PARAMS_v1 struct {
	PoolProps       CUmemPoolProps_v1
	AccessDescs     *CUmemAccessDesc_v1
	AccessDescCount uintptr
	Bytesize        uintptr
	Dptr            CUdeviceptr
}

type CUDA_MEM_ALLOC_NODE_PARAMS_v2 struct {
	PoolProps       CUmemPoolProps_v1
	AccessDescs     *CUmemAccessDesc_v1
	AccessDescCount uintptr
	Bytesize        uintptr
	Dptr            CUdeviceptr
}

type CUDA_MEM_FREE_NODE_PARAMS struct {
	Dptr CUdeviceptr
}

type CUDA_CHILD_GRAPH_NODE_PARAMS struct {
	Graph     CUgraph
	Ownership CUgraphChildGraphNodeOwnership
}

type CUDA_EVENT_RECORD_NODE_PARAMS struct {
	Event CUevent
	U     [1]uint64
}

type CUDA_EVENT_WAIT_NODE_PARAMS struct {
	Event CUevent
}

type CUDA_MEMCPY_BATCH_NODE_PARAMS_V1 struct {
	Count     uintptr
	Dsts      *CUdeviceptr
	Srcs      *CUdeviceptr
	Sizes     *uintptr
	Attrs     *CUmemcpyAttributes_v1
	AttrsIdxs *uintptr
	NumAttrs  uintptr
	U         [1]uint64
}

type CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1 struct {
	NumOps uintptr
	OpList *CUDA_FABRIC_COPY_BATCH_OP_v1
	Flags  uint64
	U      [1]uint64
}

type CUcheckpointCustomStoragePerDeviceData struct {
	DevPtr CUdeviceptr
	Size   uintptr
	Stream CUstream
}

type CUcheckpointCustomStorageInfo struct {
	Handle        CUcheckpointOperationHandle
	PerDeviceData *CUcheckpointCustomStoragePerDeviceData
	DeviceCount   uint32
}

type CUcheckpointLockArgs struct {
	TimeoutMs uint32
	Reserved0 uint32
	Reserved1 [7]uint64
}

type CUcheckpointCheckpointArgs struct {
	CustomStorageInfo_out **CUcheckpointCustomStorageInfo
	Reserved              [56]int8
}

type CUcheckpointGpuPair struct {
	OldUuid CUuuid
	NewUuid CUuuid
}

type CUcheckpointRestoreArgs struct {
	GpuPairs              *CUcheckpointGpuPair
	GpuPairsCount         uint32
	Padding0              uint32
	CustomStorageInfo_out **CUcheckpointCustomStorageInfo
	Reserved              [40]int8
}

type CUcheckpointUnlockArgs struct {
	Reserved [8]uint64
}

type CUmemDecompressParams struct {
	SrcNumBytes uintptr
	DstNumBytes uintptr
	DstActBytes *uint32
	Src         unsafe.Pointer
	Dst         unsafe.Pointer
	Algo        CUmemDecompressAlgorithm
	Padding     [20]uint8
}

type CUcliqueInfo struct {
	Type CUcliqueType
	Id   uint32
}

type CUlogicalEndpointFabricHandle struct {
	Data [64]uint8
}

type CUlogicalEndpointProp struct {
	Type           CUlogicalEndpointType
	U              [1]uint32
	Size           uint64
	IpcHandleTypes uint32
	Flags          uint32
}

type CUfabricCpyOperand struct {
	Type CUfabricCpyOperandType
	Op   [2]uint64
}

type CUDA_FABRIC_COPY_BATCH_OP_v1 struct {
	Src   CUfabricCpyOperand
	Dst   CUfabricCpyOperand
	Size  uintptr
	Flags uint32
}

type CUdevSmResource struct {
	SmCount                uint32
	MinSmPartitionSize     uint32
	SmCoscheduledAlignment uint32
	Flags                  uint32
	LocalityDomainId       uint32
}

type CUdevWorkqueueConfigResource struct {
	Device             CUdevice
	WqConcurrencyLimit uint32
	SharingScope       CUdevWorkqueueConfigScope
}

type CUdevWorkqueueResource struct {
	Reserved [40]uint8
}

type CU_DEV_SM_RESOURCE_GROUP_PARAMS struct {
	SmCount                     uint32
	CoscheduledSmCount          uint32
	PreferredCoscheduledSmCount uint32
	Flags                       uint32
	LocalityDomainId            uint32
	Reserved                    [11]uint32
}

type CUDA_MEMCPY2D_v1 struct {
	SrcXInBytes   uint32
	SrcY          uint32
	SrcMemoryType CUmemorytype
	SrcHost       unsafe.Pointer
	SrcDevice     uint32
	SrcArray      CUarray
	SrcPitch      uint32
	DstXInBytes   uint32
	DstY          uint32
	DstMemoryType CUmemorytype
	DstHost       unsafe.Pointer
	DstDevice     uint32
	DstArray      CUarray
	DstPitch      uint32
	WidthInBytes  uint32
	Height        uint32
}

type CUDA_MEMCPY3D_v1 struct {
	SrcXInBytes   uint32
	SrcY          uint32
	SrcZ          uint32
	SrcLOD        uint32
	SrcMemoryType CUmemorytype
	SrcHost       unsafe.Pointer
	SrcDevice     uint32
	SrcArray      CUarray
	Reserved0     unsafe.Pointer
	SrcPitch      uint32
	SrcHeight     uint32
	DstXInBytes   uint32
	DstY          uint32
	DstZ          uint32
	DstLOD        uint32
	DstMemoryType CUmemorytype
	DstHost       unsafe.Pointer
	DstDevice     uint32
	DstArray      CUarray
	Reserved1     unsafe.Pointer
	DstPitch      uint32
	DstHeight     uint32
	WidthInBytes  uint32
	Height        uint32
	Depth         uint32
}

type CUDA_ARRAY_DESCRIPTOR_v1 struct {
	Width       uint32
	Height      uint32
	Format      CUarray_format
	NumChannels uint32
}

type CUDA_ARRAY3D_DESCRIPTOR_v1 struct {
	Width       uint32
	Height      uint32
	Depth       uint32
	Format      CUarray_format
	NumChannels uint32
	Flags       uint32
}

// CUstreamBatchMemOpParams_v1 is a union of 48 bytes whose members all begin with the operation.
type CUstreamBatchMemOpParams_v1 [6]uint64

type CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 struct {
	Ctx        CUcontext
	Count      uint32
	ParamArray *CUstreamBatchMemOpParams_v1
	Flags      uint32
}

type CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 struct {
	Ctx        CUcontext
	Count      uint32
	ParamArray *CUstreamBatchMemOpParams_v1
	Flags      uint32
	U          [1]uint32
}

// CUgraphNodeParams is a node's kind and a union of the parameters of each kind.
type CUgraphNodeParams struct {
	Type      CUgraphNodeType
	Reserved0 [3]int32
	U         [29]int64
	Reserved2 int64
}

type CUdevResource_v1 struct {
	Type             CUdevResourceType
	Internal_padding [92]uint8
	U                [40]uint8
	NextResource     *CUdevResource_v1
}

// Names that stand for the newest layout.
type (
	CUmemFabricHandle                         = CUmemFabricHandle_v1
	CUipcEventHandle                          = CUipcEventHandle_v1
	CUipcMemHandle                            = CUipcMemHandle_v1
	CUstreamBatchMemOpParams                  = CUstreamBatchMemOpParams_v1
	CUDA_BATCH_MEM_OP_NODE_PARAMS             = CUDA_BATCH_MEM_OP_NODE_PARAMS_v1
	CUdevprop                                 = CUdevprop_v1
	CUaccessPolicyWindow                      = CUaccessPolicyWindow_v1
	CUDA_KERNEL_NODE_PARAMS                   = CUDA_KERNEL_NODE_PARAMS_v2
	CUDA_MEMSET_NODE_PARAMS                   = CUDA_MEMSET_NODE_PARAMS_v1
	CUDA_HOST_NODE_PARAMS                     = CUDA_HOST_NODE_PARAMS_v1
	CUkernelNodeAttrValue_v1                  = CUlaunchAttributeValue
	CUkernelNodeAttrValue                     = CUlaunchAttributeValue
	CUstreamAttrValue_v1                      = CUlaunchAttributeValue
	CUstreamAttrValue                         = CUlaunchAttributeValue
	CUexecAffinitySmCount                     = CUexecAffinitySmCount_v1
	CUexecAffinityParam                       = CUexecAffinityParam_v1
	CUDA_MEMCPY2D                             = CUDA_MEMCPY2D_v2
	CUDA_MEMCPY3D                             = CUDA_MEMCPY3D_v2
	CUDA_MEMCPY3D_PEER                        = CUDA_MEMCPY3D_PEER_v1
	CUDA_ARRAY_DESCRIPTOR                     = CUDA_ARRAY_DESCRIPTOR_v2
	CUDA_ARRAY3D_DESCRIPTOR                   = CUDA_ARRAY3D_DESCRIPTOR_v2
	CUDA_ARRAY_SPARSE_PROPERTIES              = CUDA_ARRAY_SPARSE_PROPERTIES_v1
	CUDA_ARRAY_MEMORY_REQUIREMENTS            = CUDA_ARRAY_MEMORY_REQUIREMENTS_v1
	CUDA_RESOURCE_DESC                        = CUDA_RESOURCE_DESC_v1
	CUDA_TEXTURE_DESC                         = CUDA_TEXTURE_DESC_v1
	CUDA_RESOURCE_VIEW_DESC                   = CUDA_RESOURCE_VIEW_DESC_v1
	CUDA_POINTER_ATTRIBUTE_P2P_TOKENS         = CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1
	CUDA_LAUNCH_PARAMS                        = CUDA_LAUNCH_PARAMS_v1
	CUDA_EXTERNAL_MEMORY_HANDLE_DESC          = CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1
	CUDA_EXTERNAL_MEMORY_BUFFER_DESC          = CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1
	CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1
	CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC       = CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1
	CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS     = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1
	CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS       = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1
	CUDA_EXT_SEM_SIGNAL_NODE_PARAMS           = CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1
	CUDA_EXT_SEM_WAIT_NODE_PARAMS             = CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1
	CUarrayMapInfo                            = CUarrayMapInfo_v1
	CUmemLocation                             = CUmemLocation_v1
	CUmemAllocationProp                       = CUmemAllocationProp_v1
	CUmulticastObjectProp                     = CUmulticastObjectProp_v1
	CUmemAccessDesc                           = CUmemAccessDesc_v1
	CUgraphExecUpdateResultInfo               = CUgraphExecUpdateResultInfo_v1
	CUmemPoolProps                            = CUmemPoolProps_v1
	CUmemPoolPtrExportData                    = CUmemPoolPtrExportData_v1
	CUmemcpyAttributes                        = CUmemcpyAttributes_v1
	CUoffset3D                                = CUoffset3D_v1
	CUextent3D                                = CUextent3D_v1
	CUmemcpy3DOperand                         = CUmemcpy3DOperand_v1
	CUDA_MEMCPY3D_BATCH_OP                    = CUDA_MEMCPY3D_BATCH_OP_v1
	CUDA_MEM_ALLOC_NODE_PARAMS                = CUDA_MEM_ALLOC_NODE_PARAMS_v1
	CUDA_MEMCPY_BATCH_NODE_PARAMS             = CUDA_MEMCPY_BATCH_NODE_PARAMS_V1
	CUDA_FABRIC_COPY_BATCH_OP                 = CUDA_FABRIC_COPY_BATCH_OP_v1
	CUDA_FABRIC_CPY_BATCH_NODE_PARAMS         = CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1
	CUdevResource                             = CUdevResource_v1
)
