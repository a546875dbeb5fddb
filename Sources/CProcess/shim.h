#pragma once
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <fcntl.h>
#include <unistd.h>

/* A connection that no child process inherits; the headers show accept4 to GNU programs only. */
static inline int console_accept(int listener) {
    return (int) syscall(SYS_accept4, listener, 0, 0, O_CLOEXEC);
}

/* prctl takes variable arguments, which Swift does not call. */
static inline void console_forbid_core_dumps(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &limit);
    }
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
