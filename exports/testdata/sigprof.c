// A profiler's SIGPROF handler, on the interrupted stack, installed before or after cuInit: ticks come while all threads work.
#include "host.h"

static volatile sig_atomic_t ticks;
static volatile char sink;
static void on_prof(int sig, siginfo_t *i, void *c)
{
	char deep[8192]; // as deep as a profiler that unwinds
	(void)sig, (void)i, (void)c;
	memset(deep, ticks, sizeof deep);
	sink = deep[sizeof deep - 1];
	ticks++;
}

static void *work(void *p)
{
	int n;
	(void)p;
	for (int i = 0; i < 300000; i++) cuDeviceGetCount(&n);
	return NULL;
}

int main(int argc, char **argv)
{
	struct sigaction a;
	struct itimerval t = {{0, 1000}, {0, 1000}};
	pthread_t th[4];
	int late = argc > 1 && strcmp(argv[1], "late") == 0;
	memset(&a, 0, sizeof a);
	a.sa_sigaction = on_prof;
	a.sa_flags = SA_SIGINFO | SA_RESTART;
	if (!late) { CHECK(sigaction(SIGPROF, &a, NULL) == 0); CHECK(setitimer(ITIMER_PROF, &t, NULL) == 0); }
	IS(cuInit(0), 0);
	if (late) { CHECK(sigaction(SIGPROF, &a, NULL) == 0); CHECK(setitimer(ITIMER_PROF, &t, NULL) == 0); }
	for (int i = 0; i < 4; i++) CHECK(pthread_create(&th[i], NULL, work, NULL) == 0);
	for (int i = 0; i < 4; i++) pthread_join(th[i], NULL);
	CHECK(ticks > 3);
	puts("ok");
	return 0;
}
