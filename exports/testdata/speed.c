// Nanoseconds for one call, from the program to package cuda and back.
#include "host.h"

int main(void)
{
	int n;
	enum { N = 1000000 };
	double t = now();
	IS(cuInit(0), 0);
	double init = now() - t;
	t = now();
	cuDriverGetVersion(&n);
	cuCtxGetApiVersion(NULL, NULL);
	double first = now() - t, best = 1e9;
	for (int k = 0; k < 5; k++) {
		t = now();
		for (int i = 0; i < N; i++) cuCtxGetCurrent(NULL);
		t = (now() - t) / N;
		if (t < best) best = t;
	}
	printf("cuInit %.0f us, first call %.1f us, a call %.1f ns\n", 1e6 * init, 1e6 * first, 1e9 * best);
	return 0;
}
