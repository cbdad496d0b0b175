// A program with signal handlers of its own keeps them.
#include "host.h"

static sigjmp_buf back;
static volatile sig_atomic_t segv, urg, pipes;
static void on_segv(int sig) { (void)sig; segv++; siglongjmp(back, 1); }
static void on_urg(int sig) { (void)sig; urg++; }
static void on_pipe(int sig) { (void)sig; pipes++; }

static void fault(void)
{
	int was = segv;
	if (sigsetjmp(back, 1) == 0)
		*(volatile int *)16 = 1;
	CHECK(segv == was + 1);
}

int main(void)
{
	struct sigaction before[65], after;
	int n, fd[2];
	signal(SIGSEGV, on_segv);
	signal(SIGURG, on_urg);
	signal(SIGPIPE, on_pipe);
	fault();
	for (int s = 1; s <= 64; s++) { memset(&before[s], 0, sizeof before[s]); sigaction(s, NULL, &before[s]); }
	sigset_t m0, m1;
	sigemptyset(&m0), sigaddset(&m0, SIGUSR2), sigaddset(&m0, SIGPROF), sigaddset(&m0, SIGCHLD);
	pthread_sigmask(SIG_SETMASK, &m0, NULL);
	IS(cuInit(0), 0);
	pthread_sigmask(SIG_SETMASK, NULL, &m1);
	for (int s = 1; s <= 64; s++) CHECK(sigismember(&m0, s) == sigismember(&m1, s));
	// Go's own threads leave the program's signals alone.
	char line[256], name[64];
	unsigned long long blocked;
	for (int tid = getpid() + 1; tid < getpid() + 64; tid++) {
		snprintf(name, sizeof name, "/proc/self/task/%d/status", tid);
		FILE *f = fopen(name, "r");
		if (f == NULL) continue;
		while (fgets(line, sizeof line, f))
			if (sscanf(line, "SigBlk: %llx", &blocked) == 1)
				for (int s = 1; s < 32; s++)
					if (s != SIGSEGV && s != SIGBUS && s != SIGFPE && s != SIGILL && s != SIGTRAP && s != SIGABRT && s != SIGSYS &&
						s != SIGURG && s != SIGSTKFLT && s != SIGKILL && s != SIGSTOP && !(blocked >> (s - 1) & 1)) {
						printf("thread %d of Go's has signal %d open\n", tid, s);
						_exit(1);
					}
		fclose(f);
	}
	for (int s = 1; s <= 64; s++) {
		if (s == SIGURG || sigaction(s, NULL, &after) != 0) continue;
		if (after.sa_handler != before[s].sa_handler) printf("signal %d has another handler\n", s);
		CHECK(after.sa_handler == before[s].sa_handler);
	}
	fault();
	for (int i = 0; i < 1000; i++) cuDeviceGetCount(&n);
	fault();
	raise(SIGURG);
	CHECK(urg == 1);
	CHECK(pipe(fd) == 0);
	close(fd[0]);
	CHECK(write(fd[1], "x", 1) == -1 && errno == EPIPE);
	CHECK(pipes == 1);
	CHECK(cuDeviceGetCount(&n) != 3);
	puts("ok");
	return 0;
}
