// Host functions run on one C thread a context, in order, with the program's signal mask, and their calls into the driver
// carry the mark by which it refuses them. A panic in Go becomes a result.
#include "host.h"

static int32_t (*host)(uint64_t, void *, void *);
static void (*last)(char *, int);
static pthread_t ran[100], caller;
static int at, outside;

static void fn(void *p)
{
	char text[4096];
	int n;
	sigset_t m;
	CHECK((long)p == at);
	ran[at++] = pthread_self();
	pthread_sigmask(SIG_SETMASK, NULL, &m);
	CHECK(sigismember(&m, SIGUSR2) == 1);
	CHECK(sigismember(&m, SIGINT) == 0 && sigismember(&m, SIGTERM) == 0 && sigismember(&m, SIGPROF) == 0);
	cuDeviceGetCount(&n);
	last(text, sizeof text);
	CHECK(strncmp(text, "cuDeviceGetCount 2 ", 19) == 0);
	char deep[256 << 10]; // a normal stack
	memset(deep, 1, sizeof deep);
	outside += deep[1000];
}

static void other(void *p) { *(pthread_t *)p = pthread_self(); }

int main(void)
{
	sigset_t m;
	pthread_t id;
	char text[4096];
	int n;
	sigemptyset(&m), sigaddset(&m, SIGUSR2);
	pthread_sigmask(SIG_SETMASK, &m, NULL);
	IS(cuInit(0), 0);
	caller = pthread_self();
	void *core = dlopen("libferry_core.so", RTLD_NOW | RTLD_NOLOAD);
	CHECK(core != NULL);
	host = (int32_t (*)(uint64_t, void *, void *))dlsym(core, "ferry_record_host");
	last = (void (*)(char *, int))dlsym(core, "ferry_record_last");
	for (long i = 0; i < 100; i++) IS(host(1, (void *)fn, (void *)i), 0);
	for (int i = 1; i < 100; i++) CHECK(pthread_equal(ran[0], ran[i]));
	CHECK(!pthread_equal(ran[0], caller));
	IS(host(2, (void *)other, &id), 0);
	CHECK(!pthread_equal(id, ran[0]));
	cuDeviceGetCount(&n);
	last(text, sizeof text);
	CHECK(strncmp(text, "cuDeviceGetCount 0 ", 19) == 0);
	((void (*)(void))dlsym(core, "ferry_record_panic"))();
	IS(cuDeviceGetCount(&n), 999);
	CHECK(cuDeviceGetCount(&n) >= 100000);
	puts("ok");
	return 0;
}
