import CNcurses
import Glibc

/// What the signal handler reads; safe without isolation, as it is filled in before the handler is installed.
private nonisolated(unsafe) let silence: UnsafeMutablePointer<Silence> = {
    let silence = UnsafeMutablePointer<Silence>.allocate(capacity: 1)
    silence.initialize(to: Silence())
    return silence
}()

private struct Silence {
    var terminal: Int32 = -1
    var before = termios()
    var silent = termios()
    var prompt: [UInt8] = []
}

private func restoreAndEnd(_ number: Int32) {
    if silence.pointee.terminal >= 0 { tcsetattr(silence.pointee.terminal, TCSANOW, &silence.pointee.before) }
    signal(number, SIG_DFL)
    raise(number)
}

/// A terminal that does not show what is typed, for a moment; whatever ends or stops the program, it echoes again.
package enum SilentTerminal {
    /// What ends a program without being asked about; the owner of the others calls ``restore()``.
    private static let deadly = [
        SIGQUIT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ,
        SIGVTALRM, SIGPROF, SIGPOLL,
    ]

    /// Shows `prompt`, and nothing that is typed, until ``end()``; `false` where the terminal can't do that.
    package static func begin(_ terminal: Int32, prompt: String) -> Bool {
        guard tcgetattr(terminal, &silence.pointee.before) == 0 else { return false }
        silence.pointee.silent = silence.pointee.before
        // Without signals from keys ctrl-c is a byte like any other.
        silence.pointee.silent.c_lflag &= ~tcflag_t(ECHO | ISIG | ICANON)
        silence.pointee.prompt = Array(prompt.utf8)
        silence.pointee.terminal = terminal
        for number in deadly { signal(number, restoreAndEnd) }
        resume()
        return true
    }

    /// Lets the terminal echo again, for good.
    package static func end() {
        restore()
        let terminal = silence.pointee.terminal
        silence.pointee.terminal = -1
        for number in deadly { signal(number, SIG_DFL) }
        _ = write(terminal, "\n", 1)
    }

    /// Lets the terminal echo, until ``resume()``; does nothing where it is not silent.
    package static func restore() {
        guard silence.pointee.terminal >= 0 else { return }
        tcsetattr(silence.pointee.terminal, TCSANOW, &silence.pointee.before)
    }

    /// Silences the terminal again and shows the prompt; does nothing where another program has the terminal.
    package static func resume() {
        let terminal = silence.pointee.terminal
        guard terminal >= 0, tcgetpgrp(terminal) == getpgrp() else { return }
        tcsetattr(terminal, TCSAFLUSH, &silence.pointee.silent)
        _ = write(terminal, silence.pointee.prompt, silence.pointee.prompt.count)
    }
}
