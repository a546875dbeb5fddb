#pragma once
#include <stddef.h>

/* No other header: what one declares would be this module's, and Swift would ask for its import. */

/* The arguments that the program was started with; Swift reads them from /proc, which is not mounted everywhere. */
int console_argument_count(void);
const char *console_argument(int index);

/* execvpe, which the headers show to GNU programs only; returns where it fails. */
void console_execute(const char *program, char *const *words, char *const *environment);

/* A connection that no child process inherits; the headers show accept4 to GNU programs only. */
int console_accept(int listener);

/* prctl takes variable arguments, which Swift does not call. */
void console_forbid_dumps(void);

/* Gives memory back to the system that was freed. */
void console_give_back_memory(void);

/* Keeps freed memory in two pools, however many threads there are. */
void console_share_freed_memory(void);

/* Opens a pipe on which nobody waits and which no other program inherits. */
int console_open_pipe(int ends[2]);

/* Gives the calling thread a stack for signal handlers, or takes it away where there is no memory. */
void console_set_signal_stack(void *memory, size_t size);

/* Opens a pseudo terminal that no child process inherits and on which nobody waits, and names its other end; -1 with
   errno where that fails. */
int console_open_terminal(char *name, size_t size);

/* POSIX_SPAWN_SETSID, which the headers show to GNU programs only. */
short console_spawn_session(void);

/* The name of a signal without SIG, or 0. */
const char *console_signal_name(int number);
