#pragma once
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* prctl takes variable arguments, which Swift does not call. */
static inline void console_forbid_core_dumps(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &limit);
    }
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
