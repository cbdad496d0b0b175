// Host functions and stream callbacks of the program run here: on ordinary C threads, one a context, with a normal stack
// and the signal mask that the program had at cuInit. A thread that has had nothing to do for a while ends.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "ferry.h"

enum { IDLE_SECONDS = 5 };

struct job {
	struct job *next;
	int32_t kind, status;
	void *fn, *a, *b;
	bool done;
};

struct host {
	struct host *next;
	uint64_t ctx;
	struct job *first, **last;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER; // a job came or is done; there are few host threads
static struct host *hosts;
static sigset_t program_mask;

void ferry_host_mask(const sigset_t *mask) { program_mask = *mask; }

static void run(const struct job *j)
{
	switch (j->kind) {
	case FERRY_HOST_FN:
		((void (*)(void *))j->fn)(j->a);
		break;
	case FERRY_STREAM_CALLBACK:
		((void (*)(void *, int32_t, void *))j->fn)(j->a, j->status, j->b);
		break;
	}
}

static void *host_main(void *p)
{
	struct host *h = p;
	struct ferry_thread *t = ferry_self ? ferry_self : ferry_thread_new();
	if (t != NULL)
		t->Flags |= FERRY_IN_HOST_CALL;
	pthread_sigmask(SIG_SETMASK, &program_mask, NULL);
	pthread_mutex_lock(&lock);
	for (;;) {
		struct timespec until;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec += IDLE_SECONDS;
		int late = 0;
		while (h->first == NULL && late == 0)
			late = pthread_cond_timedwait(&changed, &lock, &until);
		struct job *j = h->first;
		if (j == NULL)
			break;
		h->first = j->next;
		if (h->first == NULL)
			h->last = &h->first;
		pthread_mutex_unlock(&lock);
		run(j);
		pthread_mutex_lock(&lock);
		j->done = true;
		pthread_cond_broadcast(&changed);
	}
	for (struct host **q = &hosts; *q != NULL; q = &(*q)->next) {
		if (*q == h) {
			*q = h->next;
			break;
		}
	}
	pthread_mutex_unlock(&lock);
	free(h);
	return NULL;
}

// find gives the context's thread; it starts one if there is none. lock is held.
static struct host *find(uint64_t ctx)
{
	for (struct host *h = hosts; h != NULL; h = h->next) {
		if (h->ctx == ctx)
			return h;
	}
	struct host *h = calloc(1, sizeof *h);
	if (h == NULL)
		return NULL;
	h->ctx = ctx;
	h->last = &h->first;
	pthread_t id;
	if (pthread_create(&id, NULL, host_main, h) != 0) {
		free(h);
		return NULL;
	}
	pthread_detach(id);
	h->next = hosts;
	hosts = h;
	return h;
}

int32_t ferry_host_run(uint64_t ctx, int32_t kind, void *fn, void *a, int32_t status, void *b)
{
	struct job j = {.kind = kind, .status = status, .fn = fn, .a = a, .b = b};
	pthread_mutex_lock(&lock);
	struct host *h = find(ctx);
	if (h == NULL) {
		pthread_mutex_unlock(&lock);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	*h->last = &j;
	h->last = &j.next;
	pthread_cond_broadcast(&changed);
	while (!j.done)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	return CUDA_SUCCESS;
}
