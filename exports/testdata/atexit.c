// Destructors and exit handlers that call the driver after it has ended get an answer, in C.
#include "host.h"

static void late(void)
{
	int n;
	IS(cuDeviceGetCount(&n), 4);
	IS(cuDriverGetVersion(&n), 4); // as recorded: testdata/api, in an exit handler
	IS(cuInit(0), 4);
	puts("ok");
	fflush(stdout);
}

static void *work(void *p)
{
	int n;
	(void)p;
	for (;;) cuDeviceGetCount(&n);
	return NULL;
}

int main(void)
{
	pthread_t th;
	atexit(late); // before cuInit: so it runs after ferry's own handler
	IS(cuInit(0), 0);
	for (int i = 0; i < 4; i++) CHECK(pthread_create(&th, NULL, work, NULL) == 0);
	usleep(50000);
	exit(0); // while four threads call
}
