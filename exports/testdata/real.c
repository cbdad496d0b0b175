// Programs over the whole of ferry: kernels in flight while the process does what processes do. The first argument says what.
#include "host.h"

static const char ptx[] =
	".version 7.0\n.target sm_52\n.address_size 64\n"
	// spin: waits until *flag is not zero
	".visible .entry spin(.param .u64 flag)\n{\n\t.reg .pred %p;\n\t.reg .b32 %r;\n\t.reg .b64 %a;\n\tld.param.u64 %a, [flag];\nL:\n"
	"\tld.volatile.global.u32 %r, [%a];\n\tsetp.eq.u32 %p, %r, 0;\n\t@%p bra L;\n\tret;\n}\n"
	// count: a long loop, then out[i] = n + i
	".visible .entry count(.param .u64 out, .param .u32 n)\n{\n\t.reg .pred %p;\n\t.reg .b32 %i, %n, %t;\n\t.reg .b64 %a;\n"
	"\tld.param.u64 %a, [out];\n\tld.param.u32 %n, [n];\n\tmov.u32 %i, 0;\nL:\n\tadd.u32 %i, %i, 1;\n\tsetp.lt.u32 %p, %i, %n;\n\t@%p bra L;\n"
	"\tmov.u32 %t, %tid.x;\n\tadd.u32 %i, %i, %t;\n\tmad.wide.u32 %a, %t, 4, %a;\n\tst.global.u32 [%a], %i;\n\tret;\n}\n"
	// floats: a subnormal product, a sum that is rounded up, a quotient that is infinite
	".visible .entry floats(.param .u64 out)\n{\n\t.reg .f32 %f, %g;\n\t.reg .b64 %a;\n\tld.param.u64 %a, [out];\n"
	"\tld.global.f32 %f, [%a];\n\tmul.rn.f32 %g, %f, 0f30800000;\n\tst.global.f32 [%a+4], %g;\n\tld.global.f32 %f, [%a+8];\n\tadd.rn.f32 %g, %f, 0f33C00000;\n\tst.global.f32 [%a+12], %g;\n"
	"\tld.global.f32 %f, [%a+16];\n\tdiv.rn.f32 %g, %f, 0f00000000;\n\tst.global.f32 [%a+20], %g;\n\tret;\n}\n";

static CUcontext ctx;
static CUmodule mod;
static CUfunction spin, count;
static CUstream stream;

static void up(void)
{
	CUdevice dev;
	IS(cuInit(0), 0);
	IS(cuDeviceGet(&dev, 0), 0);
	IS(cuDevicePrimaryCtxRetain(&ctx, dev), 0);
	IS(cuCtxSetCurrent(ctx), 0);
	IS(cuModuleLoadData(&mod, ptx), 0);
	IS(cuModuleGetFunction(&spin, mod, "spin"), 0);
	IS(cuModuleGetFunction(&count, mod, "count"), 0);
	IS(cuStreamCreate(&stream, 1), 0);
}

// floats: the program flushes subnormals, rounds down and traps on division by zero, as -ffast-math, fesetround and feenableexcept make it, on the
// thread that starts ferry and on another one. Kernels must not notice, nor the program that ferry was there.
static void *floats(void *first)
{
	const unsigned mine = (0x1f80u | 0x8040u | 0x2000u) & ~0x0200u;
	__builtin_ia32_ldmxcsr(mine);
	if (first) {
		up();
		IS(__builtin_ia32_stmxcsr() & ~0x3fu, mine);
	}
	IS(cuCtxSetCurrent(ctx), 0);
	CUfunction f;
	CUdeviceptr p;
	unsigned in[6] = {0x0d800000, 0, 0x3f800000, 0, 0x3f800000, 0}, out[6];
	IS(cuModuleGetFunction(&f, mod, "floats"), 0);
	IS(cuMemAlloc_v2(&p, sizeof in), 0);
	IS(cuMemcpyHtoD_v2(p, in, sizeof in), 0);
	void *args[] = {&p};
	IS(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, args, NULL), 0);
	IS(cuCtxSynchronize(), 0);
	IS(cuMemcpyDtoH_v2(out, p, sizeof out), 0);
	IS(__builtin_ia32_stmxcsr() & ~0x3fu, mine);
	IS(out[1], 0x00080000); // 2^-100 * 2^-30 = 2^-130
	IS(out[3], 0x3f800001); // 1 + 1.5 * 2^-24
	IS(out[5], 0x7f800000);
	return NULL;
}

static CUdeviceptr zeros(void)
{
	CUdeviceptr p;
	IS(cuMemAlloc_v2(&p, 4096), 0);
	IS(cuMemsetD32_v2(p, 0, 1024), 0);
	IS(cuStreamSynchronize(NULL), 0); // the other streams here do not wait for the default one
	return p;
}

static void launch(CUfunction f, CUdeviceptr p, unsigned n, unsigned threads, CUstream s)
{
	void *args[] = {&p, &n};
	IS(cuLaunchKernel(f, 1, 1, 1, threads, 1, 1, 0, s, args, NULL), 0);
}

static void expect(CUdeviceptr p, unsigned n, unsigned threads)
{
	unsigned out[64];
	IS(cuMemcpyDtoH_v2(out, p, 4 * threads), 0);
	for (unsigned i = 0; i < threads; i++) IS(out[i], n + i);
}

static int order, calls;
static void host_fn(void *p)
{
	int n;
	CUdeviceptr d;
	CHECK((long)p == order++);
	IS(cuMemAlloc_v2(&d, 16), 800); // as recorded: not permitted in a host function
	IS(cuDriverGetVersion(&n), 0);
	calls++;
}
static void callback(CUstream s, CUresult status, void *p)
{
	CHECK(s == stream);
	IS(status, 0);
	CHECK((long)p == order++);
	calls++;
}

// own_ptx is a module that no one else loads: it stores seed and the thread's number.
static const char *own_ptx(char *buf, size_t size, unsigned seed)
{
	snprintf(buf, size,
		".version 7.0\n.target sm_52\n.address_size 64\n.visible .entry own(.param .u64 out)\n{\n\t.reg .b32 %%t;\n\t.reg .b64 %%a;\n"
		"\tld.param.u64 %%a, [out];\n\tmov.u32 %%t, %%tid.x;\n\tmad.wide.u32 %%a, %%t, 4, %%a;\n\tadd.u32 %%t, %%t, %u;\n\tst.global.u32 [%%a], %%t;\n\tret;\n}\n",
		seed);
	return buf;
}

// round_of loads a module, launches its kernel and unloads it.
static void round_of(unsigned seed, CUdeviceptr out, CUstream s)
{
	char text[1024];
	CUmodule m;
	CUfunction f;
	void *args[] = {&out};
	IS(cuModuleLoadData(&m, own_ptx(text, sizeof text, seed)), 0);
	IS(cuModuleGetFunction(&f, m, "own"), 0);
	IS(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, s, args, NULL), 0);
	if (seed % 3 == 0) { // sometimes with the kernel in flight
		IS(cuModuleUnload(m), 0);
		IS(cuStreamSynchronize(s), 0);
	} else {
		IS(cuStreamSynchronize(s), 0);
		IS(cuModuleUnload(m), 0);
	}
	expect(out, seed, 32);
}

static unsigned rounds, first_seed;
static void *round_thread(void *arg)
{
	unsigned id = (unsigned)(long)arg;
	CUdeviceptr p;
	CUstream s;
	IS(cuCtxSetCurrent(ctx), 0);
	IS(cuMemAlloc_v2(&p, 4096), 0);
	IS(cuStreamCreate(&s, 1), 0);
	for (unsigned k = 0; k < rounds; k++) round_of(first_seed + 1000 * id + k, p, s);
	IS(cuStreamDestroy_v2(s), 0);
	IS(cuMemFree_v2(p), 0);
	return NULL;
}

static void run_rounds(unsigned threads)
{
	pthread_t th[64];
	for (long i = 0; i < threads; i++) CHECK(pthread_create(&th[i], NULL, round_thread, (void *)i) == 0);
	for (unsigned i = 0; i < threads; i++) pthread_join(th[i], NULL);
}

static void *thread(void *arg)
{
	unsigned id = (unsigned)(long)arg;
	IS(cuCtxSetCurrent(ctx), 0);
	CUdeviceptr p = zeros();
	CUstream s;
	IS(cuStreamCreate(&s, 1), 0);
	for (unsigned k = 0; k < 5; k++) {
		launch(count, p, 100 * id + k, 32, s);
		IS(cuStreamSynchronize(s), 0);
		expect(p, 100 * id + k > 0 ? 100 * id + k : 1, 32);
	}
	IS(cuStreamDestroy_v2(s), 0);
	IS(cuMemFree_v2(p), 0);
	return NULL;
}

static void *gone_ctx, *gone_value;
static void destructor(void *c, void *key, void *value)
{
	CHECK(key == (void *)0xa1);
	gone_ctx = c;
	gone_value = value;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	unsigned one = 1;
	if (strcmp(what, "exit") == 0) { // with an endless kernel in flight
		up();
		launch(spin, zeros(), 0, 32, stream);
		usleep(50000);
		exit(3);
	}
	if (strcmp(what, "floats") == 0) {
		pthread_t t;
		floats(&one);
		CHECK(pthread_create(&t, NULL, floats, NULL) == 0 && pthread_join(t, NULL) == 0);
		floats(NULL);
	} else if (strcmp(what, "fork") == 0) {
		up();
		CUdeviceptr flag = zeros(), out = zeros();
		launch(spin, flag, 0, 32, stream);
		launch(count, out, 1000, 32, stream);
		pid_t pid = fork();
		if (pid == 0) {
			int n;
			IS(cuStreamSynchronize(stream), 3);
			IS(cuDeviceGetCount(&n), 3);
			exit(6);
		}
		int st;
		CHECK(waitpid(pid, &st, 0) == pid && WIFEXITED(st));
		IS(WEXITSTATUS(st), 6);
		IS(cuMemcpyHtoD_v2(flag, &one, 4), 0);
		IS(cuStreamSynchronize(stream), 0);
		expect(out, 1000, 32);
	} else if (strcmp(what, "dlclose") == 0) { // one more reference to the library goes while a kernel runs
		void *lib = dlopen("libcuda.so.1", RTLD_NOW);
		CHECK(lib != NULL);
		up();
		CUdeviceptr out = zeros();
		launch(count, out, 1000000, 32, stream);
		CHECK(dlclose(lib) == 0);
		IS(cuStreamSynchronize(stream), 0);
		expect(out, 1000000, 32);
	} else if (strcmp(what, "host") == 0) {
		up();
		CUdeviceptr out = zeros();
		for (long i = 0; i < 10; i++) {
			launch(count, out, 1000, 32, stream);
			if (i & 1) IS(cuStreamAddCallback(stream, (CUstreamCallback)callback, (void *)i, 0), 0);
			else IS(cuLaunchHostFunc(stream, (CUhostFn)host_fn, (void *)i), 0);
		}
		IS(cuStreamSynchronize(stream), 0);
		IS(calls, 10);
	} else if (strcmp(what, "threads") == 0) {
		pthread_t th[64];
		up();
		for (long i = 0; i < 64; i++) CHECK(pthread_create(&th[i], NULL, thread, (void *)i) == 0);
		for (int i = 0; i < 64; i++) pthread_join(th[i], NULL);
	} else if (strcmp(what, "rounds") == 0) { // 64 threads load, launch and unload
		rounds = (unsigned)atoi(argv[2]);
		up();
		run_rounds(64);
	} else if (strcmp(what, "endless") == 0) { // everything at once, until the process is killed
		first_seed = (unsigned)atoi(argv[2]);
		rounds = 1000000;
		printf("up\n");
		fflush(stdout);
		up();
		run_rounds(4);
	} else if (strcmp(what, "exporter") == 0) { // the process whose memory is imported is killed
		CUipcMemHandle h;
		int ends[2];
		CHECK(pipe(ends) == 0);
		pid_t pid = fork();
		if (pid == 0) {
			up();
			CUdeviceptr p = zeros();
			IS(cuMemsetD32_v2(p, 7, 1024), 0);
			IS(cuStreamSynchronize(NULL), 0);
			IS(cuIpcGetMemHandle(&h, p), 0);
			CHECK(write(ends[1], &h, sizeof h) == sizeof h);
			first_seed = 77000000;
			rounds = 1000000;
			run_rounds(2);
		}
		CHECK(read(ends[0], &h, sizeof h) == sizeof h);
		up();
		CUdeviceptr p, q;
		unsigned v = 0;
		IS(cuIpcOpenMemHandle_v2(&p, h, 1), 0);
		IS(cuMemcpyDtoH_v2(&v, p, 4), 0);
		IS(v, 7);
		CHECK(kill(pid, SIGKILL) == 0 && waitpid(pid, NULL, 0) == pid);
		IS(cuMemcpyDtoH_v2(&v, p, 4), 0); // what is open stays
		IS(v, 7);
		IS(cuIpcCloseMemHandle(p), 0);
		CHECK(cuIpcOpenMemHandle_v2(&q, h, 1) != 0); // its owner is gone
		round_of(1, zeros(), stream);
	} else if (strcmp(what, "storage") == 0) {
		static const unsigned char id[16] = {0xc6, 0x93, 0x33, 0x6e, 0x11, 0x21, 0xdf, 0x11, 0xa8, 0xc3, 0x68, 0xf3, 0x55, 0xd8, 0x95, 0x93};
		const void *table;
		void *v = NULL;
		CUdevice dev = 0;
		up();
		IS(cuGetExportTable(&table, (const CUuuid *)id), 0);
		int (*put)(CUcontext, void *, void *, void *) = ((int (*const *)(CUcontext, void *, void *, void *))table)[0];
		int (*del)(CUcontext, void *) = ((int (*const *)(CUcontext, void *))table)[1];
		int (*get)(void **, CUcontext, void *) = ((int (*const *)(void **, CUcontext, void *))table)[2];
		IS(get(&v, NULL, (void *)0xa1), 400);
		IS(put(NULL, (void *)0xa1, (void *)0xb1, (void *)destructor), 0);
		IS(put(ctx, (void *)0xa2, (void *)0xb2, NULL), 0);
		IS(get(&v, ctx, (void *)0xa1), 0);
		CHECK(v == (void *)0xb1);
		IS(get(&v, NULL, (void *)0xa2), 0);
		CHECK(v == (void *)0xb2);
		IS(del(ctx, (void *)0xa2), 0);
		IS(get(&v, ctx, (void *)0xa2), 400);
		CHECK(gone_ctx == NULL);
		IS(cuDevicePrimaryCtxRelease_v2(dev), 0);
		CHECK(gone_ctx == (void *)ctx && gone_value == (void *)0xb1);
	} else {
		return 2;
	}
	puts("ok");
	return 0;
}
