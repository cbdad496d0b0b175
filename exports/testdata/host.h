// What the C programs of the tests share.
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <dlfcn.h>

#include "types_gen.h"

#define CHECK(x) do { if (!(x)) { printf("line %d: %s\n", __LINE__, #x); fflush(stdout); _exit(1); } } while (0)
#define IS(x, want) do { int r_ = (int)(x); if (r_ != (want)) { printf("line %d: %s gave %d, %d wanted\n", __LINE__, #x, r_, (int)(want)); fflush(stdout); _exit(1); } } while (0)

static inline double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// core_loaded looks whether the Go core is in the process.
static inline int core_loaded(void)
{
	char line[4096];
	int found = 0;
	FILE *f = fopen("/proc/self/maps", "r");
	while (f && fgets(line, sizeof line, f))
		found |= strstr(line, "libferry_core") != NULL;
	if (f) fclose(f);
	return found;
}
