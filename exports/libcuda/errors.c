// cuGetErrorName and cuGetErrorString.
#include "ferry.h"

static const struct ferry_error *find(CUresult code)
{
	unsigned lo = 0, hi = ferry_error_count;
	while (lo < hi) {
		unsigned mid = (lo + hi) / 2;
		if (ferry_errors[mid].code < code)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < ferry_error_count && ferry_errors[lo].code == code ? &ferry_errors[lo] : NULL;
}

FERRY_API CUresult cuGetErrorName(CUresult error, const char **pStr)
{
	if (ferry_closed() == CUDA_ERROR_DEINITIALIZED) // these, too (recorded)
		return CUDA_ERROR_DEINITIALIZED;
	if (pStr == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const struct ferry_error *e = find(error);
	*pStr = e ? e->name : NULL;
	return e ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

FERRY_API CUresult cuGetErrorString(CUresult error, const char **pStr)
{
	if (ferry_closed() == CUDA_ERROR_DEINITIALIZED) // these, too (recorded)
		return CUDA_ERROR_DEINITIALIZED;
	if (pStr == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const struct ferry_error *e = find(error);
	*pStr = e ? e->description : NULL;
	return e ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
