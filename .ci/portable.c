// Linked into the portable program alone. A terminal that the system doesn't describe is described in share/terminfo beside
// the program: the last place to look, behind those where distributions keep theirs.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usual_places[] =
    "/etc/terminfo:/lib/terminfo:/usr/share/terminfo:/usr/lib/terminfo:/usr/share/misc/terminfo:"
    "/run/current-system/sw/share/terminfo";

__attribute__((constructor)) static void add_terminal_descriptions(void) {
    char program[PATH_MAX], places[3 * PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return;
    program[length] = 0;
    // The program is in bin.
    for (int level = 0; level < 2; level++) {
        char *slash = strrchr(program, '/');
        if (!slash) return;
        *slash = 0;
    }
    const char *given = getenv("TERMINFO_DIRS");
    if (!given) given = usual_places;
    // One that was started by another of itself has it already.
    if (strstr(given, program)) return;
    int count = snprintf(places, sizeof places, "%s:%s/share/terminfo", given, program);
    if (count < 0 || count >= (int) sizeof places) return;
    if (access(strrchr(places, ':') + 1, R_OK | X_OK) == 0) setenv("TERMINFO_DIRS", places, 1);
}
