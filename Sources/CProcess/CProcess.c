#define _GNU_SOURCE
#include "CProcess.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int count;
static char **arguments;

/* The C library gives a constructor what it gives to main. */
__attribute__((constructor)) static void keep_arguments(int given_count, char **given) {
    count = given_count;
    arguments = given;
}

int console_argument_count(void) { return count; }

const char *console_argument(int index) { return index < count ? arguments[index] : 0; }

void console_execute(const char *program, char *const *words, char *const *environment) {
    execvpe(program, words, environment);
}

int console_accept(int listener) { return accept4(listener, 0, 0, SOCK_CLOEXEC); }

void console_forbid_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

void console_give_back_memory(void) { malloc_trim(0); }

void console_share_freed_memory(void) { mallopt(M_ARENA_MAX, 2); }

int console_open_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

void console_set_signal_stack(void *memory, size_t size) {
    stack_t stack;
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = memory;
    stack.ss_size = size;
    stack.ss_flags = memory ? 0 : SS_DISABLE;
    sigaltstack(&stack, 0);
}

int console_open_terminal(char *name, size_t size) {
    int leader = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (leader < 0) return -1;
    if (grantpt(leader) == 0 && unlockpt(leader) == 0 && ptsname_r(leader, name, size) == 0) return leader;
    int failure = errno;
    close(leader);
    errno = failure;
    return -1;
}

short console_spawn_session(void) { return POSIX_SPAWN_SETSID; }

const char *console_signal_name(int number) { return sigabbrev_np(number); }
