// Forked children: before cuInit all is well; after it the child is told NOT_INITIALIZED by C, however it was made.
#include "host.h"
#include <sched.h>

static void in_child(void)
{
	int n;
	CUdeviceptr p;
	IS(cuDeviceGetCount(&n), 3);
	IS(cuMemAlloc_v2(&p, 16), 3);
	IS(cuInit(0), 3);
	IS(cuDriverGetVersion(&n), 0);
	_exit(7);
}

static void wait_for(pid_t pid, int code)
{
	int st = 0;
	CHECK(pid > 0);
	for (int i = 0; i < 2000; i++) {
		if (waitpid(pid, &st, WNOHANG) == pid) {
			CHECK(WIFEXITED(st));
			IS(WEXITSTATUS(st), code);
			return;
		}
		usleep(5000);
	}
	kill(pid, SIGKILL);
	CHECK(!"the child hangs");
}

int main(void)
{
	int n;
	CHECK(cuDriverGetVersion(&n) == 0);
	pid_t pid = fork();
	if (pid == 0) {
		IS(cuInit(0), 0);
		CHECK(cuDeviceGetCount(&n) != 3);
		exit(5); // through the exit handlers
	}
	wait_for(pid, 5);
	IS(cuInit(0), 0);
	CHECK(cuDeviceGetCount(&n) != 3);
	for (int i = 0; i < 20; i++) {
		pid = fork();
		if (pid == 0) in_child();
		wait_for(pid, 7);
	}
	pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); // past pthread_atfork
	if (pid == 0) in_child();
	wait_for(pid, 7);
	pid = fork();
	if (pid == 0) exit(9); // exit handlers of a child must not enter Go
	wait_for(pid, 9);
	CHECK(cuDeviceGetCount(&n) != 3);
	puts("ok");
	return 0;
}
