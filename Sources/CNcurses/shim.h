#pragma once
#if !__has_include(<ncurses.h>)
#error "<ncurses.h> is missing: install libncursesw5-dev (Debian, Ubuntu) or ncurses-devel (Fedora)"
#endif

// Without it the wide-character half of curses is not declared.
#define NCURSES_WIDECHAR 1

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <poll.h>
#include <ncurses.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static inline attr_t console_bold(void) { return A_BOLD; }
static inline attr_t console_dim(void) { return A_DIM; }
static inline attr_t console_underline(void) { return A_UNDERLINE; }
static inline attr_t console_reverse(void) { return A_REVERSE; }
static inline attr_t console_italic(void) { return A_ITALIC; }

static inline WINDOW *console_stdscr(void) { return stdscr; }
static inline WINDOW *console_curscr(void) { return curscr; }

static inline int console_color_count(void) { return COLORS; }

// The columns that the C library, and so curses, gives a character; -1 for one that it doesn't know.
extern int wcwidth(wchar_t);
static inline int console_columns(wchar_t character) { return wcwidth(character); }

// Puts a file in memory in the place of a descriptor, and returns another descriptor of it; -1 where there is none.
static inline int console_open_buffer(int place) {
    const unsigned int close_on_exec = 1;
    int buffer = (int)syscall(SYS_memfd_create, "frame", close_on_exec);
    if (buffer < 0) return -1;
    if (dup2(buffer, place) < 0) {
        close(buffer);
        return -1;
    }
    fcntl(place, F_SETFD, FD_CLOEXEC);
    return buffer;
}

// Asks terminfo for a string capability; NULL where the terminal has none by that name.
static inline const char *console_capability(const char *name) {
    const char *value = tigetstr((char *)name);
    return value == (const char *)-1 ? NULL : value;
}

// Asks terminfo for a flag, also for those that not every description has.
static inline bool console_flag(const char *name) { return tigetflag((char *)name) == 1; }

// Loads the terminal's description without touching the terminal, and frees it again.
static inline int console_load_terminal(const char *type, int fd) {
    int status = 0;
    setupterm(type, fd, &status);
    return status;
}

static inline void console_unload_terminal(void) {
    if (cur_term) del_curterm(cur_term);
}

enum {
    console_crash_count = 7,
    console_ending_count = 4,
    console_notice_count = 3,
    console_deadly_count = 11,
    console_named_count = 25,
    console_signal_limit = 96,
};

static inline int console_signal(int index) {
    static const int signals[console_named_count] = {
        SIGILL,  SIGTRAP, SIGSEGV, SIGBUS,  SIGFPE,    SIGABRT, SIGSYS,                  // crashes
        SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,                                              // requests to end
        SIGWINCH, SIGCONT, SIGTSTP,                                                      // notices
        SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR,  // deadly unless attended to
        SIGSTKFLT, SIGPIPE,
    };
    return index < console_named_count ? signals[index] : SIGRTMIN + (index - console_named_count);
}

// The named signals, and those for real time, which end a program too.
static inline int console_signal_count(void) {
    int count = console_named_count + SIGRTMAX - SIGRTMIN + 1;
    return count < console_signal_limit ? count : console_signal_limit;
}

// For how long a second SIGHUP is the same as the first: a closing terminal sends one, and so does its shell.
enum { console_hangup_seconds = 3 };

// What signal handlers touch. It is filled in before they are installed; after that the flags alone change.
//
// A header can't hold it: each object file would get a copy of its own. So it is allocated once, and handed over.
struct console_guard {
    // 0: nothing is to be restored, 1: the terminal is, 2: a handler is at it.
    volatile sig_atomic_t is_armed;
    volatile sig_atomic_t ending;
    volatile sig_atomic_t is_released;
    volatile sig_atomic_t is_attended;
    volatile sig_atomic_t farewell_length;
    time_t hung_up_at;
    int output;
    int painted;
    int nowhere;
    int wakeup;
    struct termios modes;
    char reset[512];
    size_t reset_length;
    char farewell[512];
    struct sigaction previous_actions[console_signal_limit];
};

static inline void console_set_default_action(int number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, NULL);
}

// Writes without waiting for a terminal that doesn't read: what is queued for it gives way, and after a moment it gets
// nothing at all.
static inline void console_write_at_once(int output, const char *bytes, size_t length) {
    int flags = fcntl(output, F_GETFL);
    if (flags >= 0) fcntl(output, F_SETFL, flags | O_NONBLOCK);
    size_t sent = 0;
    int turns = 0;
    while (sent < length && turns < 20) {
        ssize_t count = write(output, bytes + sent, length - sent);
        if (count > 0) sent += (size_t)count;
        else if (errno == EAGAIN) {
            struct pollfd ready = {.fd = output, .events = POLLOUT};
            poll(&ready, 1, 10);
            // Another thread may hang in a write to this terminal, which then ends.
            if (++turns == 10) tcflush(output, TCOFLUSH);
        } else if (errno != EINTR) break;
    }
    if (flags >= 0) fcntl(output, F_SETFL, flags);
}

// Calls only what POSIX lists as async-signal-safe: dup2, write, fcntl, poll, tcflush and tcsetattr.
//
// Another thread may be painting just now: what it still writes must not follow what brings the terminal back.
static inline void console_guard_restore_terminal(struct console_guard *guard) {
    sig_atomic_t armed = 1;
    if (!__atomic_compare_exchange_n(&guard->is_armed, &armed, 2, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        // A second signal, on another thread, must not end the process while the terminal is half restored.
        for (int turns = 0; guard->is_armed == 2 && turns < 100; turns++) poll(NULL, 0, 10);
        return;
    }
    dup2(guard->nowhere, guard->painted);
    console_write_at_once(guard->output, guard->reset, guard->reset_length);
    tcsetattr(guard->output, TCSANOW, &guard->modes);
    if (guard->farewell_length > 0) {
        console_write_at_once(guard->output, guard->farewell, (size_t)guard->farewell_length);
    }
    guard->is_armed = 0;
}

// The signal is blocked until its handler returns, and then ends the process before a faulting instruction runs again.
static inline void console_guard_end(struct console_guard *guard, int number) {
    console_guard_restore_terminal(guard);
    console_set_default_action(number);
    raise(number);
}

// Whether a SIGHUP belongs to the one before: both tell of one terminal that is gone.
static inline bool console_guard_is_same_hangup(struct console_guard *guard, int number) {
    if (number != SIGHUP) return false;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool is_same = guard->ending == SIGHUP
        && (guard->is_attended || now.tv_sec - guard->hung_up_at < console_hangup_seconds);
    if (guard->ending != SIGHUP) guard->hung_up_at = now.tv_sec;
    return is_same;
}

// Passes a request to end on. When the same one comes again, the program is hanging, or waits for longer than the user.
// A different one tells nothing: a closing terminal and a service manager both ask, each in its own way.
static inline void console_guard_request_end(struct console_guard *guard, int number) {
    int saved = errno;
    bool is_for_other_program = guard->is_released && (number == SIGINT || number == SIGQUIT);
    if (!is_for_other_program && !console_guard_is_same_hangup(guard, number)) {
        unsigned char byte = (unsigned char)number;
        if (guard->ending == number || write(guard->wakeup, &byte, 1) < 0) console_guard_end(guard, number);
        guard->ending = number;
    }
    errno = saved;
}

static inline void console_guard_notify(struct console_guard *guard, int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    // Where the pipe is full, it holds a wake-up already.
    ssize_t ignored = write(guard->wakeup, &byte, 1);
    (void)ignored;
    errno = saved;
}

static inline void console_guard_remember_actions(struct console_guard *guard) {
    for (int i = 0; i < console_signal_count(); i++) sigaction(console_signal(i), NULL, &guard->previous_actions[i]);
}

// What is said where a signal ends the program from now on, and that the first request to end has been attended to.
static inline void console_guard_attend(struct console_guard *guard, const char *farewell, size_t length) {
    guard->farewell_length = 0;
    guard->is_attended = 1;
    size_t count = length < sizeof guard->farewell ? length : sizeof guard->farewell;
    if (count > 0) memcpy(guard->farewell, farewell, count);
    guard->farewell_length = (sig_atomic_t)count;
}

static inline void console_guard_prepare(
    struct console_guard *guard, int output, int painted, int nowhere, int wakeup, const struct termios *modes,
    const char *reset, size_t length) {
    guard->is_armed = guard->ending = guard->is_released = guard->is_attended = guard->farewell_length = 0;
    guard->output = output;
    guard->painted = painted;
    guard->nowhere = nowhere;
    guard->wakeup = wakeup;
    guard->modes = *modes;
    guard->reset_length = length < sizeof guard->reset ? length : sizeof guard->reset;
    memcpy(guard->reset, reset, guard->reset_length);
}

static inline void console_guard_install_actions(
    struct console_guard *guard, void (*crash)(int), void (*ending)(int), void (*notice)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    // On a thread with an alternate stack the handler runs even when the thread's own is used up.
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    sigfillset(&action.sa_mask);
    const int endings = console_crash_count, notices = endings + console_ending_count;
    const int deadly = notices + console_notice_count;
    for (int i = 0; i < console_signal_count(); i++) {
        // What the program ignores, or attends to itself, does not end it.
        if (i >= deadly && guard->previous_actions[i].sa_handler != SIG_DFL) continue;
        action.sa_handler = i < endings ? crash : i < notices ? ending : i < deadly ? notice : crash;
        sigaction(console_signal(i), &action, NULL);
    }
}

static inline void console_guard_restore_actions(struct console_guard *guard) {
    for (int i = 0; i < console_signal_count(); i++) sigaction(console_signal(i), &guard->previous_actions[i], NULL);
}

// Stops the process group as the terminal's own suspend key would, and returns when it is continued.
//
// What is meant for the rest of the group must not stop this process, at a time and on a thread that nobody knows: it
// would stop again right after it was continued. So it is ignored, once when it is sent and once more to drop what was
// queued because some thread blocks it. The stop that counts is raised on this thread, which must not go on before it.
static inline void console_stop(void) {
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &before);
    signal(SIGTSTP, SIG_IGN);
    kill(0, SIGTSTP);
    signal(SIGTSTP, SIG_IGN);
    console_set_default_action(SIGTSTP);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// Stops this process alone, whose group has been told to stop already, and returns when it is continued.
static inline void console_stop_alone(void) {
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    console_set_default_action(SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &before);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

