// The library stays when it is closed, and can be opened again.
#include "host.h"

int main(void)
{
	for (int i = 0; i < 3; i++) {
		void *lib = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
		CHECK(lib != NULL);
		int (*init)(unsigned) = (int (*)(unsigned))dlsym(lib, "cuInit");
		int (*count)(int *) = (int (*)(int *))dlsym(lib, "cuDeviceGetCount");
		int n;
		IS(init(0), 0);
		CHECK(count(&n) != 3);
		CHECK(dlclose(lib) == 0);
		CHECK(count(&n) != 3);
	}
	puts("ok");
	return 0;
}
