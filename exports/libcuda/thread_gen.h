// Made by exports/gen from exports/*.tsv and package cuda; do not edit.

#ifndef FERRY_THREAD_GEN_H
#define FERRY_THREAD_GEN_H
#include <stdint.h>

// cuda.Thread as C sees it.
struct ferry_thread {
	uint64_t ID;
	uint32_t Flags;
	int32_t Capture;
	uint32_t Depth;
	uint32_t pad0;
	uintptr_t Stack[128];
};
#endif
