// The gate between libcuda.so.1 and the Go core: loading the core at cuInit without disturbing the program's signals,
// and closing the gate in a forked child and at the end of the process.
#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "calls_gen.h"
#include "ferry.h"

extern char **environ;
extern const char *gnu_get_libc_version(void) __attribute__((weak)); // glibc has it, musl with a glibc shim may not

static struct ferry_gate shut; // until there is a page
struct ferry_gate *ferry_gate = &shut;
__thread struct ferry_thread *ferry_self;

static enum { NEW, READY, ENDED } state; // READY: a cuInit succeeded
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t thread_key;
static ferry_call_fn *core_call;
static void (*core_stop)(void);
static void (*core_thread_begin)(void);
static void (*core_thread_exit)(struct ferry_thread *);

int ferry_log(void)
{
	const char *s = getenv("FERRY_LOG");
	return s != NULL && *s != '\0' && strcmp(s, "0") != 0 && strcmp(s, "off") != 0;
}

CUresult ferry_closed(void)
{
	return state == ENDED ? CUDA_ERROR_DEINITIALIZED : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult ferry_unsupported(uint32_t number)
{
	if (atomic_load_explicit(&ferry_gate->call, memory_order_acquire) == NULL)
		return ferry_closed();
	if (!ferry_said[number]) {
		ferry_said[number] = 1;
		if (ferry_log())
			fprintf(stderr, "ferry: %s is not implemented\n", ferry_names[number]);
	}
	return CUDA_ERROR_NOT_SUPPORTED;
}

// Threads.

struct ferry_thread *ferry_thread_new(void)
{
	struct ferry_thread *t = calloc(1, sizeof *t);
	if (t == NULL)
		return NULL;
	if (pthread_setspecific(thread_key, t) != 0) {
		free(t);
		return NULL;
	}
	ferry_self = t;
	uint32_t f = ferry_float_enter();
	core_thread_begin(); // core_call is set, and the gate open or about to open
	ferry_float_leave(f);
	return t;
}

static void thread_end(void *p)
{
	struct ferry_thread *t = p;
	if (atomic_load_explicit(&ferry_gate->call, memory_order_acquire) != NULL) {
		uint32_t f = ferry_float_enter();
		core_thread_exit(t);
		ferry_float_leave(f);
	}
	if (ferry_self == t)
		ferry_self = NULL;
	free(t);
}

// Signals. The Go runtime takes a few signals for itself when it starts. The program's own handlers come back as soon
// as it has started; Go needs only SIGURG, by which it interrupts its own threads.

static struct sigaction go_urg, prog_urg;

static void chain(const struct sigaction *a, int sig, siginfo_t *info, void *ctx)
{
	if (a->sa_flags & SA_SIGINFO) {
		if (a->sa_sigaction != NULL)
			a->sa_sigaction(sig, info, ctx);
	} else if (a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN) { // SIGURG's default is to be ignored
		a->sa_handler(sig);
	}
}

static _Atomic int closing; // threads of Go's that are still to close SIGPROF and SIGCHLD

// on_urg hands SIGURG to both: each Go runtime ignores what is not its own.
static void on_urg(int sig, siginfo_t *info, void *ctx)
{
	if (info->si_code == SI_QUEUE && info->si_value.sival_ptr == (void *)&closing) {
		sigaddset(&((ucontext_t *)ctx)->uc_sigmask, SIGPROF);
		sigaddset(&((ucontext_t *)ctx)->uc_sigmask, SIGCHLD);
		atomic_fetch_sub(&closing, 1);
		return;
	}
	chain(&go_urg, sig, info, ctx);
	chain(&prog_urg, sig, info, ctx);
}

static bool same_handler(const struct sigaction *a, const struct sigaction *b)
{
	if ((a->sa_flags & SA_SIGINFO) != (b->sa_flags & SA_SIGINFO))
		return false;
	return (a->sa_flags & SA_SIGINFO) ? a->sa_sigaction == b->sa_sigaction : a->sa_handler == b->sa_handler;
}

static void give_back_signals(const struct sigaction before[NSIG])
{
	for (int sig = 1; sig < NSIG; sig++) {
		struct sigaction now;
		if (sigaction(sig, NULL, &now) != 0 || same_handler(&now, &before[sig]))
			continue; // unchanged, but perhaps on the alternate stack now: Go's threads need that
		if (sig == SIGURG) {
			struct sigaction a;
			go_urg = now;
			prog_urg = before[sig];
			memset(&a, 0, sizeof a);
			a.sa_sigaction = on_urg;
			a.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
			sigfillset(&a.sa_mask);
			sigaction(sig, &a, NULL);
			continue;
		}
		sigaction(sig, &before[sig], NULL);
	}
}

// The threads that Go's runtime starts before its first package is initialised have SIGPROF and SIGCHLD open (see
// core/signals.go). Each is sent a SIGURG whose handler closes them for good. A thread that the program itself started
// meanwhile is not touched: it has not inherited the mask block.

enum { MAX_TASKS = 4096 };

static int tasks(pid_t *out)
{
	int n = 0;
	DIR *d = opendir("/proc/self/task");
	if (d == NULL)
		return 0;
	for (struct dirent *e; (e = readdir(d)) != NULL && n < MAX_TASKS;) {
		if (e->d_name[0] != '.')
			out[n++] = (pid_t)atoi(e->d_name);
	}
	closedir(d);
	return n;
}

static bool inherited_mask(pid_t tid)
{
	char name[64], line[256];
	unsigned long long blocked = 0;
	snprintf(name, sizeof name, "/proc/self/task/%d/status", tid);
	FILE *f = fopen(name, "r");
	if (f == NULL)
		return false;
	while (fgets(line, sizeof line, f) != NULL && sscanf(line, "SigBlk: %llx", &blocked) != 1)
		;
	fclose(f);
	// SIGTERM, SIGUSR1, SIGWINCH and SIGALRM closed, SIGPROF open
	unsigned long long want = 1ull << (SIGTERM - 1) | 1ull << (SIGUSR1 - 1) | 1ull << (SIGWINCH - 1) | 1ull << (SIGALRM - 1);
	return (blocked & want) == want && !(blocked & 1ull << (SIGPROF - 1));
}

static void close_signals(const pid_t *before, int n)
{
	pid_t *now = malloc(MAX_TASKS * sizeof *now);
	if (now == NULL)
		return;
	int m = tasks(now);
	for (int i = 0; i < m; i++) {
		bool old = false;
		for (int k = 0; k < n && !old; k++)
			old = before[k] == now[i];
		if (old || !inherited_mask(now[i]))
			continue;
		siginfo_t info;
		memset(&info, 0, sizeof info);
		info.si_signo = SIGURG;
		info.si_code = SI_QUEUE;
		info.si_pid = getpid();
		info.si_uid = getuid();
		info.si_value.sival_ptr = (void *)&closing;
		atomic_fetch_add(&closing, 1);
		if (syscall(SYS_rt_tgsigqueueinfo, getpid(), now[i], SIGURG, &info) != 0)
			atomic_fetch_sub(&closing, 1);
	}
	for (int i = 0; i < 1000 && atomic_load(&closing) > 0; i++)
		usleep(100);
	free(now);
}

// Loading.

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "ferry: %s: %s\n", what, why);
}

// core_path finds the core beside this library's real file, wherever symbolic links to it are.
static bool core_path(char out[PATH_MAX])
{
	static const char name[] = "/libferry_core.so";
	Dl_info info;
	if (dladdr((void *)core_path, &info) == 0 || info.dli_fname == NULL || realpath(info.dli_fname, out) == NULL)
		return false;
	char *slash = strrchr(out, '/');
	if (slash == NULL || (size_t)(slash - out) + sizeof name > PATH_MAX)
		return false;
	memcpy(slash, name, sizeof name);
	return true;
}

static CUresult load(void)
{
	char path[PATH_MAX];
	if (gnu_get_libc_version == NULL) {
		fail("this C library is not glibc", "ferry needs glibc; musl is not supported");
		return CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
	}
	if (!core_path(path)) {
		fail("libferry_core.so", "can't find where libcuda.so.1 lies");
		return CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
	}
	// What Go's threads inherit: every signal blocked but those that a thread raises itself and Go's own. So the
	// program's handlers never run on a goroutine's small stack.
	sigset_t block, mask;
	pid_t *before_tasks = malloc(MAX_TASKS * sizeof *before_tasks);
	if (before_tasks == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	int task_count = tasks(before_tasks);
	sigfillset(&block);
	static const int open[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGURG};
	for (size_t i = 0; i < sizeof open / sizeof *open; i++)
		sigdelset(&block, open[i]);
	struct sigaction before[NSIG];
	memset(before, 0, sizeof before);
	for (int sig = 1; sig < NSIG; sig++)
		sigaction(sig, NULL, &before[sig]);
	pthread_sigmask(SIG_SETMASK, &block, &mask);
	ferry_host_mask(&mask);

	CUresult r = CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
	void *core = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (core == NULL) {
		fail("the core can't be loaded", dlerror());
	} else {
		uint64_t (*start)(char **, void *);
		start = (uint64_t(*)(char **, void *))dlsym(core, "ferry_core_start");
		core_stop = (void (*)(void))dlsym(core, "ferry_core_stop");
		core_thread_begin = (void (*)(void))dlsym(core, "ferry_core_thread_begin");
		core_thread_exit = (void (*)(struct ferry_thread *))dlsym(core, "ferry_core_thread_exit");
		core_call = (ferry_call_fn *)dlsym(core, "ferry_core_call");
		if (start == NULL || core_stop == NULL || core_thread_begin == NULL || core_thread_exit == NULL || core_call == NULL)
			fail(path, "is not ferry's core");
		else if (start(environ, (void *)ferry_host_run) != FERRY_ABI) // returns when the Go runtime has started
			fail(path, "is of another build than libcuda.so.1"), r = CUDA_ERROR_SYSTEM_DRIVER_MISMATCH;
		else
			r = CUDA_SUCCESS;
		if (r != CUDA_SUCCESS)
			core_call = NULL;
	}
	give_back_signals(before);
	close_signals(before_tasks, task_count);
	free(before_tasks);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	return r;
}

// at_exit closes the gate and stops the workers, so that no kernel writes into a process that is being torn down.
// Later calls (destructors of the program) are answered here, in C.
static void at_exit(void)
{
	ferry_call_fn *call = atomic_exchange(&ferry_gate->call, NULL);
	state = ENDED;
	if (call != NULL) {
		uint32_t f = ferry_float_enter();
		core_stop();
		ferry_float_leave(f);
	}
}

static bool make_gate(void)
{
	long page = sysconf(_SC_PAGESIZE);
	void *p = mmap(NULL, (size_t)page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return false;
	madvise(p, (size_t)page, MADV_WIPEONFORK); // where the kernel can't (before 4.14) pthread_atfork remains
	ferry_gate = p;
	return true;
}

FERRY_API CUresult cuInit(unsigned int Flags)
{
	if (Flags != 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (atomic_load_explicit(&ferry_gate->call, memory_order_acquire) != NULL)
		return CUDA_SUCCESS;
	pthread_mutex_lock(&lock);
	uint32_t f = ferry_float_enter();
	CUresult r = CUDA_SUCCESS;
	if (atomic_load_explicit(&ferry_gate->call, memory_order_acquire) == NULL) {
		if (core_call != NULL && state != NEW) {
			r = ferry_closed(); // the process has ended, or this is the child of one that was initialised
		} else if (ferry_gate == &shut && !make_gate()) {
			r = CUDA_ERROR_OUT_OF_MEMORY;
		} else if (core_call != NULL || (r = load()) == CUDA_SUCCESS) {
			struct ferry_thread *t = ferry_self ? ferry_self : ferry_thread_new();
			struct {
				unsigned int flags;
			} a = {Flags};
			r = t ? core_call(FERRY_CALL_INIT, t, &a) : CUDA_ERROR_OUT_OF_MEMORY;
			if (r == CUDA_SUCCESS) {
				state = READY;
				atexit(at_exit);
				atomic_store_explicit(&ferry_gate->call, core_call, memory_order_release);
			}
		}
	}
	ferry_float_leave(f);
	pthread_mutex_unlock(&lock);
	return r;
}

// Fork. The Go runtime does not survive it: a child of an initialised process is told so from C and never enters Go.

static void fork_prepare(void) { pthread_mutex_lock(&lock); }
static void fork_parent(void) { pthread_mutex_unlock(&lock); }
static void fork_child(void)
{
	if (core_call != NULL) { // loaded, perhaps not successfully initialised
		state = state == ENDED ? ENDED : READY;
		atomic_store_explicit(&ferry_gate->call, NULL, memory_order_release);
	}
	pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void begin(void)
{
	pthread_key_create(&thread_key, thread_end);
	pthread_atfork(fork_prepare, fork_parent, fork_child);
}
