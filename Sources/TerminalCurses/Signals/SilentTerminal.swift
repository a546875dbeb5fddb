import CNcurses
import HostSystem

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

/// Turns the terminal's echo off for a password, and on again however the program ends or stops.
package enum SilentTerminal {
    /// The signals that end the program at once; the owner of the other signals calls ``restore()``.
    private static let deadly = [
        SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ,
        SIGVTALRM,
        SIGPROF, SIGPOLL,
    ]

    /// Shows `prompt` and turns echo off until ``end()``; `false` if the terminal can't.
    package static func begin(_ terminal: Int32, prompt: String) -> Bool {
        guard tcgetattr(terminal, &silence.pointee.before) == 0 else { return false }
        silence.pointee.silent = silence.pointee.before
        // Without ISIG, ctrl-c arrives as a byte.
        silence.pointee.silent.c_lflag &= ~tcflag_t(ECHO | ISIG | ICANON)
        silence.pointee.prompt = Array(prompt.utf8)
        silence.pointee.terminal = terminal
        for number in deadly { signal(number, restoreAndEnd) }
        resume()
        return true
    }

    /// Turns echo on again, for good.
    package static func end() {
        restore()
        let terminal = silence.pointee.terminal
        silence.pointee.terminal = -1
        for number in deadly { signal(number, SIG_DFL) }
        _ = write(terminal, "\n", 1)
    }

    /// Turns echo on until ``resume()``; does nothing if it is on.
    package static func restore() {
        guard silence.pointee.terminal >= 0 else { return }
        tcsetattr(silence.pointee.terminal, TCSANOW, &silence.pointee.before)
    }

    /// Turns echo off again and shows the prompt; does nothing while another program has the terminal.
    package static func resume() {
        let terminal = silence.pointee.terminal
        guard terminal >= 0, tcgetpgrp(terminal) == getpgrp() else { return }
        tcsetattr(terminal, TCSAFLUSH, &silence.pointee.silent)
        _ = write(terminal, silence.pointee.prompt, silence.pointee.prompt.count)
    }
}
