import Dispatch
import HostSystem
import Synchronization

/// Runs programs that the user's environment names, the editor, the pager, the browser, and those of `exec` and
/// `watch`.
///
/// However a program is started, it gets the signals, the core limit and the environment that this one was started
/// with, without the client secret.
enum ChildProcess {
    struct Failure: Error, Sendable {
        let reason: String
        /// How `exec`, `watch` and a shell end for a program that could not be started.
        var status = ExitStatus.failed

        init(reason: String) { self.reason = reason }

        /// A program that the system did not start.
        init(_ code: Int32) {
            reason = String(cString: strerror(code))
            status =
                switch code {
                case ENOENT, ENOTDIR: .notFound
                case EAGAIN, ENOMEM: .failed
                default: .notRunnable
                }
        }
    }

    /// Held while a pipe exists that a child started at the same time would inherit: the pipe would stay open until
    /// that child ends.
    private static let starting = Mutex(())

    /// Runs a shell command line that has the terminal, and returns its exit status.
    ///
    /// It reads `input`, or the terminal. It refers to the arguments as `$1` and so on, so that the shell never
    /// interprets a file name.
    static func runInForeground(
        _ commandLine: String, arguments: [String] = [], input: Int32? = nil
    ) async throws(Failure) -> Int32 {
        // Under the lock, so that the console can't end between the start of the program and its registration.
        let pid = try foreground.withLock { shell throws(Failure) in
            let pid = try spawn("/bin/sh", ["-c", commandLine, "sh"] + arguments) { actions in
                if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
            }
            shell = pid
            return pid
        }
        return await exitStatus(of: pid)
    }

    /// The shell of the program that has the terminal.
    private static let foreground = Mutex<pid_t?>(nil)

    /// Ends the program that has the terminal, and returns when it has ended; if it ignores the request, it is killed
    /// after a second.
    static func endForeground() async {
        for number in [SIGTERM, SIGKILL] {
            foreground.withLock { shell in
                guard let shell else { return }
                // The shell ends after the programs that it runs; if it were ended first, they would stay.
                let programs = ProcessTree().descendants(of: shell)
                for pid in programs.isEmpty ? [shell] : programs { _ = kill(pid, number) }
            }
            let end = ContinuousClock.now + .seconds(1)
            while foreground.withLock({ $0 != nil }) {
                guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(5))) != nil else { break }
            }
        }
    }

    /// Runs a shell command line without a terminal, and returns whether it succeeded.
    static func runInBackground(_ commandLine: String, arguments: [String]) async -> Bool {
        let pid = try? spawn("/bin/sh", ["-c", commandLine, "sh"] + arguments, prepare: withoutTerminal)
        guard let pid else { return false }
        return await exitStatus(of: pid) == 0
    }

    /// Starts a program without a terminal, with more variables in its environment, and waits neither for its end nor
    /// for its output.
    ///
    /// It goes on when this one ends.
    static func startDetached(
        _ program: String, _ arguments: [String], variables: [(name: String, value: String)]
    ) throws(Failure) {
        let pid = try startInOwnGroup(program, arguments, variables: variables)
        DispatchQueue.global().async { _ = waitForEnd(of: pid) }
    }

    /// Starts a program without a terminal, as the leader of a process group of its own.
    static func startInOwnGroup(
        _ program: String, _ arguments: [String], variables: [(name: String, value: String)] = []
    ) throws(Failure) -> pid_t {
        try spawn(program, arguments, variables: variables, inOwnGroup: true, prepare: withoutTerminal)
    }

    private static func withoutTerminal(_ actions: inout posix_spawn_file_actions_t) {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
    }

    /// Where a command prints that is started as a part of this program.
    enum Printing: Sendable {
        /// To the streams of this program.
        case here
        /// To this program's standard error alone.
        case toErrors
        /// To a terminal of its own, which it also reads: this program's is the console's.
        case toTerminal(PseudoTerminal)
    }

    /// Starts a command with exactly these variables, in the process group of this program, or as the leader of the
    /// session of a terminal of its own.
    ///
    /// What a terminal sends to the group reaches both.
    static func start(
        _ words: [String], environment: [String: String], printing: Printing
    ) throws(Failure) -> pid_t {
        try starting.withLock { _ throws(Failure) in
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            var flags: Int32 = 0
            switch printing {
            case .here: break
            case .toErrors: posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
            case .toTerminal(let terminal):
                // A leader's first terminal becomes the one that controls its session.
                flags = spawnsSession
                posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal.path, O_RDWR, 0)
                for stream in [STDOUT_FILENO, STDERR_FILENO] {
                    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, stream)
                }
            }
            return try spawn(words[0], Array(words.dropFirst()), entries(of: environment), flags, &actions)
        }
    }

    /// Starts a program, searched in `PATH` if its name has no slash, with the streams that `prepare` sets.
    static func spawn(
        _ program: String, _ arguments: [String], variables: [(name: String, value: String)] = [],
        inOwnGroup: Bool = false,
        prepare: (inout posix_spawn_file_actions_t) throws(Failure) -> Void
    ) throws(Failure) -> pid_t {
        try starting.withLock { _ throws(Failure) in
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            try prepare(&actions)
            return try spawn(
                program, arguments, entries(adding: variables), inOwnGroup ? POSIX_SPAWN_SETPGROUP : 0,
                &actions)
        }
    }

    /// Frees the entries of the environment.
    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [UnsafeMutablePointer<CChar>?], _ flags: Int32,
        _ actions: inout posix_spawn_file_actions_t
    ) throws(Failure) -> pid_t {
        // Children inherit ignored signals, and need those that this program alone ignores.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in InheritedSignals.others { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | flags))

        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }
        var envp = environment
        defer { envp.forEach { free($0) } }
        var pid: pid_t = 0
        let failure = CoreDumps.withInheritedLimit {
            posix_spawnp(&pid, program, &actions, &attributes, &argv, &envp)
        }
        guard failure == 0 else { throw Failure(failure) }
        return pid
    }

    /// Runs a program in the place of this one, with these variables more; returns only where that fails.
    static func replaceProgram(by words: [String], adding variables: [(name: String, value: String)]) -> Failure {
        let words = words.map { strdup($0) } + [nil]
        return Failure(HostSystem.replaceProgram(by: words, environment: entries(adding: variables)))
    }

    /// This program's environment, with these variables in the place of those of the same names.
    private static func entries(adding variables: [(name: String, value: String)]) -> [UnsafeMutablePointer<CChar>?] {
        var entries: [UnsafeMutablePointer<CChar>?] = []
        let others = [secretVariable] + variables.map(\.name)
        var next = environ
        while let entry = next.pointee {
            let isOther = others.contains { strncmp(entry, "\($0)=", $0.utf8.count + 1) == 0 }
            if !isOther { entries.append(strdup(entry)) }
            next += 1
        }
        return variables.map { strdup("\($0.name)=\($0.value)") } + entries + [nil]
    }

    private static func entries(of environment: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
        environment.filter { $0.key != secretVariable }.sorted { $0.key < $1.key }
            .map { strdup("\($0.key)=\($0.value)") } + [nil]
    }

    /// The variable of the client secret, which other programs must not get.
    static let secretVariable = "SESSION_CONSOLE_CLIENT_SECRET"

    /// Waits on a thread of its own for the child's end; calls `atEnd` while the process ID is still the child's.
    static func exitStatus(of pid: pid_t, atEnd: @escaping @Sendable () -> Void = {}) async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: waitForEnd(of: pid, atEnd: atEnd)) }
        }
    }

    /// The signal that ended a child which is not reaped yet; `nil` where it exited, or still runs.
    static func endingSignal(of pid: pid_t) -> Int32? {
        var facts = siginfo_t()
        guard waitid(P_PID, id_t(pid), &facts, WEXITED | WNOWAIT | WNOHANG) == 0 else { return nil }
        let isKilled = [Int32(CLD_KILLED), Int32(CLD_DUMPED)].contains(facts.si_code)
        return isKilled ? facts._sifields._sigchld.si_status : nil
    }

    /// Blocks until the child has ended, and returns its exit status as a shell does.
    static func waitForEnd(of pid: pid_t, atEnd: () -> Void = {}) -> Int32 {
        // Wait first without reaping it: until it is reaped its process ID is not reused, and signals can be sent to
        // it.
        var facts = siginfo_t()
        while waitid(P_PID, id_t(pid), &facts, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
        atEnd()
        var status: Int32 = 0
        foreground.withLock { foreground in
            while waitpid(pid, &status, 0) == -1 && errno == EINTR {}
            if foreground == pid { foreground = nil }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

extension CommandFailure {
    /// A command that was to be run, and could not be started.
    init(_ failure: ChildProcess.Failure, of program: String) {
        self.init(failure.status, "\(program) can't be run: \(failure.reason).", advice: "Check the name and PATH.")
    }
}
