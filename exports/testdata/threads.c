// 64 threads at once, several times over: each is a thread of its own for the driver, and leaves nothing behind.
#include "host.h"

static void *work(void *p)
{
	int n;
	(void)p;
	for (int i = 0; i < 2000; i++) CHECK(cuDeviceGetCount(&n) != 3);
	return NULL;
}

int main(void)
{
	pthread_t th[64];
	IS(cuInit(0), 0);
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 64; i++) CHECK(pthread_create(&th[i], NULL, work, NULL) == 0);
		for (int i = 0; i < 64; i++) pthread_join(th[i], NULL);
	}
	puts("ok");
	return 0;
}
