// cuDriverGetVersion and cuGetProcAddress in both forms: which symbol a name means at a driver version.
#include <limits.h>
#include <string.h>

#include "ferry.h"

enum { FOUND = 0, NOT_FOUND = 1, VERSION_NOT_SUFFICIENT = 2 }; // CUdriverProcAddressQueryResult
enum { LEGACY_STREAM = 1, PER_THREAD_STREAM = 2 };             // bits of flags

FERRY_API CUresult cuDriverGetVersion(int *driverVersion)
{
	if (ferry_closed() == CUDA_ERROR_DEINITIALIZED) // these, too (recorded)
		return CUDA_ERROR_DEINITIALIZED;
	if (driverVersion == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*driverVersion = FERRY_DRIVER_VERSION;
	return CUDA_SUCCESS;
}

// look finds the newest ABI variant of name that version knows. Where the caller wants per-thread streams, the
// flavour that has them goes before the plain one of the same variant.
static int look(const char *name, int version, bool per_thread, void (**fn)(void))
{
	unsigned lo = 0, hi = ferry_symbol_count;
	while (lo < hi) {
		unsigned mid = (lo + hi) / 2;
		if (strcmp(ferry_symbols[mid].base, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	*fn = NULL;
	if (lo == ferry_symbol_count || strcmp(ferry_symbols[lo].base, name) != 0)
		return NOT_FOUND;
	const struct ferry_symbol *best = NULL;
	for (; lo < ferry_symbol_count && strcmp(ferry_symbols[lo].base, name) == 0; lo++) {
		const struct ferry_symbol *s = &ferry_symbols[lo];
		if (s->since <= version && (per_thread || !s->per_thread))
			best = s; // sorted by version, plain flavour first
	}
	if (best == NULL)
		return VERSION_NOT_SUFFICIENT;
	if (!best->implemented) // a null pointer lets callers detect the feature
		return NOT_FOUND;
	*fn = best->fn;
	return FOUND;
}

FERRY_API CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
	CUdriverProcAddressQueryResult *symbolStatus)
{
	if (ferry_closed() == CUDA_ERROR_DEINITIALIZED) // these, too (recorded)
		return CUDA_ERROR_DEINITIALIZED;
	if (symbol == NULL || pfn == NULL || (flags & ~(cuuint64_t)(LEGACY_STREAM | PER_THREAD_STREAM)) != 0 ||
		cudaVersion / 1000 > FERRY_DRIVER_VERSION / 1000)
		return CUDA_ERROR_INVALID_VALUE;
	void (*fn)(void);
	if (cudaVersion < 0) // taken as unlimited (recorded)
		cudaVersion = INT_MAX;
	int status = look(symbol, cudaVersion, (flags & PER_THREAD_STREAM) != 0, &fn);
	*pfn = (void *)fn;
	if (symbolStatus != NULL)
		*symbolStatus = status;
	return CUDA_SUCCESS;
}

FERRY_API CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)
{
	int status = NOT_FOUND;
	void *old = pfn == NULL ? NULL : *pfn;
	CUresult r = cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, &status);
	if (r != CUDA_SUCCESS || status == FOUND)
		return r;
	*pfn = old; // stays (recorded)
	return CUDA_ERROR_NOT_FOUND;
}
