// ferry-callbench: what a call into libcuda.so.1 costs, through dlsym as most clients reach it. `ferry bench` runs it.
// One line a measurement: name, nanoseconds.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void *lib;

static void *sym(const char *name)
{
	void *p = dlsym(lib, name);
	if (p == NULL) {
		fprintf(stderr, "ferry-callbench: no %s\n", name);
		exit(1);
	}
	return p;
}

static void ok(int r, const char *what)
{
	if (r != 0) {
		fprintf(stderr, "ferry-callbench: %s: result %d\n", what, r);
		exit(1);
	}
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int up(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

enum { N = 1000, ROUNDS = 500, MANY = 2000 };
static double took[N];

static void median(const char *name)
{
	qsort(took, N, sizeof *took, up);
	printf("%-40s %10.1f ns\n", name, took[N / 2]);
}

// MEASURE prints the best mean of a few rounds of many calls.
#define MEASURE(name, call) \
	do { \
		double best = 1e18; \
		for (int k = 0; k < ROUNDS; k++) { \
			double t = now(); \
			for (int i = 0; i < MANY; i++) \
				(void)(call); \
			t = (now() - t) / MANY; \
			best = t < best ? t : best; \
		} \
		printf("%-40s %10.1f ns\n", name, best); \
	} while (0)

static const char ptx[] = ".version 7.0\n.target sm_52\n.address_size 64\n.visible .entry nothing()\n{\n\tret;\n}\n";

typedef int launch_fn(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);

int main(void)
{
	void *ctx, *mod, *fn, *stream, *cur;
	int dev, value;
	lib = dlopen("libcuda.so.1", RTLD_NOW);
	if (lib == NULL) {
		fprintf(stderr, "ferry-callbench: %s\n", dlerror());
		return 1;
	}
	int (*version)(int *) = (int (*)(int *))sym("cuDriverGetVersion");
	int (*current)(void **) = (int (*)(void **))sym("cuCtxGetCurrent");
	int (*attribute)(int *, int, int) = (int (*)(int *, int, int))sym("cuDeviceGetAttribute");
	int (*query)(void *) = (int (*)(void *))sym("cuStreamQuery");
	int (*sync)(void *) = (int (*)(void *))sym("cuStreamSynchronize");
	launch_fn *launch = (launch_fn *)sym("cuLaunchKernel");

	double t = now();
	ok(((int (*)(unsigned))sym("cuInit"))(0), "cuInit");
	printf("%-40s %10.1f ns\n", "cuInit", now() - t);
	ok(((int (*)(int *, int))sym("cuDeviceGet"))(&dev, 0), "cuDeviceGet");
	ok(((int (*)(void **, int))sym("cuDevicePrimaryCtxRetain"))(&ctx, dev), "cuDevicePrimaryCtxRetain");
	ok(((int (*)(void *))sym("cuCtxSetCurrent"))(ctx), "cuCtxSetCurrent");
	ok(((int (*)(void **, unsigned))sym("cuStreamCreate"))(&stream, 1), "cuStreamCreate");

	MEASURE("cuDriverGetVersion (C only)", version(&value));
	MEASURE("cuCtxGetCurrent", current(&cur));
	MEASURE("cuDeviceGetAttribute", attribute(&value, 10, dev));
	MEASURE("cuStreamQuery, idle stream", query(stream));

	t = now();
	ok(((int (*)(void **, const void *))sym("cuModuleLoadData"))(&mod, ptx), "cuModuleLoadData");
	printf("%-40s %10.1f ns\n", "cuModuleLoadData, empty kernel", now() - t);
	ok(((int (*)(void **, void *, const char *))sym("cuModuleGetFunction"))(&fn, mod, "nothing"), "cuModuleGetFunction");
	for (int i = 0; i < 100; i++)
		ok(launch(fn, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL), "cuLaunchKernel");
	ok(sync(stream), "cuStreamSynchronize");
	for (int i = 0; i < N; i++) { // back to back: the queue is not empty
		t = now();
		launch(fn, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL);
		took[i] = now() - t;
	}
	ok(sync(stream), "cuStreamSynchronize");
	median("cuLaunchKernel, empty kernel, median");
	for (int i = 0; i < N; i++) {
		t = now();
		launch(fn, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL);
		sync(stream);
		took[i] = now() - t;
	}
	median("cuLaunchKernel + cuStreamSynchronize");
	return 0;
}
