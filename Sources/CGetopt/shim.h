#pragma once
#include <getopt.h>

/* getopt_long keeps its place in globals, which Swift's language mode 6 does not let through: here they are values. */
struct console_option {
    int code;
    int rejected;
    int index;
    const char *argument;
};

static inline void console_getopt_restart(void) {
    optind = 0;
    opterr = 0;
}

static inline struct console_option console_getopt_next(
    int count, char *const *arguments, const char *letters, const struct option *options) {
    int code = getopt_long(count, arguments, letters, options, 0);
    struct console_option found = {code, optopt, optind, optarg};
    return found;
}
