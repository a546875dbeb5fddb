import CProcess

/// A terminal without a screen (pty(7)): what a program prints to it is read here, and what is written here is typed.
package struct PseudoTerminal: Sendable {
    /// Reading and writing never wait.
    package let leader: Int32
    /// The end that the program opens; of a session leader that has none it becomes the controlling terminal.
    package let path: String
    /// Keeps the other end open, so that it isn't hung up between two programs that have it.
    private let follower: Int32

    /// `nil` where the system has none left, or none at all, which `errno` says.
    package init?() {
        var name = [CChar](repeating: 0, count: 64)
        leader = console_open_terminal(&name, name.count)
        guard leader >= 0 else { return nil }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        follower = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard follower >= 0 else {
            let failure = errno
            HostSystem.close(leader)
            errno = failure
            return nil
        }
    }

    /// Tells the programs that have it, which get SIGWINCH where that is another size.
    package func resize(columns: Int, rows: Int) {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(clamping: columns), UInt16(clamping: rows))
        _ = ioctl(leader, UInt(TIOCSWINSZ), &size)
    }

    /// Tells the programs in its foreground that it was closed.
    package func signalHangUp() {
        let group = tcgetpgrp(leader)
        guard group > 1 else { return }
        kill(-group, SIGHUP)
        kill(-group, SIGCONT)
    }

    /// Hangs up: a session that it controls gets SIGHUP, and nothing can be printed to it any more.
    package func close() {
        HostSystem.close(follower)
        HostSystem.close(leader)
    }
}

/// The flag by which a program is started as the leader of a session of its own.
package let spawnsSession = Int32(console_spawn_session())
